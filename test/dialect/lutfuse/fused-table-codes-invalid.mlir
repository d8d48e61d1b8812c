// table_c4 to table_c6 on fused ops, where the codes are those of `intermediate_type`. The twins that
// are right stand in fused-table-*valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi16>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @table_c4_fused_elements_wider_than_result(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected table elements of type i8 but got 'i16'}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<u8:f32, 2.0:128>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<u8:f32, 2.0:128>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @table_c5_fused_unsigned_codes_indexed_as_signed(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected a table that covers codes 0 to 255 but got 256 entries from -128}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<65536xi16>
!y = tensor<1x4x4x8x!quant.uniform<i16:f32, 0.00003>>
!u = !quant.uniform<i16:f32, 2.0>
#h = #lutfuse.table_header<first = -32768, entries = 65536, lookup = direct,
  input = !quant.uniform<i16:f32, 2.0>, result = !quant.uniform<i16:f32, 0.00003>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @table_c6_fused_direct_from_i16(%x: !x, %w: !w, %t: !t) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected a table that is direct on 8-bit codes or interpolated from i16 to i16 but got direct from '!quant.uniform<i16:f32, 2.000000e+00>' to '!quant.uniform<i16:f32, 3.000000e-05>'}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}
