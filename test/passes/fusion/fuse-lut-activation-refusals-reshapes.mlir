// Reshapes between convolution and activation: for each guard, what it
// alone refuses (`@refused...`), beside the nearest pair that fuses (`@fused...`).

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=cpu -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, shape-mismatch=3{{$}}}}

// shape-mismatch: a table or slope for each channel, behind a reshape that has other channels.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#one = #lutfuse.requant<multiplier = [1073741824], shift = [29], rounding = double_round>

// CHECK-LABEL: func.func @refused_table(
// CHECK:         lutfuse.conv2d
// CHECK:         tensor.collapse_shape
// CHECK:         lutfuse.lut_activation
func.func @refused_table(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<2x6x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<6x256xi8>} : () -> tensor<6x256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %v = tensor.collapse_shape %u [[0, 1], [2, 3]] : tensor<1x2x2x3x!u> into tensor<2x6x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_table | Activation=sigmoid, Reason=shape-mismatch, shape-mismatch="expected the 6 channels of the activation to be those of shape 1x2x2x3 but got shape 2x6; apply the activation before the reshape"}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<2x6x!u>, tensor<6x256xi8>) -> tensor<2x6x!y>
  return %y : tensor<2x6x!y>
}

// CHECK-LABEL: func.func @refused_slopes(
// CHECK:         lutfuse.conv2d
// CHECK:         tensor.collapse_shape
// CHECK:         lutfuse.leaky_relu
func.func @refused_slopes(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<2x6x!y> {
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %v = tensor.collapse_shape %u [[0, 1], [2, 3]] : tensor<1x2x2x3x!u> into tensor<2x6x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_slopes | Activation=prelu, Reason=shape-mismatch, shape-mismatch="expected the 6 channels of the activation to be those of shape 1x2x2x3 but got shape 2x6; apply the activation before the reshape"}}
  %y = lutfuse.leaky_relu %v <positive = #one, negative = #one, factor = [1, 2, 3, 4, 5, 6]> : (tensor<2x6x!u>) -> tensor<2x6x!y>
  return %y : tensor<2x6x!y>
}

// The table has as many rows as the reshape keeps, but the last axis may be another one.
// CHECK-LABEL: func.func @refused_open(
// CHECK:         lutfuse.conv2d
// CHECK:         tosa.reshape
// CHECK:         lutfuse.lut_activation
func.func @refused_open(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<4x?x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<3x256xi8>} : () -> tensor<3x256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %s = tosa.const_shape {values = dense<[4, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %v = tosa.reshape %u, %s : (tensor<1x2x2x3x!u>, !tosa.shape<2>) -> tensor<4x?x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_open | Activation=sigmoid, Reason=shape-mismatch, shape-mismatch="expected the 3 channels of the activation to be those of shape 1x2x2x3 but got shape 4x?; apply the activation before the reshape"}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<4x?x!u>, tensor<3x256xi8>) -> tensor<4x?x!y>
  return %y : tensor<4x?x!y>
}

// CHECK-LABEL: func.func @fused_table(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
// CHECK-NEXT:    tensor.collapse_shape
// CHECK-NEXT:    return
func.func @fused_table(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<4x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<3x256xi8>} : () -> tensor<3x256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %v = tensor.collapse_shape %u [[0, 1, 2], [3]] : tensor<1x2x2x3x!u> into tensor<4x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<4x3x!u>, tensor<3x256xi8>) -> tensor<4x3x!y>
  return %y : tensor<4x3x!y>
}
