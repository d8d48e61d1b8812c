// `multiple-users` where a second convolution would be allowed, but costs too much, or an unknown
// number of multiply-accumulates. One below the limit is the positive twin.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=duplicate-producer-up-to=47 -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, Macs=36, multiple-users=1{{$}}}}

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @refused(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3x!u>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused | Activation=sigmoid, Reason=multiple-users, multiple-users="expected one user of the convolution's result but got 2; expected at most 47 multiply-accumulates for a second convolution but got 48; give each user a convolution of its own"}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %u, %y : tensor<1x2x2x3x!u>, tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @fused(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.fused_conv2d
func.func @fused(%x: tensor<1x2x2x3x!x>, %w: tensor<3x1x1x3x!w>) -> (tensor<1x2x2x3x!u>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x3x!x>, tensor<3x1x1x3x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Passed] fused | Category:fuse-lut-activation | Function=fused | Activation=sigmoid, Convolution=lutfuse.conv2d, Macs=36}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %u, %y : tensor<1x2x2x3x!u>, tensor<1x2x2x3x!y>
}

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, multiple-users=1{{$}}}}

// The same dynamic shape fuses where nothing is to be duplicated.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @refused_dynamic(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused_dynamic(%x: tensor<1x?x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x?x2x3x!u>, tensor<1x?x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x?x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x?x2x3x!u>
  // expected-remark@+1 {{Activation=sigmoid, Reason=multiple-users, multiple-users="expected one user of the convolution's result but got 2, and what a second convolution costs is unknown: its shape is dynamic; give each user a convolution of its own"}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x?x2x3x!u>, tensor<256xi8>) -> tensor<1x?x2x3x!y>
  return %u, %y : tensor<1x?x2x3x!u>, tensor<1x?x2x3x!y>
}

// CHECK-LABEL: func.func @fused_dynamic(
// CHECK:         lutfuse.fused_conv2d
func.func @fused_dynamic(%x: tensor<1x?x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x?x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x?x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x?x2x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x?x2x3x!u>, tensor<256xi8>) -> tensor<1x?x2x3x!y>
  return %y : tensor<1x?x2x3x!y>
}
