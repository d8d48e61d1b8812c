// The nearest op that is right beside each one of fused-conv*-invalid.mlir: requantization, which leads to the intermediate type.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<2x1x1x4x!quant.uniform<i8:f32:0, {0.25, 0.5}>>
!t = tensor<256xi8>
!y = tensor<1x4x4x2x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 33], rounding = double_round>
// CHECK-LABEL: @conv_c11_fused_multiplier_for_each_channel_per_axis(
func.func @conv_c11_fused_multiplier_for_each_channel_per_axis(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv2d {{.*}}tensor<2x1x1x4x!quant.uniform<i8:f32:0, {2.500000e-01,5.000000e-01}>>, tensor<256xi8>) ->
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c12_fused_leads_to_intermediate_scale(
func.func @conv_c12_fused_leads_to_intermediate_scale(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv2d {{.*}}intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> requant #
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant_f32<scale = [0.0625]>
// CHECK-LABEL: @conv_c12_fused_leads_to_intermediate_scale_as_float(
func.func @conv_c12_fused_leads_to_intermediate_scale_as_float(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv2d {{.*}}intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> requant_f32 #
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant_f32 #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c12_fused_result_scale_is_intermediate_scale(
func.func @conv_c12_fused_result_scale_is_intermediate_scale(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv2d {{.*}}-> tensor<1x4x4x8x!quant.uniform<i8:f32, 2.000000e+00:-3>>
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}
