// Pairs that several guards refuse: the remark lists every reason, and none of them in vain. What
// each guard refuses alone is in the files fuse-lut-activation-refusals-*.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=reference -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=0, grouped-convolution=1, unsupported-activation=1{{$}}}}

// Several guards: all are listed, in the order of their table.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @refused_depthwise_hard_swish(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused_depthwise_hard_swish(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x1x!w>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w group 4 requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<4x1x1x1x!w>) -> tensor<1x2x2x4x!u>
  // expected-remark@+1 {{Activation=hard_swish, Reason="grouped-convolution, unsupported-activation", grouped-convolution="expected a convolution or a transposed convolution before a table of hard_swish but got a depthwise convolution of 4 groups; use a target that takes groups, or one that asks to decompose them", unsupported-activation="expected a table of gelu or sigmoid after a depthwise convolution of i8 codes but got hard_swish; use a target that takes this kind"}}
  %y = lutfuse.lut_activation <hard_swish> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!y>
  return %y : tensor<1x2x2x4x!y>
}

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=0, already-fused=1, different-region=1, layout-mismatch=1, multiple-users=1, table-not-constant=1, unsupported-activation=1{{$}}}}

// What can block a fused producer at once, apart from shapes. Its domain and its storage are hidden in it, and are
// not asked for.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

func.func @refused_fused(%p: i1, %x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>, %t: tensor<256xi8>) -> (tensor<1x2x2x3x!y>, tensor<1x3x2x2x!u>) {
  // expected-note@+1 {{producer is 'lutfuse.fused_conv2d'}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid>
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
      intermediate !u requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  %v = tosa.transpose %y {perms = array<i32: 0, 3, 1, 2>} : (tensor<1x2x2x3x!y>) -> tensor<1x3x2x2x!y>
  %r = scf.if %p -> tensor<1x3x2x2x!u> {
    // expected-remark@+1 {{Reason="already-fused, multiple-users, unsupported-activation, layout-mismatch, different-region, table-not-constant", already-fused=}}
    %z = lutfuse.lut_activation <tanh> %v, %t
        header <first = -128, entries = 256, lookup = direct, input = !y, result = !u>
      : (tensor<1x3x2x2x!y>, tensor<256xi8>) -> tensor<1x3x2x2x!u>
    scf.yield %z : tensor<1x3x2x2x!u>
  } else {
    %c = quant.scast %v : tensor<1x3x2x2x!y> to tensor<1x3x2x2xi8>
    %z = quant.scast %c : tensor<1x3x2x2xi8> to tensor<1x3x2x2x!u>
    scf.yield %z : tensor<1x3x2x2x!u>
  }
  return %y, %r : tensor<1x2x2x3x!y>, tensor<1x3x2x2x!u>
}

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=0, not-a-convolution=1, table-not-constant=1, unsupported-activation=1{{$}}}}

// All that can block where there is no convolution.

!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

func.func @refused_no_convolution(%u: tensor<1x2x2x3x!u>, %t: tensor<256xi8>) -> tensor<1x2x2x3x!y> {
  // expected-remark@+1 {{Reason="not-a-convolution, unsupported-activation, table-not-constant", not-a-convolution=}}
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}
