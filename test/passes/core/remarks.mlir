// Remarks reach programs through mlir-opt's own flags. A filter matches the whole name of a pass.

// RUN: lutfuse-opt %s --fuse-lut-activation=target=reference --remarks-filter='fuse.*' -o %t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ALL
// RUN: lutfuse-opt %s --fuse-lut-activation=target=reference --remarks-filter=fuse -o %t 2> %t.none
// RUN: count 0 < %t.none
// RUN: lutfuse-opt %s --fuse-lut-activation=target=reference --remarks-filter-missed='fuse.*' \
// RUN:   -o %t 2>&1 | FileCheck %s --check-prefix=ONLY
// RUN: lutfuse-opt %s --fuse-lut-activation=target=reference --remarks-filter='.*' \
// RUN:   --remark-format=yaml --remarks-output-file=%t.yaml -o %t
// RUN: FileCheck %s --check-prefix=YAML --input-file=%t.yaml

// ALL:  remark: [Passed] fused | Category:fuse-lut-activation | Function=fused | Activation=sigmoid, Convolution=lutfuse.conv2d
// ALL:  note: fused into this convolution
// ALL:  remark: [Missed] refused | Category:fuse-lut-activation | Function=refused | Activation=tanh, Reason=unsupported-activation,
// ALL:  note: producer is 'lutfuse.conv2d'
// ALL:  remark: [Analysis] summary | Category:fuse-lut-activation | Fused=1, unsupported-activation=1

// ONLY-NOT: Passed
// ONLY:     remark: [Missed] refused
// ONLY-NOT: Analysis

// YAML:      --- !Passed
// YAML-NEXT: Pass:            fuse-lut-activation
// YAML-NEXT: Name:            fused
// YAML-NEXT: DebugLoc:        { File: {{.*}}remarks.mlir', Line: {{[0-9]+}},
// YAML:      --- !Missed
// YAML-NEXT: Pass:            fuse-lut-activation
// YAML-NEXT: Name:            refused
// YAML-NEXT: DebugLoc:
// YAML:      Function:        refused
// YAML-NEXT: Args:
// YAML-NEXT:   - Reason:          unsupported-activation
// YAML-NEXT:   - Activation:      tanh
// YAML-NEXT:   - unsupported-activation: 'expected a table of gelu or sigmoid after a convolution of i8 codes but got tanh; use a target that takes this kind'

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

func.func @fused(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

func.func @refused(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}
