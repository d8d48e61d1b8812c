// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// conv_c1 to conv_c6 of lutfuse.conv2d. The twins that are right stand in conv-window-valid.mlir.

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c1_stride_zero(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op attribute 'stride' failed to satisfy constraint: i64 dense array attribute with exactly 2 elements whose value is positive}}
  %y = lutfuse.conv2d %x, %w stride [0, 1] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c1_stride_negative(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op attribute 'stride' failed to satisfy constraint: i64 dense array attribute with exactly 2 elements whose value is positive}}
  %y = lutfuse.conv2d %x, %w stride [1, -2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c2_dilation_zero(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op attribute 'dilation' failed to satisfy constraint: i64 dense array attribute with exactly 2 elements whose value is positive}}
  %y = lutfuse.conv2d %x, %w dilation [1, 0] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c2_dilation_negative(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op attribute 'dilation' failed to satisfy constraint: i64 dense array attribute with exactly 2 elements whose value is positive}}
  %y = lutfuse.conv2d %x, %w dilation [-1, 1] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x5x3x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c3_pad_negative(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op attribute 'pad' failed to satisfy constraint: i64 dense array attribute with exactly 4 elements whose value is non-negative}}
  %y = lutfuse.conv2d %x, %w pad [0, 1, -1, 0] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c4_group_zero(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op attribute 'group' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %y = lutfuse.conv2d %x, %w group 0 requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c4_group_negative(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op attribute 'group' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %y = lutfuse.conv2d %x, %w group -1 requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<9x1x1x1x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x9x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c4_group_does_not_divide_input(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 'group' to divide input and output channels but got group 3, 4 input and 9 output channels}}
  %y = lutfuse.conv2d %x, %w group 3 requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x6x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x2x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c4_group_does_not_divide_output(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 'group' to divide input and output channels but got group 3, 6 input and 8 output channels}}
  %y = lutfuse.conv2d %x, %w group 3 requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x?x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c4_group_does_not_divide_beside_dynamic_input(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 'group' to divide input and output channels but got group 3, ? input and 8 output channels}}
  %y = lutfuse.conv2d %x, %w group 3 requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x6x!quant.uniform<i8:f32, 0.5>>
!w = tensor<?x1x1x2x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c4_group_does_not_divide_output_of_dynamic_filter(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 'group' to divide input and output channels but got group 3, 6 input and 8 output channels}}
  %y = lutfuse.conv2d %x, %w group 3 requant #r : (!x, !w) -> !y
  return
}

// -----

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

// -----

!x = tensor<2x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_batch(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected batch, height and width of the result to be 2x4x4 but got 1x4x4}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x5x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_height(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected batch, height and width of the result to be 1x4x4 but got 1x5x4}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x3x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_width(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected batch, height and width of the result to be 1x4x4 but got 1x4x3}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x5x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x3x2x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_stride_rounds_down(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected batch, height and width of the result to be 1x2x2 but got 1x3x2}}
  %y = lutfuse.conv2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x3x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_dilation_widens_filter(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected batch, height and width of the result to be 1x2x4 but got 1x3x4}}
  %y = lutfuse.conv2d %x, %w dilation [2, 1] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<?x?x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x5x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_width_beside_dynamic_height(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected batch, height and width of the result to be ?x?x4 but got 1x4x5}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x6x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x?x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_filter_larger_than_input(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected a result of positive height and width, within int64, but got input 'tensor<1x4x4x4x!quant.uniform<i8:f32, 5.000000e-01>>', filter 'tensor<8x6x1x4x!quant.uniform<i8:f32, 2.500000e-01>>', 'stride' [1, 1], 'dilation' [1, 1] and 'pad' [0, 1, 0, 0]}}
  %y = lutfuse.conv2d %x, %w pad [0, 1, 0, 0] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x0x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x5x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_filter_empty(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected a result of positive height and width, within int64, but got input 'tensor<1x4x4x4x!quant.uniform<i8:f32, 5.000000e-01>>', filter 'tensor<8x0x1x4x}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

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
