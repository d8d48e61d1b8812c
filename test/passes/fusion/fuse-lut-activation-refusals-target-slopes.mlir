// Slopes that a target from a file cannot take: for each guard, what it alone refuses
// (`@refused...`), beside the nearest pair that fuses (`@fused...`). The target is described in
// Inputs/narrow-npu.toml.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics --remarks-filter=fuse-lut-activation \
// RUN:   --fuse-lut-activation=target=%S/Inputs/narrow-npu.toml -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=3, unsupported-slope=3{{$}}}}

// unsupported-slope: above one by one unit of the multiplier, a sign, and one channel of three.
// The twins have slope one, two signs that cancel, and no channel outside.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
#one = #lutfuse.requant<multiplier = [1073741824], shift = [30], rounding = double_round>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>

// CHECK-LABEL: func.func @refused_above(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.leaky_relu
func.func @refused_above(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_above | Activation=leaky_relu, Reason=unsupported-slope, unsupported-slope="expected slopes in [0, 1] after a convolution of i8 codes but got 1.0000000009313226; make a table of the activation, or use a target with this slope"}}
  %y = lutfuse.leaky_relu %u <positive = #one, negative = <multiplier = [1073741825], shift = [30], rounding = double_round>>
    : (tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!u>
  return %y : tensor<1x2x2x3x!u>
}

// CHECK-LABEL: func.func @refused_negate(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.leaky_relu
func.func @refused_negate(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Activation=leaky_relu, Reason=unsupported-slope, unsupported-slope="expected slopes in [0, 1] after a convolution of i8 codes but got -0.25; make a table of the activation, or use a target with this slope"}}
  %y = lutfuse.leaky_relu %u <positive = #one, negative = <multiplier = [1073741824], shift = [32], rounding = double_round> negate = true>
    : (tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!u>
  return %y : tensor<1x2x2x3x!u>
}

// CHECK-LABEL: func.func @refused_channel(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.leaky_relu
func.func @refused_channel(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Activation=prelu, Reason=unsupported-slope, unsupported-slope="expected slopes in [0, 1] after a convolution of i8 codes but got 1.5; make a table of the activation, or use a target with this slope"}}
  %y = lutfuse.leaky_relu %u <positive = #one, negative = <multiplier = [1073741824], shift = [32], rounding = double_round>, factor = [4, 0, 6]>
    : (tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!u>
  return %y : tensor<1x2x2x3x!u>
}

// CHECK-LABEL: func.func @fused_one(
// CHECK-NOT:     lutfuse.leaky_relu
// CHECK:         lutfuse.fused_conv2d
func.func @fused_one(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.leaky_relu %u <positive = #one, negative = #one>
    : (tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!u>
  return %y : tensor<1x2x2x3x!u>
}

// CHECK-LABEL: func.func @fused_negate(
// CHECK-NOT:     lutfuse.leaky_relu
// CHECK:         lutfuse.fused_conv2d
func.func @fused_negate(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.leaky_relu %u <positive = #one, negative = <multiplier = [1073741824], shift = [32], rounding = double_round> negate = true, factor = [-4]>
    : (tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!u>
  return %y : tensor<1x2x2x3x!u>
}

// CHECK-LABEL: func.func @fused_channels(
// CHECK-NOT:     lutfuse.leaky_relu
// CHECK:         lutfuse.fused_conv2d
func.func @fused_channels(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.leaky_relu %u <positive = #one, negative = <multiplier = [1073741824], shift = [32], rounding = double_round>, factor = [4, 0, 3]>
    : (tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!u>
  return %y : tensor<1x2x2x3x!u>
}
