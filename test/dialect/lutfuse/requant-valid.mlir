// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

// The nearest attribute that is right beside each one of requant-invalid.mlir.

// CHECK: #requant = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @requant_c1_one_multiplier(
func.func private @requant_c1_one_multiplier() attributes {
  test.attr = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
}

// -----

// CHECK: #requant = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 35], rounding = double_round>
// CHECK-LABEL: @requant_c2_as_many_shifts_as_multipliers(
func.func private @requant_c2_as_many_shifts_as_multipliers() attributes {
  test.attr = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 35], rounding = double_round>
}

// -----

// CHECK: #requant = #lutfuse.requant<multiplier = [0, 2147483647], shift = [34, 34], rounding = double_round>
// CHECK-LABEL: @requant_c3_multiplier_lowest_and_highest(
func.func private @requant_c3_multiplier_lowest_and_highest() attributes {
  test.attr = #lutfuse.requant<multiplier = [0, 2147483647], shift = [34, 34], rounding = double_round>
}

// -----

// CHECK: #requant = #lutfuse.requant<multiplier = [0, 32767], shift = [18, 18], rounding = single_round, multiplier_bits = 16>
// CHECK-LABEL: @requant_c3_multiplier_of_16_bits(
func.func private @requant_c3_multiplier_of_16_bits() attributes {
  test.attr = #lutfuse.requant<multiplier = [0, 32767], shift = [18, 18], rounding = single_round, multiplier_bits = 16>
}

// -----

// CHECK: #requant = #lutfuse.requant<multiplier = [64], shift = [18], rounding = single_round>
// CHECK-LABEL: @requant_c3_multiplier_bits_32_is_the_default(
func.func private @requant_c3_multiplier_bits_32_is_the_default() attributes {
  test.attr = #lutfuse.requant<multiplier = [64], shift = [18], rounding = single_round, multiplier_bits = 32>
}

// -----

// CHECK: #requant = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [2, 62], rounding = double_round>
// CHECK-LABEL: @requant_c4_shift_lowest_and_highest(
func.func private @requant_c4_shift_lowest_and_highest() attributes {
  test.attr = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [2, 62], rounding = double_round>
}

// -----

// CHECK: #requant = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = double_round>
// CHECK-LABEL: @requant_c5_double_round_of_32_bits(
func.func private @requant_c5_double_round_of_32_bits() attributes {
  test.attr = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = double_round, multiplier_bits = 32>
}

// -----

// CHECK: #requant = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
// CHECK-LABEL: @requant_c5_single_round_of_16_bits(
func.func private @requant_c5_single_round_of_16_bits() attributes {
  test.attr = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
}

// -----

// CHECK: #requant = #lutfuse.requant_f32<scale = [5.000000e-01, 2.500000e-01]>
// CHECK-LABEL: @requant_f32_c1_positive(
func.func private @requant_f32_c1_positive() attributes {
  test.attr = #lutfuse.requant_f32<scale = [0.5, 0.25]>
}

// -----

// CHECK: #requant = #lutfuse.requant_f32<scale = [1.401300e-45, 3.40282347E+38]>
// CHECK-LABEL: @requant_f32_c1_lowest_and_highest(
func.func private @requant_f32_c1_lowest_and_highest() attributes {
  test.attr = #lutfuse.requant_f32<scale = [0x00000001, 0x7F7FFFFF]>
}

// -----

// Neighbours of float32 stay apart: six digits would print both as 6.250001e-02.
// CHECK: #requant = #lutfuse.requant_f32<scale = [0.0625000075, 0.0625000149, 0x4B800000]>
// CHECK-LABEL: @requant_f32_c1_nine_digits(
func.func private @requant_f32_c1_nine_digits() attributes {
  test.attr = #lutfuse.requant_f32<scale = [0x3D800001, 0x3D800002, 16777216.0]>
}
