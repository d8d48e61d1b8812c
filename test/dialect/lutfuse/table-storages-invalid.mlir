// table_c7 and table_c8 of lutfuse.lut_activation: which codes a table takes. The twins that are right stand
// in table-lookup-valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<4x!quant.uniform<i4:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i4:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c7_codes_i4(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op operand #0 must be ranked tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<4x!quant.uniform<i4:f32, 1.250000e-01>>'}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<u16:f32, 0.125>>
!t = tensor<513xi16>
!y = tensor<4x!quant.uniform<i16:f32, 0.00003>>
#h = #lutfuse.table_header<first = 0, entries = 513, lookup = interpolated fraction_bits = 7,
  input = !quant.uniform<u16:f32, 0.125>, result = !quant.uniform<i16:f32, 0.00003>>
func.func @table_c7_codes_u16(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op operand #0 must be ranked tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<4x!quant.uniform<u16:f32, 1.250000e-01>>'}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8<-127:127>:f32, 0.125:-128>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8<-127:127>:f32, 0.125:-128>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c8_input_zero_point(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected the input zero point in [-127, 127] but got -128}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:128>>
func.func @table_c8_result_zero_point(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected the result zero point in [-128, 127] but got 128}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}
