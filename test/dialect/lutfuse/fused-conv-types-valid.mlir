// The nearest op that is right beside each one of fused-conv*-invalid.mlir: input, filter and bias.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<2x4x4x4x!quant.uniform<u8:f32, 0.5:3>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<2x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c7_fused_input_u8(
func.func @conv_c7_fused_input_u8(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv2d {{.*}}(tensor<2x4x4x4x!quant.uniform<u8:
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<u8:f32, 0.25:3>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c8_fused_filter_u8(
func.func @conv_c8_fused_filter_u8(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv2d {{.*}}tensor<8x1x1x4x!quant.uniform<u8:
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i16:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<8xi48>
!t = tensor<513xi16>
!y = tensor<1x4x4x8x!quant.uniform<i16:f32, 0.00003>>
!u = !quant.uniform<i16:f32, 2.0>
#h = #lutfuse.table_header<first = -32768, entries = 513, lookup = interpolated fraction_bits = 7,
  input = !quant.uniform<i16:f32, 2.0>, result = !quant.uniform<i16:f32, 0.00003>>
#r = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
// CHECK-LABEL: @conv_c9_fused_bias_i48_with_i16_input(
func.func @conv_c9_fused_bias_i48_with_i16_input(%x: !x, %w: !w, %b: !b, %t: !t) {
  // CHECK: lutfuse.fused_conv2d {{.*}}bias %{{.*}} lut %{{.*}}, tensor<8xi48>, tensor<513xi16>) ->
  %y = lutfuse.fused_conv2d %x, %w bias %b lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !b, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<1xi32>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c10_fused_bias_of_one_element(
func.func @conv_c10_fused_bias_of_one_element(%x: !x, %w: !w, %b: !b, %t: !t) {
  // CHECK: lutfuse.fused_conv2d {{.*}}bias %{{.*}}, tensor<1xi32>, tensor<256xi8>) ->
  %y = lutfuse.fused_conv2d %x, %w bias %b lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !b, !t) -> !y
  return
}
