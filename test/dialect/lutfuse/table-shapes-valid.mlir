// Activations of any shape.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

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
