// Pairs that several guards refuse: the remark lists every reason, and none of them in vain. What
// each guard refuses alone is in the files fuse-lut-activation-refusals-*.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=reference -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=0, domain-mismatch=1, grouped-convolution=1, multiple-users=1, table-not-constant=1, unproven-dynamic-shape=1, unsupported-activation=1, unsupported-intermediate-storage=1, unsupported-result-storage=1{{$}}}}

// All that can block a plain convolution in its own block at once.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i16:f32, 2.0>
!v = !quant.uniform<i16:f32, 4.0>

func.func @refused_plain(%x: tensor<?x2x2x4x!x>, %w: tensor<4x1x1x1x!w>, %t: tensor<513xi16>) -> (tensor<?x2x2x4x!u>, tensor<1x2x2x4x!v>) {
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w group 4 requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<?x2x2x4x!x>, tensor<4x1x1x1x!w>) -> tensor<?x2x2x4x!u>
  %c = quant.scast %u : tensor<?x2x2x4x!u> to tensor<?x2x2x4xi16>
  %n = tosa.const_shape {values = dense<[1, 2, 2, 4]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %s = tosa.reshape %c, %n : (tensor<?x2x2x4xi16>, !tosa.shape<4>) -> tensor<1x2x2x4xi16>
  %v = quant.scast %s : tensor<1x2x2x4xi16> to tensor<1x2x2x4x!v>
  // expected-remark@+1 {{Reason="multiple-users, grouped-convolution, unsupported-activation, unproven-dynamic-shape, unsupported-intermediate-storage, unsupported-result-storage, domain-mismatch, table-not-constant", domain-mismatch=}}
  %y = lutfuse.lut_activation <tanh> %v, %t
      header <first = -32768, entries = 513, lookup = interpolated fraction_bits = 7, input = !v, result = !v>
    : (tensor<1x2x2x4x!v>, tensor<513xi16>) -> tensor<1x2x2x4x!v>
  return %u, %y : tensor<?x2x2x4x!u>, tensor<1x2x2x4x!v>
}

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1{{$}}}}

// Discardable attributes of either op are dropped, each with a remark.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @dropped_attributes(
// CHECK:         lutfuse.fused_conv2d
// CHECK-NOT:     test.
// CHECK:         return
func.func @dropped_attributes(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+2 {{fused into this convolution}}
  // expected-remark@+1 {{[Analysis] dropped-attribute | Category:fuse-lut-activation | Function=dropped_attributes | Attribute=test.conv, Op=lutfuse.conv2d}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round> {test.conv = 1 : i32}
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+2 {{[Passed] fused}}
  // expected-remark@+1 {{[Analysis] dropped-attribute | Category:fuse-lut-activation | Function=dropped_attributes | Attribute=test.lut, Op=lutfuse.lut_activation}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y> {test.lut = "x"}
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}
