// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// weights_c1 to weights_c5. The twins that are right stand in ethosu-weights-valid.mlir.

ethosu.program @weights_c1_two on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.conv2d' op expected 1 range(s) of weights but got 2}}
  ethosu.conv2d <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [1, 1, 1, 1]
    weights [#ethosu.range<constants + 512, 512>, #ethosu.range<constants + 1024, 512>] biases [#ethosu.range<constants + 256, 160>]
    block [8, 8, 16]
}

// -----

ethosu.program @weights_c1_none on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.conv2d' op expected 1 range(s) of biases but got 0}}
  ethosu.conv2d <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [1, 1, 1, 1]
    weights [#ethosu.range<constants + 512, 1024>] biases []
    block [8, 8, 16]
}

// -----

ethosu.program @weights_c2_length on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.conv2d' op expected weights with address and length of multiples of 16 but got #ethosu.range<constants + 512, 1000>}}
  ethosu.conv2d <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [1, 1, 1, 1]
    weights [#ethosu.range<constants + 512, 1000>] biases [#ethosu.range<constants + 256, 160>]
    block [8, 8, 16]
}

// -----

ethosu.program @weights_c3_short on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.conv2d' op expected 160 bytes of biases, 10 for each of 16 channels, but got 144}}
  ethosu.conv2d <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [1, 1, 1, 1]
    weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 144>]
    block [8, 8, 16]
}

// -----

ethosu.program @weights_c4_in_shram on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.conv2d' op expected weights outside of 'shram' but got #ethosu.range<shram + 512, 1024>}}
  ethosu.conv2d <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [1, 1, 1, 1]
    weights [#ethosu.range<shram + 512, 1024>] biases [#ethosu.range<constants + 256, 160>]
    block [8, 8, 16]
}

// -----

ethosu.program @weights_c5_i32 on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.conv2d' op expected input storage i8, u8 or i16 but got i32}}
  ethosu.conv2d <i32, [8, 8, 16], nhwc, scratch + 4096> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [1, 1, 1, 1]
    weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 160>]
    block [8, 8, 16]
}
