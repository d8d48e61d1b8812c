// What cannot be split into its groups: for each reason, what it alone refuses, beside a convolution
// that is split.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=decompose-grouped-convolutions \
// RUN:   --decompose-grouped-convolutions=target=%S/Inputs/groupless-npu.toml -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:decompose-grouped-convolutions | Decomposed=1, dynamic-shape=1{{$}}}}

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @dynamic(
// CHECK-NOT:     tosa.slice
// CHECK:         lutfuse.conv2d %{{.+}}, %{{.+}} group 2
func.func @dynamic(%x: tensor<?x2x2x4x!x>) -> tensor<?x2x2x4x!u> {
  %c = "tosa.const"() {values = dense<[[[[1, 2]]], [[[3, 4]]], [[[5, 6]]], [[[7, 8]]]]> : tensor<4x1x1x2xi8>} : () -> tensor<4x1x1x2xi8>
  %w = quant.scast %c : tensor<4x1x1x2xi8> to tensor<4x1x1x2x!w>
  // expected-remark@+1 {{[Missed] left-whole | Category:decompose-grouped-convolutions | Function=dynamic | Convolution=lutfuse.conv2d, Reason=dynamic-shape, dynamic-shape="expected a convolution of static shape"}}
  %y = lutfuse.conv2d %x, %w group 2 requant #r
    : (tensor<?x2x2x4x!x>, tensor<4x1x1x2x!w>) -> tensor<?x2x2x4x!u>
  return %y : tensor<?x2x2x4x!u>
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
// expected-remark-re@-1 {{[Analysis] summary | Category:decompose-grouped-convolutions | Decomposed=1, filter-not-constant=1{{$}}}}

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @filter(
// CHECK-NOT:     tosa.slice
// CHECK:         lutfuse.conv2d %{{.+}}, %{{.+}} group 2
func.func @filter(%x: tensor<1x2x2x4x!x>, %w: tensor<4x1x1x2x!w>) -> tensor<1x2x2x4x!u> {
  // expected-remark@+1 {{[Missed] left-whole | Category:decompose-grouped-convolutions | Function=filter | Convolution=lutfuse.conv2d, Reason=filter-not-constant, filter-not-constant="expected a constant filter"}}
  %y = lutfuse.conv2d %x, %w group 2 requant #r
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

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:decompose-grouped-convolutions | Decomposed=1, bias-not-constant=1{{$}}}}

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @bias(
// CHECK-NOT:     tosa.slice
// CHECK:         lutfuse.conv2d %{{.+}} group 2
func.func @bias(%x: tensor<1x2x2x4x!x>, %b: tensor<4xi32>) -> tensor<1x2x2x4x!u> {
  %c = "tosa.const"() {values = dense<[[[[1, 2]]], [[[3, 4]]], [[[5, 6]]], [[[7, 8]]]]> : tensor<4x1x1x2xi8>} : () -> tensor<4x1x1x2xi8>
  %w = quant.scast %c : tensor<4x1x1x2xi8> to tensor<4x1x1x2x!w>
  // expected-remark@+1 {{[Missed] left-whole | Category:decompose-grouped-convolutions | Function=bias | Convolution=lutfuse.conv2d, Reason=bias-not-constant, bias-not-constant="expected a constant bias"}}
  %y = lutfuse.conv2d %x, %w bias %b group 2 requant #r
    : (tensor<1x2x2x4x!x>, tensor<4x1x1x2x!w>, tensor<4xi32>) -> tensor<1x2x2x4x!u>
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
