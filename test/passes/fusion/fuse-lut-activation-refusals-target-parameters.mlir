// Pairs of which a target from a file cannot take several parts. The target is described in
// Inputs/narrow-npu.toml.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics --remarks-filter=fuse-lut-activation \
// RUN:   --fuse-lut-activation=target=%S/Inputs/narrow-npu.toml -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=0, loses-specialized-kernel=1, table-too-large=1, unsupported-clip-bounds=1, unsupported-per-channel-table=1, unsupported-producer=1, unsupported-slope=1{{$}}}}

// Several of these guards at once.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#one = #lutfuse.requant<multiplier = [1073741824], shift = [30], rounding = double_round>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>

// CHECK-LABEL: func.func @refused_clip(
// CHECK:         lutfuse.conv_transpose2d
// CHECK-NEXT:    lutfuse.clip
func.func @refused_clip(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u> {
  // expected-note@+1 {{producer is 'lutfuse.conv_transpose2d'}}
  %u = lutfuse.conv_transpose2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{Activation=clip, Reason="unsupported-producer, unsupported-clip-bounds", unsupported-clip-bounds=}}
  %y = lutfuse.clip %u <min = -3, max = 57> : (tensor<1x2x2x4x!u>) -> tensor<1x2x2x4x!u>
  return %y : tensor<1x2x2x4x!u>
}

// CHECK-LABEL: func.func @refused_slope(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.leaky_relu
func.func @refused_slope(%x: tensor<1x4x4x4x!x>, %w: tensor<8x3x3x4x!w>) -> tensor<1x2x2x8x!u> {
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x4x4x4x!x>, tensor<8x3x3x4x!w>) -> tensor<1x2x2x8x!u>
  // expected-remark@+1 {{Activation=leaky_relu, Reason="unsupported-slope, loses-specialized-kernel", loses-specialized-kernel=}}
  %y = lutfuse.leaky_relu %u <positive = #one, negative = #one, factor = [-2]>
    : (tensor<1x2x2x8x!u>) -> tensor<1x2x2x8x!u>
  return %y : tensor<1x2x2x8x!u>
}

// CHECK-LABEL: func.func @refused_rows(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused_rows(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<3x256xi8>} : () -> tensor<3x256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Activation=custom, Reason="unsupported-per-channel-table, table-too-large", table-too-large=}}
  %y = lutfuse.lut_activation <custom> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<3x256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}
