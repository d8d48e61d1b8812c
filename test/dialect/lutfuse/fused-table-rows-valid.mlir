// The nearest op that is right beside each one of fused-table*-invalid.mlir: rows.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<8x256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @table_c9_fused_row_for_each_channel(
func.func @table_c9_fused_row_for_each_channel(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv2d {{.*}}tensor<8x256xi8>) ->
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<8x256xi8>
!y = tensor<1x4x4x?x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @table_c9_fused_row_for_each_channel_with_dynamic_result(
func.func @table_c9_fused_row_for_each_channel_with_dynamic_result(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv2d {{.*}}tensor<8x256xi8>) ->
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<8x256xi8>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @table_c9_fused_transposed_row_for_each_channel(
func.func @table_c9_fused_transposed_row_for_each_channel(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv_transpose2d {{.*}}tensor<8x256xi8>) ->
  %y = lutfuse.fused_conv_transpose2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      stride [2, 2] requant #r : (!x, !w, !t) -> !y
  return
}
