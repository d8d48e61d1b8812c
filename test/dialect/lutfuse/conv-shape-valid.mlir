// The nearest op that is right beside each one of conv-window*-invalid.mlir: shapes.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<2x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<2x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c6_batch(
func.func @conv_c6_batch(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}-> tensor<2x4x4x8x
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x5x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x2x2x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c6_stride_rounds_down(
func.func @conv_c6_stride_rounds_down(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}stride [2, 2] requant #{{.*}} -> tensor<1x2x2x8x
  %y = lutfuse.conv2d %x, %w stride [2, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x2x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c6_dilation_widens_filter(
func.func @conv_c6_dilation_widens_filter(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}dilation [2, 1] requant #{{.*}} -> tensor<1x2x4x8x
  %y = lutfuse.conv2d %x, %w dilation [2, 1] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<?x?x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c6_width_beside_dynamic_height(
func.func @conv_c6_width_beside_dynamic_height(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}-> tensor<1x4x4x8x
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<?x?x?x?x!quant.uniform<i8:f32, 0.5>>
!w = tensor<?x?x?x?x!quant.uniform<i8:f32, 0.25>>
!y = tensor<?x?x?x?x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c6_all_dynamic(
func.func @conv_c6_all_dynamic(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}requant #{{.*}} : (tensor<?x?x?x?x{{.*}}, tensor<?x?x?x?x{{.*}} -> tensor<?x?x?x?x
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x5x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x1x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c6_filter_as_large_as_input(
func.func @conv_c6_filter_as_large_as_input(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}pad [0, 1, 0, 0] requant #{{.*}} -> tensor<1x1x4x8x
  %y = lutfuse.conv2d %x, %w pad [0, 1, 0, 0] requant #r : (!x, !w) -> !y
  return
}
