// Guards look at activations without a table too: what blocks each, beside the nearest that fuses.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=cpu -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, multiple-users=1{{$}}}}

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>

// CHECK-LABEL: func.func @refused_users(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.clip
func.func @refused_users(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x4x!w>) -> (tensor<1x2x2x4x!u>, tensor<1x2x2x4x!u>) {
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{Activation=clip, Reason=multiple-users, multiple-users="expected one user of the convolution's result but got 2; give each user a convolution of its own"}}
  %y = lutfuse.clip %u <min = -3, max = 57> : (tensor<1x2x2x4x!u>) -> tensor<1x2x2x4x!u>
  return %u, %y : tensor<1x2x2x4x!u>, tensor<1x2x2x4x!u>
}

// CHECK-LABEL: func.func @fused_user(
// CHECK-NOT:     lutfuse.clip
// CHECK:         lutfuse.fused_conv2d
func.func @fused_user(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u> {
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{[Passed] fused | Category:fuse-lut-activation | Function=fused_user | Activation=clip, Convolution=lutfuse.conv2d}}
  %y = lutfuse.clip %u <min = -3, max = 57> : (tensor<1x2x2x4x!u>) -> tensor<1x2x2x4x!u>
  return %y : tensor<1x2x2x4x!u>
}

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, already-fused=1{{$}}}}

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#one = #lutfuse.requant<multiplier = [1073741824], shift = [30], rounding = double_round>

// CHECK-LABEL: func.func @refused_second(
// CHECK:         lutfuse.fused_conv2d {{.*}} activation clip <min = -3, max = 57>
// CHECK-NEXT:    lutfuse.leaky_relu
func.func @refused_second(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u> {
  // expected-note@+2 {{fused into this convolution}}
  // expected-note@+1 {{producer is 'lutfuse.fused_conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %c = lutfuse.clip %u <min = -3, max = 57> : (tensor<1x2x2x4x!u>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{Activation=prelu, Reason=already-fused, already-fused="expected a convolution without an activation but got 'lutfuse.fused_conv2d'; compose the two tables into one"}}
  %y = lutfuse.leaky_relu %c <positive = #one, negative = #one, factor = [1, 2, 3, 4]>
    : (tensor<1x2x2x4x!u>) -> tensor<1x2x2x4x!u>
  return %y : tensor<1x2x2x4x!u>
}

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, domain-mismatch=1{{$}}}}

// The bounds of a clip are codes: under another zero point they stand for other values.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!v = !quant.uniform<i8:f32, 2.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>

// CHECK-LABEL: func.func @refused_zero_point(
// CHECK:         lutfuse.conv2d
// CHECK:         lutfuse.clip
func.func @refused_zero_point(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!v> {
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u>
  %i = quant.scast %u : tensor<1x2x2x4x!u> to tensor<1x2x2x4xi8>
  %v = quant.scast %i : tensor<1x2x2x4xi8> to tensor<1x2x2x4x!v>
  // expected-remark@+1 {{Activation=clip, Reason=domain-mismatch, domain-mismatch="expected an activation of codes !quant.uniform<i8:f32, 2.000000e+00:-3> but got one of !quant.uniform<i8:f32, 2.000000e+00:-128>; rebuild the activation for the convolution's domain"}}
  %y = lutfuse.clip %v <min = -128, max = 57> : (tensor<1x2x2x4x!v>) -> tensor<1x2x2x4x!v>
  return %y : tensor<1x2x2x4x!v>
}

// CHECK-LABEL: func.func @fused_domain(
// CHECK-NOT:     lutfuse.clip
// CHECK:         lutfuse.fused_conv2d
func.func @fused_domain(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u> {
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<4x1x1x4x!w>) -> tensor<1x2x2x4x!u>
  %i = quant.scast %u : tensor<1x2x2x4x!u> to tensor<1x2x2x4xi8>
  %v = quant.scast %i : tensor<1x2x2x4xi8> to tensor<1x2x2x4x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.clip %v <min = -3, max = 57> : (tensor<1x2x2x4x!u>) -> tensor<1x2x2x4x!u>
  return %y : tensor<1x2x2x4x!u>
}
