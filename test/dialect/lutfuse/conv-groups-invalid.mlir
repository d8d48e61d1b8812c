// conv_c4 of lutfuse.conv2d. The twins that are right stand in conv-groups-valid.mlir.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

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
