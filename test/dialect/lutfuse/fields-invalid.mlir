// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// A parameter of an attribute that does not parse is one error, without names of C++ classes.

// expected-error @+1 {{expected integer value}}
func.func private @field_float_in_bounds() attributes {test.a = #lutfuse.clip<min = 0.5, max = 6>}

// -----

// expected-error @+1 {{expected integer value}}
func.func private @field_word_in_bounds() attributes {test.a = #lutfuse.clip<min = zero, max = 6>}

// -----

// expected-error @+1 {{integer value too large}}
func.func private @field_bound_beyond_64_bits() attributes {test.a = #lutfuse.clip<min = 0, max = 9223372036854775808>}

// -----

// expected-error @+2 {{expected integer value}}
func.func private @field_nan_in_factors() attributes {test.a = #lutfuse.leaky_relu<positive = <multiplier = [1], shift = [2], rounding = single_round>,
  negative = <multiplier = [1], shift = [2], rounding = single_round>, factor = [nan]>}

// -----

// expected-error @+1 {{expected integer value}}
func.func private @field_float_in_multipliers() attributes {test.a = #lutfuse.requant<multiplier = [1.5], shift = [2], rounding = single_round>}

// -----

// expected-error @+1 {{expected '['}}
func.func private @field_no_list() attributes {test.a = #lutfuse.requant<multiplier = 1, shift = [2], rounding = single_round>}

// -----

// expected-error @+1 {{expected rounding 'single_round' or 'double_round' but got 'half_even'}}
func.func private @field_unknown_rounding() attributes {test.a = #lutfuse.requant<multiplier = [1], shift = [2], rounding = half_even>}

// -----

// expected-error @+1 {{expected an integer in [0, 4294967295] but got -16}}
func.func private @field_multiplier_bits_negative() attributes {test.a = #lutfuse.requant<multiplier = [1], shift = [2], rounding = single_round, multiplier_bits = -16>}

// -----

// expected-error @+1 {{expected rounding 'single_round' or 'double_round' but got 'up'}}
func.func private @field_nested_requant() attributes {test.a = #lutfuse.leaky_relu<positive = <multiplier = [1], shift = [2], rounding = up>, negative = <multiplier = [1], shift = [2], rounding = up>>}

// -----

// expected-error @+2 {{expected 'true' or 'false' but got 'yes'}}
func.func private @field_negate_as_number() attributes {test.a = #lutfuse.leaky_relu<positive = <multiplier = [1], shift = [2], rounding = single_round>,
  negative = <multiplier = [1], shift = [2], rounding = single_round> negate = yes>}

// -----

// expected-error @+1 {{expected look-up 'direct' or 'interpolated' but got 'linear'}}
func.func private @field_unknown_lookup() attributes {test.a = #lutfuse.table_header<first = 0, entries = 1, lookup = linear,
  input = !quant.uniform<i8:f32, 1.0>, result = !quant.uniform<i8:f32, 1.0>>}

// -----

// expected-error @+2 {{expected a per-tensor quantized type but got '!quant.uniform<i8:f32:0, {1.000000e+00}>'}}
func.func private @field_per_axis_input() attributes {test.a = #lutfuse.table_header<first = 0, entries = 1, lookup = direct,
  input = !quant.uniform<i8:f32:0, {1.0}>, result = !quant.uniform<i8:f32, 1.0>>}

// -----

// expected-error @+2 {{expected a per-tensor quantized type but got 'i8'}}
func.func private @field_storage_as_result() attributes {test.a = #lutfuse.table_header<first = 0, entries = 1, lookup = direct,
  input = !quant.uniform<i8:f32, 1.0>, result = i8>}

// -----

// expected-error @+1 {{expected floating point literal}}
func.func private @field_nan_in_scales() attributes {test.a = #lutfuse.requant_f32<scale = [nan]>}
