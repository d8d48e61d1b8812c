// What becomes of discardable attributes.

// RUN: lutfuse-opt %s --split-input-file --fuse-lut-activation | FileCheck %s --enable-var-scope

// Discardable attributes belong to ops that are gone, whatever their names: none is taken over.

!x = !quant.uniform<i8:f32, 0.5:7>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @discardable(
// CHECK:         lutfuse.fused_conv2d
// CHECK-NOT:     {
// CHECK:         lutfuse.fused_conv_transpose2d
// CHECK-NOT:     {
// CHECK:         return
func.func @discardable(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>)
    -> (tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      {npu.out_pad = array<i64: 1, 1, 1, 1>, test.note = "conv"}
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
      {npu.stride = array<i64: 2, 2>, test.note = "lut"}
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  %v = lutfuse.conv_transpose2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      {npu.dilation = array<i64: 2, 2>, npu.pad = array<i64: 1, 1, 1, 1>}
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %z = lutfuse.lut_activation <tanh> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y, %z : tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>
}
