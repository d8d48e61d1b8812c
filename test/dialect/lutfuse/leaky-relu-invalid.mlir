// leaky_c1 to leaky_c4 of lutfuse.leaky_relu. The twins that are right stand in leaky-relu-*valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

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
