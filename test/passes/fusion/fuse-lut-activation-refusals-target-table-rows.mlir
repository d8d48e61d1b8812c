// Tables with rows that a target from a file cannot take: for each guard, what it alone refuses
// (`@refused...`), beside the nearest pair that fuses (`@fused...`). The target is described in
// Inputs/narrow-npu.toml.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics --remarks-filter=fuse-lut-activation \
// RUN:   --fuse-lut-activation=target=%S/Inputs/narrow-npu.toml -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=2, unsupported-per-channel-table=1{{$}}}}

// unsupported-per-channel-table: three rows of four entries. The twins have one table, and a row
// for the only channel.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8<-2:1>:f32, 2.0:-1>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>

// CHECK-LABEL: func.func @refused(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<3x4xi8>} : () -> tensor<3x4xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused | Activation=custom, Reason=unsupported-per-channel-table, unsupported-per-channel-table="expected a table of custom for all channels after a convolution of i8 codes but got one for each of 3; use a target with a table for each channel"}}
  %y = lutfuse.lut_activation <custom> %u, %t
      header <first = -2, entries = 4, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<3x4xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @fused_row(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
func.func @fused_row(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<4xi8>} : () -> tensor<4xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <custom> %u, %t
      header <first = -2, entries = 4, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<4xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @fused_channel(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
func.func @fused_channel(%x: tensor<1x2x2x4x!x>, %w: tensor<1x1x1x4x!w>) -> tensor<1x2x2x1x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<1x4xi8>} : () -> tensor<1x4xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<1x1x1x4x!w>) -> tensor<1x2x2x1x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <custom> %u, %t
      header <first = -2, entries = 4, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x1x!u>, tensor<1x4xi8>) -> tensor<1x2x2x1x!y>
  return %y : tensor<1x2x2x1x!y>
}
