// conv_c8 of lutfuse.conv2d. The twins that are right stand in conv-types-valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// As many scales as output channels, but the axis of depthwise filters in TFLite.
!x = tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>
!w = tensor<2x1x1x2x!quant.uniform<i8:f32:3, {0.25, 0.25}>>
!y = tensor<1x4x4x2x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 34], rounding = double_round>
func.func @conv_c8_axis_of_input_channels(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected a filter quantized along axis 0, the output channels, but got axis 3}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32:0, {0.25, 0.25}>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 34], rounding = double_round>
func.func @conv_c8_scale_count(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 8 filter scales, one for each output channel, but got 2}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<?x1x1x4x!quant.uniform<i8:f32:0, {0.25, 0.25}>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 34], rounding = double_round>
func.func @conv_c8_scale_count_of_dynamic_filter(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 8 filter scales, one for each output channel, but got 2}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}
