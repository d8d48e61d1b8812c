// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// `lutfuse.merged_boundary`: on a fused op, with the type given up and the place of a difference.

// expected-error @+1 {{'func.func' op attribute 'lutfuse.merged_boundary' expected a fused convolution}}
func.func private @merged_boundary_of_another_op() attributes {lutfuse.merged_boundary = {}}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0>>
func.func @merged_boundary_no_dictionary(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.merged_boundary' expected an 'intermediate_type' of codes, 'max_difference' and, where that is not 0, 'channel', 'accumulator', 'kept' and 'merged' but got 1 : i64}}
  %y = lutfuse.fused_conv2d %x, %w activation clip <min = 0, max = 9> intermediate !quant.uniform<i8:f32, 2.0>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      {lutfuse.merged_boundary = 1 : i64} : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0>>
func.func @merged_boundary_without_type(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.merged_boundary' expected an 'intermediate_type' of codes, 'max_difference' and, where that is not 0, 'channel', 'accumulator', 'kept' and 'merged' but got {max_difference = 0 : i64}}}
  %y = lutfuse.fused_conv2d %x, %w activation clip <min = 0, max = 9> intermediate !quant.uniform<i8:f32, 2.0>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      {lutfuse.merged_boundary = {max_difference = 0 : i64}} : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0>>
func.func @merged_boundary_of_storage(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.merged_boundary' expected an 'intermediate_type' of codes, 'max_difference' and, where that is not 0, 'channel', 'accumulator', 'kept' and 'merged' but got {intermediate_type = i8, max_difference = 0 : i64}}}
  %y = lutfuse.fused_conv2d %x, %w activation clip <min = 0, max = 9> intermediate !quant.uniform<i8:f32, 2.0>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      {lutfuse.merged_boundary = {intermediate_type = i8, max_difference = 0 : i64}} : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0>>
func.func @merged_boundary_without_difference(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.merged_boundary' expected an 'intermediate_type' of codes, 'max_difference' and, where that is not 0, 'channel', 'accumulator', 'kept' and 'merged' but got {intermediate_type = !quant.uniform<i8:f32, 1.000000e+00>}}}
  %y = lutfuse.fused_conv2d %x, %w activation clip <min = 0, max = 9> intermediate !quant.uniform<i8:f32, 2.0>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      {lutfuse.merged_boundary = {intermediate_type = !quant.uniform<i8:f32, 1.000000e+00>}} : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0>>
func.func @merged_boundary_without_channel(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.merged_boundary' expected an 'intermediate_type' of codes, 'max_difference' and, where that is not 0, 'channel', 'accumulator', 'kept' and 'merged' but got {accumulator = 3 : i64, intermediate_type = !quant.uniform<i8:f32, 1.000000e+00>, kept = 0 : i64, max_difference = 1 : i64, merged = 1 : i64}}}
  %y = lutfuse.fused_conv2d %x, %w activation clip <min = 0, max = 9> intermediate !quant.uniform<i8:f32, 2.0>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      {lutfuse.merged_boundary = {accumulator = 3 : i64, intermediate_type = !quant.uniform<i8:f32, 1.000000e+00>, kept = 0 : i64, max_difference = 1 : i64, merged = 1 : i64}} : (!x, !w) -> !y
  return
}
