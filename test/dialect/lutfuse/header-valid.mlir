// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

// The nearest attribute that is right beside each one of header-invalid.mlir.

// CHECK: #table_header = #lutfuse.table_header<first = -128, entries = 1, lookup = direct, input = !quant.uniform<i8:f32, 1.250000e-01>, result = !quant.uniform<i8:f32, 3.906250e-03:-128>>
// CHECK-LABEL: @header_c1_one_entry(
func.func private @header_c1_one_entry() attributes {
  test.attr = #lutfuse.table_header<first = -128, entries = 1, lookup = direct,
    input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
}

// -----

// CHECK: #table_header = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input =
// CHECK-LABEL: @header_c2_direct_with_defaults_written_out(
func.func private @header_c2_direct_with_defaults_written_out() attributes {
  test.attr = #lutfuse.table_header<first = -128, entries = 256, lookup = direct fraction_bits = 0 rounding = single_round,
    input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
}

// -----

// CHECK: #table_header = #lutfuse.table_header<first = -32768, entries = 32769, lookup = interpolated fraction_bits = 1, input =
// CHECK-LABEL: @header_c2_interpolated_with_1_fraction_bit(
func.func private @header_c2_interpolated_with_1_fraction_bit() attributes {
  test.attr = #lutfuse.table_header<first = -32768, entries = 32769, lookup = interpolated fraction_bits = 1,
    input = !quant.uniform<i16:f32, 0.125>, result = !quant.uniform<i16:f32, 0.00003>>
}

// -----

// CHECK: #table_header = #lutfuse.table_header<first = -32768, entries = 3, lookup = interpolated fraction_bits = 15, input =
// CHECK-LABEL: @header_c2_interpolated_with_15_fraction_bits(
func.func private @header_c2_interpolated_with_15_fraction_bits() attributes {
  test.attr = #lutfuse.table_header<first = -32768, entries = 3, lookup = interpolated fraction_bits = 15,
    input = !quant.uniform<i16:f32, 0.125>, result = !quant.uniform<i16:f32, 0.00003>>
}

// -----

// CHECK: #table_header = #lutfuse.table_header<first = -32768, entries = 513, lookup = interpolated fraction_bits = 7 rounding = double_round, input =
// CHECK-LABEL: @header_c2_interpolated_with_rounding(
func.func private @header_c2_interpolated_with_rounding() attributes {
  test.attr = #lutfuse.table_header<first = -32768, entries = 513, lookup = interpolated fraction_bits = 7 rounding = double_round,
    input = !quant.uniform<i16:f32, 0.125>, result = !quant.uniform<i16:f32, 0.00003>>
}
