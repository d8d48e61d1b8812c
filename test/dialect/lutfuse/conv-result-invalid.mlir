// conv_c14 of lutfuse.conv2d. The twins that are right stand in conv-result-valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i32:f32, 2.0>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c14_result_i32(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op result #0 must be 4D NHWC tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<1x4x4x8x!quant.uniform<i32:f32, 2.000000e+00>>'}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<u16:f32, 2.0>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c14_result_u16(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op result #0 must be 4D NHWC tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<1x4x4x8x!quant.uniform<u16:f32, 2.000000e+00>>'}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}
