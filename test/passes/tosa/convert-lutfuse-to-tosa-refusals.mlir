// What TOSA cannot say stays, to the byte, each op with its reason: one split for each, in which
// nothing else is wrong.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=convert-lutfuse-to-tosa --convert-lutfuse-to-tosa -o %t
// RUN: lutfuse-opt %s --split-input-file -o %t.before
// RUN: diff %t.before %t

// A filter zero point for each channel.
func.func @zero_points(%x: tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x1x1x4x!quant.uniform<i8:f32:0, {0.25:1, 0.5:2}>>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>> {
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-lutfuse-to-tosa | Function=zero_points | Op=lutfuse.conv2d, Reason=filter-zero-points, filter-zero-points="expected one filter zero point but got several"}}
  %y = lutfuse.conv2d %x, %w requant <multiplier = [1073741824, 1073741824], shift = [34, 33], rounding = single_round>
    : (tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x1x1x4x!quant.uniform<i8:f32:0, {0.25:1, 0.5:2}>>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>
}

// -----

// float32 scales.
func.func @requant_f32(%x: tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>> {
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-lutfuse-to-tosa | Function=requant_f32 | Op=lutfuse.conv2d, Reason=float-requantization, float-requantization="expected integer multipliers but got float32 scales"}}
  %y = lutfuse.conv2d %x, %w requant_f32 <scale = [0.0625]>
    : (tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>
}

// -----

// Unsigned filter codes that cannot be moved here.
func.func @computed_u8_filter(%x: tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x1x1x4x!quant.uniform<u8:f32, 0.25:128>>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>> {
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-lutfuse-to-tosa | Function=computed_u8_filter | Op=lutfuse.conv2d, Reason=not-constant, not-constant="expected a constant filter of u8 storage"}}
  %y = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x1x1x4x!quant.uniform<u8:f32, 0.25:128>>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>
}

// -----

// A filter without size.
func.func @dynamic_filter(%x: tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x1x?x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>> {
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-lutfuse-to-tosa | Function=dynamic_filter | Op=lutfuse.conv2d, Reason=dynamic-filter, dynamic-filter="expected a filter of static shape"}}
  %y = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x1x?x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>
}

// -----

// Multipliers for each channel, of which the result does not say the number.
func.func @dynamic_channels(%x: tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x1x1x4x!quant.uniform<i8:f32:0, {0.25, 0.5}>>) -> tensor<1x2x2x?x!quant.uniform<i8:f32, 2.0:-3>> {
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-lutfuse-to-tosa | Function=dynamic_channels | Op=lutfuse.conv2d, Reason=dynamic-shape, dynamic-shape="expected result channels of static size"}}
  %y = lutfuse.conv2d %x, %w requant <multiplier = [1073741824, 1073741824], shift = [34, 33], rounding = single_round>
    : (tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x1x1x4x!quant.uniform<i8:f32:0, {0.25, 0.5}>>) -> tensor<1x2x2x?x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<1x2x2x?x!quant.uniform<i8:f32, 2.0:-3>>
}

// -----

// Groups to be cut out of a size that only the run time knows.
func.func @dynamic_groups(%x: tensor<?x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x1x1x2x!quant.uniform<i8:f32, 0.25>>) -> tensor<?x2x2x2x!quant.uniform<i8:f32, 2.0:-3>> {
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-lutfuse-to-tosa | Function=dynamic_groups | Op=lutfuse.conv2d, Reason=dynamic-shape, dynamic-shape="expected a grouped input of static shape"}}
  %y = lutfuse.conv2d %x, %w group 2 requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<?x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x1x1x2x!quant.uniform<i8:f32, 0.25>>) -> tensor<?x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<?x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>
}

// -----

// A window that reads nothing but padding: without a span that the stride divides, no input is
// left.
func.func @only_padding(%x: tensor<1x2x1x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x1x2x!quant.uniform<i8:f32, 2.0:-3>> {
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-lutfuse-to-tosa | Function=only_padding | Op=lutfuse.conv2d, Reason=only-padding, only-padding="expected a window that reads more than padding"}}
  %y = lutfuse.conv2d %x, %w stride [1, 2] pad [0, 0, 1, 0] requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x1x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x1x2x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<1x2x1x2x!quant.uniform<i8:f32, 2.0:-3>>
}

// -----

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

// -----

// Transposed convolutions are asked the same.
func.func @transposed(%x: tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>> {
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-lutfuse-to-tosa | Function=transposed | Op=lutfuse.conv_transpose2d, Reason=float-requantization, float-requantization="expected integer multipliers but got float32 scales"}}
  %y = lutfuse.conv_transpose2d %x, %w requant_f32 <scale = [0.0625]>
    : (tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>
}

// -----

// ... and fused ones, about their table as well.
func.func @fused_transposed(%x: tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i16:f32, 1.0>> {
  %t = "tosa.const"() {values = dense<9> : tensor<256xi16>} : () -> tensor<256xi16>
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-lutfuse-to-tosa | Function=fused_transposed | Op=lutfuse.fused_conv_transpose2d, Reason=unsupported-element-type, unsupported-element-type="expected 8-bit table entries"}}
  %y = lutfuse.fused_conv_transpose2d %x, %w lut %t kind <tanh>
      header <first = -128, entries = 256, lookup = direct, input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i16:f32, 1.0>>
      intermediate !quant.uniform<i8:f32, 2.0:-3> requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>, tensor<256xi16>) -> tensor<1x2x2x2x!quant.uniform<i16:f32, 1.0>>
  return %y : tensor<1x2x2x2x!quant.uniform<i16:f32, 1.0>>
}

// -----

// 16-bit entries for 8-bit codes.
func.func @wide_entries(%u: tensor<5x!quant.uniform<i8:f32, 2.0:-3>>) -> tensor<5x!quant.uniform<i16:f32, 1.0>> {
  %t = "tosa.const"() {values = dense<9> : tensor<256xi16>} : () -> tensor<256xi16>
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-lutfuse-to-tosa | Function=wide_entries | Op=lutfuse.lut_activation, Reason=unsupported-element-type, unsupported-element-type="expected 8-bit table entries"}}
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i16:f32, 1.0>>
    : (tensor<5x!quant.uniform<i8:f32, 2.0:-3>>, tensor<256xi16>) -> tensor<5x!quant.uniform<i16:f32, 1.0>>
  return %y : tensor<5x!quant.uniform<i16:f32, 1.0>>
}

// -----

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
