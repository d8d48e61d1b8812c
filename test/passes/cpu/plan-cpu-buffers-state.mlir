// RUN: lutfuse-opt %s --plan-cpu-buffers --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --enable-var-scope

// @v is last read before its new value is made, and keeps its place; @w is read afterwards, so its
// new value is copied there at the end.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[T:[^:]+]]: index, %[[N:[^:]+]]: index, %[[ARENA:[^:]+]]: memref<{{[0-9]+}}xi8>,
// CHECK-SAME:    %{{[^:]+}}: memref<32xi8>, %[[Y:[^:]+]]: memref<32xi8>)
// CHECK-NOT:     lutfuse.variables
// CHECK-SAME:    {
// CHECK-NEXT:    %[[AT:.+]] = arith.constant 64 : index
// CHECK-NEXT:    %[[V:.+]] = memref.view %[[ARENA]][%[[AT]]][]
// CHECK:         call @k(%[[T]], %[[N]], %[[V]], %[[A:.+]]) :
// CHECK-NEXT:    %[[SAME:.+]] = arith.constant 64 : index
// CHECK-NEXT:    %[[V2:.+]] = memref.view %[[ARENA]][%[[SAME]]][]
// CHECK-NEXT:    call @k(%[[T]], %[[N]], %[[A]], %[[V2]]) :
// CHECK:         call @k(%[[T]], %[[N]], %[[V2]], %[[W2:.+]]) :
// CHECK:         %[[NEXT:.+]] = arith.constant 192 : index
// CHECK-NEXT:    %[[W:.+]] = memref.view %[[ARENA]][%[[NEXT]]][]
// CHECK:         %[[YV:.+]] = memref.view %[[Y]]
// CHECK-NEXT:    call @k(%[[T]], %[[N]], %[[W]], %[[YV]]) :
// CHECK:         %[[LAST:.+]] = arith.constant 192 : index
// CHECK-NEXT:    %[[W3:.+]] = memref.view %[[ARENA]][%[[LAST]]][]
// CHECK-NEXT:    call @copy_1(%[[T]], %[[N]], %[[W2]], %[[W3]]) :
// CHECK-NEXT:    return
func.func @main(%x: tensor<32xi8>, %v: tensor<32xi8>, %w: tensor<32xi8>)
    -> (tensor<32xi8>, tensor<32xi8>, tensor<32xi8>)
    attributes {lutfuse.variables = [{name = "v", type = tensor<32xi8>, initial_value = dense<3> : tensor<32xi8>},
                                     {name = "w", type = tensor<32xi8>}]} {
  %0 = call @k(%v) : (tensor<32xi8>) -> tensor<32xi8>
  %1 = call @k(%0) : (tensor<32xi8>) -> tensor<32xi8>
  %2 = call @k(%1) : (tensor<32xi8>) -> tensor<32xi8>
  %3 = call @k(%w) : (tensor<32xi8>) -> tensor<32xi8>
  return %3, %1, %2 : tensor<32xi8>, tensor<32xi8>, tensor<32xi8>
}
func.func private @k(%x: tensor<32xi8>) -> tensor<32xi8> attributes {lutfuse.kernel} {
  %0 = tosa.abs %x : (tensor<32xi8>) -> tensor<32xi8>
  return %0 : tensor<32xi8>
}
// CHECK:       func.func private @copy_1(
// CHECK:         tosa.identity
// CHECK-LABEL: func.func @main_reset(
// CHECK:         %[[THREE:.+]] = arith.constant 3 : i8
// CHECK-NEXT:    linalg.fill ins(%[[THREE]] : i8) outs(%{{.+}} : memref<32xi8>)
// CHECK:         %[[ZERO:.+]] = arith.constant 0 : i8
// CHECK-NEXT:    linalg.fill ins(%[[ZERO]] : i8) outs(%{{.+}} : memref<32xi8>)

// -----

// State that is not one value everywhere is copied from a constant.
// CHECK: memref.global "private" constant @main_state_0 : memref<2xi16> = dense<[1, 2]>
// CHECK: memref.get_global @main_state_0
// CHECK: linalg.copy
func.func @main(%v: tensor<2xi16>) -> tensor<2xi16>
    attributes {lutfuse.variables = [{name = "v", type = tensor<2xi16>, initial_value = dense<[1, 2]> : tensor<2xi16>}]} {
  %0 = call @k(%v) : (tensor<2xi16>) -> tensor<2xi16>
  return %0 : tensor<2xi16>
}
func.func private @k(%x: tensor<2xi16>) -> tensor<2xi16> attributes {lutfuse.kernel} {
  return %x : tensor<2xi16>
}
