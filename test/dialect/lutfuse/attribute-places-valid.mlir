// RUN: lutfuse-opt %s --verify-roundtrip | FileCheck %s --enable-var-scope

// The nearest attribute that is right beside each one of attribute-places-invalid.mlir.

// CHECK-LABEL: @interface(
// CHECK-SAME: lutfuse.name = "x", lutfuse.type = ui8
// CHECK-SAME: lutfuse.name = "y", lutfuse.type = !quant.uniform<i8:f32, 5.000000e-01>
func.func private @interface(tensor<4xi8> {lutfuse.name = "x", lutfuse.type = ui8})
  -> (tensor<4xi8> {lutfuse.name = "y", lutfuse.type = !quant.uniform<i8:f32, 0.5>})

// CHECK-LABEL: @kernel(
// CHECK-SAME: attributes {lutfuse.kernel}
func.func private @kernel() attributes {lutfuse.kernel}

// CHECK-LABEL: @finished(
// CHECK-SAME: attributes {lutfuse.kernel = "generated"}
func.func private @finished() attributes {lutfuse.kernel = "generated"}

// CHECK-LABEL: @planned(
// CHECK-SAME: lutfuse.arena = 0 : i64
// CHECK-SAME: lutfuse.variables = [{initial_value = dense<1> : tensor<4xi8>, name = "v", type = tensor<4xi8>}, {name = "w", type = tensor<?xi8>}]
func.func private @planned() attributes {lutfuse.arena = 0 : i64,
  lutfuse.variables = [{initial_value = dense<1> : tensor<4xi8>, name = "v", type = tensor<4xi8>},
                       {name = "w", type = tensor<?xi8>}]}
