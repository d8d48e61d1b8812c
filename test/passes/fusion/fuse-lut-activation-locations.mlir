// The fused op is known by both sources: neither name is lost, whatever the locations look like.

// RUN: lutfuse-opt %s --fuse-lut-activation --mlir-print-debuginfo --mlir-print-local-scope \
// RUN:   | FileCheck %s --enable-var-scope

!x = !quant.uniform<i8:f32, 0.5:7>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @names(
// CHECK:         lutfuse.fused_conv2d
// CHECK-SAME:      loc(fused<#lutfuse.fused<"fuse-lut-activation">>["conv", "lut"])
func.func @names(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> loc("conv")
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y> loc("lut")
  return %y : tensor<1x2x2x3x!y>
}

// Locations in files, and a convolution that came from two ops itself.
// CHECK-LABEL: func.func @nested(
// CHECK:         lutfuse.fused_conv_transpose2d
// CHECK-SAME:      loc(fused<#lutfuse.fused<"fuse-lut-activation">>[fused["net.tflite":1:2, "rescale"], "net.tflite":3:4])
func.func @nested(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv_transpose2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> loc(fused["net.tflite":1:2, "rescale"])
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y> loc("net.tflite":3:4)
  return %y : tensor<1x2x2x3x!y>
}

// One name for both, as some importers give: the op still says that it was fused.
// CHECK-LABEL: func.func @same_name(
// CHECK:         lutfuse.fused_conv2d
// CHECK-SAME:      loc(fused<#lutfuse.fused<"fuse-lut-activation">>["layer"])
func.func @same_name(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> loc("layer")
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y> loc("layer")
  return %y : tensor<1x2x2x3x!y>
}

// What is not fused keeps its location: the pass touches nothing that it refuses.
// CHECK-LABEL: func.func @refused(
// CHECK:         lutfuse.conv2d {{.*}} loc("conv")
// CHECK:         lutfuse.lut_activation {{.*}} loc("lut")
func.func @refused(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3x!u>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> loc("conv")
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y> loc("lut")
  return %u, %y : tensor<1x2x2x3x!u>, tensor<1x2x2x3x!y>
}
