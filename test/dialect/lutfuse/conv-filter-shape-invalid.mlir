// conv_c6 of lutfuse.conv2d. The twins that are right stand in conv-shape-valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x3x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_dilation_widens_filter(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected batch, height and width of the result to be 1x2x4 but got 1x3x4}}
  %y = lutfuse.conv2d %x, %w dilation [2, 1] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<?x?x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x5x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_width_beside_dynamic_height(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected batch, height and width of the result to be ?x?x4 but got 1x4x5}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x6x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x?x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_filter_larger_than_input(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected a result of positive height and width, within int64, but got input 'tensor<1x4x4x4x!quant.uniform<i8:f32, 5.000000e-01>>', filter 'tensor<8x6x1x4x!quant.uniform<i8:f32, 2.500000e-01>>', 'stride' [1, 1], 'dilation' [1, 1] and 'pad' [0, 1, 0, 0]}}
  %y = lutfuse.conv2d %x, %w pad [0, 1, 0, 0] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x0x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x5x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_filter_empty(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected a result of positive height and width, within int64, but got input 'tensor<1x4x4x4x!quant.uniform<i8:f32, 5.000000e-01>>', filter 'tensor<8x0x1x4x}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}
