// conv_c5 of lutfuse.conv2d. The twins that are right stand in conv-groups-valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x3x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c5_filter_input_channels(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected a filter of 4 input channels (input channels / group) but got 3}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c5_filter_holds_all_groups(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected a filter of 2 input channels (input channels / group) but got 4}}
  %y = lutfuse.conv2d %x, %w group 2 requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x4x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c5_result_channels(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected as many result channels as the filter has output channels, 8, but got 4}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}
