// A convolution with an activation before the activation: for each guard, what it alone refuses
// (`@refused...`), beside the nearest pair that fuses (`@fused...`).

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=reference -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, already-fused=2{{$}}}}

// already-fused: a fused op of either class, and the second of two activations in a row.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @refused(
// CHECK:         lutfuse.fused_conv_transpose2d
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.fused_conv_transpose2d'}}
  %y = lutfuse.fused_conv_transpose2d %x, %w lut %t kind <sigmoid>
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
      intermediate !u requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused | Activation=gelu, Reason=already-fused, already-fused="expected a convolution without an activation but got 'lutfuse.fused_conv_transpose2d'; compose the two tables into one"}}
  %z = lutfuse.lut_activation <gelu> %y, %t
      header <first = -128, entries = 256, lookup = direct, input = !y, result = !u>
    : (tensor<1x2x2x3x!y>, tensor<256xi8>) -> tensor<1x2x2x3x!u>
  return %z : tensor<1x2x2x3x!u>
}

// The first activation is the positive twin of the second.
// CHECK-LABEL: func.func @refused_second(
// CHECK:         lutfuse.fused_conv2d
// CHECK-NEXT:    lutfuse.lut_activation <gelu>
func.func @refused_second(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+2 {{fused into this convolution}}
  // expected-note@+1 {{producer is 'lutfuse.fused_conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Passed] fused | Category:fuse-lut-activation | Function=refused_second | Activation=sigmoid, Convolution=lutfuse.conv2d}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_second | Activation=gelu, Reason=already-fused, already-fused="expected a convolution without an activation but got 'lutfuse.fused_conv2d'; compose the two tables into one"}}
  %z = lutfuse.lut_activation <gelu> %y, %t
      header <first = -128, entries = 256, lookup = direct, input = !y, result = !u>
    : (tensor<1x2x2x3x!y>, tensor<256xi8>) -> tensor<1x2x2x3x!u>
  return %z : tensor<1x2x2x3x!u>
}
