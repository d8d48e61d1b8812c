// Users of the value between convolution and activation that do not keep the two apart: equal
// activations become one, dead users go, and debug ops go with the value that they read.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=cpu -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=0, different-region=1, multiple-users=6{{$}}}}

// Not equal are two that differ in kind, contents of the table, header, an attribute, or block.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>
#g = #lutfuse.table_header<first = -128, entries = 257, lookup = direct, input = !u, result = !y>

// A longer table, and the header that says so.
// CHECK-LABEL: func.func @header(
// CHECK-COUNT-2: lutfuse.lut_activation
func.func @header(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %l = "tosa.const"() {values = dense<1> : tensor<257xi8>} : () -> tensor<257xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Reason=multiple-users, multiple-users="expected one user of the convolution's result but got 2;}}
  %a = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  // expected-remark@+1 {{Reason=multiple-users, multiple-users="expected one user of the convolution's result but got 2;}}
  %b = lutfuse.lut_activation <sigmoid> %u, %l header #g : (tensor<1x2x2x3x!u>, tensor<257xi8>) -> tensor<1x2x2x3x!y>
  return %a, %b : tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>
}

// What an attribute means is for its owner to say.
// CHECK-LABEL: func.func @attribute(
// CHECK-COUNT-2: lutfuse.lut_activation
func.func @attribute(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Reason=multiple-users, multiple-users="expected one user of the convolution's result but got 2;}}
  %a = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  // expected-remark@+1 {{Reason=multiple-users, multiple-users="expected one user of the convolution's result but got 2;}}
  %b = lutfuse.lut_activation <sigmoid> %u, %t header #h {test.note} : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %a, %b : tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>
}

// In another block it may be computed on one path only.
// CHECK-LABEL: func.func @block(
// CHECK-COUNT-2: lutfuse.lut_activation
func.func @block(%p: i1, %x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Reason=multiple-users, multiple-users="expected one user of the convolution's result but got 2;}}
  %a = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  %r = scf.if %p -> tensor<1x2x2x3x!y> {
    // expected-remark@+1 {{Reason="multiple-users, different-region"}}
    %b = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
    scf.yield %b : tensor<1x2x2x3x!y>
  } else {
    scf.yield %a : tensor<1x2x2x3x!y>
  }
  return %a, %r : tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>
}
