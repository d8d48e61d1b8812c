// Discardable attributes stay on each part where a rule says so, and are dropped otherwise.

// RUN: lutfuse-opt %s --load-python=%S/Inputs/part_rules.py --split-input-file \
// RUN:   --verify-diagnostics --remarks-filter=decompose-grouped-convolutions \
// RUN:   --decompose-grouped-convolutions=target=%S/Inputs/groupless-npu.toml -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:decompose-grouped-convolutions | Decomposed=1{{$}}}}

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @pair(
// CHECK-NOT:     npu.cycles
// CHECK-NOT:     npu.memory
// CHECK:         lutfuse.conv2d {{.*}} {npu.core = 2 : i64}
// CHECK:         lutfuse.clip {{.*}} {npu.core = 3 : i64}
// CHECK:         lutfuse.conv2d {{.*}} {npu.core = 2 : i64}
// CHECK:         lutfuse.clip {{.*}} {npu.core = 3 : i64}
func.func @pair(%x: tensor<1x2x2x4x!x>) -> tensor<1x2x2x4x!u> {
  %c = "tosa.const"() {values = dense<1> : tensor<4x1x1x2xi8>} : () -> tensor<4x1x1x2xi8>
  %w = quant.scast %c : tensor<4x1x1x2xi8> to tensor<4x1x1x2x!w>
  // expected-remark@+3 {{[Passed] decomposed}}
  // expected-remark@+2 {{[Analysis] dropped-attribute | Category:decompose-grouped-convolutions | Function=pair | Attribute=npu.cycles, Op=lutfuse.conv2d, Why="its rule does not keep it on parts: what the layer costs"}}
  // expected-remark@+1 {{[Analysis] dropped-attribute | Category:decompose-grouped-convolutions | Function=pair | Attribute=npu.memory, Op=lutfuse.conv2d, Why="no rule is registered for it"}}
  %u = lutfuse.conv2d %x, %w group 2 requant #r {npu.core = 2, npu.cycles = 7, npu.memory = 9}
    : (tensor<1x2x2x4x!x>, tensor<4x1x1x2x!w>) -> tensor<1x2x2x4x!u>
  %y = lutfuse.clip %u <min = -3, max = 57> {npu.core = 3} : (tensor<1x2x2x4x!u>) -> tensor<1x2x2x4x!u>
  return %y : tensor<1x2x2x4x!u>
}

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:decompose-grouped-convolutions | Decomposed=1{{$}}}}

// A fused op says whose its attributes were, and so do its parts.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @fused(
// CHECK-COUNT-2: lutfuse.fused_conv2d {{.*}} {lutfuse.sources = {npu.core = {convolution = "npu.core"}}, npu.core = 2 : i64}
func.func @fused(%x: tensor<1x2x2x4x!x>) -> tensor<1x2x2x4x!u> {
  %c = "tosa.const"() {values = dense<1> : tensor<4x1x1x2xi8>} : () -> tensor<4x1x1x2xi8>
  %w = quant.scast %c : tensor<4x1x1x2xi8> to tensor<4x1x1x2x!w>
  // expected-remark@+2 {{[Passed] decomposed}}
  // expected-remark@+1 {{Attribute=npu.cycles, Op=lutfuse.fused_conv2d, Why="its rule does not keep it on parts: what the layer costs"}}
  %y = lutfuse.fused_conv2d %x, %w activation clip <min = -3, max = 57> intermediate !u group 2 requant #r
      {lutfuse.sources = {npu.core = {convolution = "npu.core"}, npu.cycles = {convolution = "npu.cycles"}}, npu.core = 2, npu.cycles = 7}
    : (tensor<1x2x2x4x!x>, tensor<4x1x1x2x!w>) -> tensor<1x2x2x4x!u>
  return %y : tensor<1x2x2x4x!u>
}
