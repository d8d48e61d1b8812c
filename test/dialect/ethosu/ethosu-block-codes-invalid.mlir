// block_c3 and block_c4. The twins that are right stand in ethosu-block-valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

ethosu.program @block_c3_short on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.conv2d' op expected a table of 2048 bytes between inputs and outputs of one width, 8 or 16 bits, but got 256 bytes, i16 and i16}}
  ethosu.conv2d <i16, [8, 8, 16], nhwc, scratch + 0> to <i16, [8, 8, 16], nhwc, scratch + 4096>
    kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [1, 1, 1, 1]
    weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 160>]
    block [8, 8, 16] table <<constants + 0, 256>>
}

// -----

ethosu.program @block_c3_long on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.pooling' op expected a table of 256 bytes between inputs and outputs of one width, 8 or 16 bits, but got 2048 bytes, i8 and i8}}
  ethosu.pooling <average> <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[1, 1], stride = [1, 1], dilation = [1, 1]> pad [0, 0, 0, 0] block [8, 8, 16] scale <1, 0> table <<constants + 0, 2048>>
}

// -----

ethosu.program @block_c3_mixed on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.conv2d' op expected a table of 2048 bytes between inputs and outputs of one width, 8 or 16 bits, but got 256 bytes, i8 and i16}}
  ethosu.conv2d <i8, [8, 8, 16], nhwc, scratch + 0> to <i16, [8, 8, 16], nhwc, scratch + 4096>
    kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [1, 1, 1, 1]
    weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 160>]
    block [8, 8, 16] table <<constants + 0, 256>>
}

// -----

ethosu.program @block_c4_input_u16 on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.conv2d' op expected inputs and outputs of storage other than u16}}
  ethosu.conv2d <u16, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [1, 1, 1, 1]
    weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 160>]
    block [8, 8, 16]
}
