// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

// The nearest attribute that is right beside each one of attribute-names-invalid.mlir.

// CHECK-LABEL: @kind_known(
// CHECK-SAME: lutfuse.kind = "hard_swish"
func.func private @kind_known() attributes {lutfuse.kind = "hard_swish"}

// -----

// CHECK-LABEL: @input_type_per_tensor(
// CHECK-SAME: lutfuse.input_type = !quant.uniform<i8:f32, 5.000000e-01>
func.func private @input_type_per_tensor() attributes {lutfuse.input_type = !quant.uniform<i8:f32, 0.5>}

// -----

// CHECK-LABEL: @filter_type_per_axis(
// CHECK-SAME: lutfuse.filter_type = !quant.uniform<i8:f32:0, {2.500000e-01,5.000000e-01}>
func.func private @filter_type_per_axis() attributes {lutfuse.filter_type = !quant.uniform<i8:f32:0, {0.25, 0.5}>}

// -----

// CHECK-LABEL: @result_type_narrow_range(
// CHECK-SAME: lutfuse.result_type = !quant.uniform<i8<-127:127>:f32, 2.000000e+00>
func.func private @result_type_narrow_range() attributes {lutfuse.result_type = !quant.uniform<i8<-127:127>:f32, 2.0>}

// -----

// CHECK-LABEL: @name_of_another_dialect(
// CHECK-SAME: test.intermediate_type = i8
func.func private @name_of_another_dialect() attributes {test.intermediate_type = i8}
