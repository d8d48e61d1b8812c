// The nearest op that is right beside each one of conv-window*-invalid.mlir: groups and channels.

// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x2x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c4_group_divides(
func.func @conv_c4_group_divides(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}group 2 requant
  %y = lutfuse.conv2d %x, %w group 2 requant #r : (!x, !w) -> !y
  return
}

// -----

// Depthwise with two output channels for each input channel.
!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x3x3x1x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x2x2x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c4_group_of_every_channel(
func.func @conv_c4_group_of_every_channel(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}group 4 requant
  %y = lutfuse.conv2d %x, %w group 4 requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x?x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c4_group_divides_beside_dynamic_input(
func.func @conv_c4_group_divides_beside_dynamic_input(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}group 4 requant
  %y = lutfuse.conv2d %x, %w group 4 requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x6x!quant.uniform<i8:f32, 0.5>>
!w = tensor<?x1x1x3x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c4_group_divides_output_of_dynamic_filter(
func.func @conv_c4_group_divides_output_of_dynamic_filter(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}group 2 requant
  %y = lutfuse.conv2d %x, %w group 2 requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x3x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x3x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c5_filter_input_channels(
func.func @conv_c5_filter_input_channels(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}requant #{{.*}} : (tensor<1x4x4x3x{{.*}}, tensor<8x1x1x3x
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x?x!quant.uniform<i8:f32, 0.5>>
!w = tensor<?x1x1x?x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x?x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: @conv_c5_dynamic_channels(
func.func @conv_c5_dynamic_channels(%x: !x, %w: !w) {
  // CHECK: lutfuse.conv2d {{.*}}requant #{{.*}} : (tensor<1x4x4x?x{{.*}}, tensor<?x1x1x?x{{.*}} -> tensor<1x4x4x?x
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}
