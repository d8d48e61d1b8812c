// The nearest op that is right beside each one of fused-parameters*-invalid.mlir: leaky ReLUs.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 4.0:5>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#a = #lutfuse.leaky_relu<positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
  negative = <multiplier = [1073741824], shift = [33], rounding = double_round>, factor = [1, 2, 3, 4, 5, 6, 7, 8]>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @leaky_c4_fused_factor_for_each_output_channel(
func.func @leaky_c4_fused_factor_for_each_output_channel(%x: !x, %w: !w) {
  // CHECK: lutfuse.fused_conv2d {{.*}}factor = [1, 2, 3, 4, 5, 6, 7, 8]> intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> requant
  %y = lutfuse.fused_conv2d %x, %w activation leaky_relu #a intermediate !u
      requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x?x!quant.uniform<i8:f32, 4.0:5>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#a = #lutfuse.leaky_relu<positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
  negative = <multiplier = [1073741824], shift = [33], rounding = double_round>, factor = [1, 2, 3, 4, 5, 6, 7, 8]>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @leaky_c4_fused_factor_for_each_output_channel_with_dynamic_result(
func.func @leaky_c4_fused_factor_for_each_output_channel_with_dynamic_result(%x: !x, %w: !w) {
  // CHECK: lutfuse.fused_conv2d {{.*}}-> tensor<1x4x4x?x
  %y = lutfuse.fused_conv2d %x, %w activation leaky_relu #a intermediate !u
      requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 4.0:127>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#a = #lutfuse.leaky_relu<positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
  negative = <multiplier = [1073741824], shift = [33], rounding = double_round>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @leaky_c8_fused_result_zero_point_highest(
func.func @leaky_c8_fused_result_zero_point_highest(%x: !x, %w: !w) {
  // CHECK: lutfuse.fused_conv2d {{.*}}-> tensor<1x4x4x8x!quant.uniform<i8:f32, 4.000000e+00:127>>
  %y = lutfuse.fused_conv2d %x, %w activation leaky_relu #a intermediate !u
      requant #r : (!x, !w) -> !y
  return
}
