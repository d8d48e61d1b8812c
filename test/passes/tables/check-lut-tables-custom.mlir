// Each table is built again and compared; the module itself never changes.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=check-lut-tables --check-lut-tables -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

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
