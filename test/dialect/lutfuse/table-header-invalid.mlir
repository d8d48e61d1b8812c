// table_c1 and table_c2 of lutfuse.lut_activation: the header's domains are those of the values.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.25>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c1_input_scale(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected 'header' with input type '!quant.uniform<i8:f32, 1.250000e-01>' but got '!quant.uniform<i8:f32, 2.500000e-01>'}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125:1>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c1_input_zero_point(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected 'header' with input type '!quant.uniform<i8:f32, 1.250000e-01>' but got '!quant.uniform<i8:f32, 1.250000e-01:1>'}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8<-127:127>:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c1_input_range(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected 'header' with input type '!quant.uniform<i8:f32, 1.250000e-01>' but got '!quant.uniform<i8<-127:127>:f32, 1.250000e-01>'}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<u8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c1_input_signedness(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected 'header' with input type '!quant.uniform<i8:f32, 1.250000e-01>' but got '!quant.uniform<u8:f32, 1.250000e-01>'}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.0078125:-128>>
func.func @table_c2_result_scale(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected 'header' with result type '!quant.uniform<i8:f32, 3.906250e-03:-128>' but got '!quant.uniform<i8:f32, 7.812500e-03:-128>'}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.125>>
func.func @table_c2_result_is_input(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected 'header' with result type '!quant.uniform<i8:f32, 3.906250e-03:-128>' but got '!quant.uniform<i8:f32, 1.250000e-01>'}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}
