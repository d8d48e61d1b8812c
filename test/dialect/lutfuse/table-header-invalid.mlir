// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// table_c1 to table_c4 and table_c9 of lutfuse.lut_activation: header, table and result agree. The
// twins that are right stand in table-valid.mlir.

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

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<255xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c3_shorter_than_header(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected a table of 256 entries, as 'header' says, but got 255}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<257xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c3_longer_than_header(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected a table of 256 entries, as 'header' says, but got 257}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

// Entries by channels: transposed.
!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256x4xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c3_columns_of_2d_table(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected a table of 256 entries, as 'header' says, but got 4}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<3x256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c9_row_missing(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected a table of 4 rows, one for each channel, but got 3}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<1x256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c9_one_row_for_all(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected a table of 4 rows, one for each channel, but got 1}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<0x256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c9_no_rows(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected a table of 4 rows, one for each channel, but got 0}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<2x3x5x!quant.uniform<i8:f32, 0.125>>
!t = tensor<2x256xi8>
!y = tensor<2x3x5x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c9_rows_of_first_axis(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected a table of 5 rows, one for each channel, but got 2}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<!quant.uniform<i8:f32, 0.125>>
!t = tensor<2x256xi8>
!y = tensor<!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c9_rows_of_a_scalar(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected a table of 1 rows, one for each channel, but got 2}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

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
