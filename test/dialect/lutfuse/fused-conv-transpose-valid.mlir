// The nearest op that is right beside each one of fused-conv-transpose*-invalid.mlir: window and groups.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c1_fused_transposed_stride_positive(
func.func @conv_c1_fused_transposed_stride_positive(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv_transpose2d {{.*}}stride [2, 2] requant
  %y = lutfuse.fused_conv_transpose2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      stride [2, 2] requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x7x8x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c3_fused_transposed_out_pad_crops_less_than_the_filter_height(
func.func @conv_c3_fused_transposed_out_pad_crops_less_than_the_filter_height(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv_transpose2d {{.*}}out_pad [-1, 0, 0, 0] requant
  %y = lutfuse.fused_conv_transpose2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      stride [2, 2] out_pad [-1, 0, 0, 0] requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x6x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x3x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c4_fused_transposed_group_divides(
func.func @conv_c4_fused_transposed_group_divides(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv_transpose2d {{.*}}group 2 requant
  %y = lutfuse.fused_conv_transpose2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      stride [2, 2] group 2 requant #r : (!x, !w, !t) -> !y
  return
}
