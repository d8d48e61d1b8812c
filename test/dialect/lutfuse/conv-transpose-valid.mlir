// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

// The nearest op that is right beside each one of conv-transpose-invalid.mlir.

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

// -----

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

// -----

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
!y = tensor<1x5x5x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c11_transposed_one_multiplier_per_tensor(
func.func @conv_c11_transposed_one_multiplier_per_tensor(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}-> tensor<1x5x5x8x
  %y = lutfuse.conv_transpose2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<2x2x2x4x!quant.uniform<i8:f32:0, {0.25, 0.5}>>
!y = tensor<1x8x8x2x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 33], rounding = double_round>
// CHECK-LABEL: @conv_c12_transposed_per_axis(
func.func @conv_c12_transposed_per_axis(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}tensor<2x2x2x4x!quant.uniform<i8:f32:0, {2.500000e-01,5.000000e-01}>>) ->
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
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

// -----

!x = tensor<1x4x4x4x!quant.uniform<i16:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
// CHECK: #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
// CHECK-LABEL: @conv_c15_transposed_multiplier_of_16_bits_with_i16_input(
func.func @conv_c15_transposed_multiplier_of_16_bits_with_i16_input(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv_transpose2d {{.*}}requant #
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}
