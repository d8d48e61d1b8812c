// Ethos-U targets: what they cannot take.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics --remarks-filter=fuse-lut-activation \
// RUN:   --fuse-lut-activation=target=ethos-u55-128 -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t
// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics --remarks-filter=fuse-lut-activation \
// RUN:   --fuse-lut-activation=target=ethos-u65-512 -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=0, table-too-large=2, unsupported-activation=1, unsupported-input-storage=1, unsupported-intermediate-storage=1, unsupported-lookup=1, unsupported-per-channel-table=1, unsupported-result-storage=1{{$}}}}

!x = !quant.uniform<i8:f32, 0.5>
!x16 = !quant.uniform<i16:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
!u16 = !quant.uniform<i16:f32, 2.0>
!y16 = !quant.uniform<i16:f32, 1.0>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#r16 = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
#one = #lutfuse.requant<multiplier = [1073741824], shift = [30], rounding = double_round>

// CHECK-LABEL: func.func @refused_16_bits(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused_16_bits(%x: tensor<1x2x2x4x!x16>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!y16> {
  %t = "tosa.const"() {values = dense<1> : tensor<513xi16>} : () -> tensor<513xi16>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r16 : (tensor<1x2x2x4x!x16>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u16>
  // expected-remark@+1 {{Activation=tanh, Reason="unsupported-input-storage, unsupported-lookup, table-too-large, unsupported-intermediate-storage, unsupported-result-storage"}}
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -32768, entries = 513, lookup = interpolated fraction_bits = 7, input = !u16, result = !y16>
    : (tensor<1x2x2x4x!u16>, tensor<513xi16>) -> tensor<1x2x2x4x!y16>
  return %y : tensor<1x2x2x4x!y16>
}

// CHECK-LABEL: func.func @refused_rows(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused_rows(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<4x256xi8>} : () -> tensor<4x256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{Activation=custom, Reason="unsupported-per-channel-table, table-too-large"}}
  %y = lutfuse.lut_activation <custom> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x4x!u>, tensor<4x256xi8>) -> tensor<1x2x2x4x!y>
  return %y : tensor<1x2x2x4x!y>
}

// CHECK-LABEL: func.func @refused_prelu(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.leaky_relu
func.func @refused_prelu(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u> {
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{Activation=prelu, Reason=unsupported-activation, unsupported-activation="expected any table or a clip or a leaky_relu after a convolution of i8 codes but got prelu; use a target that takes this kind"}}
  %y = lutfuse.leaky_relu %u <positive = #one, negative = #one, factor = [1, 2, 3, 4]>
    : (tensor<1x2x2x4x!u>) -> tensor<1x2x2x4x!u>
  return %y : tensor<1x2x2x4x!u>
}
