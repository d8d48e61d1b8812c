// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

// The nearest op that is right beside each one of table-invalid.mlir.

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
// CHECK-LABEL: @table_c1_to_c4_header_agrees(
func.func @table_c1_to_c4_header_agrees(%x: !x, %t: !t) {
  // CHECK: lutfuse.lut_activation {{.*}}<sigmoid> %{{[^ ]*}}, %{{[^ ]*}} header #table_header : (tensor<4x!quant.uniform<i8:f32, 1.250000e-01>>, tensor<256xi8>) -> tensor<4x!quant.uniform<i8:f32, 3.906250e-03:-128>>
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i16:f32, 0.125>>
!t = tensor<513xi16>
!y = tensor<4x!quant.uniform<i16:f32, 0.00003>>
#h = #lutfuse.table_header<first = -32768, entries = 513, lookup = interpolated fraction_bits = 7,
  input = !quant.uniform<i16:f32, 0.125>, result = !quant.uniform<i16:f32, 0.00003>>
// CHECK-LABEL: @table_c4_elements_as_wide_as_result(
func.func @table_c4_elements_as_wide_as_result(%x: !x, %t: !t) {
  // CHECK: lutfuse.lut_activation {{.*}}tensor<513xi16>) -> tensor<4x!quant.uniform<i16:
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<u8:f32, 0.00390625>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<u8:f32, 0.00390625>>
// CHECK-LABEL: @table_c4_signless_elements_of_unsigned_result(
func.func @table_c4_signless_elements_of_unsigned_result(%x: !x, %t: !t) {
  // CHECK: lutfuse.lut_activation {{.*}}tensor<256xi8>) -> tensor<4x!quant.uniform<u8:
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<257xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -129, entries = 257, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
// CHECK-LABEL: @table_c5_more_than_every_code(
func.func @table_c5_more_than_every_code(%x: !x, %t: !t) {
  // CHECK: lutfuse.lut_activation {{.*}}tensor<257xi8>) ->
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<u8:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = 0, entries = 256, lookup = direct,
  input = !quant.uniform<u8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
// CHECK-LABEL: @table_c5_unsigned_codes(
func.func @table_c5_unsigned_codes(%x: !x, %t: !t) {
  // CHECK: lutfuse.lut_activation {{.*}}(tensor<4x!quant.uniform<u8:f32, 1.250000e-01>>, tensor<256xi8>) ->
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8<-127:127>:f32, 0.125>>
!t = tensor<255xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -127, entries = 255, lookup = direct,
  input = !quant.uniform<i8<-127:127>:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
// CHECK-LABEL: @table_c5_narrow_range(
func.func @table_c5_narrow_range(%x: !x, %t: !t) {
  // CHECK: lutfuse.lut_activation {{.*}}(tensor<4x!quant.uniform<i8<-127:127>:f32, 1.250000e-01>>, tensor<255xi8>) ->
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8<-127:127>:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8<-127:127>:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
// CHECK-LABEL: @table_c5_full_table_of_narrow_range(
func.func @table_c5_full_table_of_narrow_range(%x: !x, %t: !t) {
  // CHECK: lutfuse.lut_activation {{.*}}(tensor<4x!quant.uniform<i8<-127:127>:f32, 1.250000e-01>>, tensor<256xi8>) ->
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i16:f32, 0.125>>
!t = tensor<513xi16>
!y = tensor<4x!quant.uniform<i16:f32, 0.00003>>
#h = #lutfuse.table_header<first = -32768, entries = 513, lookup = interpolated fraction_bits = 7,
  input = !quant.uniform<i16:f32, 0.125>, result = !quant.uniform<i16:f32, 0.00003>>
// CHECK-LABEL: @table_c5_entry_after_the_last(
func.func @table_c5_entry_after_the_last(%x: !x, %t: !t) {
  // CHECK: lutfuse.lut_activation {{.*}}(tensor<4x!quant.uniform<i16:f32, 1.250000e-01>>, tensor<513xi16>) ->
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i16:f32, 0.125>>
!t = tensor<513xi16>
!y = tensor<4x!quant.uniform<i16:f32, 0.00003>>
#h = #lutfuse.table_header<first = -32768, entries = 513, lookup = interpolated fraction_bits = 7 rounding = double_round,
  input = !quant.uniform<i16:f32, 0.125>, result = !quant.uniform<i16:f32, 0.00003>>
// CHECK-LABEL: @table_c6_interpolated_from_i16_with_double_round(
func.func @table_c6_interpolated_from_i16_with_double_round(%x: !x, %t: !t) {
  // CHECK: lutfuse.lut_activation {{.*}}tensor<513xi16>) ->
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i16:f32, 0.125>>
!t = tensor<3xi16>
!y = tensor<4x!quant.uniform<i16:f32, 0.00003>>
#h = #lutfuse.table_header<first = -32768, entries = 3, lookup = interpolated fraction_bits = 15,
  input = !quant.uniform<i16:f32, 0.125>, result = !quant.uniform<i16:f32, 0.00003>>
// CHECK-LABEL: @table_c6_interpolated_with_fewest_entries(
func.func @table_c6_interpolated_with_fewest_entries(%x: !x, %t: !t) {
  // CHECK: lutfuse.lut_activation {{.*}}tensor<3xi16>) ->
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
// CHECK-LABEL: @table_c7_codes_i8(
func.func @table_c7_codes_i8(%x: !x, %t: !t) {
  // CHECK: lutfuse.lut_activation {{.*}}<custom> {{.*}}(tensor<4x!quant.uniform<i8:
  %y = lutfuse.lut_activation <custom> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8<-127:127>:f32, 0.125:-127>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8<-127:127>:f32, 0.125:-127>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
// CHECK-LABEL: @table_c8_zero_points_lowest(
func.func @table_c8_zero_points_lowest(%x: !x, %t: !t) {
  // CHECK: lutfuse.lut_activation {{.*}}(tensor<4x!quant.uniform<i8<-127:127>:f32, 1.250000e-01:-127>>, {{.*}} -> tensor<4x!quant.uniform<i8:f32, 3.906250e-03:-128>>
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:127>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:127>>
// CHECK-LABEL: @table_c8_zero_points_highest(
func.func @table_c8_zero_points_highest(%x: !x, %t: !t) {
  // CHECK: lutfuse.lut_activation {{.*}}-> tensor<4x!quant.uniform<i8:f32, 3.906250e-03:127>>
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

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

// -----

!x = tensor<2x?x3x4x5x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<2x?x3x4x5x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
// CHECK-LABEL: @table_shape_of_any_rank(
func.func @table_shape_of_any_rank(%x: !x, %t: !t) {
  // CHECK: lutfuse.lut_activation {{.*}}(tensor<2x?x3x4x5x!quant
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
// CHECK-LABEL: @table_shape_of_rank_0(
func.func @table_shape_of_rank_0(%x: !x, %t: !t) {
  // CHECK: lutfuse.lut_activation {{.*}}(tensor<!quant
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}
