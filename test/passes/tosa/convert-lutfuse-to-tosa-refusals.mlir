// What TOSA cannot say of operands stays, to the byte, each op with its reason: one split for each, in which
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
