// RUN: lutfuse-opt %s --verify-roundtrip

// dma_c1 to dma_c4: the twins of ethosu-dma*-invalid.mlir that are right.

ethosu.program @dma_c1_0 on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  ethosu.dma <constants + 0, 256> to <shram + 22528, 256>
}

ethosu.program @dma_c2_0 on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  ethosu.dma <constants + 16, 32> to <scratch + 32, 32>
}

ethosu.program @dma_c2_1 on "ethos-u65-256" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  ethosu.dma <constants + 1, 3> to <scratch + 3, 3>
}

ethosu.program @dma_c3_0 on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  ethosu.dma <constants + 0, 256> to <shram + 24320, 256>
}

ethosu.program @dma_c3_1 on "ethos-u55-64" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  ethosu.dma <constants + 0, 256> to <shram + 14336, 256>
}

ethosu.program @dma_c4_0 on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  ethosu.dma <scratch + 0, 32> to <scratch + 32, 32>
}
