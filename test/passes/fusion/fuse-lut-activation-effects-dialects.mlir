// MLIR says which ops touch no memory, of whatever dialect they are: users that are dead, and users
// that look alike and may not be dropped.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=cpu -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, multiple-users=1{{$}}}}

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @shape(
// CHECK-NOT:     shape.shape_of
// CHECK:         lutfuse.fused_conv2d
func.func @shape(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  // expected-remark@+1 {{[Analysis] dropped-dead-user | Category:fuse-lut-activation | Function=shape | Op=shape.shape_of}}
  %s = shape.shape_of %u : tensor<1x2x2x3x!u> -> tensor<4xindex>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @custom(
// CHECK:         lutfuse.lut_activation
// CHECK:         tosa.custom
func.func @custom(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Reason=multiple-users, multiple-users="expected one user of the convolution's result but got 2;}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  %c = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  %d = tosa.custom %c {operator_name = "n", domain_name = "d", implementation_attrs = ""} : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  return %y : tensor<1x2x2x3x!y>
}
