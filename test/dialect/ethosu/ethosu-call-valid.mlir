// RUN: lutfuse-opt %s --verify-roundtrip

// call_c1 to call_c3: the twins of ethosu-call*-invalid.mlir that are right.

ethosu.program @call_c1_0_program on "ethos-u55-128" scratch 16384 inputs [#ethosu.feature_map<i8, [2, 2, 16], nhwc, scratch + 0>] outputs [#ethosu.feature_map<i8, [2, 2, 16], nhwc, scratch + 64>]
    constants dense<0> : tensor<4096xi8> {
}
func.func @call_c1_0(%x: tensor<1x2x2x16xi8>) -> tensor<1x2x2x16xi8> {
  %y = ethosu.call @call_c1_0_program(%x) : (tensor<1x2x2x16xi8>) -> tensor<1x2x2x16xi8>
  return %y : tensor<1x2x2x16xi8>
}

ethosu.program @call_c2_0_program on "ethos-u55-128" scratch 16384 inputs [#ethosu.feature_map<i8, [2, 2, 16], nhwc, scratch + 0>] outputs [#ethosu.feature_map<i8, [2, 2, 16], nhwc, scratch + 64>]
    constants dense<0> : tensor<4096xi8> {
}
func.func @call_c2_0(%x: tensor<1x2x2x16xi8>) -> tensor<1x2x2x16xi8> {
  %y = ethosu.call @call_c2_0_program(%x) : (tensor<1x2x2x16xi8>) -> tensor<1x2x2x16xi8>
  return %y : tensor<1x2x2x16xi8>
}

ethosu.program @call_c3_0_program on "ethos-u55-128" scratch 16384 inputs [#ethosu.feature_map<i8, [2, 2, 16], nhwc, scratch + 0>] outputs [#ethosu.feature_map<i8, [2, 2, 16], nhwc, scratch + 64>]
    constants dense<0> : tensor<4096xi8> {
}
func.func @call_c3_0(%x: tensor<64xi8>) -> tensor<1x2x2x16xi8> {
  %y = ethosu.call @call_c3_0_program(%x) : (tensor<64xi8>) -> tensor<1x2x2x16xi8>
  return %y : tensor<1x2x2x16xi8>
}
