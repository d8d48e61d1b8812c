// What only the generic form, or a program that builds ops, can get wrong.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @requant_missing(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op requires attribute 'requant'}}
  %y = "lutfuse.conv2d"(%x, %w) <{}> : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @requant_of_another_kind(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op attribute 'requant' failed to satisfy constraint: requantization}}
  %y = "lutfuse.conv2d"(%x, %w) <{requant = array<f32: 0.0625>}> : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @requant_is_a_header(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op attribute 'requant' failed to satisfy constraint: requantization}}
  %y = "lutfuse.conv2d"(%x, %w) <{requant = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>}> : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @stride_of_one_element(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op attribute 'stride' failed to satisfy constraint: i64 dense array attribute with exactly 2 elements}}
  %y = "lutfuse.conv2d"(%x, %w) <{requant = #r, stride = array<i64: 1>}> : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @pad_of_two_elements(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op attribute 'pad' failed to satisfy constraint: i64 dense array attribute with exactly 4 elements}}
  %y = "lutfuse.conv2d"(%x, %w) <{requant = #r, pad = array<i64: 1, 1>}> : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @dilation_empty(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op attribute 'dilation' failed to satisfy constraint: i64 dense array attribute with exactly 2 elements}}
  %y = "lutfuse.conv2d"(%x, %w) <{requant = #r, dilation = array<i64>}> : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @stride_of_32_bits(%x: !x, %w: !w) {
  // expected-error @+1 {{Invalid attribute `stride` in property conversion: array<i32: 1, 1>}}
  %y = "lutfuse.conv2d"(%x, %w) <{requant = #r, stride = array<i32: 1, 1>}> : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @group_of_32_bits(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op attribute 'group' failed to satisfy constraint: 64-bit signless integer attribute}}
  %y = "lutfuse.conv2d"(%x, %w) <{requant = #r, group = 1 : i32}> : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @no_operands(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 2 or more operands, but found 0}}
  %y = "lutfuse.conv2d"() <{requant = #r}> : () -> !y
  return
}
