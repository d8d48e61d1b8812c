// Ethos-U targets: 8-bit tables and clips after convolutions of every kind fuse.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics --remarks-filter=fuse-lut-activation \
// RUN:   --fuse-lut-activation=target=ethos-u55-128 -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t
// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics --remarks-filter=fuse-lut-activation \
// RUN:   --fuse-lut-activation=target=ethos-u65-512 -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=4{{$}}}}

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
!u16 = !quant.uniform<i16:f32, 2.0>
!y16 = !quant.uniform<i16:f32, 1.0>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#one = #lutfuse.requant<multiplier = [1073741824], shift = [30], rounding = double_round>

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

// CHECK-LABEL: func.func @fused_transposed(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv_transpose2d
func.func @fused_transposed(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv_transpose2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <custom> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!y>
  return %y : tensor<1x2x2x4x!y>
}

// CHECK-LABEL: func.func @fused_clip(
// CHECK-NOT:     lutfuse.clip
// CHECK:         lutfuse.fused_conv2d
func.func @fused_clip(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u> {
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.clip %u <min = -20, max = 57> : (tensor<1x2x2x4x!u>) -> tensor<1x2x2x4x!u>
  return %y : tensor<1x2x2x4x!u>
}

// CHECK-LABEL: func.func @fused_group(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
func.func @fused_group(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x2x!w>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w group 2 requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x2x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!y>
  return %y : tensor<1x2x2x4x!y>
}
