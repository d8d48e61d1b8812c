// conv_c6 of lutfuse.conv2d. The twins that are right stand in conv-shape-valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<2x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_batch(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected batch, height and width of the result to be 2x4x4 but got 1x4x4}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x5x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_height(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected batch, height and width of the result to be 1x4x4 but got 1x5x4}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x3x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_width(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected batch, height and width of the result to be 1x4x4 but got 1x4x3}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x5x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x3x2x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_stride_rounds_down(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected batch, height and width of the result to be 1x2x2 but got 1x3x2}}
  %y = lutfuse.conv2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}
