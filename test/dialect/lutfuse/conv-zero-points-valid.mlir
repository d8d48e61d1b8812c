// The nearest op that is right beside each one of conv-types*-invalid.mlir: zero points.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5:-128>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c13_input_zero_point_lowest(
func.func @conv_c13_input_zero_point_lowest(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}5.000000e-01:-128>>, tensor<8x
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8<-127:127>:f32, 0.5:-127>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c13_input_zero_point_of_narrow_range(
func.func @conv_c13_input_zero_point_of_narrow_range(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}!quant.uniform<i8<-127:127>:f32, 5.000000e-01:-127>>
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<u8:f32, 0.25:255>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c13_filter_zero_point_highest(
func.func @conv_c13_filter_zero_point_highest(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}!quant.uniform<u8:f32, 2.500000e-01:255>>
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<2x1x1x4x!quant.uniform<i8<-127:127>:f32:0, {0.25:-127, 0.25:127}>>
!y = tensor<1x4x4x2x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 34], rounding = double_round>
// CHECK-LABEL: @conv_c13_filter_zero_point_of_each_channel(
func.func @conv_c13_filter_zero_point_of_each_channel(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}!quant.uniform<i8<-127:127>:f32:0, {2.500000e-01:-127,2.500000e-01:127}>>
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<u8:f32, 2.0:0>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c13_result_zero_point_unsigned(
func.func @conv_c13_result_zero_point_unsigned(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}-> tensor<1x4x4x8x!quant.uniform<u8:f32, 2.000000e+00>>
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}
