// requant_c1 to requant_c5.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

func.func private @requant_c1_no_multiplier() attributes {
  // expected-error @+1 {{'requant' expected at least one multiplier but got none}}
  test.attr = #lutfuse.requant<multiplier = [], shift = [], rounding = double_round>
}

// -----

func.func private @requant_c2_more_shifts_than_multipliers() attributes {
  // expected-error @+1 {{'requant' expected as many shifts as multipliers but got 2 shifts and 1 multipliers}}
  test.attr = #lutfuse.requant<multiplier = [1073741824], shift = [34, 34], rounding = double_round>
}

// -----

func.func private @requant_c2_fewer_shifts_than_multipliers() attributes {
  // expected-error @+1 {{'requant' expected as many shifts as multipliers but got 1 shifts and 2 multipliers}}
  test.attr = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34], rounding = double_round>
}

// -----

func.func private @requant_c3_multiplier_negative() attributes {
  // expected-error @+1 {{'requant' expected multipliers in [0, 2147483647] but got -1}}
  test.attr = #lutfuse.requant<multiplier = [-1], shift = [34], rounding = double_round>
}

// -----

func.func private @requant_c3_multiplier_lowest() attributes {
  // expected-error @+1 {{'requant' expected multipliers in [0, 2147483647] but got -2147483648}}
  test.attr = #lutfuse.requant<multiplier = [-2147483648], shift = [34], rounding = double_round>
}

// -----

func.func private @requant_c3_multiplier_of_17_bits() attributes {
  // expected-error @+1 {{'requant' expected multipliers in [0, 32767] but got 32768}}
  test.attr = #lutfuse.requant<multiplier = [32767, 32768], shift = [18, 18], rounding = single_round, multiplier_bits = 16>
}

// -----

func.func private @requant_c3_multiplier_bits_8() attributes {
  // expected-error @+1 {{'requant' expected 'multiplier_bits' 16 or 32 but got 8}}
  test.attr = #lutfuse.requant<multiplier = [64], shift = [18], rounding = single_round, multiplier_bits = 8>
}

// -----

func.func private @requant_c3_multiplier_bits_0() attributes {
  // expected-error @+1 {{'requant' expected 'multiplier_bits' 16 or 32 but got 0}}
  test.attr = #lutfuse.requant<multiplier = [64], shift = [18], rounding = single_round, multiplier_bits = 0>
}

// -----

func.func private @requant_c4_shift_1() attributes {
  // expected-error @+1 {{'requant' expected shifts in [2, 62] but got 1}}
  test.attr = #lutfuse.requant<multiplier = [1073741824], shift = [1], rounding = double_round>
}

// -----

func.func private @requant_c4_shift_63() attributes {
  // expected-error @+1 {{'requant' expected shifts in [2, 62] but got 63}}
  test.attr = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [62, 63], rounding = double_round>
}

// -----

func.func private @requant_c4_shift_negative() attributes {
  // expected-error @+1 {{'requant' expected shifts in [2, 62] but got -2}}
  test.attr = #lutfuse.requant<multiplier = [1073741824], shift = [-2], rounding = double_round>
}

// -----

func.func private @requant_c5_double_round_of_16_bits() attributes {
  // expected-error @+1 {{'requant' expected 32-bit multipliers with double_round but got 16-bit}}
  test.attr = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = double_round, multiplier_bits = 16>
}
