// Bounds of clips that a target from a file cannot take: for each guard, what it alone refuses
// (`@refused...`), beside the nearest pair that fuses (`@fused...`). The target is described in
// Inputs/narrow-npu.toml.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics --remarks-filter=fuse-lut-activation \
// RUN:   --fuse-lut-activation=target=%S/Inputs/narrow-npu.toml -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=2, unsupported-clip-bounds=2{{$}}}}

// unsupported-clip-bounds: one code beyond ReLU6, and a lowest code that is not the zero point.
// The twins are ReLU6 and ReLU.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>

// CHECK-LABEL: func.func @refused_high(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.clip
func.func @refused_high(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_high | Activation=clip, Reason=unsupported-clip-bounds, unsupported-clip-bounds="expected a clip to [0, inf] or [0, 6] after a convolution of i8 codes but got codes [-3, 1] of !quant.uniform<i8:f32, 2.000000e+00:-3>; make a table of the clip, or use a target with these bounds"}}
  %y = lutfuse.clip %u <min = -3, max = 1> : (tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!u>
  return %y : tensor<1x2x2x3x!u>
}

// CHECK-LABEL: func.func @refused_low(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.clip
func.func @refused_low(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Activation=clip, Reason=unsupported-clip-bounds, unsupported-clip-bounds="expected a clip to [0, inf] or [0, 6] after a convolution of i8 codes but got codes [-128, 0] of !quant.uniform<i8:f32, 2.000000e+00:-3>; make a table of the clip, or use a target with these bounds"}}
  %y = lutfuse.clip %u <min = -128, max = 0> : (tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!u>
  return %y : tensor<1x2x2x3x!u>
}

// CHECK-LABEL: func.func @fused_relu6(
// CHECK-NOT:     lutfuse.clip
// CHECK:         lutfuse.fused_conv2d
func.func @fused_relu6(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.clip %u <min = -3, max = 0> : (tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!u>
  return %y : tensor<1x2x2x3x!u>
}

// CHECK-LABEL: func.func @fused_relu(
// CHECK-NOT:     lutfuse.clip
// CHECK:         lutfuse.fused_conv2d
func.func @fused_relu(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.clip %u <min = -3, max = 127> : (tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!u>
  return %y : tensor<1x2x2x3x!u>
}
