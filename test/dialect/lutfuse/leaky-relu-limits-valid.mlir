// The nearest op that is right beside each one of leaky-relu*-invalid.mlir: scales, limits and codes.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<4x!quant.uniform<i8:f32, 0.5:-3>>
!y = tensor<4x!quant.uniform<i8:f32, 1.0:5>>
// CHECK-LABEL: @leaky_c5_positive_within_float32_rounding(
func.func @leaky_c5_positive_within_float32_rounding(%x: !x) {
  // CHECK: lutfuse.leaky_relu %{{[^ ]*}} <positive = #{{[^ ]*}}, negative = #{{[^ ]*}}> : 
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073742080], shift = [31], rounding = double_round>,
       negative = <multiplier = [1073741824], shift = [33], rounding = double_round>>
    : (!x) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 16777216.0>>
!y = tensor<4x!quant.uniform<i8:f32, 1.0>>
// CHECK-LABEL: @leaky_c6_positive_values_below_the_limit(
func.func @leaky_c6_positive_values_below_the_limit(%x: !x) {
  // CHECK: lutfuse.leaky_relu %{{[^ ]*}} <positive = #{{[^ ]*}}, negative = #{{[^ ]*}}> : 
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [6], rounding = double_round>,
       negative = <multiplier = [1073741824], shift = [33], rounding = double_round>>
    : (!x) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.5:0>>
!y = tensor<4x!quant.uniform<i8:f32, 1.0:5>>
// CHECK-LABEL: @leaky_c6_negative_values_below_the_limit(
func.func @leaky_c6_negative_values_below_the_limit(%x: !x) {
  // CHECK: lutfuse.leaky_relu %{{[^ ]*}} <positive = #{{[^ ]*}}, negative = #{{[^ ]*}}, factor = [32766]> : 
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
       negative = <multiplier = [1073741824], shift = [21], rounding = double_round>, factor = [32766]>
    : (!x) -> !y
  return
}

// -----

!x = tensor<2x!quant.uniform<i8:f32, 0.5:0>>
!y = tensor<2x!quant.uniform<i8:f32, 1.0:5>>
// CHECK-LABEL: @leaky_c6_negative_values_of_each_factor_below_the_limit(
func.func @leaky_c6_negative_values_of_each_factor_below_the_limit(%x: !x) {
  // CHECK: lutfuse.leaky_relu %{{[^ ]*}} <positive = #{{[^ ]*}}, negative = #{{[^ ]*}}, factor = [1, 32766]> : 
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
       negative = <multiplier = [1073741824], shift = [21], rounding = double_round>, factor = [1, 32766]>
    : (!x) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i16:f32, 0.5>>
!y = tensor<4x!quant.uniform<u8:f32, 1.0:255>>
// CHECK-LABEL: @leaky_c7_codes_i16_result_u8(
func.func @leaky_c7_codes_i16_result_u8(%x: !x) {
  // CHECK: lutfuse.leaky_relu %{{[^ ]*}} <positive = #{{[^ ]*}}, negative = #{{[^ ]*}}> : (tensor<4x!quant.uniform<i16:{{.*}} -> tensor<4x!quant.uniform<u8:
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
       negative = <multiplier = [1073741824], shift = [33], rounding = double_round>>
    : (!x) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8<-127:127>:f32, 0.5:-127>>
!y = tensor<4x!quant.uniform<i8:f32, 1.0:5>>
// CHECK-LABEL: @leaky_c8_zero_points_lowest(
func.func @leaky_c8_zero_points_lowest(%x: !x) {
  // CHECK: lutfuse.leaky_relu %{{[^ ]*}} <positive = #{{[^ ]*}}, negative = #{{[^ ]*}}> : (tensor<4x!quant.uniform<i8<-127:127>:f32, 5.000000e-01:-127>>)
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
       negative = <multiplier = [1073741824], shift = [33], rounding = double_round>>
    : (!x) -> !y
  return
}
