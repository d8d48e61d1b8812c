// RUN: lutfuse-opt %s --move-variables-to-arguments | FileCheck %s --enable-var-scope

// A read gives the last value written; the last value of all is returned behind the results.
// CHECK-NOT: tosa.variable
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.+]]: tensor<4xi8> {lutfuse.name = "x"}, %[[V:.+]]: tensor<4xi8>, %[[W:.+]]: tensor<2x3xi16>)
// CHECK-SAME:    -> (tensor<4xi8> {lutfuse.name = "y"}, tensor<4xi8>, tensor<2x3xi16>)
// CHECK-SAME:    lutfuse.variables = [{initial_value = dense<7> : tensor<4xi8>, name = "v", type = tensor<4xi8>}, {name = "w", type = tensor<2x3xi16>}]
// CHECK-NEXT:    %[[Y:.+]] = tosa.add %[[V]], %[[X]]
// CHECK-NEXT:    return %[[Y]], %[[X]], %[[W]]
tosa.variable @v = dense<7> : tensor<4xi8>
tosa.variable @w : tensor<2x3xi16>
func.func @main(%x: tensor<4xi8> {lutfuse.name = "x"}) -> (tensor<4xi8> {lutfuse.name = "y"}) {
  %0 = tosa.variable_read @v : tensor<4xi8>
  tosa.variable_write @v, %x : tensor<4xi8>
  %1 = tosa.variable_read @v : tensor<4xi8>
  %2 = tosa.add %0, %1 : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  return %2 : tensor<4xi8>
}

// CHECK-LABEL: func.func @other(
// CHECK-NEXT:    return
func.func @other() {
  return
}
