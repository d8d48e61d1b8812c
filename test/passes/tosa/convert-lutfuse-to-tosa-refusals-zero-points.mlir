// What TOSA cannot say of zero points stays, to the byte, each op with its reason: one split for each, in which
// nothing else is wrong.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=convert-lutfuse-to-tosa --convert-lutfuse-to-tosa -o %t
// RUN: lutfuse-opt %s --split-input-file -o %t.before
// RUN: diff %t.before %t

// TOSA's 16-bit inputs have no zero point.
func.func @input_zero_point(%x: tensor<1x2x2x4x!quant.uniform<i16:f32, 0.5:3>>, %w: tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i16:f32, 2.0>> {
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-lutfuse-to-tosa | Function=input_zero_point | Op=lutfuse.conv2d, Reason=zero-point, zero-point="expected zero point 0 of i16 storage but got 3"}}
  %y = lutfuse.conv2d %x, %w requant <multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
    : (tensor<1x2x2x4x!quant.uniform<i16:f32, 0.5:3>>, tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i16:f32, 2.0>>
  return %y : tensor<1x2x2x2x!quant.uniform<i16:f32, 2.0>>
}

// -----

// TOSA's 16-bit results have none, either.
func.func @result_zero_point(%x: tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i16:f32, 2.0:-4>> {
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-lutfuse-to-tosa | Function=result_zero_point | Op=lutfuse.conv2d, Reason=zero-point, zero-point="expected zero point 0 of i16 storage but got -4"}}
  %y = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i16:f32, 2.0:-4>>
  return %y : tensor<1x2x2x2x!quant.uniform<i16:f32, 2.0:-4>>
}

// -----

// The codes between convolution and table are a result of the rescale, too.
func.func @intermediate_zero_point(%x: tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i16:f32, 1.0>> {
  %t = "tosa.const"() {values = dense<9> : tensor<513xi16>} : () -> tensor<513xi16>
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-lutfuse-to-tosa | Function=intermediate_zero_point | Op=lutfuse.fused_conv2d, Reason=zero-point, zero-point="expected zero point 0 of i16 storage but got -4"}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <tanh>
      header <first = -32768, entries = 513, lookup = interpolated fraction_bits = 7, input = !quant.uniform<i16:f32, 2.0:-4>, result = !quant.uniform<i16:f32, 1.0>>
      intermediate !quant.uniform<i16:f32, 2.0:-4> requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>, tensor<513xi16>) -> tensor<1x2x2x2x!quant.uniform<i16:f32, 1.0>>
  return %y : tensor<1x2x2x2x!quant.uniform<i16:f32, 1.0>>
}
