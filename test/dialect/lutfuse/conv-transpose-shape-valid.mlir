// The nearest op that is right beside each one of conv-transpose*-invalid.mlir: shapes.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<2x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<2x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c6_transposed_batch(
func.func @conv_c6_transposed_batch(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}-> tensor<2x8x8x8x
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x9x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c6_transposed_out_pad_grows(
func.func @conv_c6_transposed_out_pad_grows(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}out_pad [0, 1, 0, 0] requant #{{.*}} -> tensor<1x9x8x8x
  %y = lutfuse.conv_transpose2d %x, %w
      stride [2, 2] out_pad [0, 1, 0, 0] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<?x?x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c6_transposed_width_beside_dynamic_height(
func.func @conv_c6_transposed_width_beside_dynamic_height(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}(tensor<?x?x4x4x
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x1x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x1x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c6_transposed_cropped_to_one_row(
func.func @conv_c6_transposed_cropped_to_one_row(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}-> tensor<1x1x8x8x
  %y = lutfuse.conv_transpose2d %x, %w
      stride [2, 2] out_pad [-1, 0, 0, 0] requant #r : (!x, !w) -> !y
  return
}
