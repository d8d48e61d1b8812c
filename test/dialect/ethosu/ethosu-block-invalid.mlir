// block_c1 and block_c2. The twins that are right stand in ethosu-block-valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

ethosu.program @block_c1_height on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.conv2d' op expected a block in [32, 64, 128], its depth a multiple of 8, but got [33, 8, 16]}}
  ethosu.conv2d <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [1, 1, 1, 1]
    weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 160>]
    block [33, 8, 16]
}

// -----

ethosu.program @block_c1_depth on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.conv2d' op expected a block in [32, 64, 128], its depth a multiple of 8, but got [8, 8, 12]}}
  ethosu.conv2d <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [1, 1, 1, 1]
    weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 160>]
    block [8, 8, 12]
}

// -----

ethosu.program @block_c1_zero on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.pooling' op expected a block in [32, 64, 128], its depth a multiple of 8, but got [8, 0, 16]}}
  ethosu.pooling <average> <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[1, 1], stride = [1, 1], dilation = [1, 1]> pad [0, 0, 0, 0] block [8, 0, 16]
}

// -----

ethosu.program @block_c2_high on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.conv2d' op expected clamp bounds in [-128, 127] but got -128 and 128}}
  ethosu.conv2d <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [1, 1, 1, 1]
    weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 160>]
    block [8, 8, 16] clamp <-128, 128>
}
