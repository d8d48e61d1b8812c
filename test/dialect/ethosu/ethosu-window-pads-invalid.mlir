// window_c2 to window_c4. The twins that are right stand in ethosu-window-valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

ethosu.program @window_c2_as_large on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.conv2d' op expected padding in [0, 2] but got [3, 1, 1, 1]}}
  ethosu.conv2d <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [3, 1, 1, 1]
    weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 160>]
    block [8, 8, 16]
}

// -----

ethosu.program @window_c2_negative on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.conv2d' op expected padding in [0, 2] but got [1, 1, 1, -1]}}
  ethosu.conv2d <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [1, 1, 1, -1]
    weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 160>]
    block [8, 8, 16]
}

// -----

ethosu.program @window_c3_rows on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.conv2d' op expected an output of at most 7 rows but got 8}}
  ethosu.conv2d <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [1, 0, 1, 1]
    weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 160>]
    block [8, 8, 16]
}

// -----

ethosu.program @window_c3_columns on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.conv2d' op expected an output of at most 4 columns but got 8}}
  ethosu.conv2d <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[3, 3], stride = [1, 2], dilation = [1, 1]> pad [1, 1, 1, 1]
    weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 160>]
    block [8, 8, 16]
}

// -----

ethosu.program @window_c4_depthwise on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.depthwise_conv2d' op expected an output of depth 16 but got 32}}
  ethosu.depthwise_conv2d <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 32], nhwc, scratch + 1024>
    kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [1, 1, 1, 1]
    weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 160>]
    block [8, 8, 16]
}

// -----

ethosu.program @window_c4_sum on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.pooling' op expected an output of depth 1 but got 16}}
  ethosu.pooling <reduce_sum> <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[1, 1], stride = [1, 1], dilation = [1, 1]> pad [0, 0, 0, 0] block [8, 8, 16]
}
