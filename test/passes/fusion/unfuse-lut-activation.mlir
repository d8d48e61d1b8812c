// RUN: lutfuse-opt %s --mlir-print-debuginfo -o %t.before
// RUN: lutfuse-opt %s --fuse-lut-activation --mlir-print-debuginfo -o %t.fused
// RUN: lutfuse-opt %t.fused --unfuse-lut-activation --mlir-print-debuginfo -o %t.after
// RUN: diff %t.before %t.after
// RUN: FileCheck %s --enable-var-scope < %t.fused

// Types, attributes, and all locations come back: both known, equal, and unknown ones.
!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 0.00390625:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-COUNT-4: lutfuse.fused_conv
// CHECK-NOT: lutfuse.lut_activation
func.func @f(%x: tensor<2x9x9x4x!x>, %w: tensor<4x3x3x2x!w>, %b: tensor<4xi32>) -> tensor<2x4x5x4x!y> {
  %t = "tosa.const"() <{values = dense<7> : tensor<256xi8>}> : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w bias %b stride [2, 2] pad [1, 0, 1, 1] dilation [1, 1] group 2 requant #r : (tensor<2x9x9x4x!x>, tensor<4x3x3x2x!w>, tensor<4xi32>) -> tensor<2x4x5x4x!u> loc("conv")
  %y = lutfuse.lut_activation <gelu> %u, %t header #h : (tensor<2x4x5x4x!u>, tensor<256xi8>) -> tensor<2x4x5x4x!y> loc("gelu")
  return %y : tensor<2x4x5x4x!y>
}

func.func @g(%x: tensor<1x3x3x2x!x>, %w: tensor<4x2x2x2x!w>) -> (tensor<1x6x6x4x!y>, tensor<1x6x6x4x!y>, tensor<1x6x6x4x!y>) {
  %t = "tosa.const"() <{values = dense<7> : tensor<256xi8>}> : () -> tensor<256xi8>
  %u = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (tensor<1x3x3x2x!x>, tensor<4x2x2x2x!w>) -> tensor<1x6x6x4x!u> loc("same")
  %y = lutfuse.lut_activation <custom> %u, %t header #h : (tensor<1x6x6x4x!u>, tensor<256xi8>) -> tensor<1x6x6x4x!y> loc("same")
  %v = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (tensor<1x3x3x2x!x>, tensor<4x2x2x2x!w>) -> tensor<1x6x6x4x!u> loc(unknown)
  %z = lutfuse.lut_activation <custom> %v, %t header #h : (tensor<1x6x6x4x!u>, tensor<256xi8>) -> tensor<1x6x6x4x!y> loc("activation")
  %s = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r : (tensor<1x3x3x2x!x>, tensor<4x2x2x2x!w>) -> tensor<1x6x6x4x!u> loc(fused["conv", "requant"])
  %q = lutfuse.lut_activation <custom> %s, %t header #h : (tensor<1x6x6x4x!u>, tensor<256xi8>) -> tensor<1x6x6x4x!y> loc(unknown)
  return %y, %z, %q : tensor<1x6x6x4x!y>, tensor<1x6x6x4x!y>, tensor<1x6x6x4x!y>
}
