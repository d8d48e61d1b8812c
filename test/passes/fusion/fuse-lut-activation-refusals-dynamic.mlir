// Reshapes of open sizes between convolution and activation: what is refused (`@refused...`), and
// what is proved to keep all elements (`@fused...`).

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=cpu -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, unproven-dynamic-shape=2{{$}}}}

// unproven-dynamic-shape: reshapes of open sizes that may have another number of elements.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @refused_claimed(
// CHECK:         lutfuse.conv2d
// CHECK:         tosa.reshape
// CHECK:         lutfuse.lut_activation
func.func @refused_claimed(%x: tensor<?x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<4x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<?x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<?x2x2x3x!u>
  %s = tosa.const_shape {values = dense<[4, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %v = tosa.reshape %u, %s : (tensor<?x2x2x3x!u>, !tosa.shape<2>) -> tensor<4x3x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_claimed | Activation=sigmoid, Reason=unproven-dynamic-shape, unproven-dynamic-shape="expected shape ?x2x2x3 to have provably as many elements as 4x3; make the shapes static"}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<4x3x!u>, tensor<256xi8>) -> tensor<4x3x!y>
  return %y : tensor<4x3x!y>
}

// CHECK-LABEL: func.func @refused_indivisible(
// CHECK:         lutfuse.conv2d
// CHECK:         tosa.reshape
// CHECK:         lutfuse.lut_activation
func.func @refused_indivisible(%x: tensor<?x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<?x5x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<?x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<?x2x2x3x!u>
  %s = tosa.const_shape {values = dense<[-1, 5]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %v = tosa.reshape %u, %s : (tensor<?x2x2x3x!u>, !tosa.shape<2>) -> tensor<?x5x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_indivisible | Activation=sigmoid, Reason=unproven-dynamic-shape, unproven-dynamic-shape="expected shape ?x2x2x3 to have provably as many elements as ?x5; make the shapes static"}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<?x5x!u>, tensor<256xi8>) -> tensor<?x5x!y>
  return %y : tensor<?x5x!y>
}

// Two static shapes were compared when they were verified.
// CHECK-LABEL: func.func @fused_static(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
// CHECK-NEXT:    tosa.reshape
// CHECK-NEXT:    return
func.func @fused_static(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<4x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %s = tosa.const_shape {values = dense<[4, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %v = tosa.reshape %u, %s : (tensor<1x2x2x3x!u>, !tosa.shape<2>) -> tensor<4x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<4x3x!u>, tensor<256xi8>) -> tensor<4x3x!y>
  return %y : tensor<4x3x!y>
}
