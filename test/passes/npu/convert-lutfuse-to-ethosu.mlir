// REQUIRES: ethos-u
// RUN: lutfuse-opt %s --convert-lutfuse-to-ethosu --assign-table-slots --check-table-residency | FileCheck %s -enable-var-scope

// Both halves of fusion: what is in the command, and what is loaded before it.

!x = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 0.00390625:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// Fused: the table is loaded before the convolution, the slot is on it, and no look-up is left.
// CHECK-LABEL: ethosu.program @fused_npu_0 on "ethos-u55-128" scratch 2048
// CHECK-SAME: inputs [#ethosu.feature_map<i8, [8, 8, 16], nhwc, scratch + [[IN:[0-9]+]]>]
// CHECK-SAME: outputs [#ethosu.feature_map<i8, [8, 8, 16], nhwc, scratch + [[OUT:[0-9]+]]>]
// CHECK-NEXT: ethosu.dma <constants + [[TABLE:[0-9]+]], 256> to <shram + 22528, 256>
// CHECK-NEXT: ethosu.conv2d <i8, [8, 8, 16], nhwc, scratch + [[IN]] zero_point = 3> to
// CHECK-SAME: <i8, [8, 8, 16], nhwc, scratch + [[OUT]] zero_point = -3>
// CHECK-SAME: pad [1, 1, 1, 1]
// CHECK-SAME: table <<constants + [[TABLE]], 256> slot = 0>
// CHECK-NEXT: }
// CHECK-LABEL: func.func @fused
// CHECK: ethosu.call @fused_npu_0(
func.func @fused(%x: tensor<1x8x8x16x!x>) -> tensor<1x8x8x16x!y> {
  %t = "tosa.const"() <{values = dense<7> : tensor<256xi8>}> : () -> tensor<256xi8>
  %w = "tosa.const"() <{values = dense<5> : tensor<16x3x3x16xi8>}> : () -> tensor<16x3x3x16xi8>
  %wq = quant.scast %w : tensor<16x3x3x16xi8> to tensor<16x3x3x16x!w>
  %y = lutfuse.fused_conv2d %x, %wq lut %t kind <sigmoid> header #h intermediate !u pad [1, 1, 1, 1] requant #r
    : (tensor<1x8x8x16x!x>, tensor<16x3x3x16x!w>, tensor<256xi8>) -> tensor<1x8x8x16x!y>
  return %y : tensor<1x8x8x16x!y>
}

// Unfused, with an activation: the look-up is a command of its own.
// CHECK-LABEL: ethosu.program @unfused_npu_0
// CHECK-NEXT: ethosu.dma <constants + [[TABLE:[0-9]+]], 256> to <shram + 22528, 256>
// CHECK-NEXT: ethosu.conv2d
// CHECK-NEXT: ethosu.pooling <average> {{.*}} scale <1, 0> table <<constants + [[TABLE]], 256> slot = 0>
// CHECK-NEXT: }
func.func @unfused(%x: tensor<1x8x8x16x!x>) -> tensor<1x8x8x16x!y> {
  %t = "tosa.const"() <{values = dense<7> : tensor<256xi8>}> : () -> tensor<256xi8>
  %w = "tosa.const"() <{values = dense<5> : tensor<16x3x3x16xi8>}> : () -> tensor<16x3x3x16xi8>
  %wq = quant.scast %w : tensor<16x3x3x16xi8> to tensor<16x3x3x16x!w>
  %u = lutfuse.conv2d %x, %wq pad [1, 1, 1, 1] requant #r
    : (tensor<1x8x8x16x!x>, tensor<16x3x3x16x!w>) -> tensor<1x8x8x16x!u>
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x8x8x16x!u>, tensor<256xi8>) -> tensor<1x8x8x16x!y>
  return %y : tensor<1x8x8x16x!y>
}

// A clip is a clamp, in codes.
// CHECK-LABEL: ethosu.program @clip_npu_0
// CHECK-NEXT: ethosu.conv2d {{.*}} clamp <-3, 57>
// CHECK-NEXT: }
func.func @clip(%x: tensor<1x8x8x16x!x>) -> tensor<1x8x8x16x!u> {
  %w = "tosa.const"() <{values = dense<5> : tensor<16x3x3x16xi8>}> : () -> tensor<16x3x3x16xi8>
  %wq = quant.scast %w : tensor<16x3x3x16xi8> to tensor<16x3x3x16x!w>
  %y = lutfuse.fused_conv2d %x, %wq activation clip <min = -3, max = 57> intermediate !u pad [1, 1, 1, 1]
    requant #r : (tensor<1x8x8x16x!x>, tensor<16x3x3x16x!w>) -> tensor<1x8x8x16x!u>
  return %y : tensor<1x8x8x16x!u>
}

// A narrow storage range is a clamp before the table.
// CHECK-LABEL: ethosu.program @narrow_npu_0
// CHECK: ethosu.conv2d {{.*}} clamp <-127, 127>
// CHECK-NEXT: }
func.func @narrow(%x: tensor<1x8x8x16x!x>) -> tensor<1x8x8x16x!quant.uniform<i8<-127:127>:f32, 2.0:-3>> {
  %w = "tosa.const"() <{values = dense<5> : tensor<16x3x3x16xi8>}> : () -> tensor<16x3x3x16xi8>
  %wq = quant.scast %w : tensor<16x3x3x16xi8> to tensor<16x3x3x16x!w>
  %y = lutfuse.conv2d %x, %wq pad [1, 1, 1, 1] requant #r
    : (tensor<1x8x8x16x!x>, tensor<16x3x3x16x!w>) -> tensor<1x8x8x16x!quant.uniform<i8<-127:127>:f32, 2.0:-3>>
  return %y : tensor<1x8x8x16x!quant.uniform<i8<-127:127>:f32, 2.0:-3>>
}

// Single rounding is natural rounding.
// CHECK-LABEL: ethosu.program @single_round_npu_0
// CHECK-NEXT: ethosu.conv2d {{.*}}rounding <natural>
func.func @single_round(%x: tensor<1x8x8x16x!x>) -> tensor<1x8x8x16x!u> {
  %w = "tosa.const"() <{values = dense<5> : tensor<16x3x3x16xi8>}> : () -> tensor<16x3x3x16xi8>
  %wq = quant.scast %w : tensor<16x3x3x16xi8> to tensor<16x3x3x16x!w>
  %u = lutfuse.conv2d %x, %wq pad [1, 1, 1, 1]
    requant <multiplier = [1073741824], shift = [34], rounding = single_round> : (tensor<1x8x8x16x!x>, tensor<16x3x3x16x!w>) -> tensor<1x8x8x16x!u>
  return %u : tensor<1x8x8x16x!u>
}
