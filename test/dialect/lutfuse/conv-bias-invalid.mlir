// conv_c9 of lutfuse.conv2d. The twins that are right stand in conv-bias-valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<8xi48>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c9_bias_i48_with_i8_input(%x: !x, %w: !w, %b: !b) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected bias elements of type i32 but got 'i48'}}
  %y = lutfuse.conv2d %x, %w bias %b requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i16:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<8xi32>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
func.func @conv_c9_bias_i32_with_i16_input(%x: !x, %w: !w, %b: !b) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected bias elements of type i48 but got 'i32'}}
  %y = lutfuse.conv2d %x, %w bias %b requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<8xsi32>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c9_bias_signed(%x: !x, %w: !w, %b: !b) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected bias elements of type i32 but got 'si32'}}
  %y = lutfuse.conv2d %x, %w bias %b requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!b = tensor<8x!quant.uniform<i32:f32, 0.125>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c9_bias_quantized(%x: !x, %w: !w, %b: !b) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected bias elements of type i32 but got '!quant.uniform<i32:f32, 1.250000e-01>'}}
  %y = lutfuse.conv2d %x, %w bias %b requant #r : (!x, !w, !b) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c9_table_in_place_of_bias(%x: !x, %w: !w, %t: tensor<256xi8>) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected bias elements of type i32 but got 'i8'; a table comes after 'lut', in a fused op}}
  %y = lutfuse.conv2d %x, %w bias %t requant #r : (!x, !w, tensor<256xi8>) -> !y
  return
}
