// RUN: lutfuse-opt %s --verify-roundtrip

// elementwise_c1 to elementwise_c5: the twins of ethosu-elementwise*-invalid.mlir that are right.

ethosu.program @elementwise_c1_0 on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  ethosu.elementwise <mul> <i8, [8, 8, 16], nhwc, scratch + 0> with <i8, [8, 8, 16], nhwc, scratch + 1024>
    to <i8, [8, 8, 16], nhwc, scratch + 2048> block [8, 8, 16]
}

ethosu.program @elementwise_c1_1 on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  ethosu.elementwise <abs> <i8, [8, 8, 16], nhwc, scratch + 0>
    to <i8, [8, 8, 16], nhwc, scratch + 2048> block [8, 8, 16]
}

ethosu.program @elementwise_c2_0 on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  ethosu.elementwise <add> <i8, [8, 8, 16], nhwc, scratch + 0> with <i8, [1, 1, 16], nhwc, scratch + 0>
    to <i8, [8, 8, 16], nhwc, scratch + 2048> block [8, 8, 16]
}

ethosu.program @elementwise_c3_0 on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  ethosu.elementwise <sub> <i8, [8, 8, 16], nhwc, scratch + 0> with <i8, [8, 8, 16], nhwc, scratch + 1024>
    to <i8, [8, 8, 16], nhwc, scratch + 2048> block [8, 8, 16]
}

ethosu.program @elementwise_c4_0 on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  ethosu.elementwise <add> <i8, [8, 8, 16], nhwc, scratch + 0> with <i8, [8, 8, 16], nhwc, scratch + 1024>
    to <i8, [8, 8, 16], nhwc, scratch + 2048> block [8, 8, 16] scale_ifm <1, 0>
}

ethosu.program @elementwise_c5_0 on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  ethosu.elementwise <min> <i8, [8, 8, 16], nhwc, scratch + 0> with <i8, [8, 8, 16], nhwc, scratch + 1024>
    to <i8, [8, 8, 16], nhwc, scratch + 2048> block [8, 8, 16]
}
