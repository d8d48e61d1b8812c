// What `lutfuse.merged_boundary` says is true of the op, and its numbers agree.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0>>
func.func @merged_boundary_difference_negative(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.merged_boundary' expected 'max_difference' to be 1, between 'kept' 3 and 'merged' 2, but got -1}}
  %y = lutfuse.fused_conv2d %x, %w activation clip <min = 0, max = 9> intermediate !quant.uniform<i8:f32, 2.0>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      {lutfuse.merged_boundary = {accumulator = 6 : i64, channel = 0 : i64, intermediate_type = !quant.uniform<i8:f32, 1.0>,
        kept = 3 : i64, max_difference = -1 : i64, merged = 2 : i64}} : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0>>
func.func @merged_boundary_difference_too_small(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.merged_boundary' expected 'max_difference' to be 2, between 'kept' 3 and 'merged' 5, but got 1}}
  %y = lutfuse.fused_conv2d %x, %w activation clip <min = 0, max = 9> intermediate !quant.uniform<i8:f32, 2.0>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      {lutfuse.merged_boundary = {accumulator = 6 : i64, channel = 0 : i64, intermediate_type = !quant.uniform<i8:f32, 1.0>,
        kept = 3 : i64, max_difference = 1 : i64, merged = 5 : i64}} : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0>>
func.func @merged_boundary_difference_too_large(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.merged_boundary' expected 'max_difference' to be 1, between 'kept' 3 and 'merged' 4, but got 2}}
  %y = lutfuse.fused_conv2d %x, %w activation clip <min = 0, max = 9> intermediate !quant.uniform<i8:f32, 2.0>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      {lutfuse.merged_boundary = {accumulator = 6 : i64, channel = 0 : i64, intermediate_type = !quant.uniform<i8:f32, 1.0>,
        kept = 3 : i64, max_difference = 2 : i64, merged = 4 : i64}} : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0>>
func.func @merged_boundary_per_axis_type(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.merged_boundary' expected an 'intermediate_type' of codes, 'max_difference' and, where that is not 0, 'channel', 'accumulator', 'kept' and 'merged' but got {intermediate_type = !quant.uniform<i8:f32:0, {1.000000e+00}>, max_difference = 0 : i64}}}
  %y = lutfuse.fused_conv2d %x, %w activation clip <min = 0, max = 9> intermediate !quant.uniform<i8:f32, 2.0>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      {lutfuse.merged_boundary = {intermediate_type = !quant.uniform<i8:f32:0, {1.0}>, max_difference = 0 : i64}} : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0>>
func.func @merged_boundary_place_of_no_difference(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.merged_boundary' expected an 'intermediate_type' of codes, 'max_difference' and, where that is not 0, 'channel', 'accumulator', 'kept' and 'merged' but got {channel = 0 : i64, intermediate_type = !quant.uniform<i8:f32, 1.000000e+00>, max_difference = 0 : i64}}}
  %y = lutfuse.fused_conv2d %x, %w activation clip <min = 0, max = 9> intermediate !quant.uniform<i8:f32, 2.0>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      {lutfuse.merged_boundary = {channel = 0 : i64, intermediate_type = !quant.uniform<i8:f32, 1.0>, max_difference = 0 : i64}} : (!x, !w) -> !y
  return
}
