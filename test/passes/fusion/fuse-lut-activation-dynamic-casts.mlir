// Reshapes of open sizes that have as many elements by definition.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=cpu -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=3{{$}}}}

// unproven-dynamic-shape: reshapes of open sizes that may have another number of elements.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// These have as many elements by definition.
// CHECK-LABEL: func.func @fused_collapsed(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
// CHECK-NEXT:    tensor.collapse_shape
// CHECK-NEXT:    return
func.func @fused_collapsed(%x: tensor<?x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<?x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<?x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<?x2x2x3x!u>
  %v = tensor.collapse_shape %u [[0, 1, 2], [3]] : tensor<?x2x2x3x!u> into tensor<?x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<?x3x!u>, tensor<256xi8>) -> tensor<?x3x!y>
  return %y : tensor<?x3x!y>
}

// CHECK-LABEL: func.func @fused_expanded(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
// CHECK-NEXT:    tensor.expand_shape
// CHECK-NEXT:    return
func.func @fused_expanded(%x: tensor<?x2x2x4x!x>, %w: tensor<3x1x1x4x!w>, %n: index) -> tensor<?x2x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<?x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<?x2x2x3x!u>
  %v = tensor.expand_shape %u [[0, 1], [2], [3], [4]] output_shape [%n, 2, 2, 2, 3] : tensor<?x2x2x3x!u> into tensor<?x2x2x2x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<?x2x2x2x3x!u>, tensor<256xi8>) -> tensor<?x2x2x2x3x!y>
  return %y : tensor<?x2x2x2x3x!y>
}

// CHECK-LABEL: func.func @fused_cast(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
// CHECK-NEXT:    tensor.cast {{.*}} to tensor<*x
// CHECK-NEXT:    tensor.cast
// CHECK-NEXT:    return
func.func @fused_cast(%x: tensor<?x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<?x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<?x2x2x3x!u>
  %a = tensor.cast %u : tensor<?x2x2x3x!u> to tensor<*x!u>
  %v = tensor.cast %a : tensor<*x!u> to tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}
