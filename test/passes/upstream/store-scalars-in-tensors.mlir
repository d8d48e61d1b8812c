// RUN: lutfuse-opt %s --store-scalars-in-tensors | FileCheck %s --enable-var-scope

// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[P:.+]]: tensor<i1>, %[[X:.+]]: tensor<4xi8>, %[[N:.+]]: tensor<index>) -> (tensor<f32>, tensor<index>, tensor<4xi8>)
// CHECK-DAG:     %[[FLAG:.+]] = tensor.extract %[[P]][] : tensor<i1>
// CHECK-DAG:     %[[COUNT:.+]] = tensor.extract %[[N]][] : tensor<index>
// CHECK:         %[[VALUE:.+]] = arith.uitofp %[[FLAG]]
// CHECK-DAG:     %[[F:.+]] = tensor.from_elements %[[VALUE]] : tensor<f32>
// CHECK-DAG:     %[[I:.+]] = tensor.from_elements %[[COUNT]] : tensor<index>
// CHECK:         return %[[F]], %[[I]], %[[X]]
func.func @main(%p: i1, %x: tensor<4xi8>, %n: index) -> (f32, index, tensor<4xi8>) {
  %0 = arith.uitofp %p : i1 to f32
  return %0, %n, %x : f32, index, tensor<4xi8>
}

// A private function is called from here only.
// CHECK-LABEL: func.func private @helper(
// CHECK-SAME:    %{{.+}}: i1) -> i1
func.func private @helper(%p: i1) -> i1 {
  return %p : i1
}
