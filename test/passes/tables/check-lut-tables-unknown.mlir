// Each table is built again and compared; the module itself never changes.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=check-lut-tables --check-lut-tables -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark@-1 {{[Analysis] summary | Category:check-lut-tables | Tables=2, table-not-constant=1, unknown-domain=1}}

!n = !quant.uniform<i8:f32, 1.0>
!u = !quant.uniform<i8:f32, 0.125:-2>
!y = !quant.uniform<i8:f32, 0.00390625:-128>

// CHECK-LABEL: func.func @unit_scale(
// CHECK:         lutfuse.lut_activation <sigmoid>
func.func @unit_scale(%u: tensor<4x!n>) -> tensor<4x!y> {
  %t = "tosa.const"() {values = dense<7> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-remark@+1 {{[Missed] unknown-domain | Category:check-lut-tables | Function=unit_scale | Kind=sigmoid}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !n, result = !y>
    : (tensor<4x!n>, tensor<256xi8>) -> tensor<4x!y>
  return %y : tensor<4x!y>
}

// CHECK-LABEL: func.func @computed(
func.func @computed(%u: tensor<4x!u>, %t: tensor<256xi8>) -> tensor<4x!y> {
  // expected-remark@+1 {{[Missed] table-not-constant | Category:check-lut-tables | Function=computed | Kind=sigmoid}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<4x!u>, tensor<256xi8>) -> tensor<4x!y>
  return %y : tensor<4x!y>
}

// -----
// expected-remark@-1 {{[Analysis] summary | Category:check-lut-tables | Tables=1, verified=1}}

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 0.125:-2>
!y = !quant.uniform<i8:f32, 0.00390625:-128>

// CHECK-LABEL: func.func @fused(
// CHECK:         lutfuse.fused_conv2d
func.func @fused(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<"0x808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808081818181818181818282828282838384848585868788888A8B8C8E8F919396989B9FA2A6AAAFB4B9BFC5CBD2D9E1E8F0F8000810181F272E353B41474C51565A5E6165686A6D6F71727475767878797A7B7B7C7C7D7D7E7E7E7E7E7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F"> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-remark@+1 {{[Passed] verified | Category:check-lut-tables | Function=fused | Kind=sigmoid, Runtime=tflite}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <sigmoid>
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
      intermediate !u requant <multiplier = [1073741824], shift = [30], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}
