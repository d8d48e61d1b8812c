// The nearest op that is right beside each one of conv-types*-invalid.mlir: the result.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i16:f32, 2.0>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c14_result_i16(
func.func @conv_c14_result_i16(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}-> tensor<1x4x4x8x!quant.uniform<i16:f32, 2.000000e+00>>
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<u8:f32, 2.0:255>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c14_result_u8(
func.func @conv_c14_result_u8(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}-> tensor<1x4x4x8x!quant.uniform<u8:f32, 2.000000e+00:255>>
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8<-127:127>:f32, 2.0>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c14_result_narrow_range(
func.func @conv_c14_result_narrow_range(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}-> tensor<1x4x4x8x!quant.uniform<i8<-127:127>:f32, 2.000000e+00>>
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}
