// Shapes, scales and tables at the ends of what types can say.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<0x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<0x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c6_batch_empty(
func.func @conv_c6_batch_empty(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}-> tensor<0x4x4x8x
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x0x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x2x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c6_input_of_padding_only(
func.func @conv_c6_input_of_padding_only(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}-> tensor<1x2x4x8x
  %y = lutfuse.conv2d %x, %w pad [1, 1, 0, 0] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f64, 1.0e-300>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f64, 1.0e-300>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [0], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c12_smallest_scales(
func.func @conv_c12_smallest_scales(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}requant #
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<9223372036854775807xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 9223372036854775807, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
// CHECK-LABEL: @table_c5_entries_highest(
func.func @table_c5_entries_highest(%x: !x, %t: !t) {
  // CHECK: lutfuse.lut_activation {{.*}}tensor<9223372036854775807xi8>) ->
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<0x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<0x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
// CHECK-LABEL: @table_shape_empty(
func.func @table_shape_empty(%x: !x, %t: !t) {
  // CHECK: lutfuse.lut_activation {{.*}}-> tensor<0x!quant
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}
