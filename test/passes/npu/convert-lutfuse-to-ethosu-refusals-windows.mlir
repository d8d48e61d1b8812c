// REQUIRES: ethos-u
// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics --convert-lutfuse-to-ethosu --remarks-filter=convert.*

!x = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 0.00390625:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>
func.func @stride(%x: tensor<1x8x8x16x!x>) -> tensor<1x2x2x16x!u> {
  %w = "tosa.const"() <{values = dense<5> : tensor<16x3x3x16xi8>}> : () -> tensor<16x3x3x16xi8>
  %wq = quant.scast %w : tensor<16x3x3x16xi8> to tensor<16x3x3x16x!w>
  // expected-remark @+1 {{host | Category:convert-lutfuse-to-ethosu | Function=stride | Op=lutfuse.conv2d, Reason=stride, stride="expected strides of 1 to 3 but got [4, 4]"}}
  %u = lutfuse.conv2d %x, %wq stride [4, 4] pad [1, 1, 1, 1] requant #r : (tensor<1x8x8x16x!x>, tensor<16x3x3x16x!w>) -> tensor<1x2x2x16x!u>
  return %u : tensor<1x2x2x16x!u>
}

// -----

!x = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 0.00390625:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>
func.func @dilation(%x: tensor<1x8x8x16x!x>) -> tensor<1x2x2x16x!u> {
  %w = "tosa.const"() <{values = dense<5> : tensor<16x3x3x16xi8>}> : () -> tensor<16x3x3x16xi8>
  %wq = quant.scast %w : tensor<16x3x3x16xi8> to tensor<16x3x3x16x!w>
  // expected-remark @+1 {{host | Category:convert-lutfuse-to-ethosu | Function=dilation | Op=lutfuse.conv2d, Reason=dilation, dilation="expected dilations of 1 or 2 but got [3, 3]"}}
  %u = lutfuse.conv2d %x, %wq dilation [3, 3] requant #r : (tensor<1x8x8x16x!x>, tensor<16x3x3x16x!w>) -> tensor<1x2x2x16x!u>
  return %u : tensor<1x2x2x16x!u>
}

// -----

!x = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 0.00390625:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>
func.func @padding(%x: tensor<1x8x8x16x!x>) -> tensor<1x10x8x16x!u> {
  %w = "tosa.const"() <{values = dense<5> : tensor<16x3x3x16xi8>}> : () -> tensor<16x3x3x16xi8>
  %wq = quant.scast %w : tensor<16x3x3x16xi8> to tensor<16x3x3x16x!w>
  // expected-remark @+1 {{host | Category:convert-lutfuse-to-ethosu | Function=padding | Op=lutfuse.conv2d, Reason=padding, padding="expected padding smaller than the kernel but got [3, 1, 1, 1]"}}
  %u = lutfuse.conv2d %x, %wq pad [3, 1, 1, 1] requant #r : (tensor<1x8x8x16x!x>, tensor<16x3x3x16x!w>) -> tensor<1x10x8x16x!u>
  return %u : tensor<1x10x8x16x!u>
}

// -----

!x = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 0.00390625:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>
func.func @batch(%x: tensor<2x8x8x16x!x>) -> tensor<2x8x8x16x!u> {
  %w = "tosa.const"() <{values = dense<5> : tensor<16x3x3x16xi8>}> : () -> tensor<16x3x3x16xi8>
  %wq = quant.scast %w : tensor<16x3x3x16xi8> to tensor<16x3x3x16x!w>
  // expected-remark @+1 {{host | Category:convert-lutfuse-to-ethosu | Function=batch | Op=lutfuse.conv2d, Reason=batch, batch="expected an NHWC tensor with a batch of 1 but got [2, 8, 8, 16]"}}
  %u = lutfuse.conv2d %x, %wq pad [1, 1, 1, 1] requant #r : (tensor<2x8x8x16x!x>, tensor<16x3x3x16x!w>) -> tensor<2x8x8x16x!u>
  return %u : tensor<2x8x8x16x!u>
}

// -----

!x = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 0.00390625:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>
func.func @transposed_stride(%x: tensor<1x8x8x16x!x>) -> tensor<1x24x24x16x!u> {
  %w = "tosa.const"() <{values = dense<5> : tensor<16x3x3x16xi8>}> : () -> tensor<16x3x3x16xi8>
  %wq = quant.scast %w : tensor<16x3x3x16xi8> to tensor<16x3x3x16x!w>
  // expected-remark @+1 {{host | Category:convert-lutfuse-to-ethosu | Function=transposed_stride | Op=lutfuse.conv_transpose2d, Reason=stride, stride="expected strides of 1 or 2 but got [3, 3]"}}
  %u = lutfuse.conv_transpose2d %x, %wq stride [3, 3] requant #r : (tensor<1x8x8x16x!x>, tensor<16x3x3x16x!w>) -> tensor<1x24x24x16x!u>
  return %u : tensor<1x24x24x16x!u>
}
