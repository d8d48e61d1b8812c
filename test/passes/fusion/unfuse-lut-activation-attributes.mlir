// What fusion kept goes back to the op that had it, under the name that it had there. No rule is
// needed for that: the fused op remembers.

// RUN: lutfuse-opt %s --mlir-print-debuginfo -o %t.before
// RUN: lutfuse-opt %s --load-python=%S/Inputs/npu_rules.py --fuse-lut-activation \
// RUN:   --mlir-print-debuginfo -o %t.fused
// RUN: FileCheck %s --input-file=%t.fused
// RUN: lutfuse-opt %t.fused --unfuse-lut-activation --mlir-print-debuginfo -o %t.after
// RUN: diff %t.before %t.after
// RUN: sed 's/npu.output_range = \[0, 255\]/npu.output_range = [0, 9], npu.new/' %t.fused > %t.edited
// RUN: lutfuse-opt %t.edited --unfuse-lut-activation --remarks-filter='unfuse.*' \
// RUN:   2>%t.remarks | FileCheck %s --check-prefix=EDITED --enable-var-scope
// RUN: FileCheck %s --check-prefix=REMARKS --input-file=%t.remarks

// CHECK-COUNT-4: lutfuse.sources

// A later pass changed one and added one: the change goes back, the addition belongs to neither.
// EDITED:      lutfuse.conv2d {{.*}}{npu.core = 2 : i32, npu.intermediate_range = [-6, 250]}
// EDITED:      lutfuse.lut_activation {{.*}}{npu.core = 2 : i32, npu.output_range = [0, 9]}
// EDITED-NOT:  npu.new
// REMARKS:     [Analysis] dropped-attribute | Category:unfuse-lut-activation | Function=f | Attribute=npu.new, Op=lutfuse.fused_conv2d, Why="it says of the fused op what neither op said"

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

func.func @f(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() <{values = dense<1> : tensor<256xi8>}> : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant #r {npu.core = 2 : i32, npu.intermediate_range = [-6, 250]} : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> loc("conv")
  %y = lutfuse.lut_activation <tanh> %u, %t header #h {npu.core = 2 : i32, npu.output_range = [0, 255]} : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y> loc("lut")
  return %y : tensor<1x2x2x3x!y>
}

// One side only has what both may have.
func.func @one_side(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3x!u>, tensor<1x2x2x3x!u>, tensor<1x2x2x3x!u>) {
  %u = lutfuse.conv2d %x, %w requant #r {npu.core = 2 : i32} : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %y = lutfuse.clip %u <min = -3, max = 9> : (tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!u>
  %v = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %z = lutfuse.clip %v <min = -3, max = 9> {npu.core = 2 : i32} : (tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!u>
  %s = lutfuse.conv_transpose2d %x, %w requant #r {npu.output_range = [-6, 250]} : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %q = lutfuse.clip %s <min = -3, max = 9> {npu.output_range = [0, 250]} : (tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!u>
  return %y, %z, %q : tensor<1x2x2x3x!u>, tensor<1x2x2x3x!u>, tensor<1x2x2x3x!u>
}
