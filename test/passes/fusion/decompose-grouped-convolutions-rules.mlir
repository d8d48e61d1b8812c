// Where a target has groups, only what they cannot take is split: this one has sigmoid behind them,
// and GELU behind convolutions of one group. It is described in Inputs/grouped-tables.toml.

// RUN: lutfuse-opt %s --mlir-print-debuginfo \
// RUN:   --decompose-grouped-convolutions=target=%S/Inputs/grouped-tables.toml -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t
// RUN: lutfuse-opt %s --remarks-filter=decompose-grouped-convolutions \
// RUN:   --decompose-grouped-convolutions=target=%S/Inputs/grouped-tables.toml -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

// REMARK: remark: loc("conv"): [Passed] decomposed | {{.*}} Function=gelu | Activation=gelu, Convolution=lutfuse.conv2d, Groups=2
// REMARK: [Analysis] summary | Category:decompose-grouped-convolutions | Decomposed=1

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @gelu(
// CHECK:         lutfuse.conv2d {{.*}} loc(#[[$U0:.+]])
// CHECK:         lutfuse.lut_activation <gelu> {{.*}} loc(#[[$Y0:.+]])
// CHECK:         lutfuse.conv2d {{.*}} loc(#[[$U1:.+]])
// CHECK:         lutfuse.lut_activation <gelu> {{.*}} loc(#[[$Y1:.+]])
func.func @gelu(%x: tensor<1x2x2x4x!x>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %c = "tosa.const"() {values = dense<[[[[1, 2]]], [[[3, 4]]], [[[5, 6]]], [[[7, 8]]]]> : tensor<4x1x1x2xi8>} : () -> tensor<4x1x1x2xi8>
  %w = quant.scast %c : tensor<4x1x1x2xi8> to tensor<4x1x1x2x!w>
  %u = lutfuse.conv2d %x, %w group 2 requant #r
    : (tensor<1x2x2x4x!x>, tensor<4x1x1x2x!w>) -> tensor<1x2x2x4x!u> loc("conv")
  %y = lutfuse.lut_activation <gelu> %u, %t header #h : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!y> loc("gelu")
  return %y : tensor<1x2x2x4x!y>
}

// CHECK-LABEL: func.func @sigmoid(
// CHECK:         lutfuse.conv2d %{{.+}}, %{{.+}} group 2
// CHECK-NEXT:    lutfuse.lut_activation <sigmoid>
func.func @sigmoid(%x: tensor<1x2x2x4x!x>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %c = "tosa.const"() {values = dense<[[[[1, 2]]], [[[3, 4]]], [[[5, 6]]], [[[7, 8]]]]> : tensor<4x1x1x2xi8>} : () -> tensor<4x1x1x2xi8>
  %w = quant.scast %c : tensor<4x1x1x2xi8> to tensor<4x1x1x2x!w>
  %u = lutfuse.conv2d %x, %w group 2 requant #r
    : (tensor<1x2x2x4x!x>, tensor<4x1x1x2x!w>) -> tensor<1x2x2x4x!u>
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!y>
  return %y : tensor<1x2x2x4x!y>
}

// CHECK-LABEL: func.func @alone(
// CHECK:         lutfuse.conv2d %{{.+}}, %{{.+}} group 2
// CHECK-NEXT:    return
func.func @alone(%x: tensor<1x2x2x4x!x>) -> tensor<1x2x2x4x!u> {
  %c = "tosa.const"() {values = dense<[[[[1, 2]]], [[[3, 4]]], [[[5, 6]]], [[[7, 8]]]]> : tensor<4x1x1x2xi8>} : () -> tensor<4x1x1x2xi8>
  %w = quant.scast %c : tensor<4x1x1x2xi8> to tensor<4x1x1x2x!w>
  %u = lutfuse.conv2d %x, %w group 2 requant #r
    : (tensor<1x2x2x4x!x>, tensor<4x1x1x2x!w>) -> tensor<1x2x2x4x!u>
  return %u : tensor<1x2x2x4x!u>
}
// CHECK-DAG: #[[$CONV:.+]] = loc("conv")
// CHECK-DAG: #[[$ACT:.+]] = loc("gelu")
// CHECK-DAG: #[[$U0]] = loc(fused<"decompose-grouped-convolutions, group 0 of 2">[#[[$CONV]]])
// CHECK-DAG: #[[$Y0]] = loc(fused<"decompose-grouped-convolutions, group 0 of 2">[#[[$ACT]]])
// CHECK-DAG: #[[$U1]] = loc(fused<"decompose-grouped-convolutions, group 1 of 2">[#[[$CONV]]])
// CHECK-DAG: #[[$Y1]] = loc(fused<"decompose-grouped-convolutions, group 1 of 2">[#[[$ACT]]])
