// Constants: what others read stays, the rest goes.

// RUN: lutfuse-opt %s --split-input-file --convert-tosa-to-lutfuse | FileCheck %s --enable-var-scope

// A constant that others read stays for them.
// CHECK-LABEL: func.func @shared_constant(
// CHECK:         %[[S:.+]] = "tosa.const"() <{values = dense<34> : tensor<1xi8>}>
// CHECK:         lutfuse.conv2d
// CHECK:         return %{{.+}}, %[[S]]
func.func @shared_constant(%x: tensor<1x2x2x3xi8>) -> (tensor<1x2x2x2xi8>, tensor<1xi8>) {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  return %u, %s : tensor<1x2x2x2xi8>, tensor<1xi8>
}

// -----

// One constant in every role: it is erased once.
// CHECK-LABEL: func.func @one_constant(
// CHECK-NOT:     tosa.
// CHECK:         lutfuse.conv2d
// CHECK-NOT:     tosa.
// CHECK:         return
func.func @one_constant(%x: tensor<1x2x2x3xi8>, %w: tensor<2x1x1x3xi8>, %b: tensor<2xi32>, %az: tensor<1xi32>) -> tensor<1x2x2x2xi8> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %z = "tosa.const"() <{values = dense<31> : tensor<1xi8>}> : () -> tensor<1xi8>
  %c = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %acc = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %z, %c, %z {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  return %u : tensor<1x2x2x2xi8>
}
