// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// header_c1 and header_c2. The attributes that are right stand in header-valid.mlir.

func.func private @header_c1_entries_zero() attributes {
  // expected-error @+1 {{'table_header' expected a positive number of entries but got 0}}
  test.attr = #lutfuse.table_header<first = -128, entries = 0, lookup = direct,
    input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
}

// -----

func.func private @header_c1_entries_negative() attributes {
  // expected-error @+1 {{'table_header' expected a positive number of entries but got -256}}
  test.attr = #lutfuse.table_header<first = -128, entries = -256, lookup = direct,
    input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
}

// -----

func.func private @header_c2_interpolated_without_fraction_bits() attributes {
  // expected-error @+1 {{'table_header' expected 'fraction_bits' in [1, 15] of an interpolated table but got 0}}
  test.attr = #lutfuse.table_header<first = -32768, entries = 513, lookup = interpolated,
    input = !quant.uniform<i16:f32, 0.125>, result = !quant.uniform<i16:f32, 0.00003>>
}

// -----

func.func private @header_c2_interpolated_with_16_fraction_bits() attributes {
  // expected-error @+1 {{'table_header' expected 'fraction_bits' in [1, 15] of an interpolated table but got 16}}
  test.attr = #lutfuse.table_header<first = -32768, entries = 513, lookup = interpolated fraction_bits = 16,
    input = !quant.uniform<i16:f32, 0.125>, result = !quant.uniform<i16:f32, 0.00003>>
}

// -----

func.func private @header_c2_interpolated_with_negative_fraction_bits() attributes {
  // expected-error @+1 {{expected an integer in [0, 4294967295] but got -1}}
  test.attr = #lutfuse.table_header<first = -32768, entries = 513, lookup = interpolated fraction_bits = -1,
    input = !quant.uniform<i16:f32, 0.125>, result = !quant.uniform<i16:f32, 0.00003>>
}

// -----

func.func private @header_c2_direct_with_fraction_bits() attributes {
  // expected-error @+1 {{'table_header' expected no 'fraction_bits' of a direct table but got 7}}
  test.attr = #lutfuse.table_header<first = -128, entries = 256, lookup = direct fraction_bits = 7,
    input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
}

// -----

func.func private @header_c2_direct_with_rounding() attributes {
  // expected-error @+1 {{'table_header' expected no 'rounding' of a direct table but got double_round}}
  test.attr = #lutfuse.table_header<first = -128, entries = 256, lookup = direct rounding = double_round,
    input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
}
