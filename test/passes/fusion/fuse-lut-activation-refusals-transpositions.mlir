// Transpositions between convolution and activation: for each guard, what it
// alone refuses (`@refused...`), beside the nearest pair that fuses (`@fused...`).

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=cpu -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, layout-mismatch=3{{$}}}}

// layout-mismatch: transpositions that move elements. Unit axes may move.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @refused_channels_first(
// CHECK:         lutfuse.conv2d
// CHECK:         tosa.transpose
// CHECK:         lutfuse.lut_activation
func.func @refused_channels_first(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x3x2x2x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %v = tosa.transpose %u {perms = array<i32: 0, 3, 1, 2>} : (tensor<1x2x2x3x!u>) -> tensor<1x3x2x2x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_channels_first | Activation=sigmoid, Reason=layout-mismatch, layout-mismatch="expected row-major order but got 'tosa.transpose' by [0, 3, 1, 2] of 1x2x2x3; apply the activation before the transposition"}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x3x2x2x!u>, tensor<256xi8>) -> tensor<1x3x2x2x!y>
  return %y : tensor<1x3x2x2x!y>
}

// The shape is the same, the elements are not.
// CHECK-LABEL: func.func @refused_square(
// CHECK:         lutfuse.conv2d
// CHECK:         tosa.transpose
// CHECK:         lutfuse.lut_activation
func.func @refused_square(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %v = tosa.transpose %u {perms = array<i32: 0, 2, 1, 3>} : (tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_square | Activation=sigmoid, Reason=layout-mismatch, layout-mismatch="expected row-major order but got 'tosa.transpose' by [0, 2, 1, 3] of 1x2x2x3; apply the activation before the transposition"}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// An open axis may be longer than 1.
// CHECK-LABEL: func.func @refused_open(
// CHECK:         lutfuse.conv2d
// CHECK:         tosa.transpose
// CHECK:         lutfuse.lut_activation
func.func @refused_open(%x: tensor<?x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<2x?x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<?x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<?x2x2x3x!u>
  %v = tosa.transpose %u {perms = array<i32: 1, 0, 2, 3>} : (tensor<?x2x2x3x!u>) -> tensor<2x?x2x3x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_open | Activation=sigmoid, Reason=layout-mismatch, layout-mismatch="expected row-major order but got 'tosa.transpose' by [1, 0, 2, 3] of ?x2x2x3; apply the activation before the transposition"}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<2x?x2x3x!u>, tensor<256xi8>) -> tensor<2x?x2x3x!y>
  return %y : tensor<2x?x2x3x!y>
}

// CHECK-LABEL: func.func @fused_identity(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
// CHECK-NEXT:    tosa.transpose
// CHECK-NEXT:    return
func.func @fused_identity(%x: tensor<?x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<?x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<?x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<?x2x2x3x!u>
  %v = tosa.transpose %u {perms = array<i32: 0, 1, 2, 3>} : (tensor<?x2x2x3x!u>) -> tensor<?x2x2x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<?x2x2x3x!u>, tensor<256xi8>) -> tensor<?x2x2x3x!y>
  return %y : tensor<?x2x2x3x!y>
}
