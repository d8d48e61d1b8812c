// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// fused_c1 to fused_c8: every incomplete fused op has its own message. What is complete stands in
// fused-valid.mlir.

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_c1_table_without_intermediate_type(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected 'intermediate_type' with a table but got none}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_c2_table_without_header(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected 'header' with a table but got none}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> intermediate !u
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
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_c3_table_without_kind(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected 'kind' with a table but got none}}
  %y = lutfuse.fused_conv2d %x, %w lut %t header #h intermediate !u requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_c4_intermediate_type_without_table(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected a table or 'activation' with 'intermediate_type' but got none}}
  %y = lutfuse.fused_conv2d %x, %w intermediate !u requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_c5_header_without_table(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected a table with 'header' but got none}}
  %y = lutfuse.fused_conv2d %x, %w header #h requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_c6_kind_without_table(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected a table with 'kind' but got none}}
  %y = lutfuse.fused_conv2d %x, %w kind <sigmoid> requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_c7_no_activation(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected a table or 'activation' but got none}}
  %y = lutfuse.fused_conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = i8
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_c8_intermediate_type_not_quantized(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'intermediate_type' failed to satisfy constraint: type attribute of per-tensor quantized type of storage i8, u8 or i16}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32:0, {2.0}>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_c8_intermediate_type_per_axis(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'intermediate_type' failed to satisfy constraint: type attribute of per-tensor quantized type of storage i8, u8 or i16}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.any<i8:f32>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_c8_intermediate_type_without_scale(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'intermediate_type' failed to satisfy constraint: type attribute of per-tensor quantized type of storage i8, u8 or i16}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.calibrated<f32<-1.0:1.0>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_c8_intermediate_type_calibrated(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'intermediate_type' failed to satisfy constraint: type attribute of per-tensor quantized type of storage i8, u8 or i16}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = tensor<1x4x4x8xi8>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_c8_intermediate_type_tensor(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'intermediate_type' failed to satisfy constraint: type attribute of per-tensor quantized type of storage i8, u8 or i16}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x5x5x8x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_c1_transposed_table_without_intermediate_type(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv_transpose2d' op expected 'intermediate_type' with a table but got none}}
  %y = lutfuse.fused_conv_transpose2d %x, %w lut %t kind <sigmoid> header #h
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x5x5x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_c2_transposed_table_without_header(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv_transpose2d' op expected 'header' with a table but got none}}
  %y = lutfuse.fused_conv_transpose2d %x, %w lut %t kind <sigmoid> intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x5x5x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_c3_transposed_table_without_kind(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv_transpose2d' op expected 'kind' with a table but got none}}
  %y = lutfuse.fused_conv_transpose2d %x, %w lut %t header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x5x5x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_c4_transposed_intermediate_type_without_table(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv_transpose2d' op expected a table or 'activation' with 'intermediate_type' but got none}}
  %y = lutfuse.fused_conv_transpose2d %x, %w intermediate !u requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x5x5x8x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_c5_transposed_header_without_table(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv_transpose2d' op expected a table with 'header' but got none}}
  %y = lutfuse.fused_conv_transpose2d %x, %w header #h requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x5x5x8x!quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_c6_transposed_kind_without_table(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv_transpose2d' op expected a table with 'kind' but got none}}
  %y = lutfuse.fused_conv_transpose2d %x, %w kind <sigmoid> requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x5x5x8x!quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_c7_transposed_no_activation(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv_transpose2d' op expected a table or 'activation' but got none}}
  %y = lutfuse.fused_conv_transpose2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x5x5x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = i8
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_c8_transposed_intermediate_type_not_quantized(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv_transpose2d' op attribute 'intermediate_type' failed to satisfy constraint: type attribute of per-tensor quantized type of storage i8, u8 or i16}}
  %y = lutfuse.fused_conv_transpose2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x5x5x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32:0, {2.0}>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_c8_transposed_intermediate_type_per_axis(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv_transpose2d' op attribute 'intermediate_type' failed to satisfy constraint: type attribute of per-tensor quantized type of storage i8, u8 or i16}}
  %y = lutfuse.fused_conv_transpose2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}
