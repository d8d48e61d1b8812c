// elementwise_c1 and elementwise_c2. The twins that are right stand in ethosu-elementwise-valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

ethosu.program @elementwise_c1_missing on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.elementwise' op expected one second input or scalar of 'add' but got 0}}
  ethosu.elementwise <add> <i8, [8, 8, 16], nhwc, scratch + 0>
    to <i8, [8, 8, 16], nhwc, scratch + 2048> block [8, 8, 16]
}

// -----

ethosu.program @elementwise_c1_both on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.elementwise' op expected one second input or scalar of 'add' but got 2}}
  ethosu.elementwise <add> <i8, [8, 8, 16], nhwc, scratch + 0> with <i8, [8, 8, 16], nhwc, scratch + 1024> scalar 3
    to <i8, [8, 8, 16], nhwc, scratch + 2048> block [8, 8, 16]
}

// -----

ethosu.program @elementwise_c1_unary on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.elementwise' op expected no second input or scalar of 'abs' but got 1}}
  ethosu.elementwise <abs> <i8, [8, 8, 16], nhwc, scratch + 0> with <i8, [8, 8, 16], nhwc, scratch + 1024>
    to <i8, [8, 8, 16], nhwc, scratch + 2048> block [8, 8, 16]
}

// -----

ethosu.program @elementwise_c2_output on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.elementwise' op expected an output of shape [8, 8, 16] but got [8, 8, 8]}}
  ethosu.elementwise <add> <i8, [8, 8, 16], nhwc, scratch + 0> with <i8, [8, 8, 16], nhwc, scratch + 1024>
    to <i8, [8, 8, 8], nhwc, scratch + 2048> block [8, 8, 16]
}

// -----

ethosu.program @elementwise_c2_second on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.elementwise' op expected a second input of shape [8, 8, 16], or 1 in its place, but got [8, 4, 16]}}
  ethosu.elementwise <add> <i8, [8, 8, 16], nhwc, scratch + 0> with <i8, [8, 4, 16], nhwc, scratch + 0>
    to <i8, [8, 8, 16], nhwc, scratch + 2048> block [8, 8, 16]
}
