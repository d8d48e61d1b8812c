// What comes before the activation: for each guard, what it alone refuses (`@refused...`), beside
// the nearest pair that fuses (`@fused...`).

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=reference -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, not-a-convolution=3{{$}}}}

// not-a-convolution: a block argument, an op that is no view, and a sum behind its rescale.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @refused_argument(
// CHECK:         lutfuse.lut_activation
func.func @refused_argument(%u: tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_argument | Activation=sigmoid, Reason=not-a-convolution, not-a-convolution="expected a convolution as producer but got a block argument; the activation stays an op of its own"}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @refused_op(
// CHECK:         lutfuse.lut_activation
func.func @refused_op(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'tosa.identity'}}
  %i = tosa.identity %x : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  %u = quant.scast %i : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_op | Activation=sigmoid, Reason=not-a-convolution, not-a-convolution="expected a convolution as producer but got 'tosa.identity'; the activation stays an op of its own"}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @refused_sum(
// CHECK:         lutfuse.lut_activation
func.func @refused_sum(%a: tensor<1x2x2x3xi32>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %m = "tosa.const"() {values = dense<1073741824> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<34> : tensor<1xi8>} : () -> tensor<1xi8>
  %z = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %c = "tosa.const"() {values = dense<-3> : tensor<1xi8>} : () -> tensor<1xi8>
  %sum = tosa.add %a, %a : (tensor<1x2x2x3xi32>, tensor<1x2x2x3xi32>) -> tensor<1x2x2x3xi32>
  // expected-note@+1 {{producer is 'tosa.rescale'}}
  %r = tosa.rescale %sum, %m, %s, %z, %c {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false}
    : (tensor<1x2x2x3xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x3xi8>
  %u = quant.scast %r : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!u>
  // expected-remark@+1 {{not-a-convolution="expected a convolution as producer but got 'tosa.rescale' of 'tosa.add'; the activation stays an op of its own"}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @fused(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
func.func @fused(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Passed] fused | Category:fuse-lut-activation | Function=fused | Activation=sigmoid, Convolution=lutfuse.conv2d}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, already-fused=2{{$}}}}

// already-fused: a fused op of either class, and the second of two activations in a row.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @refused(
// CHECK:         lutfuse.fused_conv_transpose2d
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.fused_conv_transpose2d'}}
  %y = lutfuse.fused_conv_transpose2d %x, %w lut %t kind <sigmoid>
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
      intermediate !u requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused | Activation=gelu, Reason=already-fused, already-fused="expected a convolution without an activation but got 'lutfuse.fused_conv_transpose2d'; compose the two tables into one"}}
  %z = lutfuse.lut_activation <gelu> %y, %t
      header <first = -128, entries = 256, lookup = direct, input = !y, result = !u>
    : (tensor<1x2x2x3x!y>, tensor<256xi8>) -> tensor<1x2x2x3x!u>
  return %z : tensor<1x2x2x3x!u>
}

// The first activation is the positive twin of the second.
// CHECK-LABEL: func.func @refused_second(
// CHECK:         lutfuse.fused_conv2d
// CHECK-NEXT:    lutfuse.lut_activation <gelu>
func.func @refused_second(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+2 {{fused into this convolution}}
  // expected-note@+1 {{producer is 'lutfuse.fused_conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Passed] fused | Category:fuse-lut-activation | Function=refused_second | Activation=sigmoid, Convolution=lutfuse.conv2d}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_second | Activation=gelu, Reason=already-fused, already-fused="expected a convolution without an activation but got 'lutfuse.fused_conv2d'; compose the two tables into one"}}
  %z = lutfuse.lut_activation <gelu> %y, %t
      header <first = -128, entries = 256, lookup = direct, input = !y, result = !u>
    : (tensor<1x2x2x3x!y>, tensor<256xi8>) -> tensor<1x2x2x3x!u>
  return %z : tensor<1x2x2x3x!u>
}

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, multiple-users=4{{$}}}}

// multiple-users: a skip connection, a second activation, a user of the cast between.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @refused_returned(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused_returned(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3x!u>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_returned | Activation=sigmoid, Reason=multiple-users, multiple-users="expected one user of the convolution's result but got 2; give each user a convolution of its own"}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %u, %y : tensor<1x2x2x3x!u>, tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @refused_two_activations(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused_two_activations(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Activation=sigmoid, Reason=multiple-users, multiple-users="expected one user of the convolution's result but got 2; give each user a convolution of its own"}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  // expected-remark@+1 {{Activation=gelu, Reason=multiple-users, multiple-users="expected one user of the convolution's result but got 2; give each user a convolution of its own"}}
  %z = lutfuse.lut_activation <gelu> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y, %z : tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @refused_user_of_cast(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    quant.scast
// CHECK-NEXT:    quant.scast
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused_user_of_cast(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3xi8>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %c = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  %v = quant.scast %c : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Activation=sigmoid, Reason=multiple-users, multiple-users="expected one user of the convolution's result but got 2; give each user a convolution of its own"}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %c, %y : tensor<1x2x2x3xi8>, tensor<1x2x2x3x!y>
}

// The skip connection reads the result of the activation: that is no second user.
// CHECK-LABEL: func.func @fused(
// CHECK:         %[[Y:.+]] = lutfuse.fused_conv2d
// CHECK-NEXT:    return %[[Y]], %[[Y]]
func.func @fused(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y, %y : tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>
}

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, different-region=2{{$}}}}

// different-region: an activation on one path only, by region and by block.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @refused_region(
// CHECK:         lutfuse.conv2d
// CHECK:         scf.if
// CHECK:         lutfuse.lut_activation
func.func @refused_region(%p: i1, %x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>, %z: tensor<1x2x2x3x!y>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %r = scf.if %p -> tensor<1x2x2x3x!y> {
    // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_region | Activation=sigmoid, Reason=different-region, different-region="expected convolution and activation in one block but got two; move the activation to the convolution"}}
    %y = lutfuse.lut_activation <sigmoid> %u, %t
        header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
      : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
    scf.yield %y : tensor<1x2x2x3x!y>
  } else {
    scf.yield %z : tensor<1x2x2x3x!y>
  }
  return %r : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @refused_block(
// CHECK:         lutfuse.conv2d
// CHECK:         cf.cond_br
// CHECK:         lutfuse.lut_activation
func.func @refused_block(%p: i1, %x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>, %z: tensor<1x2x2x3x!y>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  cf.cond_br %p, ^a, ^b
^a:
  // expected-remark@+1 {{Activation=sigmoid, Reason=different-region, different-region="expected convolution and activation in one block but got two; move the activation to the convolution"}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
^b:
  return %z : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @fused(
// CHECK:         scf.if
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
func.func @fused(%p: i1, %x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>, %z: tensor<1x2x2x3x!y>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %r = scf.if %p -> tensor<1x2x2x3x!y> {
    // expected-note@+1 {{fused into this convolution}}
    %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
    // expected-remark@+1 {{[Passed] fused}}
    %y = lutfuse.lut_activation <sigmoid> %u, %t
        header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
      : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
    scf.yield %y : tensor<1x2x2x3x!y>
  } else {
    scf.yield %z : tensor<1x2x2x3x!y>
  }
  return %r : tensor<1x2x2x3x!y>
}
