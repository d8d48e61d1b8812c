// The nearest op that is right beside each one of fused-table*-invalid.mlir: header and codes.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @table_c1_fused_to_c4_header_agrees(
func.func @table_c1_fused_to_c4_header_agrees(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv2d {{.*}}tensor<256xi8>) -> tensor<1x4x4x8x
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<u8:f32, 2.0:128>
#h = #lutfuse.table_header<first = 0, entries = 256, lookup = direct,
  input = !quant.uniform<u8:f32, 2.0:128>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @table_c5_fused_unsigned_codes(
func.func @table_c5_fused_unsigned_codes(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv2d {{.*}}intermediate !quant.uniform<u8:f32, 2.000000e+00:128>
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<513xi16>
!y = tensor<1x4x4x8x!quant.uniform<i16:f32, 0.00003>>
!u = !quant.uniform<i16:f32, 2.0>
#h = #lutfuse.table_header<first = -32768, entries = 513, lookup = interpolated fraction_bits = 7,
  input = !quant.uniform<i16:f32, 2.0>, result = !quant.uniform<i16:f32, 0.00003>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @table_c6_fused_interpolated_from_i16(
func.func @table_c6_fused_interpolated_from_i16(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv2d {{.*}}tensor<513xi16>) -> tensor<1x4x4x8x!quant.uniform<i16:f32, 3.000000e-05>>
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @table_c5_fused_transposed_every_code(
func.func @table_c5_fused_transposed_every_code(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv_transpose2d {{.*}}tensor<256xi8>) -> tensor<1x8x8x8x
  %y = lutfuse.fused_conv_transpose2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      stride [2, 2] requant #r : (!x, !w, !t) -> !y
  return
}
