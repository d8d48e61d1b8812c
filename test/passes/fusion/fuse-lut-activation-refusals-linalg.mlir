// Transpositions of linalg between convolution and activation: for each guard, what it
// alone refuses (`@refused...`), beside the nearest pair that fuses (`@fused...`).

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=cpu -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, layout-mismatch=1, not-a-convolution=1{{$}}}}

// layout-mismatch: transpositions that move elements. Unit axes may move.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @refused_linalg(
// CHECK:         lutfuse.conv2d
// CHECK:         linalg.transpose
// CHECK:         lutfuse.lut_activation
func.func @refused_linalg(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x3x2x2x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %i = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  %e = tensor.empty() : tensor<1x3x2x2xi8>
  %p = linalg.transpose ins(%i : tensor<1x2x2x3xi8>) outs(%e : tensor<1x3x2x2xi8>) permutation = [0, 3, 1, 2]
  %v = quant.scast %p : tensor<1x3x2x2xi8> to tensor<1x3x2x2x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_linalg | Activation=sigmoid, Reason=layout-mismatch, layout-mismatch="expected row-major order but got 'linalg.transpose' by [0, 3, 1, 2] of 1x2x2x3; apply the activation before the transposition"}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x3x2x2x!u>, tensor<256xi8>) -> tensor<1x3x2x2x!y>
  return %y : tensor<1x3x2x2x!y>
}

// This one keeps the order, but is not rebuilt: what it writes to has a type of its own.
// CHECK-LABEL: func.func @refused_linalg_unit(
// CHECK:         lutfuse.conv2d
// CHECK:         linalg.transpose
// CHECK:         lutfuse.lut_activation
func.func @refused_linalg_unit(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<2x1x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %i = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  %e = tensor.empty() : tensor<2x1x2x3xi8>
  // expected-note@+1 {{producer is 'linalg.transpose'}}
  %p = linalg.transpose ins(%i : tensor<1x2x2x3xi8>) outs(%e : tensor<2x1x2x3xi8>) permutation = [1, 0, 2, 3]
  %v = quant.scast %p : tensor<2x1x2x3xi8> to tensor<2x1x2x3x!u>
  // expected-remark@+1 {{Reason=not-a-convolution, not-a-convolution="expected a convolution as producer but got 'linalg.transpose'; the activation stays an op of its own}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<2x1x2x3x!u>, tensor<256xi8>) -> tensor<2x1x2x3x!y>
  return %y : tensor<2x1x2x3x!y>
}

// CHECK-LABEL: func.func @fused_unit(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
// CHECK-NEXT:    tosa.transpose
// CHECK-NEXT:    return
func.func @fused_unit(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<2x2x1x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %v = tosa.transpose %u {perms = array<i32: 1, 2, 0, 3>} : (tensor<1x2x2x3x!u>) -> tensor<2x2x1x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<2x2x1x3x!u>, tensor<256xi8>) -> tensor<2x2x1x3x!y>
  return %y : tensor<2x2x1x3x!y>
}
