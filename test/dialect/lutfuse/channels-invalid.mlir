// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// A convolution without channels computes nothing, and no engine has it.

!x = tensor<1x4x4x0x!quant.uniform<i8:f32, 0.5>>
!w = tensor<0x1x1x0x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x0x!quant.uniform<i8:f32, 2.0>>
func.func @conv_c5_no_channels(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected input and output channels but got 0 and 0}}
  %y = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x0x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x0x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0>>
func.func @conv_c5_no_input_channels(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected input and output channels but got 0 and 8}}
  %y = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<0x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x0x!quant.uniform<i8:f32, 2.0>>
func.func @conv_c5_no_output_channels(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected input and output channels but got 4 and 0}}
  %y = lutfuse.conv_transpose2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<?x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x0x!quant.uniform<i8:f32, 2.0>>
func.func @conv_c5_no_output_channels_of_open_filter(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected input and output channels but got 4 and 0}}
  %y = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (!x, !w) -> !y
  return
}
