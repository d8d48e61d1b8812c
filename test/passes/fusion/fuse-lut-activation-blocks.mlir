// Which pairs of blocks and of a table fuse.

// RUN: lutfuse-opt %s --split-input-file --fuse-lut-activation | FileCheck %s --enable-var-scope

// Two blocks of one function, a pair in each.

!x = !quant.uniform<i8:f32, 0.5:7>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @blocks(
// CHECK:         cf.cond_br
// CHECK:       ^bb1:
// CHECK-NEXT:    %[[A:.+]] = lutfuse.fused_conv2d
// CHECK-NEXT:    return %[[A]]
// CHECK:       ^bb2:
// CHECK-NEXT:    %[[B:.+]] = lutfuse.fused_conv2d
// CHECK-NEXT:    return %[[B]]
func.func @blocks(%p: i1, %x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  cf.cond_br %p, ^a, ^b
^a:
  %ua = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %ya = lutfuse.lut_activation <tanh> %ua, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %ya : tensor<1x2x2x3x!y>
^b:
  %ub = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %yb = lutfuse.lut_activation <tanh> %ub, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %yb : tensor<1x2x2x3x!y>
}

// -----

// One table for two pairs stays one constant. Ops between convolution and activation stay, too.

!x = !quant.uniform<i8:f32, 0.5:7>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @shared_table(
// CHECK-SAME:    %[[P:[a-z0-9]+]]: tensor<1x2x2x4x{{[^,]+, [^,]+}}, %[[Q:[a-z0-9]+]]: tensor<1x2x2x4x
// CHECK-NEXT:    %[[T:.+]] = "tosa.const"() <{values = dense<1> : tensor<256xi8>}>
// CHECK-NEXT:    %[[A:.+]] = lutfuse.fused_conv2d %[[P]], %{{.+}} lut %[[T]] kind <tanh>
// CHECK-NEXT:    %[[B:.+]] = lutfuse.fused_conv2d %[[Q]], %{{.+}} lut %[[T]] kind <tanh>
// CHECK-NEXT:    return %[[A]], %[[B]]
func.func @shared_table(%p: tensor<1x2x2x4x!x>, %q: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>)
    -> (tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %p, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %v = lutfuse.conv2d %q, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  %z = lutfuse.lut_activation <tanh> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y, %z : tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>
}
