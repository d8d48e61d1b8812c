// What a limit on merged boundaries refuses (`@refused...`), beside the nearest pair that fuses
// (`@fused...`).

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=fuse-lut-activation \
// RUN:   --fuse-lut-activation="target=cpu boundary=merge max-difference=1" -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=2, merge-difference-too-large=1{{$}}}}

// merge-difference-too-large: an intermediate eight times as coarse as the result loses up to
// four codes, and one twice as coarse loses one.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!coarse = !quant.uniform<i8:f32, 8.0>
!u = !quant.uniform<i8:f32, 2.0>
!y = !quant.uniform<i8:f32, 1.0:-128>
!middle = !quant.uniform<i8:f32, 1.0>

// CHECK-LABEL: func.func @refused(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.leaky_relu
func.func @refused(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [36], rounding = single_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!coarse>
  // expected-remark@+1 {{[Missed] refused | Category:fuse-lut-activation | Function=refused | Activation=leaky_relu, Reason=merge-difference-too-large, merge-difference-too-large="expected a difference of at most 1 but got difference 4 in channel 0 at accumulator 28: -128 kept and -124 merged; keep the boundary, or raise max-difference"}}
  %y = lutfuse.leaky_relu %u
      <positive = <multiplier = [1073741824], shift = [27], rounding = single_round>,
       negative = <multiplier = [0], shift = [27], rounding = single_round>>
    : (tensor<1x2x2x3x!coarse>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @fused_difference_of_the_limit(
// CHECK-NOT:     lutfuse.leaky_relu
// CHECK:         lutfuse.fused_conv2d {{.*}} activation clip <min = -128, max = 126>
// CHECK-SAME:      max_difference = 1
func.func @fused_difference_of_the_limit(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = single_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.leaky_relu %u
      <positive = <multiplier = [1073741824], shift = [29], rounding = single_round>,
       negative = <multiplier = [0], shift = [29], rounding = single_round>>
    : (tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// The limit is for merges: a slope is not clip-like, and keeps the boundary and every code.
// CHECK-LABEL: func.func @fused_boundary_kept(
// CHECK:         lutfuse.fused_conv2d {{.*}} activation leaky_relu
// CHECK-NOT:     merged_boundary
func.func @fused_boundary_kept(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!middle> {
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [36], rounding = single_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!coarse>
  // expected-remark@+1 {{Boundary="kept: expected a clip, within one code of}}
  %y = lutfuse.leaky_relu %u
      <positive = <multiplier = [1073741824], shift = [27], rounding = single_round>,
       negative = <multiplier = [1073741824], shift = [28], rounding = single_round>>
    : (tensor<1x2x2x3x!coarse>) -> tensor<1x2x2x3x!middle>
  return %y : tensor<1x2x2x3x!middle>
}

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=0, merge-difference-too-large=1, multiple-users=1{{$}}}}

// Every reason is listed.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!coarse = !quant.uniform<i8:f32, 8.0>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @refused_twice(
// CHECK:         lutfuse.leaky_relu
func.func @refused_twice(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3x!coarse>, tensor<1x2x2x3x!y>) {
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [36], rounding = single_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!coarse>
  // expected-remark@+1 {{Reason="multiple-users, merge-difference-too-large"}}
  %y = lutfuse.leaky_relu %u
      <positive = <multiplier = [1073741824], shift = [27], rounding = single_round>,
       negative = <multiplier = [0], shift = [27], rounding = single_round>>
    : (tensor<1x2x2x3x!coarse>) -> tensor<1x2x2x3x!y>
  return %u, %y : tensor<1x2x2x3x!coarse>, tensor<1x2x2x3x!y>
}
