// The nearest op that is right beside each one of conv-window*-invalid.mlir: stride, dilation and padding.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x2x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c1_stride_positive(
func.func @conv_c1_stride_positive(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}stride [2, 1] requant
  %y = lutfuse.conv2d %x, %w stride [2, 1] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c2_dilation_positive(
func.func @conv_c2_dilation_positive(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}dilation [1, 2] requant
  %y = lutfuse.conv2d %x, %w dilation [1, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x5x5x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c3_pad_zero(
func.func @conv_c3_pad_zero(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}pad [0, 1, 1, 0] requant
  %y = lutfuse.conv2d %x, %w pad [0, 1, 1, 0] requant #r : (!x, !w) -> !y
  return
}
