// REQUIRES: ethos-u
// RUN: lutfuse-opt %s --convert-lutfuse-to-ethosu --assign-table-slots --check-table-residency | FileCheck %s -enable-var-scope

// Unfused, without an activation: no load, no table, no clamp.

!x = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 0.00390625:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: ethosu.program @no_activation_npu_0
// CHECK-NEXT: ethosu.conv2d
// CHECK-NOT: {{ethosu.dma|table|clamp}}
func.func @no_activation(%x: tensor<1x8x8x16x!x>) -> tensor<1x8x8x16x!u> {
  %w = "tosa.const"() <{values = dense<5> : tensor<16x3x3x16xi8>}> : () -> tensor<16x3x3x16xi8>
  %wq = quant.scast %w : tensor<16x3x3x16xi8> to tensor<16x3x3x16x!w>
  %u = lutfuse.conv2d %x, %wq pad [1, 1, 1, 1] requant #r
    : (tensor<1x8x8x16x!x>, tensor<16x3x3x16x!w>) -> tensor<1x8x8x16x!u>
  return %u : tensor<1x8x8x16x!u>
}
