// leaky_c5, leaky_c6 below zero of lutfuse.leaky_relu. The twins that are right stand in leaky-relu-*valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<4x!quant.uniform<i8:f32, 0.5:-3>>
!y = tensor<4x!quant.uniform<i8:f32, 1.0:5>>
func.func @leaky_c5_positive(%x: !x) {
  // expected-error @+1 {{'lutfuse.leaky_relu' op expected 'positive' to be 0.5 (input scale 0.5 / result scale 1) but got 1 (multiplier 1073741824, shift 30)}}
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [30], rounding = double_round>,
       negative = <multiplier = [1073741824], shift = [33], rounding = double_round>>
    : (!x) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.5:-3>>
!y = tensor<4x!quant.uniform<i8:f32, 1.0:5>>
func.func @leaky_c5_positive_beyond_float32_rounding(%x: !x) {
  // expected-error @+1 {{'lutfuse.leaky_relu' op expected 'positive' to be 0.5 (input scale 0.5 / result scale 1) but got 0.50000012 (multiplier 1073742081, shift 31)}}
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073742081], shift = [31], rounding = double_round>,
       negative = <multiplier = [1073741824], shift = [33], rounding = double_round>>
    : (!x) -> !y
  return
}

// -----

// 128 * 2^25
!x = tensor<2x!quant.uniform<i8:f32, 0.5:0>>
!y = tensor<2x!quant.uniform<i8:f32, 1.0>>
func.func @leaky_c6_negative_values_of_second_channel(%x: !x) {
  // expected-error @+1 {{'lutfuse.leaky_relu' op expected requantized values within 2^31 - 2^16 but got 4.2949673e+09 in 'negative' of channel 1}}
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
       negative = <multiplier = [1073741824, 1073741824], shift = [30, 5], rounding = double_round>>
    : (!x) -> !y
  return
}

// -----

// 128 * 32767 * 2^9 = 2^31 - 2^16
!x = tensor<4x!quant.uniform<i8:f32, 0.5:0>>
!y = tensor<4x!quant.uniform<i8:f32, 1.0:5>>
func.func @leaky_c6_negative_values_at_the_limit(%x: !x) {
  // expected-error @+1 {{'lutfuse.leaky_relu' op expected requantized values within 2^31 - 2^16 but got 2.14741811e+09 in 'negative' of channel 0}}
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
       negative = <multiplier = [1073741824], shift = [21], rounding = double_round>, factor = [32767]>
    : (!x) -> !y
  return
}

// -----

!x = tensor<2x!quant.uniform<i8:f32, 0.5:0>>
!y = tensor<2x!quant.uniform<i8:f32, 1.0:5>>
func.func @leaky_c6_negative_values_of_second_factor(%x: !x) {
  // expected-error @+1 {{'lutfuse.leaky_relu' op expected requantized values within 2^31 - 2^16 but got 2.14741811e+09 in 'negative' of channel 1}}
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
       negative = <multiplier = [1073741824], shift = [21], rounding = double_round>, factor = [1, 32767]>
    : (!x) -> !y
  return
}
