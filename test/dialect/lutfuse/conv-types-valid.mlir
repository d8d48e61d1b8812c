// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

// The nearest op that is right beside each one of conv-types-invalid.mlir.

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

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<8xi32>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c9_bias_i32_with_i8_input(
func.func @conv_c9_bias_i32_with_i8_input(%x: !x, %w: !w, %b: !b) {
  // CHECK: lutfuse.conv2d {{.*}}bias %{{.*}} requant #{{.*}}, tensor<8xi32>) ->
  %y = lutfuse.conv2d %x, %w bias %b requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i16:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<8xi48>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
// CHECK-LABEL: @conv_c9_bias_i48_with_i16_input(
func.func @conv_c9_bias_i48_with_i16_input(%x: !x, %w: !w, %b: !b) {
  // CHECK: lutfuse.conv2d {{.*}}bias %{{.*}} requant #{{.*}}, tensor<8xi48>) ->
  %y = lutfuse.conv2d %x, %w bias %b requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<1xi32>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c10_bias_of_one_element(
func.func @conv_c10_bias_of_one_element(%x: !x, %w: !w, %b: !b) {
  // CHECK: lutfuse.conv2d {{.*}}bias %{{.*}} requant #{{.*}}, tensor<1xi32>) ->
  %y = lutfuse.conv2d %x, %w bias %b requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c10_bias_absent(
func.func @conv_c10_bias_absent(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}%{{[^ ]*}}, %{{[^ ]*}} requant
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<?xi32>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c10_bias_of_dynamic_length(
func.func @conv_c10_bias_of_dynamic_length(%x: !x, %w: !w, %b: !b) {
  // CHECK: lutfuse.conv2d {{.*}}bias %{{.*}} requant #{{.*}}, tensor<?xi32>) ->
  %y = lutfuse.conv2d %x, %w bias %b requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<?x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<8xi32>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c10_bias_length_with_dynamic_filter(
func.func @conv_c10_bias_length_with_dynamic_filter(%x: !x, %w: !w, %b: !b) {
  // CHECK: lutfuse.conv2d {{.*}}bias %{{.*}} requant #{{.*}}, tensor<8xi32>) ->
  %y = lutfuse.conv2d %x, %w bias %b requant #r : (!x, !w, !b) -> !y
  return
}

// -----

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

// -----

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
