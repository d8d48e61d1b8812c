// RUN: lutfuse-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// `lutfuse.sources` names attributes that the op has, each from one place.

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0>>
func.func @fused_c12_absent_attribute(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.sources' expected attributes that the op took over but got 'npu.b'}}
  %y = lutfuse.fused_conv2d %x, %w activation clip <min = 0, max = 9> intermediate !quant.uniform<i8:f32, 2.0>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      {lutfuse.sources = {npu.b = {convolution = "npu.b"}}, npu.a} : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0>>
func.func @fused_c12_inherent_attribute(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.sources' expected attributes that the op took over but got 'requant'}}
  %y = lutfuse.fused_conv2d %x, %w activation clip <min = 0, max = 9> intermediate !quant.uniform<i8:f32, 2.0>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      {lutfuse.sources = {requant = {convolution = "npu.a"}}} : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0>>
func.func @fused_c12_attribute_of_the_dialect(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.sources' expected attributes that the op took over but got 'lutfuse.kind'}}
  %y = lutfuse.fused_conv2d %x, %w activation clip <min = 0, max = 9> intermediate !quant.uniform<i8:f32, 2.0>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      {lutfuse.kind = "gelu", lutfuse.sources = {lutfuse.kind = {activation = "lutfuse.kind"}}} : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0>>
func.func @fused_c12_one_source_of_two(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.sources' expected one attribute for "npu.a" of the convolution but got another in 'npu.b'}}
  %y = lutfuse.fused_conv2d %x, %w activation clip <min = 0, max = 9> intermediate !quant.uniform<i8:f32, 2.0>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
      {lutfuse.sources = {npu.a = {convolution = "npu.a"}, npu.b = {convolution = "npu.a"}}, npu.a, npu.b} : (!x, !w) -> !y
  return
}
