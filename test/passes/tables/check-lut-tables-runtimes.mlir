// Each table is built again and compared; the module itself never changes.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=check-lut-tables --check-lut-tables -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

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
