// What the ODS types of operands and results reject before any numbered constraint is asked: codes of activations.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

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
