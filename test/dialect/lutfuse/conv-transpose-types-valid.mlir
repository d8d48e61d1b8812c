// The nearest op that is right beside each one of conv-transpose*-invalid.mlir: types.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<1x4x4x4x!quant.uniform<i16:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
// CHECK-LABEL: @conv_c7_transposed_input_i16(
func.func @conv_c7_transposed_input_i16(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}(tensor<1x4x4x4x!quant.uniform<i16:f32, 5.000000e-01>>
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<u8:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c8_transposed_filter_u8(
func.func @conv_c8_transposed_filter_u8(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}tensor<8x2x2x4x!quant.uniform<u8:f32, 2.500000e-01>>) ->
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x1x!quant.uniform<i8:f32, 0.5>>
!w = tensor<1x2x2x1x!quant.uniform<i8:f32:0, {0.25}>>
!y = tensor<1x8x8x1x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c8_transposed_axis(
func.func @conv_c8_transposed_axis(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}tensor<1x2x2x1x!quant.uniform<i8:f32:0, {2.500000e-01}>>) ->
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i16:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<8xi48>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
// CHECK-LABEL: @conv_c9_transposed_bias_i48_with_i16_input(
func.func @conv_c9_transposed_bias_i48_with_i16_input(%x: !x, %w: !w, %b: !b) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}bias %{{.*}}, tensor<8xi48>) ->
  %y = lutfuse.conv_transpose2d %x, %w bias %b stride [2, 2] requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<8xi32>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c10_transposed_bias_length(
func.func @conv_c10_transposed_bias_length(%x: !x, %w: !w, %b: !b) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}bias %{{.*}}, tensor<8xi32>) ->
  %y = lutfuse.conv_transpose2d %x, %w bias %b stride [2, 2] requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i8<-127:127>:f32, 2.0:-127>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c13_transposed_result_zero_point(
func.func @conv_c13_transposed_result_zero_point(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}-> tensor<1x8x8x8x!quant.uniform<i8<-127:127>:f32, 2.000000e+00:-127>>
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i16:f32, 2.0>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c14_transposed_result_i16(
func.func @conv_c14_transposed_result_i16(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}-> tensor<1x8x8x8x!quant.uniform<i16:f32, 2.000000e+00>>
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}
