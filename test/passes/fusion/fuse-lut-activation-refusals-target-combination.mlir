// A target with a rule for each producer, and kinds: a pair fuses where one rule admits all
// of it. What the nearest rule refuses is the reason, and the line names the rest of the pair. The
// target is described in Inputs/rules-npu.toml.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics --remarks-filter=fuse-lut-activation \
// RUN:   --fuse-lut-activation=target=%S/Inputs/rules-npu.toml -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=3, unsupported-activation=2{{$}}}}

// Sigmoid is for convolutions, GELU for both.

!x = !quant.uniform<i8:f32, 0.5>
!x16 = !quant.uniform<i16:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!u16 = !quant.uniform<i16:f32, 2.0>
!y = !quant.uniform<i8:f32, 1.0:-128>
!y16 = !quant.uniform<i16:f32, 1.0>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#r16 = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>

// CHECK-LABEL: func.func @refused_transposed(
// CHECK:         lutfuse.conv_transpose2d
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused_transposed(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv_transpose2d'}}
  %u = lutfuse.conv_transpose2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_transposed | Activation=sigmoid, Reason=unsupported-activation, unsupported-activation="expected a table of gelu after a transposed convolution of i8 codes but got sigmoid; use a target that takes this kind"}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!y>
  return %y : tensor<1x2x2x4x!y>
}

// CHECK-LABEL: func.func @refused_tanh(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused_tanh(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{Activation=tanh, Reason=unsupported-activation, unsupported-activation="expected a table of gelu or sigmoid after a convolution of i8 codes but got tanh; use a target that takes this kind"}}
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!y>
  return %y : tensor<1x2x2x4x!y>
}

// CHECK-LABEL: func.func @fused_sigmoid(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
func.func @fused_sigmoid(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!y>
  return %y : tensor<1x2x2x4x!y>
}

// CHECK-LABEL: func.func @fused_gelu(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
func.func @fused_gelu(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <gelu> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!y>
  return %y : tensor<1x2x2x4x!y>
}

// CHECK-LABEL: func.func @fused_transposed(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv_transpose2d
func.func @fused_transposed(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv_transpose2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <gelu> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!y>
  return %y : tensor<1x2x2x4x!y>
}
