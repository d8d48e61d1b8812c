// RUN: lutfuse-opt %s --free-kernel-buffers --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --enable-var-scope

// Each buffer is freed at the end of the block that makes it, also inside a branch.
// CHECK-LABEL: func.func @kernel(
// CHECK-SAME:    %[[P:.+]]: i1, %[[Y:.+]]: memref<8xi32>)
// CHECK-NEXT:    %[[A:.+]] = memref.alloc()
// CHECK-NEXT:    scf.if %[[P]] {
// CHECK-NEXT:      %[[B:.+]] = memref.alloc()
// CHECK-NEXT:      memref.copy %[[B]], %[[A]]
// CHECK-NEXT:      memref.dealloc %[[B]]
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.copy %[[A]], %[[Y]]
// CHECK-NEXT:    memref.dealloc %[[A]]
// CHECK-NEXT:    return
func.func @kernel(%p: i1, %y: memref<8xi32>) {
  %0 = memref.alloc() : memref<8xi32>
  scf.if %p {
    %1 = memref.alloc() : memref<8xi32>
    memref.copy %1, %0 : memref<8xi32> to memref<8xi32>
  }
  memref.copy %0, %y : memref<8xi32> to memref<8xi32>
  return
}

// -----

func.func @leaves() -> memref<8xi32> {
  // expected-error @below {{pass 'free-kernel-buffers': expected a buffer that stays in its block}}
  %0 = memref.alloc() : memref<8xi32>
  return %0 : memref<8xi32>
}
