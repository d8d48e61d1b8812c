// The nearest op that is right beside each one of table-lookup-invalid.mlir: look-up and zero points.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

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
