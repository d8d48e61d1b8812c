// RUN: lutfuse-opt %s --pass-pipeline='builtin.module(select-entry{entry=second})' \
// RUN:   --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --enable-var-scope

// What no entry calls is gone, and so is what was inlined; an inlined op knows its caller.
// CHECK-NOT: func.func @first
// CHECK-LABEL: func.func @second(
// CHECK-SAME:    %[[X:.+]]: tensor<8xi8>
// CHECK-NEXT:    %[[A:.+]] = tosa.abs %[[X]] {{.*}} loc(callsite("layer" at "call"))
// CHECK-NEXT:    %[[B:.+]] = scf.if
// CHECK-NEXT:      %[[C:.+]] = tosa.abs %[[A]]
// CHECK-NEXT:      scf.yield %[[C]]
// CHECK:         return %[[B]]
// CHECK-NOT: func.func
func.func @first(%x: tensor<8xi8>) -> tensor<8xi8> {
  return %x : tensor<8xi8>
}
func.func private @second(%x: tensor<8xi8>, %p: i1) -> tensor<8xi8> {
  %0 = call @helper(%x) : (tensor<8xi8>) -> tensor<8xi8> loc("call")
  %1 = scf.if %p -> tensor<8xi8> {
    %2 = func.call @helper(%0) : (tensor<8xi8>) -> tensor<8xi8>
    scf.yield %2 : tensor<8xi8>
  } else {
    scf.yield %0 : tensor<8xi8>
  }
  return %1 : tensor<8xi8>
}
func.func @helper(%x: tensor<8xi8>) -> tensor<8xi8> attributes {no_inline} {
  %0 = tosa.abs %x : (tensor<8xi8>) -> tensor<8xi8> loc("layer")
  return %0 : tensor<8xi8>
}
