// Kinds that the target cannot take: for each guard, what it alone refuses (`@refused...`),
// beside the nearest pair that fuses (`@fused...`). test_guards_covered.py checks that no guard is
// missing.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=reference -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, unsupported-activation=2{{$}}}}

// unsupported-activation: another function, and a table of which nobody knows the function.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @refused(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation <gelu_tanh>
func.func @refused(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused | Activation=gelu_tanh, Reason=unsupported-activation, unsupported-activation="expected a table of gelu or sigmoid after a convolution of i8 codes but got gelu_tanh; use a target that takes this kind"}}
  %y = lutfuse.lut_activation <gelu_tanh> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @refused_custom(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation <custom>
func.func @refused_custom(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Activation=custom, Reason=unsupported-activation, unsupported-activation="expected a table of gelu or sigmoid after a convolution of i8 codes but got custom; use a target that takes this kind"}}
  %y = lutfuse.lut_activation <custom> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @fused(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
func.func @fused(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <gelu> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}
