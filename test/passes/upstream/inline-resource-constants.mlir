// RUN: lutfuse-opt %s --inline-resource-constants | FileCheck %s --enable-var-scope

// CHECK-LABEL: func.func @main(
// CHECK-NEXT:    arith.constant {note = dense<7> : tensor<2xi8>} dense<[1, -2]> : tensor<2xi8>
// CHECK-NOT: dense_resource
func.func @main() -> tensor<2xi8> {
  %0 = arith.constant {note = dense_resource<same> : tensor<2xi8>} dense_resource<c> : tensor<2xi8>
  return %0 : tensor<2xi8>
}

{-#
  dialect_resources: {
    builtin: {
      c: "0x0100000001fe",
      same: "0x010000000707"
    }
  }
#-}
