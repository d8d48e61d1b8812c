// Ethos-U targets: what they cannot take.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics --remarks-filter=fuse-lut-activation \
// RUN:   --fuse-lut-activation=target=ethos-u55-128 -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t
// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics --remarks-filter=fuse-lut-activation \
// RUN:   --fuse-lut-activation=target=ethos-u65-512 -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=0, grouped-convolution=1, table-too-large=1, unsupported-activation=1, unsupported-per-channel-table=1{{$}}}}

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
!u16 = !quant.uniform<i16:f32, 2.0>
!y16 = !quant.uniform<i16:f32, 1.0>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#one = #lutfuse.requant<multiplier = [1073741824], shift = [30], rounding = double_round>

// CHECK-LABEL: func.func @refused_interpolated(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused_interpolated(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!y16> {
  %t = "tosa.const"() {values = dense<1> : tensor<1025xi16>} : () -> tensor<1025xi16>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u16>
  // expected-remark@+1 {{Activation=tanh, Reason=table-too-large, table-too-large="expected a table of at most 1026 bytes but got 2050; use a target with room for this table"}}
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -32768, entries = 1025, lookup = interpolated fraction_bits = 6, input = !u16, result = !y16>
    : (tensor<1x2x2x4x!u16>, tensor<1025xi16>) -> tensor<1x2x2x4x!y16>
  return %y : tensor<1x2x2x4x!y16>
}

// CHECK-LABEL: func.func @refused_group(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused_group(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x2x!w>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w group 2 requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x2x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{Activation=sigmoid, Reason=grouped-convolution, grouped-convolution="expected group 1 or a depthwise convolution but got group 2; use a target with grouped post-processing"}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!y>
  return %y : tensor<1x2x2x4x!y>
}

// CHECK-LABEL: func.func @refused_rows(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused_rows(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<4x256xi8>} : () -> tensor<4x256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{Activation=custom, Reason=unsupported-per-channel-table, unsupported-per-channel-table="expected one table for all channels but got one for each of 4; use a target with a table for each channel"}}
  %y = lutfuse.lut_activation <custom> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x4x!u>, tensor<4x256xi8>) -> tensor<1x2x2x4x!y>
  return %y : tensor<1x2x2x4x!y>
}

// CHECK-LABEL: func.func @refused_leaky_relu(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.leaky_relu
func.func @refused_leaky_relu(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u> {
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{Activation=leaky_relu, Reason=unsupported-activation, unsupported-activation="expected an activation among any table, clip but got leaky_relu; use a target that takes this kind"}}
  %y = lutfuse.leaky_relu %u <positive = #one, negative = #one>
    : (tensor<1x2x2x4x!u>) -> tensor<1x2x2x4x!u>
  return %y : tensor<1x2x2x4x!u>
}
