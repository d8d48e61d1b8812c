// Storages that a target from a file cannot take: for each guard, what it alone refuses
// (`@refused...`), beside the nearest pair that fuses (`@fused...`). The target is described in
// Inputs/wide-npu.toml.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics --remarks-filter=fuse-lut-activation \
// RUN:   --fuse-lut-activation=target=%S/Inputs/wide-npu.toml -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, unsupported-input-storage=1{{$}}}}

// unsupported-input-storage: 16 bits.

!x = !quant.uniform<i8:f32, 0.5>
!x16 = !quant.uniform<i16:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!u16 = !quant.uniform<i16:f32, 2.0>
!y = !quant.uniform<i8:f32, 1.0:-128>
!y16 = !quant.uniform<i16:f32, 1.0>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#r16 = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>

// CHECK-LABEL: func.func @refused(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused(%x: tensor<1x2x2x4x!x16>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!y16> {
  %t = "tosa.const"() {values = dense<1> : tensor<513xi16>} : () -> tensor<513xi16>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r16 : (tensor<1x2x2x4x!x16>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u16>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused | Activation=sigmoid, Reason=unsupported-input-storage, unsupported-input-storage="expected i8 codes as input of a convolution with a table of sigmoid but got i16; use a target with this storage"}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -32768, entries = 513, lookup = interpolated fraction_bits = 7, input = !u16, result = !y16>
    : (tensor<1x2x2x4x!u16>, tensor<513xi16>) -> tensor<1x2x2x4x!y16>
  return %y : tensor<1x2x2x4x!y16>
}

// CHECK-LABEL: func.func @fused(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
func.func @fused(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!y16> {
  %t = "tosa.const"() {values = dense<1> : tensor<513xi16>} : () -> tensor<513xi16>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u16>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -32768, entries = 513, lookup = interpolated fraction_bits = 7, input = !u16, result = !y16>
    : (tensor<1x2x2x4x!u16>, tensor<513xi16>) -> tensor<1x2x2x4x!y16>
  return %y : tensor<1x2x2x4x!y16>
}

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=0, unsupported-input-storage=1, unsupported-lookup=2, unsupported-result-storage=2{{$}}}}

// Several of these guards at once.

!x = !quant.uniform<i8:f32, 0.5>
!x16 = !quant.uniform<i16:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!u16 = !quant.uniform<i16:f32, 2.0>
!y = !quant.uniform<i8:f32, 1.0:-128>
!y16 = !quant.uniform<i16:f32, 1.0>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#r16 = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>

// CHECK-LABEL: func.func @refused_result(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused_result(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{Reason="unsupported-lookup, unsupported-result-storage"}}
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!y>
  return %y : tensor<1x2x2x4x!y>
}

// CHECK-LABEL: func.func @refused_all(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused_all(%x: tensor<1x2x2x4x!x16>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r16 : (tensor<1x2x2x4x!x16>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{Reason="unsupported-input-storage, unsupported-lookup, unsupported-result-storage"}}
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!y>
  return %y : tensor<1x2x2x4x!y>
}
