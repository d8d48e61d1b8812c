// An activation moves above reshapes and casts, which are rebuilt below the fused op on result codes.
// Unfusing puts it back behind them, debug information included.

// RUN: lutfuse-opt %s --mlir-print-debuginfo -o %t.before
// RUN: lutfuse-opt %s --fuse-lut-activation --mlir-print-debuginfo -o %t.fused
// RUN: lutfuse-opt %t.fused --unfuse-lut-activation --mlir-print-debuginfo -o %t.after
// RUN: diff %t.before %t.after
// RUN: lutfuse-opt %t.fused --check-equivalence=reference=%t.before -o %t.proved
// RUN: lutfuse-opt %s --fuse-lut-activation --mlir-print-debuginfo --mlir-print-local-scope \
// RUN:   | FileCheck %s --enable-var-scope

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<u8:f32, 1.0>

// Views of quantized tensors and of the integers that store them; each keeps its own location and
// its attributes.
// CHECK-LABEL: func.func @chain(
// CHECK:         %[[S:.+]] = tosa.const_shape
// CHECK-NEXT:    %[[Y:.+]] = lutfuse.fused_conv2d {{.+}} -> tensor<1x2x2x3x!quant.uniform<u8:f32, 1.000000e+00>>
// CHECK-SAME:      loc(fused<#lutfuse.fused<"fuse-lut-activation" views = 5>>["conv", "lut"])
// CHECK-NEXT:    %[[A:.+]] = quant.scast %[[Y]] : tensor<1x2x2x3x!quant.uniform<u8:f32, 1.000000e+00>> to tensor<1x2x2x3xi8> loc("a")
// CHECK-NEXT:    %[[B:.+]] = tosa.reshape %[[A]], %[[S]] {test.note = 1 : i32} : (tensor<1x2x2x3xi8>, !tosa.shape<2>) -> tensor<6x2xi8> loc("b")
// CHECK-NEXT:    %[[C:.+]] = quant.scast %[[B]] : tensor<6x2xi8> to tensor<6x2x!quant.uniform<u8:f32, 1.000000e+00>> loc("c")
// CHECK-NEXT:    %[[D:.+]] = tensor.expand_shape %[[C]] {{\[\[}}0, 1], [2]] output_shape [2, 3, 2]
// CHECK-SAME:      : tensor<6x2x!quant.uniform<u8:f32, 1.000000e+00>> into tensor<2x3x2x!quant.uniform<u8:f32, 1.000000e+00>> loc("d")
// CHECK-NEXT:    %[[E:.+]] = tensor.cast %[[D]] : tensor<2x3x2x!quant.uniform<u8:f32, 1.000000e+00>> to tensor<?x3x2x!quant.uniform<u8:f32, 1.000000e+00>> loc("e")
// CHECK-NEXT:    return %[[E]]
func.func @chain(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<?x3x2x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %s = tosa.const_shape {values = dense<[6, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> loc("conv")
  %a = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8> loc("a")
  %b = tosa.reshape %a, %s {test.note = 1 : i32} : (tensor<1x2x2x3xi8>, !tosa.shape<2>) -> tensor<6x2xi8> loc("b")
  %c = quant.scast %b : tensor<6x2xi8> to tensor<6x2x!u> loc("c")
  %d = tensor.expand_shape %c [[0, 1], [2]] output_shape [2, 3, 2] : tensor<6x2x!u> into tensor<2x3x2x!u> loc("d")
  %e = tensor.cast %d : tensor<2x3x2x!u> to tensor<?x3x2x!u> loc("e")
  %y = lutfuse.lut_activation <sigmoid> %e, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<?x3x2x!u>, tensor<256xi8>) -> tensor<?x3x2x!y> loc("lut")
  return %y : tensor<?x3x2x!y>
}

// A table for each channel, where the reshape keeps the channels last; an unknown location.
// CHECK-LABEL: func.func @channels(
// CHECK:         %[[Y:.+]] = lutfuse.fused_conv2d
// CHECK-SAME:      loc(fused<#lutfuse.fused<"fuse-lut-activation" views = 1 unknown = convolution>>["lut"])
// CHECK-NEXT:    %[[A:.+]] = tensor.collapse_shape %[[Y]] {{\[\[}}0, 1, 2], [3]]
// CHECK-NEXT:    return %[[A]]
func.func @channels(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<4x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<3x256xi8>} : () -> tensor<3x256xi8>
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> loc(unknown)
  %v = tensor.collapse_shape %u [[0, 1, 2], [3]] : tensor<1x2x2x3x!u> into tensor<4x3x!u>
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<4x3x!u>, tensor<3x256xi8>) -> tensor<4x3x!y> loc("lut")
  return %y : tensor<4x3x!y>
}

// A transposition of unit axes, and a reshape whose sizes are operands. 16-bit codes, clipped.
!s = !quant.uniform<i16:f32, 0.5>
// CHECK-LABEL: func.func @operands(
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index
// CHECK:         %[[Y:.+]] = lutfuse.fused_conv_transpose2d
// CHECK-NEXT:    %[[A:.+]] = tosa.transpose %[[Y]] {perms = array<i32: 0, 1, 3, 2>}
// CHECK-NEXT:    %[[B:.+]] = tensor.expand_shape %[[A]] {{\[\[}}0, 1], [2], [3], [4]] output_shape [%[[N]], 1, 2, 3, 1]
// CHECK-NEXT:    return %[[B]]
func.func @operands(%n: index, %x: tensor<?x2x1x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<?x1x2x3x1x!s> {
  %u = lutfuse.conv_transpose2d %x, %w requant <multiplier = [1073741824], shift = [32], rounding = double_round>
    : (tensor<?x2x1x4x!x>, tensor<3x1x1x4x!w>) -> tensor<?x2x1x3x!s>
  %a = tosa.transpose %u {perms = array<i32: 0, 1, 3, 2>} : (tensor<?x2x1x3x!s>) -> tensor<?x2x3x1x!s>
  %b = tensor.expand_shape %a [[0, 1], [2], [3], [4]] output_shape [%n, 1, 2, 3, 1] : tensor<?x2x3x1x!s> into tensor<?x1x2x3x1x!s>
  %y = lutfuse.clip %b <min = -5, max = 300> : (tensor<?x1x2x3x1x!s>) -> tensor<?x1x2x3x1x!s>
  return %y : tensor<?x1x2x3x1x!s>
}
