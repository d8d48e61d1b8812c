// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// program_c1 to program_c5. The twins that are right stand in ethosu-program-valid.mlir.

// expected-error @+1 {{'ethosu.program' op expected an accelerator of Ethos-U55 or U65 but got 'ethos-u85-256'}}
ethosu.program @program_c1_u85 on "ethos-u85-256" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
}

// -----

// expected-error @+1 {{'ethosu.program' op attribute 'constants' failed to satisfy constraint: dense 1D tensor of i8}}
ethosu.program @program_c2_constants_i16 on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<1> : tensor<16xi16> {
}

// -----

// expected-error @+1 {{'ethosu.program' op expected inputs in 'scratch', without strides, but got #ethosu.feature_map<i8, [2, 2, 16], nhwc, fast + 0>}}
ethosu.program @program_c3_input_in_fast on "ethos-u55-128" scratch 16384 inputs [#ethosu.feature_map<i8, [2, 2, 16], nhwc, fast + 0>] outputs []
    constants dense<0> : tensor<4096xi8> {
}

// -----

// expected-error @+1 {{'ethosu.program' op expected outputs in 'scratch', without strides, but got}}
ethosu.program @program_c3_output_with_strides on "ethos-u55-128" scratch 16384 inputs [] outputs [#ethosu.feature_map<i8, [2, 2, 16], nhwc, scratch + 0 strides = [64, 32, 1]>]
    constants dense<0> : tensor<4096xi8> {
}

// -----

ethosu.program @program_c4_table_past_end on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.dma' op expected #ethosu.range<constants + 3856, 256> to end within the 4096 bytes of 'constants' but got byte 4112}}
  ethosu.dma <constants + 3856, 256> to <shram + 22528, 256>
}

// -----

ethosu.program @program_c4_map_past_end on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.pooling' op expected #ethosu.feature_map<i8, [8, 8, 16], nhwc, scratch + 15361> to end within the 16384 bytes of 'scratch' but got byte 16385}}
  ethosu.pooling <average> <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 15361>
    kernel <[1, 1], stride = [1, 1], dilation = [1, 1]> pad [0, 0, 0, 0] block [8, 8, 16]
}

// -----

// expected-error @+1 {{'ethosu.program' op expected #ethosu.feature_map<i8, [2, 2, 16], nhwc, scratch + 0> to end within the 63 bytes of 'scratch' but got byte 64}}
ethosu.program @program_c4_input_past_end on "ethos-u55-128" scratch 63 inputs [#ethosu.feature_map<i8, [2, 2, 16], nhwc, scratch + 0>] outputs []
    constants dense<0> : tensor<4096xi8> {
}

// -----

ethosu.program @program_c5_foreign on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'arith.constant' op expected a command of the NPU in an 'ethosu.program'}}
  %0 = arith.constant 0 : i8
}
