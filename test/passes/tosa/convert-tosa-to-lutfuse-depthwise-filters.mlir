// TOSA's depthwise convolutions whose filters only the run time knows, or that have one channel.

// RUN: lutfuse-opt %s --split-input-file --convert-tosa-to-lutfuse | FileCheck %s --enable-var-scope

// A filter that only the run time knows is moved there.
// CHECK-LABEL: func.func @depthwise_computed(
// CHECK-SAME:    %[[W:[a-z0-9]+]]: tensor<1x2x3x2xi8>)
// CHECK:         %[[M:.+]] = tosa.transpose %[[W]] {perms = array<i32: 2, 3, 0, 1>} : (tensor<1x2x3x2xi8>) -> tensor<3x2x1x2xi8>
// CHECK-NEXT:    %[[S:.+]] = tosa.const_shape {values = dense<[6, 1, 2, 1]> : tensor<4xindex>}
// CHECK-NEXT:    %[[R:.+]] = tosa.reshape %[[M]], %[[S]] : (tensor<3x2x1x2xi8>, !tosa.shape<4>) -> tensor<6x1x2x1xi8>
// CHECK:         %[[WQ:.+]] = quant.scast %[[R]]
// CHECK:         lutfuse.conv2d %{{.+}}, %[[WQ]] {{.*}} pad [0, 0, 0, 1] group 3 requant #requant
func.func @depthwise_computed(%x: tensor<1x2x2x3xi8>, %w: tensor<1x2x3x2xi8>) -> tensor<1x2x2x6xi8> {
  %b = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.depthwise_conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 1>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<1x2x3x2xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x6xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x6xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x6xi8>
  return %u : tensor<1x2x2x6xi8>
}

// -----

// One input channel: group 1 says the same.
// CHECK-LABEL: func.func @depthwise_one_channel(
// CHECK-NOT:     group
// CHECK:         lutfuse.conv2d
// CHECK-NOT:     group
// CHECK:         return
func.func @depthwise_one_channel(%x: tensor<1x2x2x1xi8>) -> tensor<1x2x2x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<1x1x1x2xi8>}> : () -> tensor<1x1x1x2xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.depthwise_conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x1xi8>, tensor<1x1x1x2xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  return %u : tensor<1x2x2x2xi8>
}
