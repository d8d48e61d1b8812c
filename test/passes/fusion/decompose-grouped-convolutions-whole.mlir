// What stays whole behind the parts of a grouped convolution, and what is not split. The target,
// which has no groups, is described in Inputs/groupless-npu.toml.

// RUN: lutfuse-opt %s --split-input-file \
// RUN:   --decompose-grouped-convolutions=target=%S/Inputs/groupless-npu.toml -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t
// RUN: lutfuse-opt %s --split-input-file -o %t.before
// RUN: lutfuse-opt %s --split-input-file --decompose-grouped-convolutions=target=cpu -o %t.after
// RUN: diff %t.before %t.after

// What would not fuse with a part stays whole behind the parts: a value with two users, and a
// function that the target has not. The convolution is split all the same, as there are no groups.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @users(
// CHECK-COUNT-2: lutfuse.conv_transpose2d
// CHECK:         %[[C:.+]] = tosa.concat
// CHECK:         %[[U:.+]] = quant.scast %[[C]]
// CHECK:         %[[Y:.+]] = lutfuse.lut_activation <gelu> %[[U]]
// CHECK-NEXT:    return %[[Y]], %[[U]]
func.func @users(%x: tensor<1x2x2x4x!x>) -> (tensor<1x2x2x4x!y>, tensor<1x2x2x4x!u>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %c = "tosa.const"() {values = dense<[[[[1, 2]]], [[[3, 4]]], [[[5, 6]]], [[[7, 8]]]]> : tensor<4x1x1x2xi8>} : () -> tensor<4x1x1x2xi8>
  %w = quant.scast %c : tensor<4x1x1x2xi8> to tensor<4x1x1x2x!w>
  %u = lutfuse.conv_transpose2d %x, %w group 2 requant #r
    : (tensor<1x2x2x4x!x>, tensor<4x1x1x2x!w>) -> tensor<1x2x2x4x!u>
  %y = lutfuse.lut_activation <gelu> %u, %t header #h : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!y>
  return %y, %u : tensor<1x2x2x4x!y>, tensor<1x2x2x4x!u>
}

// CHECK-LABEL: func.func @kind(
// CHECK-COUNT-2: lutfuse.conv2d
// CHECK:         tosa.concat
// CHECK:         lutfuse.lut_activation <tanh>
func.func @kind(%x: tensor<1x2x2x4x!x>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %c = "tosa.const"() {values = dense<[[[[1, 2]]], [[[3, 4]]], [[[5, 6]]], [[[7, 8]]]]> : tensor<4x1x1x2xi8>} : () -> tensor<4x1x1x2xi8>
  %w = quant.scast %c : tensor<4x1x1x2xi8> to tensor<4x1x1x2x!w>
  %u = lutfuse.conv2d %x, %w group 2 requant #r
    : (tensor<1x2x2x4x!x>, tensor<4x1x1x2x!w>) -> tensor<1x2x2x4x!u>
  %y = lutfuse.lut_activation <tanh> %u, %t header #h : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!y>
  return %y : tensor<1x2x2x4x!y>
}

// -----

// Fused ops are split like others, and depthwise convolutions never.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @fused(
// CHECK-COUNT-2: lutfuse.fused_conv2d %{{.+}} kind <gelu> {{.*}} intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> requant
// CHECK:         tosa.concat
func.func @fused(%x: tensor<1x2x2x4x!x>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %c = "tosa.const"() {values = dense<[[[[1, 2]]], [[[3, 4]]], [[[5, 6]]], [[[7, 8]]]]> : tensor<4x1x1x2xi8>} : () -> tensor<4x1x1x2xi8>
  %w = quant.scast %c : tensor<4x1x1x2xi8> to tensor<4x1x1x2x!w>
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <gelu> header #h intermediate !u group 2 requant #r
    : (tensor<1x2x2x4x!x>, tensor<4x1x1x2x!w>, tensor<256xi8>) -> tensor<1x2x2x4x!y>
  return %y : tensor<1x2x2x4x!y>
}

// CHECK-LABEL: func.func @depthwise(
// CHECK-NOT:     tosa.slice
// CHECK:         lutfuse.conv2d %{{.+}}, %{{.+}} group 4
// CHECK-NEXT:    return
func.func @depthwise(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x1x!w>) -> tensor<1x2x2x4x!u> {
  %u = lutfuse.conv2d %x, %w group 4 requant #r
    : (tensor<1x2x2x4x!x>, tensor<4x1x1x1x!w>) -> tensor<1x2x2x4x!u>
  return %u : tensor<1x2x2x4x!u>
}
