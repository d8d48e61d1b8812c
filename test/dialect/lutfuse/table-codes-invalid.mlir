// table_c5 of lutfuse.lut_activation: which codes a table takes. The twins that are right stand
// in table-codes-valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -127, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c5_first_code_missing(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected a table that covers codes -128 to 127 but got 256 entries from -127}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<255xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 255, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c5_last_code_missing(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected a table that covers codes -128 to 127 but got 255 entries from -128}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -129, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c5_starts_below_and_ends_early(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected a table that covers codes -128 to 127 but got 256 entries from -129}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<u8:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<u8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c5_unsigned_codes_indexed_as_signed(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected a table that covers codes 0 to 255 but got 256 entries from -128}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8<-127:127>:f32, 0.125>>
!t = tensor<254xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -127, entries = 254, lookup = direct,
  input = !quant.uniform<i8<-127:127>:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c5_narrow_range(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected a table that covers codes -127 to 127 but got 254 entries from -127}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i16:f32, 0.125>>
!t = tensor<512xi16>
!y = tensor<4x!quant.uniform<i16:f32, 0.00003>>
#h = #lutfuse.table_header<first = -32768, entries = 512, lookup = interpolated fraction_bits = 7,
  input = !quant.uniform<i16:f32, 0.125>, result = !quant.uniform<i16:f32, 0.00003>>
func.func @table_c5_no_entry_after_the_last(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected a table that covers codes -32768 to 32767 but got 512 entries from -32768}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}
