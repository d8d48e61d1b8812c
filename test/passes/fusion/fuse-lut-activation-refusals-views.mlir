// Several views between convolution and activation: for each guard, what it
// alone refuses (`@refused...`), beside the nearest pair that fuses (`@fused...`).

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=cpu -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, domain-mismatch=1{{$}}}}

// domain-mismatch: the codes are another's on the way, if only between two casts.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
!v = !quant.uniform<i8:f32, 4.0:-3>

// CHECK-LABEL: func.func @refused_between(
// CHECK:         lutfuse.conv2d
// CHECK:         quant.scast
// CHECK:         lutfuse.lut_activation
func.func @refused_between(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %a = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  %b = quant.scast %a : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!v>
  %c = quant.scast %b : tensor<1x2x2x3x!v> to tensor<1x2x2x3xi8>
  %v = quant.scast %c : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_between | Activation=sigmoid, Reason=domain-mismatch, domain-mismatch="expected a view of codes !quant.uniform<i8:f32, 2.000000e+00:-3> but got one of !quant.uniform<i8:f32, 4.000000e+00:-3>; rebuild the activation for the convolution's domain"}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @fused_round_trip(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
// CHECK-NEXT:    quant.scast
// CHECK-NEXT:    quant.scast
// CHECK-NEXT:    quant.scast
// CHECK-NEXT:    quant.scast
// CHECK-NEXT:    return
func.func @fused_round_trip(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %a = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  %b = quant.scast %a : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!u>
  %c = quant.scast %b : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  %v = quant.scast %c : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=0, layout-mismatch=1, shape-mismatch=1, unproven-dynamic-shape=1{{$}}}}

// All that can block between the two at once, apart from the domain.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @refused_views(
// CHECK:         lutfuse.conv2d
// CHECK:         tosa.transpose
// CHECK:         lutfuse.lut_activation
func.func @refused_views(%x: tensor<?x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<3x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<4x256xi8>} : () -> tensor<4x256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<?x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<?x2x2x3x!u>
  %s = tosa.const_shape {values = dense<[4, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r = tosa.reshape %u, %s : (tensor<?x2x2x3x!u>, !tosa.shape<2>) -> tensor<4x3x!u>
  %v = tosa.transpose %r {perms = array<i32: 1, 0>} : (tensor<4x3x!u>) -> tensor<3x4x!u>
  // expected-remark@+1 {{Reason="shape-mismatch, layout-mismatch, unproven-dynamic-shape", layout-mismatch=}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<3x4x!u>, tensor<4x256xi8>) -> tensor<3x4x!y>
  return %y : tensor<3x4x!y>
}
