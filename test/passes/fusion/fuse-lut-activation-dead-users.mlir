// Users of the value between convolution and activation that do not keep the two apart: equal
// activations become one, dead users go, and debug ops go with the value that they read.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=cpu -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=4{{$}}}}

// Dead users are removed first: one alone, one that feeds another, an activation, one of a cast.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @dead(
// CHECK-NOT:     quant.scast
// CHECK-NOT:     tosa.add
// CHECK:         lutfuse.fused_conv2d
// CHECK-NEXT:    return
func.func @dead(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %c = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  %d = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  // expected-remark@+1 {{[Analysis] dropped-dead-user | Category:fuse-lut-activation | Function=dead | Op=tosa.add}}
  %e = tosa.add %d, %d : (tensor<1x2x2x3xi8>, tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @dead_activation(
// CHECK-COUNT-1: lutfuse.fused_conv2d
// CHECK-NEXT:    return
func.func @dead_activation(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Function=dead_activation | Op=lutfuse.lut_activation}}
  %z = lutfuse.lut_activation <tanh> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// Of two convolutions the first has nothing but dead users, and one of them is the second.
// CHECK-LABEL: func.func @dead_convolution(
// CHECK-COUNT-1: lutfuse.fused_conv2d
// CHECK-NEXT:    return
func.func @dead_convolution(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>, %f: tensor<3x1x1x3x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %c = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  %i = quant.scast %c : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!x>
  // expected-remark@+1 {{Function=dead_convolution | Op=lutfuse.conv2d}}
  %v = lutfuse.conv2d %i, %f requant #r : (tensor<1x2x2x3x!x>, tensor<3x1x1x3x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Function=dead_convolution | Op=lutfuse.lut_activation}}
  %p = lutfuse.lut_activation <sigmoid> %v, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  // expected-remark@+1 {{Function=dead_convolution | Op=lutfuse.lut_activation}}
  %q = lutfuse.lut_activation <tanh> %v, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @dead_user_of_cast(
// CHECK:         lutfuse.fused_conv2d
// CHECK-NOT:     tosa.abs
// CHECK:         return
func.func @dead_user_of_cast(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %c = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  %v = quant.scast %c : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Function=dead_user_of_cast | Op=tosa.abs}}
  %d = tosa.abs %c : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}
