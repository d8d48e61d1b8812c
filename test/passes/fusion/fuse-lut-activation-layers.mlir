// Which pairs of several layers in a row fuse.

// RUN: lutfuse-opt %s --split-input-file --fuse-lut-activation | FileCheck %s --enable-var-scope

// Two convolutions in a row: each takes its own activation.

!x = !quant.uniform<i8:f32, 0.5:7>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>

// CHECK-LABEL: func.func @two_layers(
// CHECK:         %[[A:.+]] = lutfuse.fused_conv2d %{{.+}}, %{{.+}} lut %{{.+}} kind <tanh>
// CHECK-NEXT:    %[[B:.+]] = lutfuse.fused_conv2d %[[A]], %{{.+}} lut %{{.+}} kind <exp>
// CHECK-NEXT:    return %[[B]]
func.func @two_layers(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!x> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u>
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !x>
    : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!x>
  %v = lutfuse.conv2d %y, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u>
  %z = lutfuse.lut_activation <exp> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !x>
    : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!x>
  return %z : tensor<1x2x2x4x!x>
}

// -----

// Of two activations in a row the first fuses. The second stays: one table for each convolution.

!x = !quant.uniform<i8:f32, 0.5:7>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @two_activations(
// CHECK:         %[[A:.+]] = lutfuse.fused_conv2d %{{.+}}, %{{.+}} lut %{{.+}} kind <tanh>
// CHECK-NEXT:    %[[B:.+]] = lutfuse.lut_activation <exp> %[[A]], %{{.+}} header
// CHECK-NEXT:    return %[[B]]
func.func @two_activations(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  %z = lutfuse.lut_activation <exp> %y, %t
      header <first = -128, entries = 256, lookup = direct, input = !y, result = !u>
    : (tensor<1x2x2x3x!y>, tensor<256xi8>) -> tensor<1x2x2x3x!u>
  return %z : tensor<1x2x2x3x!u>
}
