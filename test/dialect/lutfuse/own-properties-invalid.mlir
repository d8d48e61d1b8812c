// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// The generic form has no other properties than the op's.

!u = tensor<4x!quant.uniform<i8:f32, 2.0:-3>>
func.func @property_unknown(%u: !u) {
  // expected-error @+1 {{expected properties of 'lutfuse.clip' but got 'bounds'}}
  %y = "lutfuse.clip"(%u) <{bounds = 1 : i64, parameters = #lutfuse.clip<min = 0, max = 9>}> : (!u) -> !u
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!u = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @property_misspelt(%x: !x, %w: !w) {
  // expected-error @+1 {{expected properties of 'lutfuse.conv2d' but got 'strides'; did you mean 'stride'?}}
  %u = "lutfuse.conv2d"(%x, %w) <{requant = #r, strides = array<i64: 2, 2>}> : (!x, !w) -> !u
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @property_of_the_plain_form(%x: !x, %w: !w) {
  // expected-error @+1 {{expected properties of 'lutfuse.fused_conv_transpose2d' but got 'pad'}}
  %u = "lutfuse.fused_conv_transpose2d"(%x, %w) <{activation = #lutfuse.clip<min = 0, max = 9>,
      intermediate_type = !u, pad = array<i64: 0, 0, 0, 0>, requant = #r,
      operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (!x, !w) -> tensor<1x4x4x8x!u>
  return
}
