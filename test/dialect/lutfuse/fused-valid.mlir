// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

// The complete fused ops beside those of fused-*parts-invalid.mlir.

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @fused_c1_to_c8_complete(
func.func @fused_c1_to_c8_complete(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv2d {{.*}}lut %{{[^ ]*}} kind <sigmoid> header #table_header intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> requant #requant :
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x5x5x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @fused_c1_transposed_to_c8_complete(
func.func @fused_c1_transposed_to_c8_complete(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv_transpose2d {{.*}}lut %{{[^ ]*}} kind <sigmoid> header #table_header intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> requant #requant :
  %y = lutfuse.fused_conv_transpose2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<8xi32>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @fused_c7_with_bias(
func.func @fused_c7_with_bias(%x: !x, %w: !w, %b: !b, %t: !t) {
  // CHECK: lutfuse.fused_conv2d {{.*}}bias %{{[^ ]*}} lut %{{[^ ]*}} kind <sigmoid> header
  %y = lutfuse.fused_conv2d %x, %w bias %b lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !b, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<8xi32>
!t = tensor<256xi8>
!y = tensor<1x5x5x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @fused_c7_transposed_with_bias(
func.func @fused_c7_transposed_with_bias(%x: !x, %w: !w, %b: !b, %t: !t) {
  // CHECK: lutfuse.fused_conv_transpose2d {{.*}}bias %{{[^ ]*}} lut %{{[^ ]*}} kind <sigmoid> header
  %y = lutfuse.fused_conv_transpose2d %x, %w bias %b lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !b, !t) -> !y
  return
}
