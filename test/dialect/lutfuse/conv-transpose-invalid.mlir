// The constraints of convolutions on lutfuse.conv_transpose2d: stride and padding. The twins that are
// right stand in conv-transpose-*valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c1_transposed_stride_negative(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op attribute 'stride' failed to satisfy constraint: i64 dense array attribute with exactly 2 elements whose value is positive}}
  %y = lutfuse.conv_transpose2d %x, %w stride [2, -2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x6x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c3_transposed_out_pad_crops_the_filter_height(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected 'out_pad' of at least -1 but got [-2, 0, 0, 0]}}
  %y = lutfuse.conv_transpose2d %x, %w
      stride [2, 2] out_pad [-2, 0, 0, 0] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x3x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x6x6x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c3_transposed_out_pad_crops_the_filter_width(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected 'out_pad' of at least -2 but got [-1, -1, 0, -3]}}
  %y = lutfuse.conv_transpose2d %x, %w
      stride [2, 2] out_pad [-1, -1, 0, -3] requant #r : (!x, !w) -> !y
  return
}
