// Clips in fused ops, where the codes are those of `intermediate_type`.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 1.0:-3>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#a = #lutfuse.clip<min = -3, max = 57>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @clip_c3_fused_result_scale(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected a clip with result type '!quant.uniform<i8:f32, 2.000000e+00:-3>' but got '!quant.uniform<i8:f32, 1.000000e+00:-3>'}}
  %y = lutfuse.fused_conv2d %x, %w activation clip #a intermediate !u requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x5x5x8x!quant.uniform<i8:f32, 1.0:-3>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#a = #lutfuse.clip<min = -3, max = 57>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @clip_c3_fused_transposed_result_scale(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv_transpose2d' op expected a clip with result type '!quant.uniform<i8:f32, 2.000000e+00:-3>' but got '!quant.uniform<i8:f32, 1.000000e+00:-3>'}}
  %y = lutfuse.fused_conv_transpose2d %x, %w activation clip #a intermediate !u
      requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<u8:f32, 2.0:3>>
!u = !quant.uniform<u8:f32, 2.0:3>
#a = #lutfuse.clip<min = -3, max = 57>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @clip_c2_fused_bounds_of_another_storage(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected clip bounds in [0, 255] but got -3 and 57}}
  %y = lutfuse.fused_conv2d %x, %w activation clip #a intermediate !u requant #r : (!x, !w) -> !y
  return
}
