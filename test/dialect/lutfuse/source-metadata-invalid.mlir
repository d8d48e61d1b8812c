// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// Metadata of fused locations, also where it is no location's.

// expected-error @+1 {{'fused' expected the name of a pass but got none}}
func.func private @source_c1_no_pass() attributes {test.a = #lutfuse.fused<"">}

// -----

// expected-error @+1 {{expected 'convolution' or 'activation' but got 'bias'}}
func.func private @source_unknown_side() attributes {test.a = #lutfuse.fused<"p" unknown = bias>}

// -----

// expected-error @+1 {{expected an integer in [0, 4294967295] but got -1}}
func.func private @source_views_negative() attributes {test.a = #lutfuse.fused<"p" views = -1>}
