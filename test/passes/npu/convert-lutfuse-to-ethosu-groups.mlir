// REQUIRES: ethos-u
// RUN: lutfuse-opt %s --convert-lutfuse-to-ethosu --assign-table-slots --check-table-residency | FileCheck %s -enable-var-scope

// Both halves of fusion: what is in the command, and what is loaded before it.

!x = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 0.00390625:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// Depthwise: one input channel for each output channel.
// CHECK-LABEL: ethosu.program @depthwise_npu_0
// CHECK-NEXT: ethosu.depthwise_conv2d
func.func @depthwise(%x: tensor<1x8x8x16x!x>) -> tensor<1x8x8x16x!u> {
  %w = "tosa.const"() <{values = dense<5> : tensor<16x3x3x1xi8>}> : () -> tensor<16x3x3x1xi8>
  %wq = quant.scast %w : tensor<16x3x3x1xi8> to tensor<16x3x3x1x!w>
  %u = lutfuse.conv2d %x, %wq pad [1, 1, 1, 1] group 16 requant #r
    : (tensor<1x8x8x16x!x>, tensor<16x3x3x1x!w>) -> tensor<1x8x8x16x!u>
  return %u : tensor<1x8x8x16x!u>
}

// Groups are slices of the channels.
// CHECK-LABEL: ethosu.program @groups_npu_0
// CHECK-NEXT: ethosu.conv2d <i8, [8, 8, 8], nhwc, scratch + [[IN:[0-9]+]] zero_point = 3 strides = [128, 16, 1]> to
// CHECK-NEXT: ethosu.conv2d <i8, [8, 8, 8], nhwc, scratch + {{[0-9]+}} zero_point = 3 strides = [128, 16, 1]> to
func.func @groups(%x: tensor<1x8x8x16x!x>) -> tensor<1x8x8x16x!u> {
  %w = "tosa.const"() <{values = dense<5> : tensor<16x3x3x8xi8>}> : () -> tensor<16x3x3x8xi8>
  %wq = quant.scast %w : tensor<16x3x3x8xi8> to tensor<16x3x3x8x!w>
  %u = lutfuse.conv2d %x, %wq pad [1, 1, 1, 1] group 2 requant #r
    : (tensor<1x8x8x16x!x>, tensor<16x3x3x8x!w>) -> tensor<1x8x8x16x!u>
  return %u : tensor<1x8x8x16x!u>
}

// Transposed: zeros between input elements.
// CHECK-LABEL: ethosu.program @transposed_npu_0
// CHECK-NEXT: ethosu.conv2d {{.*}} pad [2, 1, 2, 1] {{.*}} upscale <zeros>
func.func @transposed(%x: tensor<1x8x8x16x!x>) -> tensor<1x17x17x16x!u> {
  %w = "tosa.const"() <{values = dense<5> : tensor<16x3x3x16xi8>}> : () -> tensor<16x3x3x16xi8>
  %wq = quant.scast %w : tensor<16x3x3x16xi8> to tensor<16x3x3x16x!w>
  %u = lutfuse.conv_transpose2d %x, %wq stride [2, 2] requant #r
    : (tensor<1x8x8x16x!x>, tensor<16x3x3x16x!w>) -> tensor<1x17x17x16x!u>
  return %u : tensor<1x17x17x16x!u>
}
