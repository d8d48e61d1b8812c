// fused_c11: what `lutfuse.merged_boundary` says is true of the op.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0>>
func.func @fused_c11_channel_beyond(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.merged_boundary' expected a 'channel' in [0, 8) but got 8}}
  %y = lutfuse.fused_conv2d %x, %w activation clip <min = 0, max = 9> intermediate !quant.uniform<i8:f32, 2.0>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      {lutfuse.merged_boundary = {accumulator = 6 : i64, channel = 8 : i64, intermediate_type = !quant.uniform<i8:f32, 1.0>,
        kept = 3 : i64, max_difference = 1 : i64, merged = 4 : i64}} : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0>>
func.func @fused_c11_channel_negative(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.merged_boundary' expected a 'channel' in [0, 8) but got -1}}
  %y = lutfuse.fused_conv2d %x, %w activation clip <min = 0, max = 9> intermediate !quant.uniform<i8:f32, 2.0>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      {lutfuse.merged_boundary = {accumulator = 6 : i64, channel = -1 : i64, intermediate_type = !quant.uniform<i8:f32, 1.0>,
        kept = 3 : i64, max_difference = 1 : i64, merged = 4 : i64}} : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0>>
func.func @fused_c11_kept_outside_of_codes(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.merged_boundary' expected 'kept' in [-128, 127] but got 128}}
  %y = lutfuse.fused_conv2d %x, %w activation clip <min = 0, max = 9> intermediate !quant.uniform<i8:f32, 2.0>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      {lutfuse.merged_boundary = {accumulator = 6 : i64, channel = 0 : i64, intermediate_type = !quant.uniform<i8:f32, 1.0>,
        kept = 128 : i64, max_difference = 1 : i64, merged = 127 : i64}} : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [30], rounding = double_round>
func.func @fused_c11_with_leaky_relu(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.merged_boundary' expected a clip as the activation but got a leaky ReLU}}
  %y = lutfuse.fused_conv2d %x, %w activation leaky_relu <positive = #r, negative = #r> intermediate !quant.uniform<i8:f32, 2.0>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      {lutfuse.merged_boundary = {intermediate_type = !quant.uniform<i8:f32, 1.0>, max_difference = 0 : i64}} : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0>, result = !quant.uniform<i8:f32, 2.0>>
func.func @fused_c11_with_table(%x: !x, %w: !w, %t: tensor<256xi8>) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.merged_boundary' expected a clip as the activation but got a table}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <gelu> header #h intermediate !quant.uniform<i8:f32, 2.0>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      {lutfuse.merged_boundary = {intermediate_type = !quant.uniform<i8:f32, 1.0>, max_difference = 0 : i64}} : (!x, !w, tensor<256xi8>) -> !y
  return
}
