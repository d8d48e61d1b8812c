// Tables of a size that a target from a file cannot take: for each guard, what it alone refuses
// (`@refused...`), beside the nearest pair that fuses (`@fused...`). The target is described in
// Inputs/narrow-npu.toml.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics --remarks-filter=fuse-lut-activation \
// RUN:   --fuse-lut-activation=target=%S/Inputs/narrow-npu.toml -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=2, table-too-large=2{{$}}}}

// table-too-large: 256 entries of 16 bits, and one entry of 8 bits too many. The twins have 256
// entries of 8 bits, and 128 of 16.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
!y16 = !quant.uniform<i16:f32, 1.0>
!u7 = !quant.uniform<i8<-64:63>:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>

// CHECK-LABEL: func.func @refused_width(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused_width(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y16> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi16>} : () -> tensor<256xi16>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_width | Activation=sigmoid, Reason=table-too-large, table-too-large="expected a table of sigmoid of at most 256 bytes after a convolution of i8 codes but got 512; use a target with room for this table"}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y16>
    : (tensor<1x2x2x3x!u>, tensor<256xi16>) -> tensor<1x2x2x3x!y16>
  return %y : tensor<1x2x2x3x!y16>
}

// CHECK-LABEL: func.func @refused_entry(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused_entry(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<257xi8>} : () -> tensor<257xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Activation=sigmoid, Reason=table-too-large, table-too-large="expected a table of sigmoid of at most 256 bytes after a convolution of i8 codes but got 257; use a target with room for this table"}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 257, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<257xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @fused(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
func.func @fused(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @fused_width(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
func.func @fused_width(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y16> {
  %t = "tosa.const"() {values = dense<1> : tensor<128xi16>} : () -> tensor<128xi16>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u7>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -64, entries = 128, lookup = direct, input = !u7, result = !y16>
    : (tensor<1x2x2x3x!u7>, tensor<128xi16>) -> tensor<1x2x2x3x!y16>
  return %y : tensor<1x2x2x3x!y16>
}
