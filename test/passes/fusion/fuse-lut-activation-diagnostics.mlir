// Errors and remarks of later passes on a fused op have notes at the convolution and the activation.

// RUN: not lutfuse-opt %s --remarks-filter-failed='check.*' --fuse-lut-activation \
// RUN:   --check-lut-tables=fail-on-difference=true -o %t 2>&1 | FileCheck %s --enable-var-scope

// CHECK:      conv.mlir:2:3: remark: [Failure] differs
// CHECK-NEXT: conv.mlir:2:3: note: fused from this convolution
// CHECK-NEXT: lut.mlir:4:5: note: fused from this activation
// CHECK-NEXT: conv.mlir:2:3: error: pass 'check-lut-tables': expected the table of kind 'sigmoid'
// CHECK-NEXT: conv.mlir:2:3: note: fused from this convolution
// CHECK-NEXT: lut.mlir:4:5: note: fused from this activation
// CHECK-NOT:  {{.}}

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 0.00390625:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

func.func @f(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() <{values = dense<1> : tensor<256xi8>}> : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> loc("conv.mlir":2:3)
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y> loc("lut.mlir":4:5)
  return %y : tensor<1x2x2x3x!y>
}
