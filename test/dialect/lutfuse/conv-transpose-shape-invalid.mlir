// The constraints of convolutions on lutfuse.conv_transpose2d: shapes. The twins that are
// right stand in conv-transpose-*valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<2x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_transposed_batch(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected batch, height and width of the result to be 2x8x8 but got 1x8x8}}
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x2x2x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_transposed_same_as_convolution(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected batch, height and width of the result to be 1x8x8 but got 1x2x2}}
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_transposed_out_pad_forgotten(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected batch, height and width of the result to be 1x9x8 but got 1x8x8}}
  %y = lutfuse.conv_transpose2d %x, %w
      stride [2, 2] out_pad [0, 1, 0, 0] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<?x?x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x9x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_transposed_width_beside_dynamic_height(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected batch, height and width of the result to be ?x?x8 but got 1x8x9}}
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x1x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x?x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_transposed_cropped_to_nothing(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected a result of positive height and width, within int64, but got input 'tensor<1x1x4x4x!quant.uniform<i8:f32, 5.000000e-01>>', filter 'tensor<8x2x2x4x!quant.uniform<i8:f32, 2.500000e-01>>', 'stride' [2, 2] and 'out_pad' [-1, -1, 0, 0]}}
  %y = lutfuse.conv_transpose2d %x, %w
      stride [2, 2] out_pad [-1, -1, 0, 0] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x0x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x?x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_transposed_filter_empty(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected a result of positive height and width, within int64, but got input 'tensor<1x4x4x4x!quant.uniform<i8:f32, 5.000000e-01>>', filter 'tensor<8x2x0x4x}}
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}
