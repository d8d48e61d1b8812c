// What stands before the activation: for each guard, what it alone refuses
// (`@refused...`), beside the nearest pair that fuses (`@fused...`).

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=reference -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, not-a-convolution=3{{$}}}}

// not-a-convolution: a block argument, an op that is no view, and a sum behind its rescale.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @refused_argument(
// CHECK:         lutfuse.lut_activation
func.func @refused_argument(%u: tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_argument | Activation=sigmoid, Reason=not-a-convolution, not-a-convolution="expected a convolution as producer but got a block argument; the activation stays an op of its own"}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @refused_op(
// CHECK:         lutfuse.lut_activation
func.func @refused_op(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'tosa.identity'}}
  %i = tosa.identity %x : (tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8>
  %u = quant.scast %i : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_op | Activation=sigmoid, Reason=not-a-convolution, not-a-convolution="expected a convolution as producer but got 'tosa.identity'; the activation stays an op of its own"}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @refused_sum(
// CHECK:         lutfuse.lut_activation
func.func @refused_sum(%a: tensor<1x2x2x3xi32>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %m = "tosa.const"() {values = dense<1073741824> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<34> : tensor<1xi8>} : () -> tensor<1xi8>
  %z = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %c = "tosa.const"() {values = dense<-3> : tensor<1xi8>} : () -> tensor<1xi8>
  %sum = tosa.add %a, %a : (tensor<1x2x2x3xi32>, tensor<1x2x2x3xi32>) -> tensor<1x2x2x3xi32>
  // expected-note@+1 {{producer is 'tosa.rescale'}}
  %r = tosa.rescale %sum, %m, %s, %z, %c {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false}
    : (tensor<1x2x2x3xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x3xi8>
  %u = quant.scast %r : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!u>
  // expected-remark@+1 {{not-a-convolution="expected a convolution as producer but got 'tosa.rescale' of 'tosa.add'; the activation stays an op of its own"}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
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
  // expected-remark@+1 {{[Passed] fused | Category:fuse-lut-activation | Function=fused | Activation=sigmoid, Convolution=lutfuse.conv2d}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}
