// RUN: lutfuse-opt %s --verify-roundtrip | FileCheck %s --enable-var-scope

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0>>

// CHECK-LABEL: func.func @fused_c11_largest_channel_and_code(
func.func @fused_c11_largest_channel_and_code(%x: !x, %w: !w) {
  // CHECK: channel = 7 : i64, {{.*}} kept = 127 : i64, max_difference = 1 : i64, merged = 126 : i64
  %y = lutfuse.fused_conv2d %x, %w activation clip <min = 0, max = 9> intermediate !quant.uniform<i8:f32, 2.0>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      {lutfuse.merged_boundary = {accumulator = 6 : i64, channel = 7 : i64, intermediate_type = !quant.uniform<i8:f32, 1.0>,
        kept = 127 : i64, max_difference = 1 : i64, merged = 126 : i64}} : (!x, !w) -> !y
  return
}

// CHECK-LABEL: func.func @fused_c11_no_difference(
func.func @fused_c11_no_difference(%x: !x, %w: !w) {
  // CHECK: max_difference = 0 : i64
  %y = lutfuse.fused_conv2d %x, %w activation clip <min = 0, max = 9> intermediate !quant.uniform<i8:f32, 2.0>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      {lutfuse.merged_boundary = {intermediate_type = !quant.uniform<i8:f32, 1.0>, max_difference = 0 : i64}} : (!x, !w) -> !y
  return
}

// CHECK-LABEL: func.func @fused_c12_both_sides(
func.func @fused_c12_both_sides(%x: !x, %w: !w) {
  // CHECK: lutfuse.sources = {{.*}}, npu.a, npu.b
  %y = lutfuse.fused_conv2d %x, %w activation clip <min = 0, max = 9> intermediate !quant.uniform<i8:f32, 2.0>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      {lutfuse.sources = {npu.a = {activation = "npu.a", convolution = "npu.a"}, npu.b = {convolution = "npu.b"}},
       npu.a, npu.b} : (!x, !w) -> !y
  return
}
