// Parameters beside parts of a table in fused ops, where the codes are those of `intermediate_type`.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
#a = #lutfuse.clip<min = -3, max = 57>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_c5_header_beside_activation(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected a table with 'header' but got none}}
  %y = lutfuse.fused_conv2d %x, %w header #h activation clip #a intermediate !u
      requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#a = #lutfuse.clip<min = -3, max = 57>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_c6_kind_beside_activation(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected a table with 'kind' but got none}}
  %y = lutfuse.fused_conv2d %x, %w kind <gelu> activation clip #a intermediate !u
      requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
!u = i8
#a = #lutfuse.clip<min = -3, max = 57>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @fused_c8_intermediate_type_not_quantized_beside_activation(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'intermediate_type' failed to satisfy constraint: type attribute of per-tensor quantized type of storage i8, u8 or i16}}
  %y = lutfuse.fused_conv2d %x, %w activation clip #a intermediate !u requant #r : (!x, !w) -> !y
  return
}
