// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// dma_c1 to dma_c4. The twins that are right stand in ethosu-dma-valid.mlir.

ethosu.program @dma_c1_lengths on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.dma' op expected one length but got 256 and 512}}
  ethosu.dma <constants + 0, 256> to <shram + 22528, 512>
}

// -----

ethosu.program @dma_c2_source on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.dma' op expected addresses and a length of multiples of 16 but got 8, 22528 and 256}}
  ethosu.dma <constants + 8, 256> to <shram + 22528, 256>
}

// -----

ethosu.program @dma_c2_length on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.dma' op expected addresses and a length of multiples of 16 but got 0, 0 and 24}}
  ethosu.dma <constants + 0, 24> to <scratch + 0, 24>
}

// -----

ethosu.program @dma_c2_u65_inside on "ethos-u65-256" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.dma' op expected addresses and a length of multiples of 16 but got 0, 47104 and 250}}
  ethosu.dma <constants + 0, 250> to <shram + 47104, 250>
}

// -----

ethosu.program @dma_c3_between_slots on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.dma' op expected table slots of 256 bytes from 22528 on but got #ethosu.range<shram + 22544, 256>}}
  ethosu.dma <constants + 0, 256> to <shram + 22544, 256>
}

// -----

ethosu.program @dma_c3_after_slots on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.dma' op expected table slots of 256 bytes from 22528 on but got #ethosu.range<shram + 24576, 256>}}
  ethosu.dma <constants + 0, 256> to <shram + 24576, 256>
}

// -----

ethosu.program @dma_c3_of_another on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.dma' op expected table slots of 256 bytes from 22528 on but got #ethosu.range<shram + 14336, 256>}}
  ethosu.dma <constants + 0, 256> to <shram + 14336, 256>
}

// -----

ethosu.program @dma_c4_from_shram on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.dma' op expected no source in 'shram' and no destination in 'constants' but got 'shram' to 'scratch'}}
  ethosu.dma <shram + 22528, 256> to <scratch + 0, 256>
}

// -----

ethosu.program @dma_c4_to_constants on "ethos-u55-128" scratch 16384 inputs [] outputs []
    constants dense<0> : tensor<4096xi8> {
  // expected-error @+1 {{'ethosu.dma' op expected no source in 'shram' and no destination in 'constants' but got 'scratch' to 'constants'}}
  ethosu.dma <scratch + 0, 256> to <constants + 0, 256>
}
