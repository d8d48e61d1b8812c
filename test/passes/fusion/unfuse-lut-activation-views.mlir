// An activation that was behind views goes there again only where that changes nothing. Where the
// views below are not what fusion left there, it goes directly behind the convolution.

// RUN: lutfuse-opt %s -o %t.before
// RUN: lutfuse-opt %s --unfuse-lut-activation -o %t.after
// RUN: FileCheck %s --enable-var-scope --input-file=%t.after
// RUN: lutfuse-opt %t.after --check-equivalence=reference=%t.before -o %t.proved

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
!z = !quant.uniform<i8:f32, 1.0:-127>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @behind(
// CHECK:         %[[U:.+]] = lutfuse.conv2d
// CHECK-NEXT:    %[[A:.+]] = tensor.collapse_shape %[[U]] {{.*}} into tensor<4x3x!quant.uniform<i8:f32, 2.000000e+00:-3>>
// CHECK-NEXT:    %[[B:.+]] = tensor.collapse_shape %[[A]] {{.*}} into tensor<12x!quant.uniform<i8:f32, 2.000000e+00:-3>>
// CHECK-NEXT:    %[[Y:.+]] = lutfuse.lut_activation <tanh> %[[B]]
// CHECK-NEXT:    return %[[Y]]
func.func @behind(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<12x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <tanh> header #h intermediate !u requant #r
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>, tensor<256xi8>) -> tensor<1x2x2x3x!y> loc(fused<#lutfuse.fused<"fuse-lut-activation" views = 2>>["conv", "lut"])
  %a = tensor.collapse_shape %y [[0, 1, 2], [3]] : tensor<1x2x2x3x!y> into tensor<4x3x!y>
  %b = tensor.collapse_shape %a [[0, 1]] : tensor<4x3x!y> into tensor<12x!y>
  return %b : tensor<12x!y>
}

// One of the two views is gone.
// CHECK-LABEL: func.func @fewer(
// CHECK:         %[[U:.+]] = lutfuse.conv2d
// CHECK-NEXT:    %[[Y:.+]] = lutfuse.lut_activation <tanh> %[[U]]
// CHECK-NEXT:    tensor.collapse_shape %[[Y]]
func.func @fewer(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<12x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <tanh> header #h intermediate !u requant #r
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>, tensor<256xi8>) -> tensor<1x2x2x3x!y> loc(fused<#lutfuse.fused<"fuse-lut-activation" views = 2>>["conv", "lut"])
  %a = tensor.collapse_shape %y [[0, 1, 2, 3]] : tensor<1x2x2x3x!y> into tensor<12x!y>
  return %a : tensor<12x!y>
}

// Others read the codes in the old shape.
// CHECK-LABEL: func.func @users(
// CHECK:         %[[U:.+]] = lutfuse.conv2d
// CHECK-NEXT:    %[[Y:.+]] = lutfuse.lut_activation <tanh> %[[U]]
// CHECK-NEXT:    %[[A:.+]] = tensor.collapse_shape %[[Y]]
// CHECK-NEXT:    return %[[Y]], %[[A]]
func.func @users(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3x!y>, tensor<12x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <tanh> header #h intermediate !u requant #r
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>, tensor<256xi8>) -> tensor<1x2x2x3x!y> loc(fused<#lutfuse.fused<"fuse-lut-activation" views = 1>>["conv", "lut"])
  %a = tensor.collapse_shape %y [[0, 1, 2, 3]] : tensor<1x2x2x3x!y> into tensor<12x!y>
  return %y, %a : tensor<1x2x2x3x!y>, tensor<12x!y>
}

// The reshape has other channels than the table.
// CHECK-LABEL: func.func @channels(
// CHECK:         %[[U:.+]] = lutfuse.conv2d
// CHECK-NEXT:    %[[Y:.+]] = lutfuse.lut_activation <tanh> %[[U]]
// CHECK-NEXT:    tensor.collapse_shape %[[Y]]
func.func @channels(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<12x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<3x256xi8>} : () -> tensor<3x256xi8>
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <tanh> header #h intermediate !u requant #r
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>, tensor<3x256xi8>) -> tensor<1x2x2x3x!y> loc(fused<#lutfuse.fused<"fuse-lut-activation" views = 1>>["conv", "lut"])
  %a = tensor.collapse_shape %y [[0, 1, 2, 3]] : tensor<1x2x2x3x!y> into tensor<12x!y>
  return %a : tensor<12x!y>
}

// The codes are another domain's behind the casts.
// CHECK-LABEL: func.func @domain(
// CHECK:         %[[U:.+]] = lutfuse.conv2d
// CHECK-NEXT:    %[[Y:.+]] = lutfuse.lut_activation <tanh> %[[U]]
// CHECK-NEXT:    quant.scast %[[Y]]
func.func @domain(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!z> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <tanh> header #h intermediate !u requant #r
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>, tensor<256xi8>) -> tensor<1x2x2x3x!y> loc(fused<#lutfuse.fused<"fuse-lut-activation" views = 2>>["conv", "lut"])
  %a = quant.scast %y : tensor<1x2x2x3x!y> to tensor<1x2x2x3xi8>
  %b = quant.scast %a : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!z>
  return %b : tensor<1x2x2x3x!z>
}

// The elements are in another order behind the transposition.
// CHECK-LABEL: func.func @order(
// CHECK:         %[[U:.+]] = lutfuse.conv2d
// CHECK-NEXT:    %[[Y:.+]] = lutfuse.lut_activation <tanh> %[[U]]
// CHECK-NEXT:    tosa.transpose %[[Y]]
func.func @order(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x3x2x2x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <tanh> header #h intermediate !u requant #r
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>, tensor<256xi8>) -> tensor<1x2x2x3x!y> loc(fused<#lutfuse.fused<"fuse-lut-activation" views = 1>>["conv", "lut"])
  %a = tosa.transpose %y {perms = array<i32: 0, 3, 1, 2>} : (tensor<1x2x2x3x!y>) -> tensor<1x3x2x2x!y>
  return %a : tensor<1x3x2x2x!y>
}
