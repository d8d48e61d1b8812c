// The ends of what the attributes of windows can say.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<1x4x4x?x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x?x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c4_group_of_one_channel_in_dynamic_input(
func.func @conv_c4_group_of_one_channel_in_dynamic_input(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}group 8 requant
  %y = lutfuse.conv2d %x, %w group 8 requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x9223372036854775807x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c6_pads_as_large_as_int64(
func.func @conv_c6_pads_as_large_as_int64(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}pad [0, 9223372036854775803, 0, 0] requant #{{.*}} -> tensor<1x9223372036854775807x4x8x
  %y = lutfuse.conv2d %x, %w pad [0, 9223372036854775803, 0, 0] requant #r : (!x, !w) -> !y
  return
}

// -----

// floor((4 + 2 * (2^63 - 1) - 1) / (2^63 - 1)) + 1
!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x3x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c6_sum_of_pads_divided_by_stride(
func.func @conv_c6_sum_of_pads_divided_by_stride(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}pad [9223372036854775807, 9223372036854775807, 0, 0] requant #{{.*}} -> tensor<1x3x4x8x
  %y = lutfuse.conv2d %x, %w
      stride [9223372036854775807, 1] pad [9223372036854775807, 9223372036854775807, 0, 0] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c6_dilation_of_one_row(
func.func @conv_c6_dilation_of_one_row(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}dilation [9223372036854775807, 1] requant
  %y = lutfuse.conv2d %x, %w dilation [9223372036854775807, 1] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x1x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c6_stride_highest(
func.func @conv_c6_stride_highest(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}stride [9223372036854775807, 1] requant #{{.*}} -> tensor<1x1x4x8x
  %y = lutfuse.conv2d %x, %w stride [9223372036854775807, 1] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x1x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x2x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c6_transposed_stride_of_one_row(
func.func @conv_c6_transposed_stride_of_one_row(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}stride [9223372036854775807, 2] requant #{{.*}} -> tensor<1x2x8x8x
  %y = lutfuse.conv_transpose2d %x, %w stride [9223372036854775807, 2] requant #r : (!x, !w) -> !y
  return
}
