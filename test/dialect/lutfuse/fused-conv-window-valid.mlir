// The nearest op that is right beside each one of fused-conv*-invalid.mlir: window, groups and shapes.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x2x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c1_fused_stride_positive(
func.func @conv_c1_fused_stride_positive(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv2d {{.*}}stride [2, 1] requant
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      stride [2, 1] requant #r : (!x, !w, !t) -> !y
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
// CHECK-LABEL: @conv_c2_fused_dilation_positive(
func.func @conv_c2_fused_dilation_positive(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv2d {{.*}}dilation [1, 2] requant
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      dilation [1, 2] requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x5x5x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c3_fused_pad_zero(
func.func @conv_c3_fused_pad_zero(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv2d {{.*}}pad [0, 1, 1, 0] requant
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      pad [0, 1, 1, 0] requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x6x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x3x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c4_fused_group_divides(
func.func @conv_c4_fused_group_divides(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv2d {{.*}}group 2 requant
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      group 2 requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<4x3x3x1x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x2x2x4x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c4_fused_group_of_every_channel(
func.func @conv_c4_fused_group_of_every_channel(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv2d {{.*}}group 4 requant
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      group 4 requant #r : (!x, !w, !t) -> !y
  return
}

// -----

!x = tensor<?x?x?x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x3x3x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<?x?x?x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c6_fused_dynamic(
func.func @conv_c6_fused_dynamic(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv2d {{.*}}-> tensor<?x?x?x8x
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}
