// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// scale_c1 to clamp_c1. The twins that are right stand in ethosu-scale-valid.mlir.

// expected-error @+1 {{'scale' expected a multiplier in [0, 2147483647] but got 2147483648}}
func.func private @scale_c1_multiplier_large() attributes {a = #ethosu.scale<2147483648, 30>}

// -----

// expected-error @+1 {{'scale' expected a multiplier in [0, 2147483647] but got -1}}
func.func private @scale_c1_multiplier_negative() attributes {a = #ethosu.scale<-1, 30>}

// -----

// expected-error @+1 {{'scale' expected a shift in [0, 63] but got 64}}
func.func private @scale_c2_shift_large() attributes {a = #ethosu.scale<1, 64>}

// -----

// expected-error @+1 {{'clamp' expected 'min' of at most 'max' but got 4 and 3}}
func.func private @clamp_c1_reversed() attributes {a = #ethosu.clamp<4, 3>}
