// RUN: lutfuse-opt %s --verify-roundtrip | FileCheck %s --enable-var-scope
// RUN: lutfuse-opt %s --emit-bytecode | lutfuse-opt | FileCheck %s --enable-var-scope

// A kind of one's own: the dialect does not know it, and carries it.

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.125>>

// CHECK-LABEL: func.func @kind_c1_own(
// CHECK-SAME: attributes {lutfuse.kind = "npu.softsign"}
func.func @kind_c1_own(%x: !x, %t: tensor<256xi8>) attributes {lutfuse.kind = "npu.softsign"} {
  // CHECK-NEXT: lutfuse.lut_activation <npu.softsign> %
  %0 = lutfuse.lut_activation <npu.softsign> %x, %t header #h : (!x, tensor<256xi8>) -> !x
  // CHECK-NEXT: lutfuse.lut_activation <vendor.npu_2.soft_sign> %
  %1 = lutfuse.lut_activation <vendor.npu_2.soft_sign> %x, %t header #h : (!x, tensor<256xi8>) -> !x
  // CHECK-NEXT: lutfuse.lut_activation <npu.relu> %
  %2 = lutfuse.lut_activation <npu.relu> %x, %t header #h : (!x, tensor<256xi8>) -> !x
  return
}
