// The nearest op that is right beside each one of fused-conv-transpose*-invalid.mlir: requantization and types.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c12_fused_transposed_leads_to_intermediate_scale(
func.func @conv_c12_fused_transposed_leads_to_intermediate_scale(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv_transpose2d {{.*}}intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> stride [2, 2] requant #
  %y = lutfuse.fused_conv_transpose2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      stride [2, 2] requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<2x2x2x4x!quant.uniform<i8:f32:0, {0.25, 0.5}>>
!t = tensor<256xi8>
!y = tensor<1x8x8x2x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 33], rounding = double_round>
// CHECK-LABEL: @conv_c12_fused_transposed_leads_to_intermediate_scale_per_axis(
func.func @conv_c12_fused_transposed_leads_to_intermediate_scale_per_axis(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv_transpose2d {{.*}}tensor<2x2x2x4x!quant.uniform<i8:f32:0, {2.500000e-01,5.000000e-01}>>, tensor<256xi8>) ->
  %y = lutfuse.fused_conv_transpose2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      stride [2, 2] requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x8x8x8x!quant.uniform<u8:f32, 0.00390625:255>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<u8:f32, 0.00390625:255>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c13_fused_transposed_result_zero_point(
func.func @conv_c13_fused_transposed_result_zero_point(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv_transpose2d {{.*}}-> tensor<1x8x8x8x!quant.uniform<u8:f32, 3.906250e-03:255>>
  %y = lutfuse.fused_conv_transpose2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      stride [2, 2] requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<513xi16>
!y = tensor<1x8x8x8x!quant.uniform<i16:f32, 0.00003>>
!u = !quant.uniform<i16:f32, 2.0>
#h = #lutfuse.table_header<first = -32768, entries = 513, lookup = interpolated fraction_bits = 7,
  input = !quant.uniform<i16:f32, 2.0>, result = !quant.uniform<i16:f32, 0.00003>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c14_fused_transposed_intermediate_i16(
func.func @conv_c14_fused_transposed_intermediate_i16(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv_transpose2d {{.*}}intermediate !quant.uniform<i16:f32, 2.000000e+00> stride
  %y = lutfuse.fused_conv_transpose2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      stride [2, 2] requant #r : (!x, !w, !t) -> !y
  return
}
