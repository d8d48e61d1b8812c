// Depthwise convolutions: filters in HWCM.

// RUN: lutfuse-opt %s --split-input-file --convert-lutfuse-to-tosa | FileCheck %s --enable-var-scope

// A depthwise convolution: OHWI becomes HWCM, output channel c * 2 + m is that of channel c.
// CHECK-LABEL: func.func @depthwise(
// CHECK:         %[[F:.+]] = "tosa.const"() <{values = dense<{{\[\[\[\[}}1, 2], [3, 4]], {{\[\[}}5, 6], [7, 8]]]]> : tensor<1x2x2x2xi8>}>
// CHECK:         tosa.depthwise_conv2d %{{.+}}, %[[F]], {{.*}}stride = array<i64: 1, 1>} : (tensor<1x2x3x2xi8>, tensor<1x2x2x2xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x4xi32>
func.func @depthwise(%x: tensor<1x2x3x2x!quant.uniform<i8:f32, 0.5:7>>) -> tensor<1x2x2x4x!quant.uniform<i8:f32, 2.0:-3>> {
  %c = "tosa.const"() {values = dense<[[[[1], [5]]], [[[2], [6]]], [[[3], [7]]], [[[4], [8]]]]> : tensor<4x1x2x1xi8>} : () -> tensor<4x1x2x1xi8>
  %w = quant.scast %c : tensor<4x1x2x1xi8> to tensor<4x1x2x1x!quant.uniform<i8:f32, 0.25>>
  %y = lutfuse.conv2d %x, %w group 2 requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x3x2x!quant.uniform<i8:f32, 0.5:7>>, tensor<4x1x2x1x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x4x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<1x2x2x4x!quant.uniform<i8:f32, 2.0:-3>>
}

// -----

// A filter that only the run time knows is moved there.
// CHECK-LABEL: func.func @depthwise_computed(
// CHECK:         %[[W:.+]] = quant.scast %{{.+}} : tensor<4x1x2x1x
// CHECK:         %[[S:.+]] = tosa.const_shape {values = dense<[2, 2, 1, 2]> : tensor<4xindex>}
// CHECK-NEXT:    %[[R:.+]] = tosa.reshape %[[W]], %[[S]] : (tensor<4x1x2x1xi8>, !tosa.shape<4>) -> tensor<2x2x1x2xi8>
// CHECK-NEXT:    %[[F:.+]] = tosa.transpose %[[R]] {perms = array<i32: 2, 3, 0, 1>} : (tensor<2x2x1x2xi8>) -> tensor<1x2x2x2xi8>
// CHECK:         tosa.depthwise_conv2d %{{.+}}, %[[F]],
func.func @depthwise_computed(%x: tensor<1x2x3x2x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<4x1x2x1x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x4x!quant.uniform<i8:f32, 2.0:-3>> {
  %y = lutfuse.conv2d %x, %w group 2 requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x3x2x!quant.uniform<i8:f32, 0.5:7>>, tensor<4x1x2x1x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x4x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<1x2x2x4x!quant.uniform<i8:f32, 2.0:-3>>
}
