// REQUIRES: ethos-u
// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics --convert-lutfuse-to-ethosu --remarks-filter=convert.*

// What the hardware cannot do exactly stays, with its reason. The right twins stand in
// convert-lutfuse-to-ethosu.mlir.

!x = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 0.00390625:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>
func.func @float_requantization(%x: tensor<1x8x8x16x!x>) -> tensor<1x8x8x16x!u> {
  %w = "tosa.const"() <{values = dense<5> : tensor<16x3x3x16xi8>}> : () -> tensor<16x3x3x16xi8>
  %wq = quant.scast %w : tensor<16x3x3x16xi8> to tensor<16x3x3x16x!w>
  // expected-remark @+1 {{host | Category:convert-lutfuse-to-ethosu | Function=float_requantization | Op=lutfuse.conv2d, Reason=float-requantization, float-requantization="expected integer multipliers but got float32 scales"}}
  %u = lutfuse.conv2d %x, %wq pad [1, 1, 1, 1] requant_f32 <scale = [0.0625]> : (tensor<1x8x8x16x!x>, tensor<16x3x3x16x!w>) -> tensor<1x8x8x16x!u>
  return %u : tensor<1x8x8x16x!u>
}

// -----

!x = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 0.00390625:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>
func.func @filter_not_constant(%x: tensor<1x8x8x16x!x>, %wq: tensor<16x3x3x16x!w>) -> tensor<1x8x8x16x!u> {
  // expected-remark @+1 {{host | Category:convert-lutfuse-to-ethosu | Function=filter_not_constant | Op=lutfuse.conv2d, Reason=filter-not-constant, filter-not-constant="expected a constant filter"}}
  %u = lutfuse.conv2d %x, %wq pad [1, 1, 1, 1] requant #r : (tensor<1x8x8x16x!x>, tensor<16x3x3x16x!w>) -> tensor<1x8x8x16x!u>
  return %u : tensor<1x8x8x16x!u>
}

// -----

!x = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 0.00390625:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>
func.func @table_not_constant(%u: tensor<1x8x8x16x!u>, %t: tensor<256xi8>) -> tensor<1x8x8x16x!y> {
  // expected-remark @+1 {{host | Category:convert-lutfuse-to-ethosu | Function=table_not_constant | Op=lutfuse.lut_activation, Reason=table-not-constant, table-not-constant="expected a constant table"}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x8x8x16x!u>, tensor<256xi8>) -> tensor<1x8x8x16x!y>
  return %y : tensor<1x8x8x16x!y>
}

// -----

!x = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 0.00390625:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>
func.func @per_channel_table(%u: tensor<1x8x8x16x!u>) -> tensor<1x8x8x16x!y> {
  %t = "tosa.const"() <{values = dense<7> : tensor<16x256xi8>}> : () -> tensor<16x256xi8>
  // expected-remark @+1 {{host | Category:convert-lutfuse-to-ethosu | Function=per_channel_table | Op=lutfuse.lut_activation, Reason=per-channel-table, per-channel-table="expected one table for all channels"}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x8x8x16x!u>, tensor<16x256xi8>) -> tensor<1x8x8x16x!y>
  return %y : tensor<1x8x8x16x!y>
}
