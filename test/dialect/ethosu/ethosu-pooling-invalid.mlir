// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// pooling_c1 to pooling_c2. The twins that are right stand in ethosu-pooling-valid.mlir.

ethosu.program @pooling_c1_scale on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.pooling' op expected a maximum without scale, and with one zero point}}
  ethosu.pooling <max> <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[1, 1], stride = [1, 1], dilation = [1, 1]> pad [0, 0, 0, 0] block [8, 8, 16] scale <1, 0>
}

// -----

ethosu.program @pooling_c1_zero_points on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.pooling' op expected a maximum without scale, and with one zero point}}
  ethosu.pooling <max> <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024 zero_point = 1>
    kernel <[1, 1], stride = [1, 1], dilation = [1, 1]> pad [0, 0, 0, 0] block [8, 8, 16]
}

// -----

ethosu.program @pooling_c2_padded on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.pooling' op expected no padding of a scaled average but got [1, 1, 1, 1]}}
  ethosu.pooling <average> <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [1, 1, 1, 1] block [8, 8, 16] scale <1, 0>
}
