// Leaky ReLUs in fused ops, where the codes are those of `intermediate_type`.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 4.0:5>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#a = #lutfuse.leaky_relu<positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
  negative = <multiplier = [1073741824], shift = [33], rounding = double_round>, factor = [1, 2, 3, 4]>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @leaky_c4_fused_factors_of_input_channels(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected 1 or 8 factors of a leaky ReLU, one for each channel, but got 4}}
  %y = lutfuse.fused_conv2d %x, %w activation leaky_relu #a intermediate !u
      requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x?x!quant.uniform<i8:f32, 4.0:5>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#a = #lutfuse.leaky_relu<positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
  negative = <multiplier = [1073741824], shift = [33], rounding = double_round>, factor = [1, 2, 3, 4]>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @leaky_c4_fused_factors_with_dynamic_result(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected 1 or 8 factors of a leaky ReLU, one for each channel, but got 4}}
  %y = lutfuse.fused_conv2d %x, %w activation leaky_relu #a intermediate !u
      requant #r : (!x, !w) -> !y
  return
}

// -----

// 0.5 / 4.0: the scale of the convolution's input in place of the intermediate scale.
!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 4.0:5>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#a = #lutfuse.leaky_relu<positive = <multiplier = [1073741824], shift = [33], rounding = double_round>,
  negative = <multiplier = [1073741824], shift = [33], rounding = double_round>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @leaky_c5_fused_positive_from_convolution_input(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected 'positive' to be 0.5 (input scale 2 / result scale 4) but got 0.125 (multiplier 1073741824, shift 33)}}
  %y = lutfuse.fused_conv2d %x, %w activation leaky_relu #a intermediate !u
      requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 4.0:128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#a = #lutfuse.leaky_relu<positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
  negative = <multiplier = [1073741824], shift = [33], rounding = double_round>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @leaky_c8_fused_result_zero_point(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected the result zero point in [-128, 127] but got 128}}
  %y = lutfuse.fused_conv2d %x, %w activation leaky_relu #a intermediate !u
      requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 4.0:5>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#a = #lutfuse.leaky_relu<positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
  negative = <multiplier = [1073741824], shift = [33], rounding = double_round>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [35], rounding = double_round>
func.func @conv_c12_fused_leaky_relu_leads_to_result_scale(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected 'requant' of channel 0 to be 0.0625 (input scale 0.5 * filter scale 0.25 / intermediate scale 2) but got 0.03125 (multiplier 1073741824, shift 35)}}
  %y = lutfuse.fused_conv2d %x, %w activation leaky_relu #a intermediate !u
      requant #r : (!x, !w) -> !y
  return
}
