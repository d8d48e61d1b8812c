// Paddings and dilations at the ends of int64, where products and sums leave 64 bits.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// (2^63 - 1) * 2 + 4 is 2 in 64 bits.
!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x2x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_sum_of_pads_wraps_to_result(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected a result of positive height and width, within int64, but got input 'tensor<1x4x4x4x!quant.uniform<i8:f32, 5.000000e-01>>', filter 'tensor<8x1x1x4x!quant.uniform<i8:f32, 2.500000e-01>>', 'stride' [1, 1], 'dilation' [1, 1] and 'pad' [9223372036854775807, 9223372036854775807, 0, 0]}}
  %y = lutfuse.conv2d %x, %w
      pad [9223372036854775807, 9223372036854775807, 0, 0] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x?x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_pad_and_input_beyond_int64(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected a result of positive height and width, within int64, but got input 'tensor<1x4x4x4x!quant.uniform<i8:f32, 5.000000e-01>>', filter 'tensor<8x1x1x4x!quant.uniform<i8:f32, 2.500000e-01>>', 'stride' [1, 1], 'dilation' [1, 1] and 'pad' [9223372036854775807, 0, 0, 0]}}
  %y = lutfuse.conv2d %x, %w pad [9223372036854775807, 0, 0, 0] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x?x3x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_dilation_highest(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected a result of positive height and width, within int64, but got input 'tensor<1x4x4x4x!quant.uniform<i8:f32, 5.000000e-01>>', filter 'tensor<8x2x2x4x!quant.uniform<i8:f32, 2.500000e-01>>', 'stride' [1, 1], 'dilation' [9223372036854775807, 1] and 'pad' [0, 0, 0, 0]}}
  %y = lutfuse.conv2d %x, %w dilation [9223372036854775807, 1] requant #r : (!x, !w) -> !y
  return
}

// -----

// 4 * 2^62 is 0 in 64 bits.
!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x5x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_dilated_filter_wraps_to_result(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected a result of positive height and width, within int64, but got input 'tensor<1x4x4x4x!quant.uniform<i8:f32, 5.000000e-01>>', filter 'tensor<8x5x1x4x!quant.uniform<i8:f32, 2.500000e-01>>', 'stride' [1, 1], 'dilation' [4611686018427387904, 1] and 'pad' [0, 0, 0, 0]}}
  %y = lutfuse.conv2d %x, %w dilation [4611686018427387904, 1] requant #r : (!x, !w) -> !y
  return
}
