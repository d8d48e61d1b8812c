// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// leaky_c1 to leaky_c8 of lutfuse.leaky_relu. The base case scales by 0.5 / 1.0 = 2^30 / 2^31 and
// has slope 0.25. The twins that are right stand in leaky-relu-valid.mlir.

func.func private @leaky_c1_two_positive_multipliers() attributes {
  // expected-error @+1 {{'leaky_relu' expected one multiplier in 'positive' but got 2}}
  test.attr = #lutfuse.leaky_relu<positive = <multiplier = [1073741824, 1073741824], shift = [31, 31], rounding = double_round>,
  negative = <multiplier = [1073741824], shift = [33], rounding = double_round>>
}

// -----

func.func private @leaky_c2_factor_above_16_bits() attributes {
  // expected-error @+1 {{'leaky_relu' expected factors in [-32768, 32767] but got 32768}}
  test.attr = #lutfuse.leaky_relu<positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
  negative = <multiplier = [1073741824], shift = [33], rounding = double_round>, factor = [1, 32768]>
}

// -----

func.func private @leaky_c2_factor_below_16_bits() attributes {
  // expected-error @+1 {{'leaky_relu' expected factors in [-32768, 32767] but got -32769}}
  test.attr = #lutfuse.leaky_relu<positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
  negative = <multiplier = [1073741824], shift = [33], rounding = double_round>, factor = [-32769]>
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.5:-3>>
!y = tensor<4x!quant.uniform<i8:f32, 1.0:5>>
func.func @leaky_c3_negative_multipliers(%x: !x) {
  // expected-error @+1 {{'lutfuse.leaky_relu' op expected 1 or 4 multipliers in 'negative' of a leaky ReLU, one for each channel, but got 2}}
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
       negative = <multiplier = [1073741824, 1073741824], shift = [33, 33], rounding = double_round>>
    : (!x) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.5:-3>>
!y = tensor<4x!quant.uniform<i8:f32, 1.0:5>>
func.func @leaky_c4_factors(%x: !x) {
  // expected-error @+1 {{'lutfuse.leaky_relu' op expected 1 or 4 factors of a leaky ReLU, one for each channel, but got 2}}
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
       negative = <multiplier = [1073741824], shift = [33], rounding = double_round>, factor = [1, 2]>
    : (!x) -> !y
  return
}

// -----

!x = tensor<?x!quant.uniform<i8:f32, 0.5:-3>>
!y = tensor<?x!quant.uniform<i8:f32, 1.0:5>>
func.func @leaky_c4_factors_beside_multipliers_of_dynamic_channels(%x: !x) {
  // expected-error @+1 {{'lutfuse.leaky_relu' op expected 1 or 2 factors of a leaky ReLU, one for each channel, but got 3}}
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
       negative = <multiplier = [1073741824, 1073741824], shift = [33, 33], rounding = double_round>, factor = [1, 2, 3]>
    : (!x) -> !y
  return
}

// -----

!x = tensor<!quant.uniform<i8:f32, 0.5:-3>>
!y = tensor<!quant.uniform<i8:f32, 1.0:5>>
func.func @leaky_c4_factors_of_a_scalar(%x: !x) {
  // expected-error @+1 {{'lutfuse.leaky_relu' op expected 1 or 1 factors of a leaky ReLU, one for each channel, but got 2}}
  %y = lutfuse.leaky_relu %x
      <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
       negative = <multiplier = [1073741824], shift = [33], rounding = double_round>, factor = [1, 2]>
    : (!x) -> !y
  return
}

// -----

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
