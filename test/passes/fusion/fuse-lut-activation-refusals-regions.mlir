// A convolution in another region before the activation: for each guard, what it alone refuses
// (`@refused...`), beside the nearest pair that fuses (`@fused...`).

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=reference -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

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
