// Operands that the generic form counts.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_segments_too_few(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{size mismatch in attribute conversion: 3 vs 4}}
  %y = "lutfuse.fused_conv2d"(%x, %w, %t) <{header = #h, intermediate_type = !u, kind = #lutfuse.activation_kind<gelu>, requant = #r,
    operandSegmentSizes = array<i32: 1, 1, 1>}>
    : (!x, !w, !t) -> !y
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
func.func @fused_segments_beyond_operands(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op operand count (3) does not match with the total size (4) specified in attribute 'operandSegmentSizes'}}
  %y = "lutfuse.fused_conv2d"(%x, %w, %t) <{header = #h, intermediate_type = !u, kind = #lutfuse.activation_kind<gelu>, requant = #r,
    operandSegmentSizes = array<i32: 1, 1, 1, 1>}>
    : (!x, !w, !t) -> !y
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
func.func @fused_segments_negative(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op 'operandSegmentSizes' attribute cannot have negative elements}}
  %y = "lutfuse.fused_conv2d"(%x, %w, %t) <{header = #h, intermediate_type = !u, kind = #lutfuse.activation_kind<gelu>, requant = #r,
    operandSegmentSizes = array<i32: 1, 1, -1, 2>}>
    : (!x, !w, !t) -> !y
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
func.func @fused_segments_of_two_tables(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op operand group starting at #1 requires 0 or 1 element, but found 2}}
  %y = "lutfuse.fused_conv2d"(%x, %w, %t) <{header = #h, intermediate_type = !u, kind = #lutfuse.activation_kind<gelu>, requant = #r,
    operandSegmentSizes = array<i32: 1, 0, 0, 2>}>
    : (!x, !w, !t) -> !y
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
func.func @fused_segments_without_filter(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected one input and one filter in 'operandSegmentSizes' but got 2 and 0}}
  %y = "lutfuse.fused_conv2d"(%x, %x, %t) <{header = #h, intermediate_type = !u, kind = #lutfuse.activation_kind<gelu>, requant = #r,
    operandSegmentSizes = array<i32: 2, 0, 0, 1>}>
    : (!x, !x, !t) -> !y
  return
}
