// Convolutions that a target from a file cannot take: for each guard, what it alone refuses
// (`@refused...`), beside the nearest pair that fuses (`@fused...`). The target is described in
// Inputs/narrow-npu.toml.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics --remarks-filter=fuse-lut-activation \
// RUN:   --fuse-lut-activation=target=%S/Inputs/narrow-npu.toml -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, unsupported-producer=1{{$}}}}

// unsupported-producer: a transposed convolution.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>

// CHECK-LABEL: func.func @refused(
// CHECK:         lutfuse.conv_transpose2d
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv_transpose2d'}}
  %u = lutfuse.conv_transpose2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused | Activation=sigmoid, Reason=unsupported-producer, unsupported-producer="expected a convolution or a depthwise convolution before a table of sigmoid but got a transposed convolution; use a target with post-processing after this convolution"}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
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
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, grouped-convolution=1{{$}}}}

// grouped-convolution: two groups of two input channels. The twin is depthwise.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>

// CHECK-LABEL: func.func @refused(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x2x!w>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w group 2 requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x2x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused | Activation=sigmoid, Reason=grouped-convolution, grouped-convolution="expected a convolution or a depthwise convolution before a table of sigmoid but got a convolution of 2 groups; use a target that takes groups, or one that asks to decompose them"}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!y>
  return %y : tensor<1x2x2x4x!y>
}

// CHECK-LABEL: func.func @fused_depthwise(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
func.func @fused_depthwise(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x1x!w>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w group 4 requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x1x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!y>
  return %y : tensor<1x2x2x4x!y>
}
