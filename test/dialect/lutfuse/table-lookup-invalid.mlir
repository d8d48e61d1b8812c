// table_c6 to table_c8 of lutfuse.lut_activation: which codes a table takes. The twins that are right stand
// in table-lookup-valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<4x!quant.uniform<i16:f32, 0.125>>
!t = tensor<65536xi16>
!y = tensor<4x!quant.uniform<i16:f32, 0.00003>>
#h = #lutfuse.table_header<first = -32768, entries = 65536, lookup = direct,
  input = !quant.uniform<i16:f32, 0.125>, result = !quant.uniform<i16:f32, 0.00003>>
func.func @table_c6_direct_from_i16(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected a table that is direct on 8-bit codes or interpolated from i16 to i16 but got direct from '!quant.uniform<i16:f32, 1.250000e-01>' to '!quant.uniform<i16:f32, 3.000000e-05>'}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<257xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 257, lookup = interpolated fraction_bits = 1,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c6_interpolated_from_i8(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected a table that is direct on 8-bit codes or interpolated from i16 to i16 but got interpolated from '!quant.uniform<i8:f32, 1.250000e-01>' to '!quant.uniform<i8:f32, 3.906250e-03:-128>'}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i16:f32, 0.125>>
!t = tensor<513xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -32768, entries = 513, lookup = interpolated fraction_bits = 7,
  input = !quant.uniform<i16:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c6_interpolated_to_i8(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected a table that is direct on 8-bit codes or interpolated from i16 to i16 but got interpolated from '!quant.uniform<i16:f32, 1.250000e-01>' to '!quant.uniform<i8:f32, 3.906250e-03:-128>'}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i16:f32, 0.125>>
!t = tensor<513xi16>
!y = tensor<4x!quant.uniform<u16:f32, 0.00003>>
#h = #lutfuse.table_header<first = -32768, entries = 513, lookup = interpolated fraction_bits = 7,
  input = !quant.uniform<i16:f32, 0.125>, result = !quant.uniform<u16:f32, 0.00003>>
func.func @table_c6_interpolated_to_u16(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op result #0 must be ranked tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<4x!quant.uniform<u16:f32, 3.000000e-05>>'}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}
