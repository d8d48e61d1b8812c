// What cannot be split into its groups because of an activation: for each reason, what it alone
// refuses, beside a convolution that is split.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=decompose-grouped-convolutions \
// RUN:   --decompose-grouped-convolutions=target=%S/Inputs/groupless-npu.toml -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:decompose-grouped-convolutions | Decomposed=1, table-not-constant=1{{$}}}}

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @table(
// CHECK-NOT:     tosa.slice
// CHECK:         lutfuse.fused_conv2d
func.func @table(%x: tensor<1x2x2x4x!x>, %t: tensor<4x256xi8>) -> tensor<1x2x2x4x!y> {
  %c = "tosa.const"() {values = dense<[[[[1, 2]]], [[[3, 4]]], [[[5, 6]]], [[[7, 8]]]]> : tensor<4x1x1x2xi8>} : () -> tensor<4x1x1x2xi8>
  %w = quant.scast %c : tensor<4x1x1x2xi8> to tensor<4x1x1x2x!w>
  // expected-remark@+1 {{[Missed] left-whole | Category:decompose-grouped-convolutions | Function=table | Convolution=lutfuse.fused_conv2d, Reason=table-not-constant, table-not-constant="expected a constant table for each channel"}}
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <custom> header #h intermediate !u group 2 requant #r
    : (tensor<1x2x2x4x!x>, tensor<4x1x1x2x!w>, tensor<4x256xi8>) -> tensor<1x2x2x4x!y>
  return %y : tensor<1x2x2x4x!y>
}

// CHECK-LABEL: func.func @split(
// CHECK:         tosa.slice
// CHECK:         tosa.concat
func.func @split(%x: tensor<1x2x2x4x!x>) -> tensor<1x2x2x4x!u> {
  %c = "tosa.const"() {values = dense<[[[[1, 2]]], [[[3, 4]]], [[[5, 6]]], [[[7, 8]]]]> : tensor<4x1x1x2xi8>} : () -> tensor<4x1x1x2xi8>
  %w = quant.scast %c : tensor<4x1x1x2xi8> to tensor<4x1x1x2x!w>
  // expected-remark@+1 {{[Passed] decomposed}}
  %y = lutfuse.conv2d %x, %w group 2 requant #r
    : (tensor<1x2x2x4x!x>, tensor<4x1x1x2x!w>) -> tensor<1x2x2x4x!u>
  return %y : tensor<1x2x2x4x!u>
}

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:decompose-grouped-convolutions | Decomposed=1, merged-boundary=1{{$}}}}

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @merged(
// CHECK-NOT:     tosa.slice
// CHECK:         lutfuse.fused_conv2d
func.func @merged(%x: tensor<1x2x2x4x!x>) -> tensor<1x2x2x4x!u> {
  %c = "tosa.const"() {values = dense<[[[[1, 2]]], [[[3, 4]]], [[[5, 6]]], [[[7, 8]]]]> : tensor<4x1x1x2xi8>} : () -> tensor<4x1x1x2xi8>
  %w = quant.scast %c : tensor<4x1x1x2xi8> to tensor<4x1x1x2x!w>
  // expected-remark@+1 {{[Missed] left-whole | Category:decompose-grouped-convolutions | Function=merged | Convolution=lutfuse.fused_conv2d, Reason=merged-boundary, merged-boundary="expected a boundary but got one given up"}}
  %y = lutfuse.fused_conv2d %x, %w activation clip <min = -3, max = 57> intermediate !u group 2 requant #r
      {lutfuse.merged_boundary = {intermediate_type = !y, max_difference = 0}}
    : (tensor<1x2x2x4x!x>, tensor<4x1x1x2x!w>) -> tensor<1x2x2x4x!u>
  return %y : tensor<1x2x2x4x!u>
}

// CHECK-LABEL: func.func @split(
// CHECK:         tosa.slice
// CHECK:         tosa.concat
func.func @split(%x: tensor<1x2x2x4x!x>) -> tensor<1x2x2x4x!u> {
  %c = "tosa.const"() {values = dense<[[[[1, 2]]], [[[3, 4]]], [[[5, 6]]], [[[7, 8]]]]> : tensor<4x1x1x2xi8>} : () -> tensor<4x1x1x2xi8>
  %w = quant.scast %c : tensor<4x1x1x2xi8> to tensor<4x1x1x2x!w>
  // expected-remark@+1 {{[Passed] decomposed}}
  %y = lutfuse.conv2d %x, %w group 2 requant #r
    : (tensor<1x2x2x4x!x>, tensor<4x1x1x2x!w>) -> tensor<1x2x2x4x!u>
  return %y : tensor<1x2x2x4x!u>
}
