// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

// The nearest op that is right beside each one of fused-conv-invalid.mlir.

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

// -----

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

// -----

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

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!t = tensor<256xi8>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
!u = !quant.uniform<i8<-127:127>:f32, 2.0:-127>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8<-127:127>:f32, 2.0:-127>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c13_fused_intermediate_zero_point_of_narrow_range(
func.func @conv_c13_fused_intermediate_zero_point_of_narrow_range(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv2d {{.*}}intermediate !quant.uniform<i8<-127:127>:f32, 2.000000e+00:-127> requant
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
// CHECK-LABEL: @conv_c14_fused_intermediate_u8(
func.func @conv_c14_fused_intermediate_u8(%x: !x, %w: !w, %t: !t) {
  // CHECK: lutfuse.fused_conv2d {{.*}}intermediate !quant.uniform<u8:f32, 2.000000e+00:128> requant
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid> header #h intermediate !u
      requant #r : (!x, !w, !t) -> !y
  return
}
