// What TOSA cannot say of windows and groups stays, to the byte, each op with its reason: one split for each, in which
// nothing else is wrong.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=convert-lutfuse-to-tosa --convert-lutfuse-to-tosa -o %t
// RUN: lutfuse-opt %s --split-input-file -o %t.before
// RUN: diff %t.before %t

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

// Transposed convolutions are asked the same.
func.func @transposed(%x: tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>> {
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-lutfuse-to-tosa | Function=transposed | Op=lutfuse.conv_transpose2d, Reason=float-requantization, float-requantization="expected integer multipliers but got float32 scales"}}
  %y = lutfuse.conv_transpose2d %x, %w requant_f32 <scale = [0.0625]>
    : (tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>
}
