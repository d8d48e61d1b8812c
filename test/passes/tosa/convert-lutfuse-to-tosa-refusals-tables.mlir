// What TOSA cannot say of tables stays, to the byte, each op with its reason: one split for each, in which
// nothing else is wrong.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=convert-lutfuse-to-tosa --convert-lutfuse-to-tosa -o %t
// RUN: lutfuse-opt %s --split-input-file -o %t.before
// RUN: diff %t.before %t

// A table of another length that cannot be completed here.
func.func @computed_long_table(%u: tensor<5x!quant.uniform<i8:f32, 2.0:-3>>, %t: tensor<258xi8>) -> tensor<5x!quant.uniform<i8:f32, 1.0:-128>> {
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-lutfuse-to-tosa | Function=computed_long_table | Op=lutfuse.lut_activation, Reason=table-layout, table-layout="expected a constant table or one of 256 entries"}}
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -128, entries = 258, lookup = direct, input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 1.0:-128>>
    : (tensor<5x!quant.uniform<i8:f32, 2.0:-3>>, tensor<258xi8>) -> tensor<5x!quant.uniform<i8:f32, 1.0:-128>>
  return %y : tensor<5x!quant.uniform<i8:f32, 1.0:-128>>
}

// -----

// Points another distance apart.
func.func @fraction_bits(%u: tensor<5x!quant.uniform<i16:f32, 2.0>>) -> tensor<5x!quant.uniform<i16:f32, 1.0>> {
  %t = "tosa.const"() {values = dense<9> : tensor<257xi16>} : () -> tensor<257xi16>
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-lutfuse-to-tosa | Function=fraction_bits | Op=lutfuse.lut_activation, Reason=table-layout, table-layout="expected 513 entries from code -32768 with 7 fraction bits"}}
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -32768, entries = 257, lookup = interpolated fraction_bits = 8, input = !quant.uniform<i16:f32, 2.0>, result = !quant.uniform<i16:f32, 1.0>>
    : (tensor<5x!quant.uniform<i16:f32, 2.0>>, tensor<257xi16>) -> tensor<5x!quant.uniform<i16:f32, 1.0>>
  return %y : tensor<5x!quant.uniform<i16:f32, 1.0>>
}

// -----

// Points from another code on.
func.func @first(%u: tensor<5x!quant.uniform<i16:f32, 2.0>>) -> tensor<5x!quant.uniform<i16:f32, 1.0>> {
  %t = "tosa.const"() {values = dense<9> : tensor<514xi16>} : () -> tensor<514xi16>
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-lutfuse-to-tosa | Function=first | Op=lutfuse.lut_activation, Reason=table-layout, table-layout="expected 513 entries from code -32768 with 7 fraction bits"}}
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -32896, entries = 514, lookup = interpolated fraction_bits = 7, input = !quant.uniform<i16:f32, 2.0>, result = !quant.uniform<i16:f32, 1.0>>
    : (tensor<5x!quant.uniform<i16:f32, 2.0>>, tensor<514xi16>) -> tensor<5x!quant.uniform<i16:f32, 1.0>>
  return %y : tensor<5x!quant.uniform<i16:f32, 1.0>>
}

// -----

// 16-bit entries for 8-bit codes, of which it is not known how many there are.
func.func @wide_entries(%u: tensor<?x!quant.uniform<i8:f32, 2.0:-3>>) -> tensor<?x!quant.uniform<i16:f32, 1.0>> {
  %t = "tosa.const"() {values = dense<9> : tensor<256xi16>} : () -> tensor<256xi16>
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-lutfuse-to-tosa | Function=wide_entries | Op=lutfuse.lut_activation, Reason=dynamic-shape, dynamic-shape="expected a static shape with a 2D or wide table"}}
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i16:f32, 1.0>>
    : (tensor<?x!quant.uniform<i8:f32, 2.0:-3>>, tensor<256xi16>) -> tensor<?x!quant.uniform<i16:f32, 1.0>>
  return %y : tensor<?x!quant.uniform<i16:f32, 1.0>>
}
