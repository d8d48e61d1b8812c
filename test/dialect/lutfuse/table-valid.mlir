// The nearest op that is right beside each one of table-header-invalid.mlir: header and elements.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

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
