// Users of the value between convolution and activation that do not keep the two apart: equal
// activations become one, dead users go, and debug ops go with the value that they read.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=cpu -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1{{$}}}}

// Equal activations: tables are compared by their contents, and where they come from is kept.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @equal(
// CHECK-COUNT-1: lutfuse.fused_conv2d
// CHECK-NOT:     lutfuse.
// CHECK:         return %[[Y:.+]], %[[Y]], %[[Y]]
func.func @equal(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %s = arith.constant dense<1> : tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+2 {{[Passed] merged | Category:fuse-lut-activation | Function=equal | Activations=3, Op=lutfuse.lut_activation}}
  // expected-remark@+1 {{[Passed] fused}}
  %a = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  %b = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  %c = lutfuse.lut_activation <sigmoid> %u, %s header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %a, %b, %c : tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>
}

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=0, multiple-users=4{{$}}}}

// Not equal are two that differ in kind, contents of the table, header, an attribute, or block.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>
#g = #lutfuse.table_header<first = -128, entries = 257, lookup = direct, input = !u, result = !y>

// The kind is a label, but the label decides for a target.
// CHECK-LABEL: func.func @kind(
// CHECK-COUNT-2: lutfuse.lut_activation
func.func @kind(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Reason=multiple-users, multiple-users="expected one user of the convolution's result but got 2;}}
  %a = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  // expected-remark@+1 {{Reason=multiple-users, multiple-users="expected one user of the convolution's result but got 2;}}
  %b = lutfuse.lut_activation <tanh> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %a, %b : tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>
}

// Other contents.
// CHECK-LABEL: func.func @contents(
// CHECK-COUNT-2: lutfuse.lut_activation
func.func @contents(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %s = "tosa.const"() {values = dense<2> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Reason=multiple-users, multiple-users="expected one user of the convolution's result but got 2;}}
  %a = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  // expected-remark@+1 {{Reason=multiple-users, multiple-users="expected one user of the convolution's result but got 2;}}
  %b = lutfuse.lut_activation <sigmoid> %u, %s header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %a, %b : tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>
}
