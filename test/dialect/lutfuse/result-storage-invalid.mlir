// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// Results have a storage that every engine computes.

!u = tensor<4x!quant.uniform<i8:f32, 2.0>>
!y = tensor<4x!quant.uniform<i4:f32, 0.5>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0>, result = !quant.uniform<i4:f32, 0.5>>
func.func @table_c7_result_of_4_bits(%u: !u, %t: tensor<256xi4>) {
  // expected-error @+1 {{'lutfuse.lut_activation' op result #0 must be ranked tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<4x!quant.uniform<i4:f32, 5.000000e-01>>'}}
  %y = lutfuse.lut_activation <gelu> %u, %t header #h : (!u, tensor<256xi4>) -> !y
  return
}

// -----

!u = tensor<4x!quant.uniform<i8:f32, 2.0>>
!y = tensor<4x!quant.uniform<i32:f32, 0.5>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0>, result = !quant.uniform<i32:f32, 0.5>>
func.func @table_c7_result_of_32_bits(%u: !u, %t: tensor<256xi32>) {
  // expected-error @+1 {{'lutfuse.lut_activation' op result #0 must be ranked tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<4x!quant.uniform<i32:f32, 5.000000e-01>>'}}
  %y = lutfuse.lut_activation <gelu> %u, %t header #h : (!u, tensor<256xi32>) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0>, result = !quant.uniform<u16:f32, 0.5>>
func.func @table_c7_fused_result_u16(%x: !x, %w: !w, %t: tensor<256xi16>) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op result #0 must be 4D NHWC tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<1x4x4x8x!quant.uniform<u16:f32, 5.000000e-01>>'}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <gelu> header #h intermediate !quant.uniform<i8:f32, 2.0>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (!x, !w, tensor<256xi16>) -> tensor<1x4x4x8x!quant.uniform<u16:f32, 0.5>>
  return
}
