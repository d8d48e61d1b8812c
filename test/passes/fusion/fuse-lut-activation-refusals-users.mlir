// A value that others read before the activation: for each guard, what it alone refuses
// (`@refused...`), beside the nearest pair that fuses (`@fused...`).

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=reference -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

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
