// Each table is built again and compared; the module itself never changes.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=check-lut-tables --check-lut-tables -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark@-1 {{[Analysis] summary | Category:check-lut-tables | Tables=4, differs=3, verified=1}}

!u = !quant.uniform<i8:f32, 0.125:-2>
!v = !quant.uniform<i8:f32, 0.0625:10>
!y = !quant.uniform<i8:f32, 0.00390625:-128>

// CHECK-LABEL: func.func @good(
// CHECK:         lutfuse.lut_activation <sigmoid>
func.func @good(%u: tensor<4x!u>) -> tensor<4x!y> {
  %t = "tosa.const"() {values = dense<"0x808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808081818181818181818282828282838384848585868788888A8B8C8E8F919396989B9FA2A6AAAFB4B9BFC5CBD2D9E1E8F0F8000810181F272E353B41474C51565A5E6165686A6D6F71727475767878797A7B7B7C7C7D7D7E7E7E7E7E7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F"> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-remark@+1 {{[Passed] verified | Category:check-lut-tables | Function=good | Kind=sigmoid, Runtime=tflite}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<4x!u>, tensor<256xi8>) -> tensor<4x!y>
  return %y : tensor<4x!y>
}

// CHECK-LABEL: func.func @one_wrong_entry(
// CHECK:         lutfuse.lut_activation <sigmoid>
func.func @one_wrong_entry(%u: tensor<4x!u>) -> tensor<4x!y> {
  %t = "tosa.const"() {values = dense<"0x808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808081818181818181818282828282838384848585868788888A8B8C8E8F919396989B9FA2A6AAAFB4B9BFC5CBD2DAE1E8F0F8000810181F272E353B41474C51565A5E6165686A6D6F71727475767878797A7B7B7C7C7D7D7E7E7E7E7E7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F"> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-remark@+1 {{[Failure] differs | Category:check-lut-tables | Function=one_wrong_entry | Differing=1, First="code -7: expected -39, got -38", Kind=sigmoid, Largest=1, Runtime=tflite}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<4x!u>, tensor<256xi8>) -> tensor<4x!y>
  return %y : tensor<4x!y>
}

// CHECK-LABEL: func.func @shifted(
// CHECK:         lutfuse.lut_activation <sigmoid>
func.func @shifted(%u: tensor<4x!u>) -> tensor<4x!y> {
  %t = "tosa.const"() {values = dense<"0x8080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808081818181818181818282828282838384848585868788888A8B8C8E8F919396989B9FA2A6AAAFB4B9BFC5CBD2D9E1E8F0F8000810181F272E353B41474C51565A5E6165686A6D6F71727475767878797A7B7B7C7C7D7D7E7E7E7E7E7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F"> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-remark@+1 {{Differing=69, First="code -52: expected -128, got -127; code -44: expected -127, got -126; code -39: expected -126, got -125", Hint="shifted by one code", Kind=sigmoid, Largest=8, Runtime=tflite}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<4x!u>, tensor<256xi8>) -> tensor<4x!y>
  return %y : tensor<4x!y>
}

// CHECK-LABEL: func.func @swapped(
// CHECK:         lutfuse.lut_activation <sigmoid>
func.func @swapped(%u: tensor<4x!u>) -> tensor<4x!y> {
  %t = "tosa.const"() {values = dense<"0x80808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080A0BFDCF60E2334434F5961686D717477797A7C7D7D7E7E7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F"> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-remark@+1 {{Hint="closer to kind 'tanh'", Kind=sigmoid, Largest=128, Runtime=tflite}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<4x!u>, tensor<256xi8>) -> tensor<4x!y>
  return %y : tensor<4x!y>
}

// -----
// expected-remark@-1 {{[Analysis] summary | Category:check-lut-tables | Tables=3, identified=2, unidentified=1}}

!u = !quant.uniform<i8:f32, 0.125:-2>
!v = !quant.uniform<i8:f32, 0.0625:10>
!y = !quant.uniform<i8:f32, 0.00390625:-128>

// CHECK-LABEL: func.func @custom_silu(
// CHECK:         lutfuse.lut_activation <custom>
func.func @custom_silu(%u: tensor<4x!u>) -> tensor<4x!v> {
  %t = "tosa.const"() {values = dense<"0x0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A09090909090909090909090908080808080807070707070706060606060606060606060607070808090A0B0C0E0F11121416181A1C1E20222426282B2D2F313335383A3C3E40424547494B4D4F51535557595B5E60626466686A6C6E70727476787A7C7E7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F"> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-remark@+1 {{[Analysis] identified | Category:check-lut-tables | Function=custom_silu | Differing=0, Kind=silu, Largest=0, Runtime=tflite}}
  %y = lutfuse.lut_activation <custom> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !v>
    : (tensor<4x!u>, tensor<256xi8>) -> tensor<4x!v>
  return %y : tensor<4x!v>
}

// CHECK-LABEL: func.func @custom_leaky_relu(
// CHECK:         lutfuse.lut_activation <custom>
func.func @custom_leaky_relu(%u: tensor<4x!u>) -> tensor<4x!v> {
  %t = "tosa.const"() {values = dense<"0xF1F1F1F1F1F2F2F2F2F2F3F3F3F3F3F4F4F4F4F4F5F5F5F5F5F6F6F6F6F6F7F7F7F7F7F8F8F8F8F8F9F9F9F9F9FAFAFAFAFAFBFBFBFBFBFCFCFCFCFCFDFDFDFDFDFEFEFEFEFEFFFFFFFFFF00000000000101010101020202020203030303030404040404050505050506060606060707070707080808080809090909090A0A0C0E10121416181A1C1E20222426282A2C2E30323436383A3C3E40424446484A4C4E50525456585A5C5E60626466686A6C6E70727476787A7C7E7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F"> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-remark@+1 {{Differing=0, Kind=leaky_relu, Largest=0, Runtime=tflite, Slope=0.1}}
  %y = lutfuse.lut_activation <custom> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !v>
    : (tensor<4x!u>, tensor<256xi8>) -> tensor<4x!v>
  return %y : tensor<4x!v>
}

// CHECK-LABEL: func.func @custom_noise(
// CHECK:         lutfuse.lut_activation <custom>
func.func @custom_noise(%u: tensor<4x!u>) -> tensor<4x!v> {
  %t = "tosa.const"() {values = dense<"0x592302C5CE8A9384AC502669001B783A210B0F6FC7502B80E45B0D88433A58AC965C850A94CCFBECE787819F822B0625C11D43E2F57F4E7BE12F7326573034E360A214385806E0CFECFC3863926F08DB2C12C1D2381801D642E4D463C3BA361F8C95E055E649D1BD4A60948E2BD612A65CF3654B34BB448D11E77FB272971F1466CC662C63B342718CDD229B0221436DE8F0F974B2FF8CEC721ED97E1A7284F55541E8FFEB07BA4993EAC83C3F366C6EAF9DA13A786D2B775F839E5D957B5375DCA60478DE63E252BAFAD3BB644DA36C78C4ED0928F1A66E318A503BAE1D00876D38CF849742A603666DC490FE571F9126D8B9EE5F77A40F42C2C5BDB563B7B9"> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-remark@+1 {{[Missed] unidentified | Category:check-lut-tables | Function=custom_noise | Kind=custom}}
  %y = lutfuse.lut_activation <custom> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !v>
    : (tensor<4x!u>, tensor<256xi8>) -> tensor<4x!v>
  return %y : tensor<4x!v>
}

// -----
// expected-remark@-1 {{[Analysis] summary | Category:check-lut-tables | Tables=2, differs=1, no-rule=1}}

!far = !quant.uniform<i8:f32, 3.0:127>
!u = !quant.uniform<i8:f32, 0.125:-2>
!v = !quant.uniform<i8:f32, 0.0625:10>
!z = !quant.uniform<i8:f32, 0.0078125:-20>

// NaN below -354.8, where the converter's form of tanh overflows.
// CHECK-LABEL: func.func @built_by_the_converter(
// CHECK:         lutfuse.lut_activation <tanh>
func.func @built_by_the_converter(%u: tensor<4x!far>) -> tensor<4x!z> {
  %t = "tosa.const"() {values = dense<"0x7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F80808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080808080EC"> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-remark@+1 {{Hint="equals the table of 'tosa-converter'", Kind=tanh, Largest=255, Runtime=tflite}}
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !far, result = !z>
    : (tensor<4x!far>, tensor<256xi8>) -> tensor<4x!z>
  return %y : tensor<4x!z>
}

// CHECK-LABEL: func.func @kind_that_tflite_lacks(
// CHECK:         lutfuse.lut_activation <mish>
func.func @kind_that_tflite_lacks(%u: tensor<4x!u>) -> tensor<4x!v> {
  %t = "tosa.const"() {values = dense<"0x0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A0A090909090909090909090908080808080807070707070606060606050505050505050606060708090A0B0D0E10121416181A1C1E20232527292B2D2F323436383A3C3E40424446484A4C4E50525456585A5C5E60626466686A6C6E70727476787A7C7E7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F7F"> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-remark@+1 {{FromExact="0 entries, by at most 0", Kind=mish, Reason=no-rule, Runtime=tflite, no-rule="expected a kind that 'tflite' has a table of for i8 (elu, exp, }}
  %y = lutfuse.lut_activation <mish> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !v>
    : (tensor<4x!u>, tensor<256xi8>) -> tensor<4x!v>
  return %y : tensor<4x!v>
}

// -----
// expected-remark@-1 {{[Analysis] summary | Category:check-lut-tables | Tables=2, differs=1, verified=1}}

!w = !quant.uniform<i16:f32, 5.820766091346741E-11>
!e = !quant.uniform<i16:f32, 6.103515625E-5>
!s = !quant.uniform<i16:f32, 3.0517578125E-5>

// CHECK-LABEL: func.func @wide(
// CHECK:         lutfuse.lut_activation <exp>
func.func @wide(%u: tensor<4x!w>) -> tensor<4x!e> {
  %t = "tosa.const"() {values = dense<16384> : tensor<513xi16>} : () -> tensor<513xi16>
  // expected-remark@+1 {{[Passed] verified | Category:check-lut-tables | Function=wide | Kind=exp, Runtime=tflite}}
  %y = lutfuse.lut_activation <exp> %u, %t
      header <first = -32768, entries = 513, lookup = interpolated fraction_bits = 7, input = !w, result = !e>
    : (tensor<4x!w>, tensor<513xi16>) -> tensor<4x!e>
  return %y : tensor<4x!e>
}

// TFLite has a kernel of its own: the results of all codes are compared.
// CHECK-LABEL: func.func @wide_without_a_table(
// CHECK:         lutfuse.lut_activation <sigmoid>
func.func @wide_without_a_table(%u: tensor<4x!w>) -> tensor<4x!s> {
  %t = "tosa.const"() {values = dense<16380> : tensor<513xi16>} : () -> tensor<513xi16>
  // expected-remark@+1 {{Differing=65536, First="code -32768: expected 16384, got 16380; }}
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -32768, entries = 513, lookup = interpolated fraction_bits = 7, input = !w, result = !s>
    : (tensor<4x!w>, tensor<513xi16>) -> tensor<4x!s>
  return %y : tensor<4x!s>
}

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
