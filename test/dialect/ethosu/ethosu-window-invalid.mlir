// window_c1. The twins that are right stand in ethosu-window-valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

ethosu.program @window_c1_rows on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.conv2d' op expected a kernel of at most 64 rows and 4096 positions, dilated, but got 65 x 1}}
  ethosu.conv2d <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[65, 1], stride = [1, 1], dilation = [1, 1]> pad [1, 1, 1, 1]
    weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 160>]
    block [8, 8, 16]
}

// -----

ethosu.program @window_c1_dilated_rows on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.conv2d' op expected a kernel of at most 64 rows and 4096 positions, dilated, but got 65 x 1}}
  ethosu.conv2d <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[33, 1], stride = [1, 1], dilation = [2, 1]> pad [1, 1, 1, 1]
    weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 160>]
    block [8, 8, 16]
}

// -----

ethosu.program @window_c1_positions on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.conv2d' op expected a kernel of at most 64 rows and 4096 positions, dilated, but got 64 x 65}}
  ethosu.conv2d <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[64, 65], stride = [1, 1], dilation = [1, 1]> pad [1, 1, 1, 1]
    weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 160>]
    block [8, 8, 16]
}

// -----

ethosu.program @window_c1_pooling_dilated on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.pooling' op expected a kernel of at most 256 rows and 65536 positions, not dilated, but got 3 x 2}}
  ethosu.pooling <average> <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[2, 2], stride = [1, 1], dilation = [2, 1]> pad [0, 0, 0, 0] block [8, 8, 16]
}
