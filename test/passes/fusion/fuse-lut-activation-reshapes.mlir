// Reshapes and casts between convolution and activation that fuse.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=cpu -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=3{{$}}}}

// shape-mismatch: a table or slope for each channel, behind a reshape that has other channels.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#one = #lutfuse.requant<multiplier = [1073741824], shift = [29], rounding = double_round>

// CHECK-LABEL: func.func @fused_slopes(
// CHECK-NOT:     lutfuse.leaky_relu
// CHECK:         lutfuse.fused_conv2d
// CHECK-NEXT:    tensor.collapse_shape
// CHECK-NEXT:    return
func.func @fused_slopes(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<4x3x!y> {
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %v = tensor.collapse_shape %u [[0, 1, 2], [3]] : tensor<1x2x2x3x!u> into tensor<4x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.leaky_relu %v <positive = #one, negative = #one, factor = [1, 2, 3]> : (tensor<4x3x!u>) -> tensor<4x3x!y>
  return %y : tensor<4x3x!y>
}

// CHECK-LABEL: func.func @fused_one_row(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
// CHECK-NEXT:    tensor.collapse_shape
// CHECK-NEXT:    return
func.func @fused_one_row(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<2x6x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %v = tensor.collapse_shape %u [[0, 1], [2, 3]] : tensor<1x2x2x3x!u> into tensor<2x6x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<2x6x!u>, tensor<256xi8>) -> tensor<2x6x!y>
  return %y : tensor<2x6x!y>
}

// Behind a cast the last axis is open and still the same.
// CHECK-LABEL: func.func @fused_cast(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
// CHECK-NEXT:    tensor.cast
// CHECK-NEXT:    return
func.func @fused_cast(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x?x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<3x256xi8>} : () -> tensor<3x256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %v = tensor.cast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x?x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x?x!u>, tensor<3x256xi8>) -> tensor<1x2x2x?x!y>
  return %y : tensor<1x2x2x?x!y>
}
