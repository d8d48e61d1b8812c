// The nearest op that is right beside each one of conv-types*-invalid.mlir: storages of input and filter.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c7_input_i8(
func.func @conv_c7_input_i8(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}!quant.uniform<i8:f32, 5.000000e-01>>, tensor<8x
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<u8:f32, 0.5:128>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c7_input_u8(
func.func @conv_c7_input_u8(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}(tensor<1x4x4x4x!quant.uniform<u8:f32, 5.000000e-01:128>>
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i16:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
// CHECK-LABEL: @conv_c7_input_i16(
func.func @conv_c7_input_i16(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}(tensor<1x4x4x4x!quant.uniform<i16:f32, 5.000000e-01>>
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<u8:f32, 0.25:7>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c8_filter_u8(
func.func @conv_c8_filter_u8(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}tensor<8x1x1x4x!quant.uniform<u8:f32, 2.500000e-01:7>>) ->
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>
!w = tensor<2x1x1x2x!quant.uniform<i8:f32:0, {0.25, 0.25}>>
!y = tensor<1x4x4x2x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 34], rounding = double_round>
// CHECK-LABEL: @conv_c8_axis_of_output_channels(
func.func @conv_c8_axis_of_output_channels(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}tensor<2x1x1x2x!quant.uniform<i8:f32:0, {
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<?x1x1x4x!quant.uniform<i8:f32:0, {0.25, 0.25}>>
!y = tensor<1x4x4x2x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 34], rounding = double_round>
// CHECK-LABEL: @conv_c8_scale_count_of_dynamic_filter(
func.func @conv_c8_scale_count_of_dynamic_filter(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}tensor<?x1x1x4x!quant.uniform<i8:f32:0, {
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}
