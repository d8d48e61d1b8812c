// RUN: lutfuse-opt %s --verify-roundtrip

// window_c1 to window_c4: the twins of ethosu-window*-invalid.mlir that are right.

ethosu.program @window_c1_0 on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  ethosu.conv2d <i8, [8, 64, 16], nhwc, scratch + 0> to <i8, [8, 1, 16], nhwc, scratch + 8192>
    kernel <[1, 64], stride = [1, 1], dilation = [1, 1]> pad [0, 0, 0, 0]
    weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 160>]
    block [8, 8, 16]
}

ethosu.program @window_c2_0 on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  ethosu.conv2d <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [2, 2, 2, 2]
    weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 160>]
    block [8, 8, 16]
}

ethosu.program @window_c3_0 on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  ethosu.conv2d <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [7, 8, 16], nhwc, scratch + 1024>
    kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [1, 1, 1, 1]
    weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 160>]
    block [8, 8, 16]
}

ethosu.program @window_c4_0 on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  ethosu.depthwise_conv2d <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 16], nhwc, scratch + 1024>
    kernel <[3, 3], stride = [1, 1], dilation = [1, 1]> pad [1, 1, 1, 1]
    weights [#ethosu.range<constants + 512, 1024>] biases [#ethosu.range<constants + 256, 160>]
    block [8, 8, 16]
}

ethosu.program @window_c4_1 on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  ethosu.pooling <reduce_sum> <i8, [8, 8, 16], nhwc, scratch + 0> to <i8, [8, 8, 1], nhwc, scratch + 1024>
    kernel <[1, 1], stride = [1, 1], dilation = [1, 1]> pad [0, 0, 0, 0] block [8, 8, 16]
}
