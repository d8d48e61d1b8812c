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
