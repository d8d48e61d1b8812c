// Strides, factors and zero points at the ends of int64, where products and sums leave 64 bits.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_stride_highest(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected batch, height and width of the result to be 1x1x4 but got 1x4x4}}
  %y = lutfuse.conv2d %x, %w stride [9223372036854775807, 1] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x?x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_transposed_stride_highest(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected a result of positive height and width, within int64, but got input 'tensor<1x4x4x4x!quant.uniform<i8:f32, 5.000000e-01>>', filter 'tensor<8x2x2x4x!quant.uniform<i8:f32, 2.500000e-01>>', 'stride' [9223372036854775807, 2] and 'out_pad' [0, 0, 0, 0]}}
  %y = lutfuse.conv_transpose2d %x, %w stride [9223372036854775807, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

// 4 * 2^62 + 2 is 2 in 64 bits.
!x = tensor<1x5x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x2x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_transposed_stride_wraps_to_result(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected a result of positive height and width, within int64, but got input 'tensor<1x5x4x4x!quant.uniform<i8:f32, 5.000000e-01>>', filter 'tensor<8x2x2x4x!quant.uniform<i8:f32, 2.500000e-01>>', 'stride' [4611686018427387904, 2] and 'out_pad' [0, 0, 0, 0]}}
  %y = lutfuse.conv_transpose2d %x, %w stride [4611686018427387904, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f64, 1.0e+300>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f64, 1.0e+300>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c12_infinite_factor(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 'requant' of channel 0 to be inf (input scale 1e+300 * filter scale 1e+300 / intermediate scale 2) but got 0.0625}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5:9223372036854775807>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c13_input_zero_point_highest(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected the input zero point in [-128, 127] but got 9223372036854775807}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}
