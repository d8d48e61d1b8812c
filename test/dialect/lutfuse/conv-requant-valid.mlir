// The nearest op that is right beside each one of conv-requant*-invalid.mlir: multipliers.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c11_one_multiplier_per_tensor(
func.func @conv_c11_one_multiplier_per_tensor(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}requant #
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<1x1x1x4x!quant.uniform<i8:f32:0, {0.25}>>
!y = tensor<1x4x4x1x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c11_one_multiplier_of_one_channel(
func.func @conv_c11_one_multiplier_of_one_channel(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}tensor<1x1x1x4x!quant.uniform<i8:f32:0, {2.500000e-01}>>
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<2x1x1x4x!quant.uniform<i8:f32:0, {0.25, 0.25}>>
!y = tensor<1x4x4x2x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 34], rounding = double_round>
// CHECK-LABEL: @conv_c11_multiplier_for_each_channel_per_axis(
func.func @conv_c11_multiplier_for_each_channel_per_axis(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}requant #{{.*}} -> tensor<1x4x4x2x
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant_f32<scale = [0.0625]>
// CHECK: #lutfuse.requant_f32<scale = [6.250000e-02]>
// CHECK-LABEL: @conv_c11_one_float_scale_per_tensor(
func.func @conv_c11_one_float_scale_per_tensor(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}requant_f32 #
  %y = lutfuse.conv2d %x, %w requant_f32 #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i16:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
// CHECK-LABEL: @conv_c15_multiplier_of_16_bits_with_i16_input(
func.func @conv_c15_multiplier_of_16_bits_with_i16_input(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}requant #
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
// CHECK-LABEL: @conv_c15_multiplier_of_16_bits_with_i8_input(
func.func @conv_c15_multiplier_of_16_bits_with_i8_input(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}requant #
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i16:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant_f32<scale = [0.0625]>
// CHECK: #lutfuse.requant_f32<scale = [6.250000e-02]>
// CHECK-LABEL: @conv_c15_float_scale_with_i16_input(
func.func @conv_c15_float_scale_with_i16_input(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}requant_f32 #
  %y = lutfuse.conv2d %x, %w requant_f32 #r : (!x, !w) -> !y
  return
}
