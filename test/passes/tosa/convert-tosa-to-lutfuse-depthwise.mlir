// TOSA's depthwise convolutions, without annotations: groups, and filters in OHWI.

// RUN: lutfuse-opt %s --split-input-file --convert-tosa-to-lutfuse | FileCheck %s --enable-var-scope

// Output channel c * 2 + m of a depthwise convolution reads input channel c: HWCM becomes OHWI.
// CHECK-LABEL: func.func @depthwise(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x2x2x3xi8>)
// CHECK-NEXT:    %[[B:.+]] = "tosa.const"() <{values = dense<0> : tensor<6xi32>}>
// CHECK-NEXT:    %[[W:.+]] = "tosa.const"() <{values = dense<{{\[\[\[\[}}1], [7]]], {{\[\[\[}}2], [8]]], {{\[\[\[}}3], [9]]], {{\[\[\[}}4], [10]]], {{\[\[\[}}5], [11]]], {{\[\[\[}}6], [12]]]]> : tensor<6x1x2x1xi8>}>
// CHECK-NEXT:    %[[XQ:.+]] = quant.scast %[[X]]
// CHECK-NEXT:    %[[WQ:.+]] = quant.scast %[[W]] : tensor<6x1x2x1xi8> to tensor<6x1x2x1x!quant.uniform<i8:f32:0, {6.250000e-02,1.250000e-01,6.250000e-02,1.250000e-01,6.250000e-02,1.250000e-01}>>
// CHECK-NEXT:    lutfuse.conv2d %[[XQ]], %[[WQ]] bias %[[B]] stride [1, 2] pad [0, 0, 1, 1] group 3 requant #requant
// CHECK-SAME:      -> tensor<1x2x2x6x!quant.uniform<i8:f32, 1.000000e+00:-3>>
func.func @depthwise(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x6xi8> {
  %w = "tosa.const"() <{values = dense<[[[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]]]> : tensor<1x2x3x2xi8>}> : () -> tensor<1x2x3x2xi8>
  %b = "tosa.const"() <{values = dense<0> : tensor<6xi32>}> : () -> tensor<6xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<6xi32>}> : () -> tensor<6xi32>
  %s = "tosa.const"() <{values = dense<[34, 33, 34, 33, 34, 33]> : tensor<6xi8>}> : () -> tensor<6xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.depthwise_conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 1, 1>, stride = array<i64: 1, 2>}
    : (tensor<1x2x2x3xi8>, tensor<1x2x3x2xi8>, tensor<6xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x6xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x6xi32>, tensor<6xi32>, tensor<6xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x6xi8>
  return %u : tensor<1x2x2x6xi8>
}

// -----

// Importers leave a reshape behind: the filter behind it is still a constant.
// CHECK-LABEL: func.func @depthwise_reshaped(
// CHECK-NOT:     tosa.reshape
// CHECK:         "tosa.const"() <{values = dense<{{\[\[\[\[}}1], [4]]], {{\[\[\[}}2], [5]]], {{\[\[\[}}3], [6]]]]> : tensor<3x1x2x1xi8>}>
// CHECK-NOT:     tosa.reshape
// CHECK:         lutfuse.conv2d {{.*}} pad [0, 0, 0, 1] group 3 requant #requant
func.func @depthwise_reshaped(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8> {
  %b = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %f = "tosa.const"() <{values = dense<[[[[1, 2, 3], [4, 5, 6]]]]> : tensor<1x1x2x3xi8>}> : () -> tensor<1x1x2x3xi8>
  %shape = tosa.const_shape {values = dense<[1, 2, 3, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %w = tosa.reshape %f, %shape : (tensor<1x1x2x3xi8>, !tosa.shape<4>) -> tensor<1x2x3x1xi8>
  %acc = tosa.depthwise_conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 1>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<1x2x3x1xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x3xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x3xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x3xi8>
  return %u : tensor<1x2x2x3xi8>
}
