// conv_c13 of lutfuse.conv2d. The twins that are right stand in conv-zero-points-valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5:-129>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c13_input_zero_point(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected the input zero point in [-128, 127] but got -129}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8<-127:127>:f32, 0.5:-128>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c13_input_zero_point_of_narrow_range(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected the input zero point in [-127, 127] but got -128}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<u8:f32, 0.25:256>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c13_filter_zero_point(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected the filter zero point in [0, 255] but got 256}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<2x1x1x4x!quant.uniform<i8<-127:127>:f32:0, {0.25:-127, 0.25:-128}>>
!y = tensor<1x4x4x2x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 34], rounding = double_round>
func.func @conv_c13_filter_zero_point_of_one_channel(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected the filter zero point in [-127, 127] but got -128}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<u8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c13_result_zero_point(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected the intermediate zero point in [0, 255] but got -3}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}
