// Convolutions that have a kernel of their own that a target from a file cannot take: for each guard, what it alone refuses
// (`@refused...`), beside the nearest pair that fuses (`@fused...`). The target is described in
// Inputs/narrow-npu.toml.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics --remarks-filter=fuse-lut-activation \
// RUN:   --fuse-lut-activation=target=%S/Inputs/narrow-npu.toml -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=5, loses-specialized-kernel=2{{$}}}}

// loses-specialized-kernel: all conditions of the fast kernel hold, and padding is none of them.
// Each twin breaks one: output channels, stride, group, input channels. The last has an activation
// that the fast kernel takes itself.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>

// CHECK-LABEL: func.func @refused(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused(%x: tensor<1x4x4x4x!x>, %w: tensor<8x3x3x4x!w>) -> tensor<1x2x2x8x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x4x4x4x!x>, tensor<8x3x3x4x!w>) -> tensor<1x2x2x8x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused | Activation=sigmoid, Reason=loses-specialized-kernel, loses-specialized-kernel="expected no faster kernel without an activation but got '3x3 on blocks of 8 channels'; use a target description without this kernel"}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x8x!u>, tensor<256xi8>) -> tensor<1x2x2x8x!y>
  return %y : tensor<1x2x2x8x!y>
}

// CHECK-LABEL: func.func @refused_padded(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused_padded(%x: tensor<1x4x4x3x!x>, %w: tensor<16x3x3x3x!w>) -> tensor<1x4x4x16x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w pad [1, 1, 1, 1] requant #r : (tensor<1x4x4x3x!x>, tensor<16x3x3x3x!w>) -> tensor<1x4x4x16x!u>
  // expected-remark@+1 {{Activation=sigmoid, Reason=loses-specialized-kernel, loses-specialized-kernel="expected no faster kernel without an activation but got '3x3 on blocks of 8 channels'; use a target description without this kernel"}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x4x4x16x!u>, tensor<256xi8>) -> tensor<1x4x4x16x!y>
  return %y : tensor<1x4x4x16x!y>
}

// CHECK-LABEL: func.func @fused_output_channels(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
func.func @fused_output_channels(%x: tensor<1x4x4x4x!x>, %w: tensor<9x3x3x4x!w>) -> tensor<1x2x2x9x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x4x4x4x!x>, tensor<9x3x3x4x!w>) -> tensor<1x2x2x9x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x9x!u>, tensor<256xi8>) -> tensor<1x2x2x9x!y>
  return %y : tensor<1x2x2x9x!y>
}

// CHECK-LABEL: func.func @fused_stride(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
func.func @fused_stride(%x: tensor<1x4x4x4x!x>, %w: tensor<8x3x3x4x!w>) -> tensor<1x1x1x8x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w stride [2, 2] requant #r : (tensor<1x4x4x4x!x>, tensor<8x3x3x4x!w>) -> tensor<1x1x1x8x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x1x1x8x!u>, tensor<256xi8>) -> tensor<1x1x1x8x!y>
  return %y : tensor<1x1x1x8x!y>
}

// CHECK-LABEL: func.func @fused_group(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
func.func @fused_group(%x: tensor<1x4x4x4x!x>, %w: tensor<8x3x3x1x!w>) -> tensor<1x2x2x8x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w group 4 requant #r : (tensor<1x4x4x4x!x>, tensor<8x3x3x1x!w>) -> tensor<1x2x2x8x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x8x!u>, tensor<256xi8>) -> tensor<1x2x2x8x!y>
  return %y : tensor<1x2x2x8x!y>
}

// CHECK-LABEL: func.func @fused_input_channels(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
func.func @fused_input_channels(%x: tensor<1x4x4x5x!x>, %w: tensor<8x3x3x5x!w>) -> tensor<1x2x2x8x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x4x4x5x!x>, tensor<8x3x3x5x!w>) -> tensor<1x2x2x8x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x8x!u>, tensor<256xi8>) -> tensor<1x2x2x8x!y>
  return %y : tensor<1x2x2x8x!y>
}

// CHECK-LABEL: func.func @fused_clip(
// CHECK-NOT:     lutfuse.clip
// CHECK:         lutfuse.fused_conv2d
func.func @fused_clip(%x: tensor<1x4x4x4x!x>, %w: tensor<8x3x3x4x!w>) -> tensor<1x2x2x8x!u> {
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x4x4x4x!x>, tensor<8x3x3x4x!w>) -> tensor<1x2x2x8x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.clip %u <min = -3, max = 0> : (tensor<1x2x2x8x!u>) -> tensor<1x2x2x8x!u>
  return %y : tensor<1x2x2x8x!u>
}
