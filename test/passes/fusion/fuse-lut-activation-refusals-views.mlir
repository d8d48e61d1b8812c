// Reshapes, casts and transpositions between convolution and activation: for each guard, what it
// alone refuses (`@refused...`), beside the nearest pair that fuses (`@fused...`).

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=cpu -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=4, shape-mismatch=3{{$}}}}

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

// CHECK-LABEL: func.func @fused_slopes(
// CHECK-NOT:     lutfuse.leaky_relu
// CHECK:         lutfuse.fused_conv2d
// CHECK-NEXT:    tensor.collapse_shape
// CHECK-NEXT:    return
func.func @fused_slopes(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<4x3x!y> {
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %v = tensor.collapse_shape %u [[0, 1, 2], [3]] : tensor<1x2x2x3x!u> into tensor<4x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.leaky_relu %v <positive = #one, negative = #one, factor = [1, 2, 3]> : (tensor<4x3x!u>) -> tensor<4x3x!y>
  return %y : tensor<4x3x!y>
}

// CHECK-LABEL: func.func @fused_one_row(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
// CHECK-NEXT:    tensor.collapse_shape
// CHECK-NEXT:    return
func.func @fused_one_row(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<2x6x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %v = tensor.collapse_shape %u [[0, 1], [2, 3]] : tensor<1x2x2x3x!u> into tensor<2x6x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<2x6x!u>, tensor<256xi8>) -> tensor<2x6x!y>
  return %y : tensor<2x6x!y>
}

// Behind a cast the last axis is open and still the same.
// CHECK-LABEL: func.func @fused_cast(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
// CHECK-NEXT:    tensor.cast
// CHECK-NEXT:    return
func.func @fused_cast(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x?x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<3x256xi8>} : () -> tensor<3x256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %v = tensor.cast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x?x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x?x!u>, tensor<3x256xi8>) -> tensor<1x2x2x?x!y>
  return %y : tensor<1x2x2x?x!y>
}

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=2, layout-mismatch=4, not-a-convolution=1{{$}}}}

// layout-mismatch: transpositions that move elements. Unit axes may move.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @refused_channels_first(
// CHECK:         lutfuse.conv2d
// CHECK:         tosa.transpose
// CHECK:         lutfuse.lut_activation
func.func @refused_channels_first(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x3x2x2x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %v = tosa.transpose %u {perms = array<i32: 0, 3, 1, 2>} : (tensor<1x2x2x3x!u>) -> tensor<1x3x2x2x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_channels_first | Activation=sigmoid, Reason=layout-mismatch, layout-mismatch="expected row-major order but got 'tosa.transpose' by [0, 3, 1, 2] of 1x2x2x3; apply the activation before the transposition"}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x3x2x2x!u>, tensor<256xi8>) -> tensor<1x3x2x2x!y>
  return %y : tensor<1x3x2x2x!y>
}

// The shape is the same, the elements are not.
// CHECK-LABEL: func.func @refused_square(
// CHECK:         lutfuse.conv2d
// CHECK:         tosa.transpose
// CHECK:         lutfuse.lut_activation
func.func @refused_square(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %v = tosa.transpose %u {perms = array<i32: 0, 2, 1, 3>} : (tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_square | Activation=sigmoid, Reason=layout-mismatch, layout-mismatch="expected row-major order but got 'tosa.transpose' by [0, 2, 1, 3] of 1x2x2x3; apply the activation before the transposition"}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// An open axis may be longer than 1.
// CHECK-LABEL: func.func @refused_open(
// CHECK:         lutfuse.conv2d
// CHECK:         tosa.transpose
// CHECK:         lutfuse.lut_activation
func.func @refused_open(%x: tensor<?x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<2x?x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<?x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<?x2x2x3x!u>
  %v = tosa.transpose %u {perms = array<i32: 1, 0, 2, 3>} : (tensor<?x2x2x3x!u>) -> tensor<2x?x2x3x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_open | Activation=sigmoid, Reason=layout-mismatch, layout-mismatch="expected row-major order but got 'tosa.transpose' by [1, 0, 2, 3] of ?x2x2x3; apply the activation before the transposition"}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<2x?x2x3x!u>, tensor<256xi8>) -> tensor<2x?x2x3x!y>
  return %y : tensor<2x?x2x3x!y>
}

// CHECK-LABEL: func.func @refused_linalg(
// CHECK:         lutfuse.conv2d
// CHECK:         linalg.transpose
// CHECK:         lutfuse.lut_activation
func.func @refused_linalg(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x3x2x2x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %i = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  %e = tensor.empty() : tensor<1x3x2x2xi8>
  %p = linalg.transpose ins(%i : tensor<1x2x2x3xi8>) outs(%e : tensor<1x3x2x2xi8>) permutation = [0, 3, 1, 2]
  %v = quant.scast %p : tensor<1x3x2x2xi8> to tensor<1x3x2x2x!u>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused_linalg | Activation=sigmoid, Reason=layout-mismatch, layout-mismatch="expected row-major order but got 'linalg.transpose' by [0, 3, 1, 2] of 1x2x2x3; apply the activation before the transposition"}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x3x2x2x!u>, tensor<256xi8>) -> tensor<1x3x2x2x!y>
  return %y : tensor<1x3x2x2x!y>
}

// This one keeps the order, but is not rebuilt: what it writes to has a type of its own.
// CHECK-LABEL: func.func @refused_linalg_unit(
// CHECK:         lutfuse.conv2d
// CHECK:         linalg.transpose
// CHECK:         lutfuse.lut_activation
func.func @refused_linalg_unit(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<2x1x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %i = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  %e = tensor.empty() : tensor<2x1x2x3xi8>
  // expected-note@+1 {{producer is 'linalg.transpose'}}
  %p = linalg.transpose ins(%i : tensor<1x2x2x3xi8>) outs(%e : tensor<2x1x2x3xi8>) permutation = [1, 0, 2, 3]
  %v = quant.scast %p : tensor<2x1x2x3xi8> to tensor<2x1x2x3x!u>
  // expected-remark@+1 {{Reason=not-a-convolution, not-a-convolution="expected a convolution as producer but got 'linalg.transpose'; the activation stays an op of its own}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<2x1x2x3x!u>, tensor<256xi8>) -> tensor<2x1x2x3x!y>
  return %y : tensor<2x1x2x3x!y>
}

// CHECK-LABEL: func.func @fused_unit(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
// CHECK-NEXT:    tosa.transpose
// CHECK-NEXT:    return
func.func @fused_unit(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<2x2x1x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %v = tosa.transpose %u {perms = array<i32: 1, 2, 0, 3>} : (tensor<1x2x2x3x!u>) -> tensor<2x2x1x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<2x2x1x3x!u>, tensor<256xi8>) -> tensor<2x2x1x3x!y>
  return %y : tensor<2x2x1x3x!y>
}

// CHECK-LABEL: func.func @fused_identity(
// CHECK-NOT:     lutfuse.lut_activation
// CHECK:         lutfuse.fused_conv2d
// CHECK-NEXT:    tosa.transpose
// CHECK-NEXT:    return
func.func @fused_identity(%x: tensor<?x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<?x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<?x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<?x2x2x3x!u>
  %v = tosa.transpose %u {perms = array<i32: 0, 1, 2, 3>} : (tensor<?x2x2x3x!u>) -> tensor<?x2x2x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<?x2x2x3x!u>, tensor<256xi8>) -> tensor<?x2x2x3x!y>
  return %y : tensor<?x2x2x3x!y>
}

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
