// Which pairs of a module fuse: in every function and region, several at a time, each pair once.

// RUN: lutfuse-opt %s --split-input-file --fuse-lut-activation | FileCheck %s --enable-var-scope

!x = !quant.uniform<i8:f32, 0.5:7>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @first(
// CHECK:         %[[Y:.+]] = lutfuse.fused_conv2d
// CHECK-NEXT:    return %[[Y]]
func.func @first(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func private @second(
// CHECK:         %[[Y:.+]] = lutfuse.fused_conv_transpose2d
// CHECK-NEXT:    return %[[Y]]
func.func private @second(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv_transpose2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// -----

// The two branches hold one pair each; the table is a constant of the region around.

!x = !quant.uniform<i8:f32, 0.5:7>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @branches(
// CHECK-NEXT:    %[[T:.+]] = "tosa.const"() <{values = dense<1> : tensor<256xi8>}>
// CHECK-NEXT:    %[[IF:.+]] = scf.if
// CHECK-NEXT:      %[[A:.+]] = lutfuse.fused_conv2d %{{.+}}, %{{.+}} lut %[[T]] kind <tanh>
// CHECK-NEXT:      scf.yield %[[A]]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[B:.+]] = lutfuse.fused_conv2d %{{.+}}, %{{.+}} lut %[[T]] kind <exp>
// CHECK-NEXT:      scf.yield %[[B]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[IF]]
func.func @branches(%p: i1, %x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %r = scf.if %p -> tensor<1x2x2x3x!y> {
    %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
    %y = lutfuse.lut_activation <tanh> %u, %t
        header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
      : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
    scf.yield %y : tensor<1x2x2x3x!y>
  } else {
    %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
    %y = lutfuse.lut_activation <exp> %u, %t
        header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
      : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
    scf.yield %y : tensor<1x2x2x3x!y>
  }
  return %r : tensor<1x2x2x3x!y>
}
