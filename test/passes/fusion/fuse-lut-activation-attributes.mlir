// What caches the result's properties comes from the activation, what describes the codes between
// from the convolution; each attribute that is left behind is named with the reason.

// RUN: lutfuse-opt %s --load-python=%S/Inputs/npu_rules.py --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter-analyse='fuse.*' --fuse-lut-activation -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark@-1 {{[Analysis] summary}}

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// Both ops cache their own result: the fused op's result is the activation's.
// CHECK-LABEL: func.func @right_side(
// CHECK:         lutfuse.fused_conv2d
// CHECK-SAME:      {lutfuse.sources = {npu.intermediate_range = {convolution = "npu.intermediate_range"}, npu.memory_estimate = {activation = "npu.memory_estimate"}, npu.output_range = {activation = "npu.output_range"}, npu.output_type = {activation = "npu.output_type"}},
// CHECK-SAME:      npu.intermediate_range = [-6, 250], npu.memory_estimate = 3 : i32, npu.output_range = [0, 255], npu.output_type = ui8}
func.func @right_side(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-remark@+3 {{[Analysis] dropped-attribute | Category:fuse-lut-activation | Function=right_side | Attribute=npu.memory_estimate, Op=lutfuse.conv2d, Why="only that of the activation holds for the fused op: it describes the result"}}
  // expected-remark@+2 {{Attribute=npu.output_range, Op=lutfuse.conv2d, Why="only that of the activation}}
  // expected-remark@+1 {{Attribute=npu.output_type, Op=lutfuse.conv2d, Why="only that of the activation}}
  %u = lutfuse.conv2d %x, %w requant #r {npu.intermediate_range = [-6, 250], npu.memory_estimate = 12 : i32, npu.output_range = [-6, 250], npu.output_type = i8}
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Attribute=npu.intermediate_range, Op=lutfuse.lut_activation, Why="only that of the convolution holds for the fused op: it describes the codes between"}}
  %y = lutfuse.lut_activation <tanh> %u, %t header #h {npu.intermediate_range = [0, 0], npu.memory_estimate = 3 : i32, npu.output_range = [0, 255], npu.output_type = ui8}
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// A rule of one op goes before that of all, and may rename: the convolution's range is kept, too.
// CHECK-LABEL: func.func @renamed(
// CHECK:         lutfuse.fused_conv_transpose2d
// CHECK-SAME:      {lutfuse.sources = {npu.between = {convolution = "npu.output_range"}, npu.output_range = {activation = "npu.output_range"}}, npu.between = [-6, 250], npu.output_range = [0, 255]}
func.func @renamed(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  %u = lutfuse.conv_transpose2d %x, %w requant #r {npu.output_range = [-6, 250]}
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %y = lutfuse.clip %u <min = -3, max = 9> {npu.output_range = [0, 255]} : (tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!u>
  return %y : tensor<1x2x2x3x!u>
}

// Equal on both, on one only, and converted to one value.
// CHECK-LABEL: func.func @both_sides(
// CHECK:         lutfuse.fused_conv2d
// CHECK-SAME:      {lutfuse.sources = {npu.core = {activation = "npu.core", convolution = "npu.core"}}, npu.core = 2 : i32, npu.cycles = 107 : i64}
// CHECK:         lutfuse.fused_conv2d
// CHECK-SAME:      {lutfuse.sources = {npu.core = {activation = "npu.core"}}, npu.core = 2 : i32}
func.func @both_sides(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3x!u>, tensor<1x2x2x3x!u>) {
  %u = lutfuse.conv2d %x, %w requant #r {npu.core = 2 : i32, npu.cycles = 100 : i64}
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %y = lutfuse.clip %u <min = -3, max = 9> {npu.core = 2 : i32, npu.cycles = 7 : i64} : (tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!u>
  %v = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %z = lutfuse.clip %v <min = -3, max = 9> {npu.core = 2 : i32} : (tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!u>
  return %y, %z : tensor<1x2x2x3x!u>, tensor<1x2x2x3x!u>
}

// Two that differ, a conversion that gives up, a rule that drops, and one of no rule.
// CHECK-LABEL: func.func @dropped(
// CHECK:         lutfuse.fused_conv2d
// CHECK-NOT:     {
// CHECK:         return
func.func @dropped(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  // expected-remark@+3 {{Attribute=npu.core, Op=lutfuse.conv2d, Why="the two ops differ in it: 1 : i32 and 2 : i32"}}
  // expected-remark@+2 {{Attribute=npu.cycles, Op=lutfuse.conv2d, Why="only a sum of two"}}
  // expected-remark@+1 {{Attribute=npu.slot, Op=lutfuse.conv2d, Why="planned for an op that is gone"}}
  %u = lutfuse.conv2d %x, %w requant #r {npu.core = 1 : i32, npu.cycles = 100 : i64, npu.slot = 3 : i32}
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+2 {{Attribute=npu.core, Op=lutfuse.clip, Why="the two ops differ in it: 1 : i32 and 2 : i32"}}
  // expected-remark@+1 {{Attribute=other.note, Op=lutfuse.clip, Why="no rule is registered for it"}}
  %y = lutfuse.clip %u <min = -3, max = 9> {npu.core = 2 : i32, other.note = "x"} : (tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!u>
  return %y : tensor<1x2x2x3x!u>
}

