// conv_c12 of lutfuse.conv2d. The factor of the base case is 0.5 * 0.25 / 2.0 = 0.0625 =
// 2^30 / 2^34. The twins that are right stand in conv-requant-scales-valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [33], rounding = double_round>
func.func @conv_c12_per_tensor(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 'requant' of channel 0 to be 0.0625 (input scale 0.5 * filter scale 0.25 / intermediate scale 2) but got 0.125 (multiplier 1073741824, shift 33)}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<2x1x1x4x!quant.uniform<i8:f32:0, {0.25, 0.5}>>
!y = tensor<1x4x4x2x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 34], rounding = double_round>
func.func @conv_c12_per_axis_second_channel(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 'requant' of channel 1 to be 0.125 (input scale 0.5 * filter scale 0.5 / intermediate scale 2) but got 0.0625 (multiplier 1073741824, shift 34)}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<2x1x1x4x!quant.uniform<i8:f32:0, {0.25, 0.5}>>
!y = tensor<1x4x4x2x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [33, 34], rounding = double_round>
func.func @conv_c12_per_axis_channels_swapped(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 'requant' of channel 0 to be 0.0625 (input scale 0.5 * filter scale 0.25 / intermediate scale 2) but got 0.125 (multiplier 1073741824, shift 33)}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [0], shift = [34], rounding = double_round>
func.func @conv_c12_multiplier_zero(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 'requant' of channel 0 to be 0.0625 (input scale 0.5 * filter scale 0.25 / intermediate scale 2) but got 0 (multiplier 0, shift 34)}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

// 2^-22 of the value are 256 units of this multiplier.
!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073742081], shift = [34], rounding = double_round>
func.func @conv_c12_beyond_float32_rounding(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 'requant' of channel 0 to be 0.0625 (input scale 0.5 * filter scale 0.25 / intermediate scale 2) but got 0.062500015 (multiplier 1073742081, shift 34)}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i16:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [16382], shift = [18], rounding = single_round, multiplier_bits = 16>
func.func @conv_c12_two_units_of_16_bits(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 'requant' of channel 0 to be 0.0625 (input scale 0.5 * filter scale 0.25 / intermediate scale 2) but got 0.0624923706 (multiplier 16382, shift 18)}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant_f32<scale = [0.0625000298]>
func.func @conv_c12_float_scale(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 'requant' of channel 0 to be 0.0625 (input scale 0.5 * filter scale 0.25 / intermediate scale 2) but got 0.0625000298}}
  %y = lutfuse.conv2d %x, %w requant_f32 #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<2x1x1x4x!quant.uniform<i8:f32:0, {0.25, 0.5}>>
!y = tensor<1x4x4x2x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant_f32<scale = [0.0625, 0.0625]>
func.func @conv_c12_float_scale_per_axis(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 'requant' of channel 1 to be 0.125 (input scale 0.5 * filter scale 0.5 / intermediate scale 2) but got 0.0625}}
  %y = lutfuse.conv2d %x, %w requant_f32 #r : (!x, !w) -> !y
  return
}
