// The nearest op that is right beside each one of conv-requant*-invalid.mlir: scales.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<2x1x1x4x!quant.uniform<i8:f32:0, {0.25, 0.5}>>
!y = tensor<1x4x4x2x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 33], rounding = double_round>
// CHECK-LABEL: @conv_c12_per_axis(
func.func @conv_c12_per_axis(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}tensor<2x1x1x4x!quant.uniform<i8:f32:0, {2.500000e-01,5.000000e-01}>>
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073742080], shift = [34], rounding = double_round>
// CHECK: #lutfuse.requant<multiplier = [1073742080], shift
// CHECK-LABEL: @conv_c12_within_float32_rounding(
func.func @conv_c12_within_float32_rounding(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}requant #
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i16:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [16383], shift = [18], rounding = single_round, multiplier_bits = 16>
// CHECK: #lutfuse.requant<multiplier = [16383], shift
// CHECK-LABEL: @conv_c12_one_unit_of_16_bits(
func.func @conv_c12_one_unit_of_16_bits(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}requant #
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant_f32<scale = [0.0625000149]>
// CHECK: #lutfuse.requant_f32<scale = [0.0625000149]>
// CHECK-LABEL: @conv_c12_float_scale_rounded(
func.func @conv_c12_float_scale_rounded(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}requant_f32 #
  %y = lutfuse.conv2d %x, %w requant_f32 #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<2x1x1x4x!quant.uniform<i8:f32:0, {0.25, 0.5}>>
!y = tensor<1x4x4x2x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant_f32<scale = [0.0625, 0.125]>
// CHECK: #lutfuse.requant_f32<scale = [6.250000e-02, 1.250000e-01]>
// CHECK-LABEL: @conv_c12_float_scale_per_axis(
func.func @conv_c12_float_scale_per_axis(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}requant_f32 #
  %y = lutfuse.conv2d %x, %w requant_f32 #r : (!x, !w) -> !y
  return
}
