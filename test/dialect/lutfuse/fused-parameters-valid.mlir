// The nearest op that is right beside each one of fused-parameters*-invalid.mlir: clips, and any parameters.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#a = #lutfuse.clip<min = -3, max = 57>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @clip_c3_fused_result_of_intermediate_type(
func.func @clip_c3_fused_result_of_intermediate_type(%x: !x, %w: !w) {
  // CHECK: lutfuse.fused_conv2d {{.*}}activation clip <min = -3, max = 57> intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> requant
  %y = lutfuse.fused_conv2d %x, %w activation clip #a intermediate !u requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 4.0:5>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#a = #lutfuse.leaky_relu<positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
  negative = <multiplier = [1073741824], shift = [33], rounding = double_round>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @fused_c9_to_c10_activation_with_intermediate_type(
func.func @fused_c9_to_c10_activation_with_intermediate_type(%x: !x, %w: !w) {
  // CHECK: lutfuse.fused_conv2d {{.*}}activation leaky_relu <positive = #{{[^ ]*}}, negative = #{{[^ ]*}}> intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> requant
  %y = lutfuse.fused_conv2d %x, %w activation leaky_relu #a intermediate !u
      requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x5x5x8x!quant.uniform<i8:f32, 2.0:-3>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#a = #lutfuse.clip<min = -3, max = 57>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @clip_c3_fused_transposed_result_of_intermediate_type(
func.func @clip_c3_fused_transposed_result_of_intermediate_type(%x: !x, %w: !w) {
  // CHECK: lutfuse.fused_conv_transpose2d {{.*}}activation clip <min = -3, max = 57> intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> requant
  %y = lutfuse.fused_conv_transpose2d %x, %w activation clip #a intermediate !u
      requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x5x5x8x!quant.uniform<i8:f32, 4.0:5>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#a = #lutfuse.leaky_relu<positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
  negative = <multiplier = [1073741824], shift = [33], rounding = double_round>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @fused_c9_transposed_to_c10_activation_with_intermediate_type(
func.func @fused_c9_transposed_to_c10_activation_with_intermediate_type(%x: !x, %w: !w) {
  // CHECK: lutfuse.fused_conv_transpose2d {{.*}}activation leaky_relu <positive = #{{[^ ]*}}, negative = #{{[^ ]*}}> intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> requant
  %y = lutfuse.fused_conv_transpose2d %x, %w activation leaky_relu #a intermediate !u
      requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<u8:f32, 2.0:3>>
!u = !quant.uniform<u8:f32, 2.0:3>
#a = #lutfuse.clip<min = 3, max = 57>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @clip_c2_fused_bounds_of_intermediate_storage(
func.func @clip_c2_fused_bounds_of_intermediate_storage(%x: !x, %w: !w) {
  // CHECK: lutfuse.fused_conv2d {{.*}}activation clip <min = 3, max = 57> intermediate !quant.uniform<u8:
  %y = lutfuse.fused_conv2d %x, %w activation clip #a intermediate !u requant #r : (!x, !w) -> !y
  return
}
