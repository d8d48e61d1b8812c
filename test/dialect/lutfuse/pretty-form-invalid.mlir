// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// The form `requant <...>` takes an alias in place of the brackets, of its own kind only.

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @requant_absent(%x: !x, %w: !w) {
  // expected-error @+1 {{custom op 'lutfuse.conv2d' expected 'requant'}}
  %y = lutfuse.conv2d %x, %w  : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant_f32<scale = [0.0625]>
func.func @requant_alias_of_float_scales(%x: !x, %w: !w) {
  // expected-error @+1 {{custom op 'lutfuse.conv2d' invalid kind of attribute specified}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @requant_f32_alias_of_multipliers(%x: !x, %w: !w) {
  // expected-error @+1 {{custom op 'lutfuse.conv2d' invalid kind of attribute specified}}
  %y = lutfuse.conv2d %x, %w requant_f32 #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @requant_alias_unknown(%x: !x, %w: !w) {
  // expected-error @+1 {{undefined symbol alias id 'no_such_alias'}}
  %y = lutfuse.conv2d %x, %w requant #no_such_alias : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @group_before_pad(%x: !x, %w: !w) {
  // expected-error @+1 {{custom op 'lutfuse.conv2d' expected 'requant'}}
  %y = lutfuse.conv2d %x, %w group 1 pad [0, 0, 0, 0] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @requant_c4_inside_op(%x: !x, %w: !w) {
  // expected-error @+1 {{custom op 'lutfuse.conv2d' 'requant' expected shifts in [2, 62] but got 1}}
  %y = lutfuse.conv2d %x, %w requant <multiplier = [1], shift = [1], rounding = single_round> : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @requant_f32_c1_inside_op(%x: !x, %w: !w) {
  // expected-error @+1 {{custom op 'lutfuse.conv2d' 'requant_f32' expected at least one scale but got none}}
  %y = lutfuse.conv2d %x, %w requant_f32 <scale = []> : (!x, !w) -> !y
  return
}
