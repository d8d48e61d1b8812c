// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// range_c1 to range_c2. The twins that are right stand in ethosu-range-valid.mlir.

// expected-error @+1 {{'range' expected an address in [0, 2^40) but got -16}}
func.func private @range_c1_address_negative() attributes {a = #ethosu.range<scratch + -16, 16>}

// -----

// expected-error @+1 {{'range' expected an address in [0, 2^40) but got 1099511627776}}
func.func private @range_c1_address_large() attributes {a = #ethosu.range<scratch + 1099511627776, 16>}

// -----

// expected-error @+1 {{'range' expected a length in [1, 2^40] but got 0}}
func.func private @range_c2_length_zero() attributes {a = #ethosu.range<scratch + 0, 0>}
