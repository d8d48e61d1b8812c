// conv_c11 and conv_c15 of lutfuse.conv2d: multipliers.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 34], rounding = double_round>
func.func @conv_c11_two_multipliers_per_tensor(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 1 multipliers in 'requant', as many as filter scales, but got 2}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x2x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 34], rounding = double_round>
func.func @conv_c11_multiplier_for_each_channel_per_tensor(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 1 multipliers in 'requant', as many as filter scales, but got 2}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<2x1x1x4x!quant.uniform<i8:f32:0, {0.25, 0.25}>>
!y = tensor<1x4x4x2x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c11_one_multiplier_per_axis(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 2 multipliers in 'requant', as many as filter scales, but got 1}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant_f32<scale = [0.0625, 0.0625]>
func.func @conv_c11_two_float_scales_per_tensor(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 1 multipliers in 'requant', as many as filter scales, but got 2}}
  %y = lutfuse.conv2d %x, %w requant_f32 #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i16:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c15_multiplier_of_32_bits_with_i16_input(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 16-bit multipliers with i16 inputs but got 32-bit}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}
