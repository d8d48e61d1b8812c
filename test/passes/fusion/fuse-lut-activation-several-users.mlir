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
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=0, different-region=1, multiple-users=10{{$}}}}

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

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=4{{$}}}}

// Dead users are removed first: one alone, one that feeds another, an activation, one of a cast.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @dead(
// CHECK-NOT:     quant.scast
// CHECK-NOT:     tosa.add
// CHECK:         lutfuse.fused_conv2d
// CHECK-NEXT:    return
func.func @dead(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %c = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  %d = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  // expected-remark@+1 {{[Analysis] dropped-dead-user | Category:fuse-lut-activation | Function=dead | Op=tosa.add}}
  %e = tosa.add %d, %d : (tensor<1x2x2x3xi8>, tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @dead_activation(
// CHECK-COUNT-1: lutfuse.fused_conv2d
// CHECK-NEXT:    return
func.func @dead_activation(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Function=dead_activation | Op=lutfuse.lut_activation}}
  %z = lutfuse.lut_activation <tanh> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// Of two convolutions the first has nothing but dead users, and one of them is the second.
// CHECK-LABEL: func.func @dead_convolution(
// CHECK-COUNT-1: lutfuse.fused_conv2d
// CHECK-NEXT:    return
func.func @dead_convolution(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>, %f: tensor<3x1x1x3x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %c = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  %i = quant.scast %c : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!x>
  // expected-remark@+1 {{Function=dead_convolution | Op=lutfuse.conv2d}}
  %v = lutfuse.conv2d %i, %f requant #r : (tensor<1x2x2x3x!x>, tensor<3x1x1x3x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Function=dead_convolution | Op=lutfuse.lut_activation}}
  %p = lutfuse.lut_activation <sigmoid> %v, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  // expected-remark@+1 {{Function=dead_convolution | Op=lutfuse.lut_activation}}
  %q = lutfuse.lut_activation <tanh> %v, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @dead_user_of_cast(
// CHECK:         lutfuse.fused_conv2d
// CHECK-NOT:     tosa.abs
// CHECK:         return
func.func @dead_user_of_cast(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %c = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  %v = quant.scast %c : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Function=dead_user_of_cast | Op=tosa.abs}}
  %d = tosa.abs %c : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

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

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, multiple-users=1{{$}}}}

// Debug ops go where the value goes, and only there.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @debug(
// CHECK-NOT:     dbg.
// CHECK:         lutfuse.fused_conv2d
// CHECK-NEXT:    return
func.func @debug(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Analysis] dropped-debug-user | Category:fuse-lut-activation | Function=debug | Op=dbg.variable}}
  "dbg.variable"(%u) {name = "u"} : (tensor<1x2x2x3x!u>) -> ()
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  // expected-remark@+1 {{[Analysis] dropped-debug-user | Category:fuse-lut-activation | Function=debug | Op=dbg.array}}
  %d = "dbg.array"(%u) : (tensor<1x2x2x3x!u>) -> i1
  // expected-remark@+1 {{[Analysis] dropped-debug-user | Category:fuse-lut-activation | Function=debug | Op=dbg.variable}}
  "dbg.variable"(%d) {name = "v"} : (i1) -> ()
  %c = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  // expected-remark@+1 {{[Analysis] dropped-debug-user | Category:fuse-lut-activation | Function=debug | Op=debug.trace}}
  "debug.trace"(%c) : (tensor<1x2x2x3xi8>) -> ()
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @refused(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    "dbg.variable"
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3x!u>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  "dbg.variable"(%u) {name = "u"} : (tensor<1x2x2x3x!u>) -> ()
  // expected-remark@+1 {{Reason=multiple-users, multiple-users="expected one user of the convolution's result but got 2;}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %u, %y : tensor<1x2x2x3x!u>, tensor<1x2x2x3x!y>
}
