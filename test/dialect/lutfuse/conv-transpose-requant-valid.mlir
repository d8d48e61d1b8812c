// The nearest op that is right beside each one of conv-transpose*-invalid.mlir: requantization.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x5x5x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c11_transposed_one_multiplier_per_tensor(
func.func @conv_c11_transposed_one_multiplier_per_tensor(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}-> tensor<1x5x5x8x
  %y = lutfuse.conv_transpose2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<2x2x2x4x!quant.uniform<i8:f32:0, {0.25, 0.5}>>
!y = tensor<1x8x8x2x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 33], rounding = double_round>
// CHECK-LABEL: @conv_c12_transposed_per_axis(
func.func @conv_c12_transposed_per_axis(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}tensor<2x2x2x4x!quant.uniform<i8:f32:0, {2.500000e-01,5.000000e-01}>>) ->
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i16:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
// CHECK: #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
// CHECK-LABEL: @conv_c15_transposed_multiplier_of_16_bits_with_i16_input(
func.func @conv_c15_transposed_multiplier_of_16_bits_with_i16_input(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}requant #
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}
