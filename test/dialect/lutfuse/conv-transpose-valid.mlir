// The nearest op that is right beside each one of conv-transpose*-invalid.mlir: stride, padding, groups and channels.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c1_transposed_stride_positive(
func.func @conv_c1_transposed_stride_positive(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}stride [2, 2] requant
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x7x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c3_transposed_out_pad_crops_less_than_the_filter_height(
func.func @conv_c3_transposed_out_pad_crops_less_than_the_filter_height(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}out_pad [-1, 0, 0, 0] requant
  %y = lutfuse.conv_transpose2d %x, %w
      stride [2, 2] out_pad [-1, 0, 0, 0] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x3x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x6x7x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c3_transposed_out_pad_crops_less_than_the_filter_width(
func.func @conv_c3_transposed_out_pad_crops_less_than_the_filter_width(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}out_pad [-1, -1, 0, -2] requant
  %y = lutfuse.conv_transpose2d %x, %w
      stride [2, 2] out_pad [-1, -1, 0, -2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x?x?x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x6x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c3_transposed_out_pad_of_dynamic_filter(
func.func @conv_c3_transposed_out_pad_of_dynamic_filter(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}out_pad [-5, 0, 0, 0] requant
  %y = lutfuse.conv_transpose2d %x, %w
      stride [2, 2] out_pad [-5, 0, 0, 0] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x6x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x3x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c4_transposed_group_divides(
func.func @conv_c4_transposed_group_divides(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}group 2 requant
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] group 2 requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<4x2x2x1x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x4x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c4_transposed_group_of_every_channel(
func.func @conv_c4_transposed_group_of_every_channel(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}group 4 requant
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] group 4 requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x8x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c5_transposed_filter_input_channels(
func.func @conv_c5_transposed_filter_input_channels(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}(tensor<1x4x4x8x
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}
