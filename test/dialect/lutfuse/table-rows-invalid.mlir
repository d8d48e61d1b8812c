// table_c3 and table_c9 of lutfuse.lut_activation: entries and rows.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

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
