// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// What the ODS types of operands and results reject before any numbered constraint is asked.

!x = tensor<1x4x4x4xi8>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @input_not_quantized(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op operand #0 must be 4D NHWC tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<1x4x4x4xi8>'}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4xf32>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @input_float(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op operand #0 must be 4D NHWC tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<1x4x4x4xf32>'}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.any<i8:f32>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @input_without_scale(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op operand #0 must be 4D NHWC tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<1x4x4x4x!quant.any<i8:f32>>'}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.calibrated<f32<-1.0:1.0>>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @input_calibrated(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op operand #0 must be 4D NHWC tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<1x4x4x4x!quant.calibrated<f32<-1.000000e+00:1.000000e+00>>>'}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x2x!quant.uniform<i8:f32:3, {0.5, 0.5}>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @input_per_axis(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op operand #0 must be 4D NHWC tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<1x4x4x2x!quant.uniform<i8:f32:3, {5.000000e-01,5.000000e-01}>>'}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<*x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @input_unranked(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op operand #0 must be 4D NHWC tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<*x!quant.uniform<i8:f32, 5.000000e-01>>'}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @input_of_rank_3(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op operand #0 must be 4D NHWC tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<4x4x4x!quant.uniform<i8:f32, 5.000000e-01>>'}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = memref<1x4x4x4xi8>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @input_memref(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op operand #0 must be 4D NHWC tensor of per-tensor quantized i8, u8 or i16 values, but got 'memref<1x4x4x4xi8>'}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.any<i8:f32>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @filter_without_scale(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op operand #1 must be 4D OHWI tensor of quantized i8 or u8 values, but got 'tensor<8x1x1x4x!quant.any<i8:f32>>'}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32:{3:2}, {0.25, 0.25}>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @filter_quantized_in_blocks(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op operand #1 must be 4D OHWI tensor of quantized i8 or u8 values, but got 'tensor<8x1x1x4x!quant.uniform<i8:f32:{3:2}, {2.500000e-01, 2.500000e-01}>>'}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<*x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @filter_unranked(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op operand #1 must be 4D OHWI tensor of quantized i8 or u8 values, but got 'tensor<*x!quant.uniform<i8:f32, 2.500000e-01>>'}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @filter_of_rank_2(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op operand #1 must be 4D OHWI tensor of quantized i8 or u8 values, but got 'tensor<8x4x!quant.uniform<i8:f32, 2.500000e-01>>'}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<i32>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @bias_of_rank_0(%x: !x, %w: !w, %b: !b) {
  // expected-error @+1 {{'lutfuse.conv2d' op operand #2 must be 1D tensor, but got 'tensor<i32>'}}
  %y = lutfuse.conv2d %x, %w bias %b requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<1x8xi32>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @bias_of_rank_2(%x: !x, %w: !w, %b: !b) {
  // expected-error @+1 {{'lutfuse.conv2d' op operand #2 must be 1D tensor, but got 'tensor<1x8xi32>'}}
  %y = lutfuse.conv2d %x, %w bias %b requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<*xi32>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @bias_unranked(%x: !x, %w: !w, %b: !b) {
  // expected-error @+1 {{'lutfuse.conv2d' op operand #2 must be 1D tensor, but got 'tensor<*xi32>'}}
  %y = lutfuse.conv2d %x, %w bias %b requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8xi32>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @result_accumulators(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op result #0 must be 4D NHWC tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<1x4x4x8xi32>'}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x1x!quant.uniform<i8:f32:3, {2.0}>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @result_per_axis(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op result #0 must be 4D NHWC tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<1x4x4x1x!quant.uniform<i8:f32:3, {2.000000e+00}>>'}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<*x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @result_unranked(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op result #0 must be 4D NHWC tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<*x!quant.uniform<i8:f32, 2.000000e+00:-3>>'}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<?xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_of_dynamic_length(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op operand #1 must be 1D or 2D tensor of static shape, but got 'tensor<?xi8>'}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<1x4x256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_of_rank_3(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op operand #1 must be 1D or 2D tensor of static shape, but got 'tensor<1x4x256xi8>'}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<?x256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_of_dynamic_rows(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op operand #1 must be 1D or 2D tensor of static shape, but got 'tensor<?x256xi8>'}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<i8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_of_rank_0(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op operand #1 must be 1D or 2D tensor of static shape, but got 'tensor<i8>'}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<*xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_unranked(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op operand #1 must be 1D or 2D tensor of static shape, but got 'tensor<*xi8>'}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<2x!quant.uniform<i8:f32:0, {0.125, 0.125}>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @codes_per_axis(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op operand #0 must be ranked tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<2x!quant.uniform<i8:f32:0, {1.250000e-01,1.250000e-01}>>'}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<*x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @codes_unranked(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op operand #0 must be ranked tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<*x!quant.uniform<i8:f32, 1.250000e-01>>'}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<5x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @shape_of_result(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op failed to verify that all of {input, result} have same shape}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<?x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @shape_of_dynamic_input(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op failed to verify that all of {input, result} have same shape}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<1x8x256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_table_of_rank_3(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op operand #2 must be 1D or 2D tensor of static shape, but got 'tensor<1x8x256xi8>'}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}
