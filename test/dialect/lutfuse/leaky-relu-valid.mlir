// The nearest op that is right beside each one of leaky-relu*-invalid.mlir: multipliers and factors.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<4x!quant.uniform<i8:f32, 0.5:-3>>
!y = tensor<4x!quant.uniform<i8:f32, 1.0:5>>
// CHECK-LABEL: @leaky_c1_one_positive_multiplier(
func.func @leaky_c1_one_positive_multiplier(%x: !x) {
  // CHECK: lutfuse.leaky_relu %{{[^ ]*}} <positive = #{{[^ ]*}}, negative = #{{[^ ]*}}> : 
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
       negative = <multiplier = [1073741824], shift = [33], rounding = double_round>>
    : (!x) -> !y
  return
}

// -----

!x = tensor<2x!quant.uniform<i8:f32, 0.5:-3>>
!y = tensor<2x!quant.uniform<i8:f32, 1.0:5>>
// CHECK-LABEL: @leaky_c2_factors_lowest_and_highest(
func.func @leaky_c2_factors_lowest_and_highest(%x: !x) {
  // CHECK: lutfuse.leaky_relu %{{[^ ]*}} <positive = #{{[^ ]*}}, negative = #{{[^ ]*}}, factor = [-32768, 32767]> : 
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
       negative = <multiplier = [1073741824], shift = [33], rounding = double_round>, factor = [-32768, 32767]>
    : (!x) -> !y
  return
}

// -----

!x = tensor<3x2x!quant.uniform<i8:f32, 0.5:-3>>
!y = tensor<3x2x!quant.uniform<i8:f32, 1.0:5>>
// CHECK-LABEL: @leaky_c3_negative_multiplier_for_each_channel(
func.func @leaky_c3_negative_multiplier_for_each_channel(%x: !x) {
  // CHECK: lutfuse.leaky_relu %{{[^ ]*}} <positive = #{{[^ ]*}}, negative = #{{[^ ]*}}> : (tensor<3x2x!quant
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
       negative = <multiplier = [1073741824, 1073741824], shift = [33, 33], rounding = double_round>>
    : (!x) -> !y
  return
}

// -----

!x = tensor<3x2x!quant.uniform<i8:f32, 0.5:-3>>
!y = tensor<3x2x!quant.uniform<i8:f32, 1.0:5>>
// CHECK-LABEL: @leaky_c4_factor_for_each_channel(
func.func @leaky_c4_factor_for_each_channel(%x: !x) {
  // CHECK: lutfuse.leaky_relu %{{[^ ]*}} <positive = #{{[^ ]*}}, negative = #{{[^ ]*}}, factor = [1, -2]> : (tensor<3x2x!quant
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
       negative = <multiplier = [1073741824], shift = [33], rounding = double_round>, factor = [1, -2]>
    : (!x) -> !y
  return
}

// -----

!x = tensor<?x!quant.uniform<i8:f32, 0.5:-3>>
!y = tensor<?x!quant.uniform<i8:f32, 1.0:5>>
// CHECK-LABEL: @leaky_c4_factors_beside_multipliers_of_dynamic_channels(
func.func @leaky_c4_factors_beside_multipliers_of_dynamic_channels(%x: !x) {
  // CHECK: lutfuse.leaky_relu %{{[^ ]*}} <positive = #{{[^ ]*}}, negative = #{{[^ ]*}}, factor = [1, 2]> : (tensor<?x!quant
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
       negative = <multiplier = [1073741824, 1073741824], shift = [33, 33], rounding = double_round>, factor = [1, 2]>
    : (!x) -> !y
  return
}

// -----

!x = tensor<3x!quant.uniform<i8:f32, 0.5>>
!y = tensor<3x!quant.uniform<i8:f32, 1.0:5>>
// CHECK-LABEL: @leaky_c2_factors_beside_negate(
func.func @leaky_c2_factors_beside_negate(%x: !x) {
  // CHECK: lutfuse.leaky_relu %{{[^ ]*}} <positive = #{{[^ ]*}}, negative = #{{[^ ]*}} negate = true, factor = [1, -1, 0]> :
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
       negative = <multiplier = [1073741824], shift = [33], rounding = double_round> negate = true,
       factor = [1, -1, 0]>
    : (!x) -> !y
  return
}
