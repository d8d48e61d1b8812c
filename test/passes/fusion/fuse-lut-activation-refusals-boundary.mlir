// Casts between convolution and activation: for each guard, what it
// alone refuses (`@refused...`), beside the nearest pair that fuses (`@fused...`).

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=reference -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, domain-mismatch=4{{$}}}}

// domain-mismatch: the same bits read with another scale, zero point, range or sign.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!scale = !quant.uniform<i8:f32, 1.0:-3>
!zero = !quant.uniform<i8:f32, 2.0:-4>
!narrow = !quant.uniform<i8<-127:127>:f32, 2.0:-3>
!sign = !quant.uniform<u8:f32, 2.0:125>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @refused_scale(
// CHECK:         lutfuse.conv2d
// CHECK:         lutfuse.lut_activation
func.func @refused_scale(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %c = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  %v = quant.scast %c : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!scale>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_scale | Activation=sigmoid, Reason=domain-mismatch, domain-mismatch="expected an activation of codes !quant.uniform<i8:f32, 2.000000e+00:-3> but got one of !quant.uniform<i8:f32, 1.000000e+00:-3>; rebuild the activation for the convolution's domain"}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !scale, result = !y>
    : (tensor<1x2x2x3x!scale>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @refused_zero_point(
// CHECK:         lutfuse.conv2d
// CHECK:         lutfuse.lut_activation
func.func @refused_zero_point(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %c = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  %v = quant.scast %c : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!zero>
  // expected-remark@+1 {{Activation=sigmoid, Reason=domain-mismatch, domain-mismatch="expected an activation of codes !quant.uniform<i8:f32, 2.000000e+00:-3> but got one of !quant.uniform<i8:f32, 2.000000e+00:-4>; rebuild the activation for the convolution's domain"}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !zero, result = !y>
    : (tensor<1x2x2x3x!zero>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @refused_range(
// CHECK:         lutfuse.conv2d
// CHECK:         lutfuse.lut_activation
func.func @refused_range(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %c = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  %v = quant.scast %c : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!narrow>
  // expected-remark@+1 {{Activation=sigmoid, Reason=domain-mismatch, domain-mismatch="expected an activation of codes !quant.uniform<i8:f32, 2.000000e+00:-3> but got one of !quant.uniform<i8<-127:127>:f32, 2.000000e+00:-3>; rebuild the activation for the convolution's domain"}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !narrow, result = !y>
    : (tensor<1x2x2x3x!narrow>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @refused_sign(
// CHECK:         lutfuse.conv2d
// CHECK:         lutfuse.lut_activation
func.func @refused_sign(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %c = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  %v = quant.scast %c : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!sign>
  // expected-remark@+1 {{Activation=sigmoid, Reason=domain-mismatch, domain-mismatch="expected an activation of codes !quant.uniform<i8:f32, 2.000000e+00:-3> but got one of !quant.uniform<u8:f32, 2.000000e+00:125>; rebuild the activation for the convolution's domain"}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = 0, entries = 256, lookup = direct, input = !sign, result = !y>
    : (tensor<1x2x2x3x!sign>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @fused(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
func.func @fused(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %c = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  %v = quant.scast %c : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}
