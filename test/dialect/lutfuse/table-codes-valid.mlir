// The nearest op that is right beside each one of table-codes-invalid.mlir: codes.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

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
