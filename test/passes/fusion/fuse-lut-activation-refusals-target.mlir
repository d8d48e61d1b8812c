// Activations without a table: what one guard alone refuses (`@refused...`), beside the nearest pair
// that fuses (`@fused...`). test_guards_covered.py checks that no guard is missing.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=reference -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, unsupported-activation=2{{$}}}}

// unsupported-activation: the target takes tables, and no activation that is given by parameters.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#one = #lutfuse.requant<multiplier = [1073741824], shift = [30], rounding = double_round>

// CHECK-LABEL: func.func @refused_clip(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.clip
func.func @refused_clip(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u> {
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{Activation=clip, Reason=unsupported-activation, unsupported-activation="expected a table of gelu or sigmoid after a convolution of i8 codes but got clip; use a target that takes this kind"}}
  %y = lutfuse.clip %u <min = -3, max = 57> : (tensor<1x2x2x4x!u>) -> tensor<1x2x2x4x!u>
  return %y : tensor<1x2x2x4x!u>
}

// CHECK-LABEL: func.func @refused_leaky_relu(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.leaky_relu
func.func @refused_leaky_relu(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u> {
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{Activation=leaky_relu, Reason=unsupported-activation, unsupported-activation="expected a table of gelu or sigmoid after a convolution of i8 codes but got leaky_relu; use a target that takes this kind"}}
  %y = lutfuse.leaky_relu %u <positive = #one, negative = #one, factor = [-2]>
    : (tensor<1x2x2x4x!u>) -> tensor<1x2x2x4x!u>
  return %y : tensor<1x2x2x4x!u>
}

// CHECK-LABEL: func.func @fused_table(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
func.func @fused_table(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !u>
    : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!u>
  return %y : tensor<1x2x2x4x!u>
}
