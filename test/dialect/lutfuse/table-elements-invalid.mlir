// table_c4 of lutfuse.lut_activation: elements and result.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xi16>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c4_elements_wider_than_result(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected table elements of type i8 but got 'i16'}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<i16:f32, 0.00003>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i16:f32, 0.00003>>
func.func @table_c4_elements_narrower_than_result(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected table elements of type i16 but got 'i8'}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xui8>
!y = tensor<4x!quant.uniform<u8:f32, 0.00390625>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<u8:f32, 0.00390625>>
func.func @table_c4_elements_unsigned(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected table elements of type i8 but got 'ui8'}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xf32>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c4_elements_float(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected table elements of type i8 but got 'f32'}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}
