// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// conv_c7 to conv_c10, conv_c13 and conv_c14 of lutfuse.conv2d. The twins that are right stand in
// conv-types-valid.mlir.

!x = tensor<1x4x4x4x!quant.uniform<i4:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c7_input_i4(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op operand #0 must be 4D NHWC tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<1x4x4x4x!quant.uniform<i4:f32, 5.000000e-01>>'}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<u16:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c7_input_u16(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op operand #0 must be 4D NHWC tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<1x4x4x4x!quant.uniform<u16:f32, 5.000000e-01>>'}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i32:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c7_input_i32(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op operand #0 must be 4D NHWC tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<1x4x4x4x!quant.uniform<i32:f32, 5.000000e-01>>'}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i4:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c8_filter_i4(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op operand #1 must be 4D OHWI tensor of quantized i8 or u8 values, but got 'tensor<8x1x1x4x!quant.uniform<i4:f32, 2.500000e-01>>'}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i16:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c8_filter_i16(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op operand #1 must be 4D OHWI tensor of quantized i8 or u8 values, but got 'tensor<8x1x1x4x!quant.uniform<i16:f32, 2.500000e-01>>'}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

// As many scales as output channels, but the axis of depthwise filters in TFLite.
!x = tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>
!w = tensor<2x1x1x2x!quant.uniform<i8:f32:3, {0.25, 0.25}>>
!y = tensor<1x4x4x2x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 34], rounding = double_round>
func.func @conv_c8_axis_of_input_channels(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected a filter quantized along axis 0, the output channels, but got axis 3}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32:0, {0.25, 0.25}>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 34], rounding = double_round>
func.func @conv_c8_scale_count(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 8 filter scales, one for each output channel, but got 2}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<?x1x1x4x!quant.uniform<i8:f32:0, {0.25, 0.25}>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 34], rounding = double_round>
func.func @conv_c8_scale_count_of_dynamic_filter(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 8 filter scales, one for each output channel, but got 2}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<8xi48>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c9_bias_i48_with_i8_input(%x: !x, %w: !w, %b: !b) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected bias elements of type i32 but got 'i48'}}
  %y = lutfuse.conv2d %x, %w bias %b requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i16:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<8xi32>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
func.func @conv_c9_bias_i32_with_i16_input(%x: !x, %w: !w, %b: !b) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected bias elements of type i48 but got 'i32'}}
  %y = lutfuse.conv2d %x, %w bias %b requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<8xsi32>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c9_bias_signed(%x: !x, %w: !w, %b: !b) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected bias elements of type i32 but got 'si32'}}
  %y = lutfuse.conv2d %x, %w bias %b requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<8x!quant.uniform<i32:f32, 0.125>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c9_bias_quantized(%x: !x, %w: !w, %b: !b) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected bias elements of type i32 but got '!quant.uniform<i32:f32, 1.250000e-01>'}}
  %y = lutfuse.conv2d %x, %w bias %b requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<4xi32>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c10_bias_length(%x: !x, %w: !w, %b: !b) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected a bias of 1 or 8 elements but got 4}}
  %y = lutfuse.conv2d %x, %w bias %b requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<0xi32>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c10_bias_empty(%x: !x, %w: !w, %b: !b) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected a bias of 1 or 8 elements but got 0}}
  %y = lutfuse.conv2d %x, %w bias %b requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<?x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<4xi32>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c10_bias_length_with_dynamic_filter(%x: !x, %w: !w, %b: !b) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected a bias of 1 or 8 elements but got 4}}
  %y = lutfuse.conv2d %x, %w bias %b requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5:-129>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c13_input_zero_point(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected the input zero point in [-128, 127] but got -129}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8<-127:127>:f32, 0.5:-128>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c13_input_zero_point_of_narrow_range(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected the input zero point in [-127, 127] but got -128}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<u8:f32, 0.25:256>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c13_filter_zero_point(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected the filter zero point in [0, 255] but got 256}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<2x1x1x4x!quant.uniform<i8<-127:127>:f32:0, {0.25:-127, 0.25:-128}>>
!y = tensor<1x4x4x2x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 34], rounding = double_round>
func.func @conv_c13_filter_zero_point_of_one_channel(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected the filter zero point in [-127, 127] but got -128}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<u8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c13_result_zero_point(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected the intermediate zero point in [0, 255] but got -3}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i32:f32, 2.0>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c14_result_i32(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op result #0 must be 4D NHWC tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<1x4x4x8x!quant.uniform<i32:f32, 2.000000e+00>>'}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<u16:f32, 2.0>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c14_result_u16(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op result #0 must be 4D NHWC tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<1x4x4x8x!quant.uniform<u16:f32, 2.000000e+00>>'}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c9_table_in_place_of_bias(%x: !x, %w: !w, %t: tensor<256xi8>) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected bias elements of type i32 but got 'i8'; a table comes after 'lut', in a fused op}}
  %y = lutfuse.conv2d %x, %w bias %t requant #r : (!x, !w, tensor<256xi8>) -> !y
  return
}
