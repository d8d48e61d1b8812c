// RUN: lutfuse-opt %s --widen-bool-buffers | FileCheck %s --enable-var-scope

// CHECK: memref.global "private" constant @truth : memref<2xi8> = dense<[1, 0]>
memref.global "private" constant @truth : memref<2xi1> = dense<[true, false]>

// CHECK-LABEL: func.func @copy(
// CHECK-SAME:    %[[X:.+]]: memref<2xi8>, %[[I:.+]]: index) -> memref<2xi8>
// CHECK:         %[[BYTE:.+]] = memref.load %[[X]][%[[I]]] : memref<2xi8>
// CHECK:         %[[BIT:.+]] = arith.cmpi ne, %[[BYTE]], %c0_i8
// CHECK:         %[[Y:.+]] = memref.get_global @truth : memref<2xi8>
// CHECK:         %[[WIDE:.+]] = arith.extui %[[BIT]] : i1 to i8
// CHECK:         memref.store %[[WIDE]], %[[Y]][%[[I]]] : memref<2xi8>
func.func @copy(%x: memref<2xi1>, %i: index) -> memref<2xi1> {
  %0 = memref.load %x[%i] : memref<2xi1>
  %1 = memref.get_global @truth : memref<2xi1>
  memref.store %0, %1[%i] : memref<2xi1>
  return %1 : memref<2xi1>
}
