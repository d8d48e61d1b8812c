// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// The constraints of convolutions on fused ops, where the codes between the two are those of
// `intermediate_type`: requantization leads there, not to the result type, whose scale is
// 0.00390625 here. The twins that are right stand in fused-conv-valid.mlir.

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c1_fused_stride_zero(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'stride' failed to satisfy constraint: i64 dense array attribute with exactly 2 elements whose value is positive}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      stride [0, 1] requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c2_fused_dilation_zero(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'dilation' failed to satisfy constraint: i64 dense array attribute with exactly 2 elements whose value is positive}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      dilation [1, 0] requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x5x3x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c3_fused_pad_negative(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'pad' failed to satisfy constraint: i64 dense array attribute with exactly 4 elements whose value is non-negative}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      pad [0, 1, -1, 0] requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x6x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x2x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c4_fused_group_does_not_divide(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected 'group' to divide input and output channels but got group 3, 6 input and 8 output channels}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      group 3 requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c5_fused_filter_holds_all_groups(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected a filter of 2 input channels (input channels / group) but got 4}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      group 2 requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x5x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x3x2x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_fused_stride_rounds_down(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected batch, height and width of the result to be 1x2x2 but got 1x3x2}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      stride [2, 2] requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i4:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c7_fused_input_i4(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op operand #0 must be 4D NHWC tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<1x4x4x4x!quant.uniform<i4:f32, 5.000000e-01>>'}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i16:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c8_fused_filter_i16(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op operand #1 must be 4D OHWI tensor of quantized i8 or u8 values, but got 'tensor<8x1x1x4x!quant.uniform<i16:f32, 2.500000e-01>>'}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<8xi48>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c9_fused_bias_i48_with_i8_input(%x: !x, %w: !w, %b: !b, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected bias elements of type i32 but got 'i48'}}
  %y = lutfuse.fused_conv2d %x, %w bias %b lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !b, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<4xi32>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c10_fused_bias_length(%x: !x, %w: !w, %b: !b, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected a bias of 1 or 8 elements but got 4}}
  %y = lutfuse.fused_conv2d %x, %w bias %b lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !b, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 34], rounding = double_round>
func.func @conv_c11_fused_two_multipliers_per_tensor(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected 1 multipliers in 'requant', as many as filter scales, but got 2}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

// 0.5 * 0.25 / 0.00390625 = 32: as if the activation had no domain of its own.
!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [25], rounding = double_round>
func.func @conv_c12_fused_leads_to_result_scale(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected 'requant' of channel 0 to be 0.0625 (input scale 0.5 * filter scale 0.25 / intermediate scale 2) but got 32 (multiplier 1073741824, shift 25)}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<2x1x1x4x!quant.uniform<i8:f32:0, {0.25, 0.5}>>
!t = tensor<256xi8>
!y = tensor<1x4x4x2x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [25, 24], rounding = double_round>
func.func @conv_c12_fused_leads_to_result_scale_per_axis(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected 'requant' of channel 0 to be 0.0625 (input scale 0.5 * filter scale 0.25 / intermediate scale 2) but got 32 (multiplier 1073741824, shift 25)}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<2x1x1x4x!quant.uniform<i8:f32:0, {0.25, 0.5}>>
!t = tensor<256xi8>
!y = tensor<1x4x4x2x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 24], rounding = double_round>
func.func @conv_c12_fused_leads_to_result_scale_in_one_channel(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected 'requant' of channel 1 to be 0.125 (input scale 0.5 * filter scale 0.5 / intermediate scale 2) but got 64 (multiplier 1073741824, shift 24)}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant_f32<scale = [32.0]>
func.func @conv_c12_fused_leads_to_result_scale_as_float(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected 'requant' of channel 0 to be 0.0625 (input scale 0.5 * filter scale 0.25 / intermediate scale 2) but got 32}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant_f32 #r : (!x, !w, !t) -> !y
  return
}

// -----

// The two domains differ by a factor of two and in nothing else.
!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 1.0:-3>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 1.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [33], rounding = double_round>
func.func @conv_c12_fused_leads_to_result_scale_of_same_storage(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected 'requant' of channel 0 to be 0.0625 (input scale 0.5 * filter scale 0.25 / intermediate scale 2) but got 0.125 (multiplier 1073741824, shift 33)}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8<-127:127>:f32, 2.0:-128>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8<-127:127>:f32, 2.0:-128>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c13_fused_intermediate_zero_point(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected the intermediate zero point in [-127, 127] but got -128}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-129>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-129>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c13_fused_result_zero_point(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected the result zero point in [-128, 127] but got -129}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i32:f32, 2.0>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i32:f32, 2.0>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c14_fused_intermediate_i32(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'intermediate_type' failed to satisfy constraint: type attribute of per-tensor quantized type of storage i8, u8 or i16}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i16:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c15_fused_multiplier_of_32_bits_with_i16_input(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected 16-bit multipliers with i16 inputs but got 32-bit}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}
