// requant_f32_c1.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

func.func private @requant_f32_c1_no_scale() attributes {
  // expected-error @+1 {{'requant_f32' expected at least one scale but got none}}
  test.attr = #lutfuse.requant_f32<scale = []>
}

// -----

func.func private @requant_f32_c1_zero() attributes {
  // expected-error @+1 {{'requant_f32' expected finite positive scales but got 0.000000e+00}}
  test.attr = #lutfuse.requant_f32<scale = [0.0]>
}

// -----

func.func private @requant_f32_c1_negative() attributes {
  // expected-error @+1 {{'requant_f32' expected finite positive scales but got -5.000000e-01}}
  test.attr = #lutfuse.requant_f32<scale = [0.5, -0.5]>
}

// -----

func.func private @requant_f32_c1_infinite() attributes {
  // expected-error @+1 {{'requant_f32' expected finite positive scales but got INF}}
  test.attr = #lutfuse.requant_f32<scale = [0x7F800000]>
}

// -----

func.func private @requant_f32_c1_not_a_number() attributes {
  // expected-error @+1 {{'requant_f32' expected finite positive scales but got nan}}
  test.attr = #lutfuse.requant_f32<scale = [0x7FC00000]>
}

// -----

func.func private @requant_f32_c1_overflows_float32() attributes {
  // expected-error @+1 {{'requant_f32' expected finite positive scales but got INF}}
  test.attr = #lutfuse.requant_f32<scale = [1.0e+39]>
}

// -----

func.func private @requant_f32_c1_underflows_float32() attributes {
  // expected-error @+1 {{'requant_f32' expected finite positive scales but got 0.000000e+00}}
  test.attr = #lutfuse.requant_f32<scale = [1.0e-46]>
}
