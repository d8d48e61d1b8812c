// The nearest op that is right beside each one of table-rows-invalid.mlir: rows.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<4x256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
// CHECK-LABEL: @table_c9_row_for_each_channel(
func.func @table_c9_row_for_each_channel(%x: !x, %t: !t) {
  // CHECK: lutfuse.lut_activation {{.*}}tensor<4x256xi8>) ->
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<2x3x5x!quant.uniform<i8:f32, 0.125>>
!t = tensor<5x256xi8>
!y = tensor<2x3x5x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
// CHECK-LABEL: @table_c9_row_for_each_channel_of_last_axis(
func.func @table_c9_row_for_each_channel_of_last_axis(%x: !x, %t: !t) {
  // CHECK: lutfuse.lut_activation {{.*}}tensor<5x256xi8>) ->
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<?x!quant.uniform<i8:f32, 0.125>>
!t = tensor<3x256xi8>
!y = tensor<?x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
// CHECK-LABEL: @table_c9_rows_of_dynamic_channels(
func.func @table_c9_rows_of_dynamic_channels(%x: !x, %t: !t) {
  // CHECK: lutfuse.lut_activation {{.*}}tensor<3x256xi8>) ->
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<!quant.uniform<i8:f32, 0.125>>
!t = tensor<1x256xi8>
!y = tensor<!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
// CHECK-LABEL: @table_c9_row_of_a_scalar(
func.func @table_c9_row_of_a_scalar(%x: !x, %t: !t) {
  // CHECK: lutfuse.lut_activation {{.*}}tensor<1x256xi8>) ->
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i16:f32, 0.125>>
!t = tensor<4x513xi16>
!y = tensor<4x!quant.uniform<i16:f32, 0.00003>>
#h = #lutfuse.table_header<first = -32768, entries = 513, lookup = interpolated fraction_bits = 7,
  input = !quant.uniform<i16:f32, 0.125>, result = !quant.uniform<i16:f32, 0.00003>>
// CHECK-LABEL: @table_c9_row_for_each_channel_interpolated(
func.func @table_c9_row_for_each_channel_interpolated(%x: !x, %t: !t) {
  // CHECK: lutfuse.lut_activation {{.*}}tensor<4x513xi16>) ->
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}
