// RUN: lutfuse-opt %s --replace-memref-copies --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --enable-var-scope

// CHECK-LABEL: func.func @copy(
// CHECK-SAME:    %[[X:.+]]: memref<4x8xi8, strided<[16, 1]>>, %[[Y:.+]]: memref<4x8xi8>)
// CHECK-NEXT:    linalg.copy {{.*}}ins(%[[X]] : {{.+}}) outs(%[[Y]] : memref<4x8xi8>)
// CHECK-NEXT:    return
func.func @copy(%x: memref<4x8xi8, strided<[16, 1]>>, %y: memref<4x8xi8>) {
  memref.copy %x, %y : memref<4x8xi8, strided<[16, 1]>> to memref<4x8xi8>
  return
}

// -----

// CHECK-NOT: @bits
func.func @bits() {
  // expected-error @below {{pass 'replace-memref-copies': 'memref.alloc': cannot hold 'memref<4xi4>' in memory}}
  %0 = memref.alloc() : memref<4xi4>
  return
}
