// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// Attributes and dimensions at the ends of int64, where products and sums leave it: 2^63 - 1 is
// 9223372036854775807, 2^62 is 4611686018427387904. The twins that are right stand in limits-valid.mlir.

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c1_stride_lowest(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op attribute 'stride' failed to satisfy constraint: i64 dense array attribute with exactly 2 elements whose value is positive}}
  %y = lutfuse.conv2d %x, %w stride [-9223372036854775808, 1] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c3_pad_lowest(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op attribute 'pad' failed to satisfy constraint: i64 dense array attribute with exactly 4 elements whose value is non-negative}}
  %y = lutfuse.conv2d %x, %w pad [-9223372036854775808, 0, 0, 0] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c4_group_lowest(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op attribute 'group' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %y = lutfuse.conv2d %x, %w group -9223372036854775808 requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x0x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c4_group_highest(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 'group' to divide input and output channels but got group 9223372036854775807, 4 input and 8 output channels}}
  %y = lutfuse.conv2d %x, %w group 9223372036854775807 requant #r : (!x, !w) -> !y
  return
}

// -----

// (2^63 - 1) * 2 + 4 is 2 in 64 bits.
!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x2x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_sum_of_pads_wraps_to_result(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected a result of positive height and width, within int64, but got input 'tensor<1x4x4x4x!quant.uniform<i8:f32, 5.000000e-01>>', filter 'tensor<8x1x1x4x!quant.uniform<i8:f32, 2.500000e-01>>', 'stride' [1, 1], 'dilation' [1, 1] and 'pad' [9223372036854775807, 9223372036854775807, 0, 0]}}
  %y = lutfuse.conv2d %x, %w
      pad [9223372036854775807, 9223372036854775807, 0, 0] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x?x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_pad_and_input_beyond_int64(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected a result of positive height and width, within int64, but got input 'tensor<1x4x4x4x!quant.uniform<i8:f32, 5.000000e-01>>', filter 'tensor<8x1x1x4x!quant.uniform<i8:f32, 2.500000e-01>>', 'stride' [1, 1], 'dilation' [1, 1] and 'pad' [9223372036854775807, 0, 0, 0]}}
  %y = lutfuse.conv2d %x, %w pad [9223372036854775807, 0, 0, 0] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x?x3x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_dilation_highest(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected a result of positive height and width, within int64, but got input 'tensor<1x4x4x4x!quant.uniform<i8:f32, 5.000000e-01>>', filter 'tensor<8x2x2x4x!quant.uniform<i8:f32, 2.500000e-01>>', 'stride' [1, 1], 'dilation' [9223372036854775807, 1] and 'pad' [0, 0, 0, 0]}}
  %y = lutfuse.conv2d %x, %w dilation [9223372036854775807, 1] requant #r : (!x, !w) -> !y
  return
}

// -----

// 4 * 2^62 is 0 in 64 bits.
!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x5x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_dilated_filter_wraps_to_result(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected a result of positive height and width, within int64, but got input 'tensor<1x4x4x4x!quant.uniform<i8:f32, 5.000000e-01>>', filter 'tensor<8x5x1x4x!quant.uniform<i8:f32, 2.500000e-01>>', 'stride' [1, 1], 'dilation' [4611686018427387904, 1] and 'pad' [0, 0, 0, 0]}}
  %y = lutfuse.conv2d %x, %w dilation [4611686018427387904, 1] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_stride_highest(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected batch, height and width of the result to be 1x1x4 but got 1x4x4}}
  %y = lutfuse.conv2d %x, %w stride [9223372036854775807, 1] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x?x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_transposed_stride_highest(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected a result of positive height and width, within int64, but got input 'tensor<1x4x4x4x!quant.uniform<i8:f32, 5.000000e-01>>', filter 'tensor<8x2x2x4x!quant.uniform<i8:f32, 2.500000e-01>>', 'stride' [9223372036854775807, 2] and 'out_pad' [0, 0, 0, 0]}}
  %y = lutfuse.conv_transpose2d %x, %w stride [9223372036854775807, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

// 4 * 2^62 + 2 is 2 in 64 bits.
!x = tensor<1x5x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x2x2x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x2x8x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c6_transposed_stride_wraps_to_result(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv_transpose2d' op expected a result of positive height and width, within int64, but got input 'tensor<1x5x4x4x!quant.uniform<i8:f32, 5.000000e-01>>', filter 'tensor<8x2x2x4x!quant.uniform<i8:f32, 2.500000e-01>>', 'stride' [4611686018427387904, 2] and 'out_pad' [0, 0, 0, 0]}}
  %y = lutfuse.conv_transpose2d %x, %w stride [4611686018427387904, 2] requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f64, 1.0e+300>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f64, 1.0e+300>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c12_infinite_factor(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected 'requant' of channel 0 to be inf (input scale 1e+300 * filter scale 1e+300 / intermediate scale 2) but got 0.0625}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5:9223372036854775807>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
func.func @conv_c13_input_zero_point_highest(%x: !x, %w: !w) {
  // expected-error @+1 {{'lutfuse.conv2d' op expected the input zero point in [-128, 127] but got 9223372036854775807}}
  %y = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !y
  return
}

// -----

// 127 - -2^63 is negative in 64 bits.
!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -9223372036854775808, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c5_first_lowest(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected a table that covers codes -128 to 127 but got 256 entries from -9223372036854775808}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<256xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = 9223372036854775807, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c5_first_highest(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected a table that covers codes -128 to 127 but got 256 entries from 9223372036854775807}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!t = tensor<9223372036854775807xi8>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -9223372036854775808, entries = 9223372036854775807, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @table_c5_first_lowest_and_entries_highest(%x: !x, %t: !t) {
  // expected-error @+1 {{'lutfuse.lut_activation' op expected a table that covers codes -128 to 127 but got 9223372036854775807 entries from -9223372036854775808}}
  %y = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, !t) -> !y
  return
}
