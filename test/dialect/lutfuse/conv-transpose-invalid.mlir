// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// The constraints of convolutions on lutfuse.conv_transpose2d (conv_c2 is about dilations, which it
// has not). The twins that are right stand in conv-transpose-valid.mlir.

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

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c4_transposed_group_zero(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op attribute 'group' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] group 0 requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x6x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x2x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c4_transposed_group_does_not_divide(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected 'group' to divide input and output channels but got group 3, 6 input and 8 output channels}}
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] group 3 requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x8x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c5_transposed_filter_input_channels(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected a filter of 4 input channels (input channels / group) but got 8}}
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c5_transposed_filter_holds_all_groups(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected a filter of 1 input channels (input channels / group) but got 4}}
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] group 4 requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x4x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c5_transposed_result_channels(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected as many result channels as the filter has output channels, 8, but got 4}}
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

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

// -----

!x = tensor<1x4x4x4x!quant.uniform<u16:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c7_transposed_input_u16(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op operand #0 must be 4D NHWC tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<1x4x4x4x!quant.uniform<u16:f32, 5.000000e-01>>'}}
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i16:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c8_transposed_filter_i16(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op operand #1 must be 4D OHWI tensor of quantized i8 or u8 values, but got 'tensor<8x2x2x4x!quant.uniform<i16:f32, 2.500000e-01>>'}}
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x1x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x1x!quant.uniform<i8:f32:3, {0.25}>>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c8_transposed_axis(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected a filter quantized along axis 0, the output channels, but got axis 3}}
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i16:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<8xi32>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
func.func @conv_c9_transposed_bias_i32_with_i16_input(%x: !x, %w: !w, %b: !b) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected bias elements of type i48 but got 'i32'}}
  %y = lutfuse.conv_transpose2d %x, %w bias %b stride [2, 2] requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<4xi32>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c10_transposed_bias_length(%x: !x, %w: !w, %b: !b) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected a bias of 1 or 8 elements but got 4}}
  %y = lutfuse.conv_transpose2d %x, %w bias %b stride [2, 2] requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 34], rounding = double_round>
func.func @conv_c11_transposed_two_multipliers_per_tensor(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected 1 multipliers in 'requant', as many as filter scales, but got 2}}
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [35], rounding = double_round>
func.func @conv_c12_transposed_per_tensor(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected 'requant' of channel 0 to be 0.0625 (input scale 0.5 * filter scale 0.25 / intermediate scale 2) but got 0.03125 (multiplier 1073741824, shift 35)}}
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<2x2x2x4x!quant.uniform<i8:f32:0, {0.25, 0.5}>>
!y = tensor<1x8x8x2x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 34], rounding = double_round>
func.func @conv_c12_transposed_per_axis(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected 'requant' of channel 1 to be 0.125 (input scale 0.5 * filter scale 0.5 / intermediate scale 2) but got 0.0625 (multiplier 1073741824, shift 34)}}
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i8<-127:127>:f32, 2.0:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c13_transposed_result_zero_point(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected the intermediate zero point in [-127, 127] but got -128}}
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i4:f32, 2.0>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c14_transposed_result_i4(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op result #0 must be 4D NHWC tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<1x8x8x8x!quant.uniform<i4:f32, 2.000000e+00>>'}}
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i16:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c15_transposed_multiplier_of_32_bits_with_i16_input(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected 16-bit multipliers with i16 inputs but got 32-bit}}
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}
