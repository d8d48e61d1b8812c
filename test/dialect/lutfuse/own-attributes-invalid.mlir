// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// Attributes without the prefix of a dialect are the op's own: leftovers and misspelt names.

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!u = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @header_on_plain_op(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected attributes of its own, or with the prefix of a dialect, but got 'header', which is one of 'lutfuse.fused_conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r {header = 1 : i64} : (!x, !w) -> !u
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!u = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @kind_on_plain_op(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected attributes of its own, or with the prefix of a dialect, but got 'kind', which is one of 'lutfuse.fused_conv_transpose2d'}}
  %u = lutfuse.conv_transpose2d %x, %w requant #r {kind = #lutfuse.activation_kind<gelu>} : (!x, !w) -> !u
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!u = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @intermediate_type_on_plain_op(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected attributes of its own, or with the prefix of a dialect, but got 'intermediate_type', which is one of 'lutfuse.fused_conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r {intermediate_type = i8} : (!x, !w) -> !u
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!u = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @activation_on_plain_op(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected attributes of its own, or with the prefix of a dialect, but got 'activation', which is one of 'lutfuse.fused_conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r {activation = #lutfuse.clip<min = 0, max = 9>} : (!x, !w) -> !u
  return
}

// -----

!u = tensor<4x!quant.uniform<i8:f32, 2.0:-3>>
func.func @pad_on_clip(%u: !u) {
  // expected-error @+1 {{'lutfuse.clip' op expected attributes of its own, or with the prefix of a dialect, but got 'pad', which is one of 'lutfuse.conv2d'}}
  %y = lutfuse.clip %u <min = 0, max = 9> {pad = 1 : i64} : (!u) -> !u
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @intermediate_type_misspelt(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected attributes of its own, or with the prefix of a dialect, but got 'intermediate_typ'; did you mean 'intermediate_type'?}}
  %u = lutfuse.fused_conv2d %x, %w activation clip <min = 0, max = 9> intermediate !u requant #r {intermediate_typ = !u}
    : (!x, !w) -> tensor<1x4x4x8x!u>
  return
}

// -----

!u = tensor<4x!quant.uniform<i8:f32, 2.0:-3>>
func.func @name_like_no_other(%u: !u) {
  // expected-error @+1 {{'lutfuse.clip' op expected attributes of its own, or with the prefix of a dialect, but got 'precious'}}
  %y = lutfuse.clip %u <min = 0, max = 9> {precious} : (!u) -> !u
  return
}
