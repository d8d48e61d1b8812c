// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// call_c1 to call_c3. The twins that are right stand in ethosu-call-valid.mlir.

ethosu.program @call_c1_no_program_program on "ethos-u55-128" scratch 16384 inputs [#ethosu.feature_map<i8, [2, 2, 16], nhwc, scratch + 0>] outputs [#ethosu.feature_map<i8, [2, 2, 16], nhwc, scratch + 64>]
    constants dense<0> : tensor<4096xi8> {
}
func.func @call_c1_no_program(%x: tensor<1x2x2x16xi8>) -> tensor<1x2x2x16xi8> {
  // expected-error @+1 {{'ethosu.call' op expected 'call_c1_no_program' to be an 'ethosu.program'}}
  %y = ethosu.call @call_c1_no_program(%x) : (tensor<1x2x2x16xi8>) -> tensor<1x2x2x16xi8>
  return %y : tensor<1x2x2x16xi8>
}

// -----

ethosu.program @call_c2_operands_program on "ethos-u55-128" scratch 16384 inputs [#ethosu.feature_map<i8, [2, 2, 16], nhwc, scratch + 0>] outputs [#ethosu.feature_map<i8, [2, 2, 16], nhwc, scratch + 64>]
    constants dense<0> : tensor<4096xi8> {
}
func.func @call_c2_operands(%x: tensor<1x2x2x16xi8>) -> tensor<1x2x2x16xi8> {
  // expected-error @+1 {{'ethosu.call' op expected 1 operands, as the program has, but got 0}}
  %y = ethosu.call @call_c2_operands_program() : () -> tensor<1x2x2x16xi8>
  return %y : tensor<1x2x2x16xi8>
}

// -----

ethosu.program @call_c3_elements_program on "ethos-u55-128" scratch 16384 inputs [#ethosu.feature_map<i8, [2, 2, 16], nhwc, scratch + 0>] outputs [#ethosu.feature_map<i8, [2, 2, 16], nhwc, scratch + 64>]
    constants dense<0> : tensor<4096xi8> {
}
func.func @call_c3_elements(%x: tensor<63xi8>) -> tensor<1x2x2x16xi8> {
  // expected-error @+1 {{'ethosu.call' op expected operand of 64 elements of 8 bits but got 'tensor<63xi8>'}}
  %y = ethosu.call @call_c3_elements_program(%x) : (tensor<63xi8>) -> tensor<1x2x2x16xi8>
  return %y : tensor<1x2x2x16xi8>
}

// -----

ethosu.program @call_c3_width_program on "ethos-u55-128" scratch 16384 inputs [#ethosu.feature_map<i8, [2, 2, 16], nhwc, scratch + 0>] outputs [#ethosu.feature_map<i8, [2, 2, 16], nhwc, scratch + 64>]
    constants dense<0> : tensor<4096xi8> {
}
func.func @call_c3_width(%x: tensor<1x2x2x16xi8>) -> tensor<1x2x2x16xi16> {
  // expected-error @+1 {{'ethosu.call' op expected result of 64 elements of 8 bits but got 'tensor<1x2x2x16xi16>'}}
  %y = ethosu.call @call_c3_width_program(%x) : (tensor<1x2x2x16xi8>) -> tensor<1x2x2x16xi16>
  return %y : tensor<1x2x2x16xi16>
}
