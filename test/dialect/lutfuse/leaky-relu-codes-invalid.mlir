// leaky_c6 to leaky_c8 of lutfuse.leaky_relu. The twins that are right stand in leaky-relu-*valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// 127 * 2^25
!x = tensor<4x!quant.uniform<i8:f32, 33554432.0>>
!y = tensor<4x!quant.uniform<i8:f32, 1.0>>
func.func @leaky_c6_positive_values(%x: !x) {
  // expected-error @+1 {{'lutfuse.leaky_relu' op expected requantized values within 2^31 - 2^16 but got 4.26141286e+09 in 'positive' of channel 0}}
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [5], rounding = double_round>,
       negative = <multiplier = [1073741824], shift = [33], rounding = double_round>>
    : (!x) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<u16:f32, 0.5>>
!y = tensor<4x!quant.uniform<i8:f32, 1.0:5>>
func.func @leaky_c7_codes_u16(%x: !x) {
  // expected-error @+1 {{'lutfuse.leaky_relu' op operand #0 must be ranked tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<4x!quant.uniform<u16:f32, 5.000000e-01>>'}}
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
       negative = <multiplier = [1073741824], shift = [33], rounding = double_round>>
    : (!x) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.5:-3>>
!y = tensor<4x!quant.uniform<i32:f32, 1.0>>
func.func @leaky_c7_result_i32(%x: !x) {
  // expected-error @+1 {{'lutfuse.leaky_relu' op result #0 must be ranked tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<4x!quant.uniform<i32:f32, 1.000000e+00>>'}}
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
       negative = <multiplier = [1073741824], shift = [33], rounding = double_round>>
    : (!x) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8<-127:127>:f32, 0.5:-128>>
!y = tensor<4x!quant.uniform<i8:f32, 1.0:5>>
func.func @leaky_c8_input_zero_point(%x: !x) {
  // expected-error @+1 {{'lutfuse.leaky_relu' op expected the input zero point in [-127, 127] but got -128}}
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
       negative = <multiplier = [1073741824], shift = [33], rounding = double_round>>
    : (!x) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.5:-3>>
!y = tensor<4x!quant.uniform<u8:f32, 1.0:256>>
func.func @leaky_c8_result_zero_point(%x: !x) {
  // expected-error @+1 {{'lutfuse.leaky_relu' op expected the result zero point in [0, 255] but got 256}}
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
       negative = <multiplier = [1073741824], shift = [33], rounding = double_round>>
    : (!x) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.5:-3>>
!y = tensor<5x!quant.uniform<i8:f32, 1.0:5>>
func.func @leaky_result_of_another_shape(%x: !x) {
  // expected-error @+1 {{'lutfuse.leaky_relu' op failed to verify that all of {input, result} have same shape}}
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
       negative = <multiplier = [1073741824], shift = [33], rounding = double_round>>
    : (!x) -> !y
  return
}
