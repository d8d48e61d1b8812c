// Groups and transposed convolutions that the target cannot take: for each guard, what it alone refuses (`@refused...`),
// beside the nearest pair that fuses (`@fused...`). test_guards_covered.py checks that no guard is
// missing.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=reference -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, grouped-convolution=2{{$}}}}

// grouped-convolution: a depthwise one, and a grouped transposed one.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @refused_depthwise(
// CHECK:         lutfuse.conv2d {{.*}} group 4
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused_depthwise(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x1x!w>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w group 4 requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<4x1x1x1x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_depthwise | Activation=sigmoid, Reason=grouped-convolution, grouped-convolution="expected a convolution or a transposed convolution before a table of sigmoid but got a depthwise convolution of 4 groups; use a target that takes groups, or one that asks to decompose them"}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!y>
  return %y : tensor<1x2x2x4x!y>
}

// CHECK-LABEL: func.func @refused_transposed(
// CHECK:         lutfuse.conv_transpose2d {{.*}} group 2
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused_transposed(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x2x!w>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv_transpose2d'}}
  %u = lutfuse.conv_transpose2d %x, %w group 2 requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<4x1x1x2x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{Activation=sigmoid, Reason=grouped-convolution, grouped-convolution="expected a convolution or a transposed convolution before a table of sigmoid but got a transposed convolution of 2 groups; use a target that takes groups, or one that asks to decompose them"}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!y>
  return %y : tensor<1x2x2x4x!y>
}

// One input channel is one group, whatever the convolution was called before.
// CHECK-LABEL: func.func @fused(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
func.func @fused(%x: tensor<1x2x2x1x!x>, %w: tensor<4x1x1x1x!w>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w group 1 requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x1x!x>, tensor<4x1x1x1x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!y>
  return %y : tensor<1x2x2x4x!y>
}
