// elementwise_c3 to elementwise_c5. The twins that are right stand in ethosu-elementwise-valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

ethosu.program @elementwise_c3_storages on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.elementwise' op expected inputs of one storage but got i8 and u8}}
  ethosu.elementwise <add> <i8, [8, 8, 16], nhwc, scratch + 0> with <u8, [8, 8, 16], nhwc, scratch + 0>
    to <i8, [8, 8, 16], nhwc, scratch + 2048> block [8, 8, 16]
}

// -----

ethosu.program @elementwise_c4_two on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.elementwise' op expected at most 1 scaled operand of 'add' but got 2}}
  ethosu.elementwise <add> <i8, [8, 8, 16], nhwc, scratch + 0> with <i8, [8, 8, 16], nhwc, scratch + 1024>
    to <i8, [8, 8, 16], nhwc, scratch + 2048> block [8, 8, 16] scale_ifm <1, 0> scale_ifm2 <1, 0>
}

// -----

ethosu.program @elementwise_c4_mul on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.elementwise' op expected at most 0 scaled operand of 'mul' but got 1}}
  ethosu.elementwise <mul> <i8, [8, 8, 16], nhwc, scratch + 0> with <i8, [8, 8, 16], nhwc, scratch + 1024>
    to <i8, [8, 8, 16], nhwc, scratch + 2048> block [8, 8, 16] scale_ifm <1, 0>
}

// -----

ethosu.program @elementwise_c5_scale on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.elementwise' op expected 'min' without scale, and with one zero point}}
  ethosu.elementwise <min> <i8, [8, 8, 16], nhwc, scratch + 0> with <i8, [8, 8, 16], nhwc, scratch + 1024>
    to <i8, [8, 8, 16], nhwc, scratch + 2048> block [8, 8, 16] scale <1, 0>
}

// -----

ethosu.program @elementwise_c5_zero_points on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.elementwise' op expected 'max' without scale, and with one zero point}}
  ethosu.elementwise <max> <i8, [8, 8, 16], nhwc, scratch + 0> with <i8, [8, 8, 16], nhwc, scratch + 1024>
    to <i8, [8, 8, 16], nhwc, scratch + 2048 zero_point = 4> block [8, 8, 16]
}
