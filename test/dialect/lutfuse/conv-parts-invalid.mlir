// Parts of the other convolution, and parts out of order.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @dilation_of_transposed(%x: !x, %w: !w) {
  // expected-error @+1 {{custom op 'lutfuse.conv_transpose2d' expected no 'dilation' of a transposed convolution}}
  %y = lutfuse.conv_transpose2d %x, %w dilation [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @pad_of_transposed(%x: !x, %w: !w) {
  // expected-error @+1 {{custom op 'lutfuse.conv_transpose2d' expected 'out_pad' of a transposed convolution but got 'pad'}}
  %y = lutfuse.conv_transpose2d %x, %w pad [0, 0, 0, 0] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @dilation_after_group(%x: !x, %w: !w) {
  // expected-error @+1 {{custom op 'lutfuse.conv2d' expected 'requant' or 'requant_f32' but got 'dilation'}}
  %y = lutfuse.conv2d %x, %w group 1 dilation [2, 2] requant #r : (!x, !w) -> !y
  return
}
