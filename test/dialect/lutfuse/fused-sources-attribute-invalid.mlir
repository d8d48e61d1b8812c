// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// `lutfuse.sources` names dialect attributes under the two sides, and stands on fused ops only.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @sources_on_plain_op(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) {
  // expected-error@+1 {{'lutfuse.conv2d' op attribute 'lutfuse.sources' expected a fused convolution}}
  %u = lutfuse.conv2d %x, %w requant #r {lutfuse.sources = {}}
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  return
}

// -----

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @sources_no_dictionary(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) {
  // expected-error@+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.sources' expected dialect attributes under 'convolution' and 'activation' for each attribute but got "npu.a"}}
  %u = lutfuse.fused_conv2d %x, %w activation clip <min = -3, max = 57> intermediate !u requant #r {lutfuse.sources = "npu.a"}
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  return
}

// -----

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @sources_entry_no_dictionary(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) {
  // expected-error@+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.sources' expected dialect attributes under 'convolution' and 'activation' for each attribute but got {npu.a = "convolution"}}
  %u = lutfuse.fused_conv2d %x, %w activation clip <min = -3, max = 57> intermediate !u requant #r {lutfuse.sources = {npu.a = "convolution"}}
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  return
}

// -----

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @sources_entry_empty(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) {
  // expected-error@+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.sources' expected dialect attributes under 'convolution' and 'activation' for each attribute but got {npu.a = {}}
  %u = lutfuse.fused_conv2d %x, %w activation clip <min = -3, max = 57> intermediate !u requant #r {lutfuse.sources = {npu.a = {}}}
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  return
}

// -----

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @sources_unknown_side(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) {
  // expected-error@+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.sources' expected dialect attributes under 'convolution' and 'activation' for each attribute but got {npu.a = {bias = "npu.a"}}
  %u = lutfuse.fused_conv2d %x, %w activation clip <min = -3, max = 57> intermediate !u requant #r {lutfuse.sources = {npu.a = {bias = "npu.a"}}}
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  return
}

// -----

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @sources_no_name(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) {
  // expected-error@+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.sources' expected dialect attributes under 'convolution' and 'activation' for each attribute but got {npu.a = {activation = 1 : i32}}
  %u = lutfuse.fused_conv2d %x, %w activation clip <min = -3, max = 57> intermediate !u requant #r {lutfuse.sources = {npu.a = {activation = 1 : i32}}}
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  return
}

// -----

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @sources_inherent_name(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) {
  // expected-error@+1 {{'lutfuse.fused_conv2d' op attribute 'lutfuse.sources' expected dialect attributes under 'convolution' and 'activation' for each attribute but got {npu.a = {convolution = "stride"}}
  %u = lutfuse.fused_conv2d %x, %w activation clip <min = -3, max = 57> intermediate !u requant #r {lutfuse.sources = {npu.a = {convolution = "stride"}}}
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  return
}
