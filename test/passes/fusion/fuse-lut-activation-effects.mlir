// Users of the value between convolution and activation that do not keep the two apart: equal
// activations become one, dead users go, and debug ops go with the value that they read.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=cpu -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, multiple-users=2{{$}}}}

// Not dead: what may have an effect, and what debug ops would miss, as long as they may stay.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @effect(
// CHECK:         lutfuse.lut_activation
// CHECK-NEXT:    "test.effect"
func.func @effect(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Reason=multiple-users, multiple-users="expected one user of the convolution's result but got 2;}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  %e = "test.effect"(%u) : (tensor<1x2x2x3x!u>) -> i1
  return %y : tensor<1x2x2x3x!y>
}

// What has much below it is left to dead code elimination: 17 ops here, 16 in the twin, which
// reads a cast of the value.
// CHECK-LABEL: func.func @deep(
// CHECK:         lutfuse.lut_activation
// CHECK-COUNT-17: tosa.abs
func.func @deep(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Reason=multiple-users, multiple-users="expected one user of the convolution's result but got 2;}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  %c0 = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  %c1 = tosa.abs %c0 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  %c2 = tosa.abs %c1 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  %c3 = tosa.abs %c2 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  %c4 = tosa.abs %c3 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  %c5 = tosa.abs %c4 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  %c6 = tosa.abs %c5 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  %c7 = tosa.abs %c6 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  %c8 = tosa.abs %c7 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  %c9 = tosa.abs %c8 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  %c10 = tosa.abs %c9 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  %c11 = tosa.abs %c10 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  %c12 = tosa.abs %c11 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  %c13 = tosa.abs %c12 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  %c14 = tosa.abs %c13 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  %c15 = tosa.abs %c14 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  %c16 = tosa.abs %c15 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  %c17 = tosa.abs %c16 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @not_so_deep(
// CHECK-NOT:     tosa.abs
// CHECK:         lutfuse.fused_conv2d
func.func @not_so_deep(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  %c0 = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  // expected-remark@+1 {{Op=tosa.abs}}
  %c1 = tosa.abs %c0 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  // expected-remark@+1 {{Op=tosa.abs}}
  %c2 = tosa.abs %c1 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  // expected-remark@+1 {{Op=tosa.abs}}
  %c3 = tosa.abs %c2 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  // expected-remark@+1 {{Op=tosa.abs}}
  %c4 = tosa.abs %c3 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  // expected-remark@+1 {{Op=tosa.abs}}
  %c5 = tosa.abs %c4 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  // expected-remark@+1 {{Op=tosa.abs}}
  %c6 = tosa.abs %c5 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  // expected-remark@+1 {{Op=tosa.abs}}
  %c7 = tosa.abs %c6 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  // expected-remark@+1 {{Op=tosa.abs}}
  %c8 = tosa.abs %c7 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  // expected-remark@+1 {{Op=tosa.abs}}
  %c9 = tosa.abs %c8 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  // expected-remark@+1 {{Op=tosa.abs}}
  %c10 = tosa.abs %c9 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  // expected-remark@+1 {{Op=tosa.abs}}
  %c11 = tosa.abs %c10 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  // expected-remark@+1 {{Op=tosa.abs}}
  %c12 = tosa.abs %c11 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  // expected-remark@+1 {{Op=tosa.abs}}
  %c13 = tosa.abs %c12 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  // expected-remark@+1 {{Op=tosa.abs}}
  %c14 = tosa.abs %c13 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  // expected-remark@+1 {{Op=tosa.abs}}
  %c15 = tosa.abs %c14 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  // expected-remark@+1 {{Op=tosa.abs}}
  %c16 = tosa.abs %c15 : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  return %y : tensor<1x2x2x3x!y>
}
