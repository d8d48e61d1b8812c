// RUN: lutfuse-opt %s --verify-roundtrip

// program_c1 to program_c5: the twins of ethosu-program*-invalid.mlir that are right.

ethosu.program @program_c1_0 on "ethos-u65-512" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
}

ethosu.program @program_c2_0 on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<1> : tensor<16xi8> {
}

ethosu.program @program_c3_0 on "ethos-u55-128" scratch 16384 inputs [#ethosu.feature_map<i8, [2, 2, 16], nhwc, scratch + 0>] outputs []
    constants dense<0> : tensor<4096xi8> {
}

ethosu.program @program_c4_0 on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  ethosu.dma <constants + 3840, 256> to <shram + 22528, 256>
}

ethosu.program @program_c5_0 on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  ethosu.dma <constants + 0, 256> to <shram + 22528, 256>
}
