// The constraints of convolutions on lutfuse.conv_transpose2d: types of operands. The twins that are
// right stand in conv-transpose-*valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<1x4x4x4x!quant.uniform<u16:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c7_transposed_input_u16(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op operand #0 must be 4D NHWC tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<1x4x4x4x!quant.uniform<u16:f32, 5.000000e-01>>'}}
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i16:f32, 0.25>>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c8_transposed_filter_i16(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op operand #1 must be 4D OHWI tensor of quantized i8 or u8 values, but got 'tensor<8x2x2x4x!quant.uniform<i16:f32, 2.500000e-01>>'}}
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x1x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x1x!quant.uniform<i8:f32:3, {0.25}>>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c8_transposed_axis(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected a filter quantized along axis 0, the output channels, but got axis 3}}
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i16:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<8xi32>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
func.func @conv_c9_transposed_bias_i32_with_i16_input(%x: !x, %w: !w, %b: !b) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected bias elements of type i48 but got 'i32'}}
  %y = lutfuse.conv_transpose2d %x, %w bias %b stride [2, 2] requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<4xi32>
!y = tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c10_transposed_bias_length(%x: !x, %w: !w, %b: !b) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected a bias of 1 or 8 elements but got 4}}
  %y = lutfuse.conv_transpose2d %x, %w bias %b stride [2, 2] requant #r : (!x, !w, !b) -> !y
  return
}
