// Every diagnostic on a fused op has a note at each source, and the plugin adds them like the program.

// RUN: not lutfuse-opt %s --split-input-file -o %t 2>&1 | FileCheck %s
// RUN: not %mlir-opt %s --load-dialect-plugin=%plugin --split-input-file -o %t 2>&1 | FileCheck %s

// CHECK:      conv.mlir:2:3: error: 'lutfuse.fused_conv2d' op expected clip bounds in [-128, 127] but got -300 and 57
// CHECK-NEXT: conv.mlir:2:3: note: see current operation
// CHECK-NEXT: conv.mlir:2:3: note: fused from this convolution
// CHECK-NEXT: clip.mlir:3:4: note: fused from this activation
!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @two_files(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  %u = lutfuse.fused_conv2d %x, %w activation clip <min = -300, max = 57> intermediate !u requant #r
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
    loc(fused<#lutfuse.fused<"fuse-lut-activation">>["conv.mlir":2:3, "clip.mlir":3:4])
  return %u : tensor<1x2x2x3x!u>
}

// -----

// ODS checks attributes before the verifier of the dialect sees them.
// CHECK:      conv.mlir:2:3: error: 'lutfuse.fused_conv2d' op attribute 'stride' failed to satisfy constraint
// CHECK:      conv.mlir:2:3: note: fused from this convolution
// CHECK-NEXT: clip.mlir:3:4: note: fused from this activation
!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @ods(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  %u = lutfuse.fused_conv2d %x, %w activation clip <min = -3, max = 57> intermediate !u stride [1] requant #r
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
    loc(fused<#lutfuse.fused<"fuse-lut-activation">>["conv.mlir":2:3, "clip.mlir":3:4])
  return %u : tensor<1x2x2x3x!u>
}

// -----

// An activation that came from two ops itself, behind views, in a function that was inlined.
// CHECK:      error: 'lutfuse.fused_conv2d' op expected clip bounds
// CHECK:      note: loc("conv"): fused from this convolution
// CHECK-NEXT: clip.mlir:3:4: note: fused from this activation
// CHECK-NEXT: clip.mlir:5:6: note: fused from this activation
// CHECK-NOT:  fused from
!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @nested(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  %u = lutfuse.fused_conv2d %x, %w activation clip <min = -300, max = 57> intermediate !u requant #r
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
    loc(callsite(fused<#lutfuse.fused<"fuse-lut-activation" views = 2>>["conv", fused<"compose-activations">["clip.mlir":3:4, "clip.mlir":5:6]] at "main.mlir":1:1))
  return %u : tensor<1x2x2x3x!u>
}

// -----

// One location for both, and one that only one op had.
// CHECK:      layer.mlir:1:1: error:
// CHECK:      layer.mlir:1:1: note: fused from this convolution and activation
// CHECK-NOT:  fused from
// CHECK:      conv.mlir:1:1: error:
// CHECK:      conv.mlir:1:1: note: fused from this convolution
// CHECK-NOT:  fused from
// CHECK:      clip.mlir:1:1: error:
// CHECK:      clip.mlir:1:1: note: fused from this activation
// CHECK-NOT:  fused from
!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @one(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  %u = lutfuse.fused_conv2d %x, %w activation clip <min = -300, max = 57> intermediate !u requant #r
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
    loc(fused<#lutfuse.fused<"fuse-lut-activation">>["layer.mlir":1:1])
  return %u : tensor<1x2x2x3x!u>
}

// -----

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @no_activation(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  %u = lutfuse.fused_conv2d %x, %w activation clip <min = -300, max = 57> intermediate !u requant #r
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
    loc(fused<#lutfuse.fused<"fuse-lut-activation" unknown = activation>>["conv.mlir":1:1])
  return %u : tensor<1x2x2x3x!u>
}

// -----

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @no_convolution(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  %u = lutfuse.fused_conv2d %x, %w activation clip <min = -300, max = 57> intermediate !u requant #r
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
    loc(fused<#lutfuse.fused<"fuse-lut-activation" unknown = convolution>>["clip.mlir":1:1])
  return %u : tensor<1x2x2x3x!u>
}
