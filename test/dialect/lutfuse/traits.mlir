// RUN: lutfuse-opt %s --cse | FileCheck %s --enable-var-scope
// RUN: lutfuse-opt %s --canonicalize | FileCheck %s --enable-var-scope --check-prefix=DCE

// All ops are pure: upstream passes merge equal ones, drop unused ones, and leave the others alone.

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<4x1x1x4x!quant.uniform<i8:f32, 0.25>>
!u = tensor<1x4x4x4x!quant.uniform<i8:f32, 2.0:-3>>
!y = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.00390625:-128>>
!l = tensor<1x4x4x4x!quant.uniform<i8:f32, 32.0>>
!t = tensor<256xi8>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>

// CHECK-LABEL: func.func @equal_convolutions
// CHECK-NEXT:    %[[U:.*]] = lutfuse.conv2d
// CHECK-NEXT:    return %[[U]], %[[U]]
func.func @equal_convolutions(%x: !x, %w: !w) -> (!u, !u) {
  %0 = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !u
  %1 = "lutfuse.conv2d"(%x, %w) <{requant = #r}> : (!x, !w) -> !u
  return %0, %1 : !u, !u
}

// CHECK-LABEL: func.func @equal_activations
// CHECK-NEXT:    %[[Y:.*]] = lutfuse.lut_activation
// CHECK-NEXT:    %[[F:.*]] = lutfuse.fused_conv2d
// CHECK-NEXT:    %[[G:.*]] = lutfuse.fused_conv_transpose2d
// CHECK-NEXT:    return %[[Y]], %[[Y]], %[[F]], %[[F]], %[[G]], %[[G]]
func.func @equal_activations(%x: !x, %w: !w, %u: !u, %t: !t) -> (!y, !y, !y, !y, !y, !y) {
  %0 = lutfuse.lut_activation <gelu> %u, %t header #h : (!u, !t) -> !y
  %1 = lutfuse.lut_activation <gelu> %u, %t header #h : (!u, !t) -> !y
  %2 = lutfuse.fused_conv2d %x, %w lut %t kind <gelu> header #h
      intermediate !quant.uniform<i8:f32, 2.0:-3> requant #r : (!x, !w, !t) -> !y
  %3 = lutfuse.fused_conv2d %x, %w lut %t kind <gelu> header #h
      intermediate !quant.uniform<i8:f32, 2.0:-3> requant #r : (!x, !w, !t) -> !y
  %4 = lutfuse.fused_conv_transpose2d %x, %w lut %t kind <gelu> header #h
      intermediate !quant.uniform<i8:f32, 2.0:-3> requant #r : (!x, !w, !t) -> !y
  %5 = lutfuse.fused_conv_transpose2d %x, %w lut %t kind <gelu> header #h
      intermediate !quant.uniform<i8:f32, 2.0:-3> requant #r : (!x, !w, !t) -> !y
  return %0, %1, %2, %3, %4, %5 : !y, !y, !y, !y, !y, !y
}

// CHECK-LABEL: func.func @equal_parameters
// CHECK-NEXT:    %[[C:.*]] = lutfuse.clip
// CHECK-NEXT:    %[[D:.*]] = lutfuse.clip
// CHECK-NEXT:    %[[L:.*]] = lutfuse.leaky_relu
// CHECK-NEXT:    return %[[C]], %[[C]], %[[D]], %[[L]], %[[L]]
func.func @equal_parameters(%u: !u) -> (!u, !u, !u, !l, !l) {
  %0 = lutfuse.clip %u <min = -3, max = 57> : (!u) -> !u
  %1 = lutfuse.clip %u <min = -3, max = 57> : (!u) -> !u
  %2 = lutfuse.clip %u <min = -3, max = 58> : (!u) -> !u
  %3 = lutfuse.leaky_relu %u <positive = #r, negative = #r> : (!u) -> !l
  %4 = lutfuse.leaky_relu %u <positive = #r, negative = #r, factor = [1]> : (!u) -> !l
  return %0, %1, %2, %3, %4 : !u, !u, !u, !l, !l
}

// The same factor and result, but another rounding, multiplier, dilation or op.
// CHECK-LABEL: func.func @different_convolutions
// CHECK-NEXT:    %[[A:.*]] = lutfuse.conv2d
// CHECK-NEXT:    %[[B:.*]] = lutfuse.conv2d
// CHECK-NEXT:    %[[C:.*]] = lutfuse.conv2d
// CHECK-NEXT:    %[[D:.*]] = lutfuse.conv2d
// CHECK-NEXT:    %[[E:.*]] = lutfuse.conv_transpose2d
// CHECK-NEXT:    return %[[A]], %[[B]], %[[C]], %[[D]], %[[E]]
func.func @different_convolutions(%x: !x, %w: !w) -> (!u, !u, !u, !u, !u) {
  %0 = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !u
  %1 = lutfuse.conv2d %x, %w
      requant <multiplier = [1073741824], shift = [34], rounding = single_round> : (!x, !w) -> !u
  %2 = lutfuse.conv2d %x, %w
      requant <multiplier = [536870912], shift = [33], rounding = double_round> : (!x, !w) -> !u
  %3 = lutfuse.conv2d %x, %w dilation [2, 2] requant #r : (!x, !w) -> !u
  %4 = lutfuse.conv_transpose2d %x, %w requant #r : (!x, !w) -> !u
  return %0, %1, %2, %3, %4 : !u, !u, !u, !u, !u
}

// The same table under another kind, and another table of the same kind.
// CHECK-LABEL: func.func @different_activations
// CHECK-NEXT:    %[[A:.*]] = lutfuse.lut_activation
// CHECK-NEXT:    %[[B:.*]] = lutfuse.lut_activation
// CHECK-NEXT:    %[[C:.*]] = lutfuse.lut_activation
// CHECK-NEXT:    return %[[A]], %[[B]], %[[C]]
func.func @different_activations(%u: !u, %s: !t, %t: !t) -> (!y, !y, !y) {
  %0 = lutfuse.lut_activation <gelu> %u, %s header #h : (!u, !t) -> !y
  %1 = lutfuse.lut_activation <custom> %u, %s header #h : (!u, !t) -> !y
  %2 = lutfuse.lut_activation <gelu> %u, %t header #h : (!u, !t) -> !y
  return %0, %1, %2 : !y, !y, !y
}

// DCE-LABEL: func.func @unused
// DCE-NEXT:    %[[U:.*]] = lutfuse.conv2d
// DCE-NEXT:    %[[Y:.*]] = lutfuse.lut_activation <gelu> %[[U]]
// DCE-NEXT:    return %[[Y]]
func.func @unused(%x: !x, %w: !w, %t: !t) -> !y {
  %0 = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !u
  %1 = lutfuse.lut_activation <gelu> %0, %t header #h : (!u, !t) -> !y
  %2 = lutfuse.lut_activation <tanh> %0, %t header #h : (!u, !t) -> !y
  %3 = lutfuse.conv_transpose2d %x, %w requant #r : (!x, !w) -> !u
  %4 = lutfuse.fused_conv2d %x, %w lut %t kind <gelu> header #h
      intermediate !quant.uniform<i8:f32, 2.0:-3> requant #r : (!x, !w, !t) -> !y
  %5 = lutfuse.fused_conv_transpose2d %x, %w lut %t kind <gelu> header #h
      intermediate !quant.uniform<i8:f32, 2.0:-3> requant #r : (!x, !w, !t) -> !y
  %6 = lutfuse.clip %0 <min = -3, max = 57> : (!u) -> !u
  %7 = lutfuse.leaky_relu %0 <positive = #r, negative = #r> : (!u) -> !l
  return %1 : !y
}
