// The nearest op that is right beside each one of conv-types*-invalid.mlir: the bias.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<8xi32>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c9_bias_i32_with_i8_input(
func.func @conv_c9_bias_i32_with_i8_input(%x: !x, %w: !w, %b: !b) {
  // CHECK: lutfuse.conv2d {{.*}}bias %{{.*}} requant #{{.*}}, tensor<8xi32>) ->
  %y = lutfuse.conv2d %x, %w bias %b requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i16:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<8xi48>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
// CHECK-LABEL: @conv_c9_bias_i48_with_i16_input(
func.func @conv_c9_bias_i48_with_i16_input(%x: !x, %w: !w, %b: !b) {
  // CHECK: lutfuse.conv2d {{.*}}bias %{{.*}} requant #{{.*}}, tensor<8xi48>) ->
  %y = lutfuse.conv2d %x, %w bias %b requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<1xi32>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c10_bias_of_one_element(
func.func @conv_c10_bias_of_one_element(%x: !x, %w: !w, %b: !b) {
  // CHECK: lutfuse.conv2d {{.*}}bias %{{.*}} requant #{{.*}}, tensor<1xi32>) ->
  %y = lutfuse.conv2d %x, %w bias %b requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c10_bias_absent(
func.func @conv_c10_bias_absent(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}%{{[^ ]*}}, %{{[^ ]*}} requant
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<?xi32>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c10_bias_of_dynamic_length(
func.func @conv_c10_bias_of_dynamic_length(%x: !x, %w: !w, %b: !b) {
  // CHECK: lutfuse.conv2d {{.*}}bias %{{.*}} requant #{{.*}}, tensor<?xi32>) ->
  %y = lutfuse.conv2d %x, %w bias %b requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<?x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<8xi32>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c10_bias_length_with_dynamic_filter(
func.func @conv_c10_bias_length_with_dynamic_filter(%x: !x, %w: !w, %b: !b) {
  // CHECK: lutfuse.conv2d {{.*}}bias %{{.*}} requant #{{.*}}, tensor<8xi32>) ->
  %y = lutfuse.conv2d %x, %w bias %b requant #r : (!x, !w, !b) -> !y
  return
}
