// RUN: lutfuse-opt %s --fuse-lut-activation=target=%S/Inputs/own-kind.toml | FileCheck %s --enable-var-scope

// A kind of one's own fuses where the target names it.

!x = tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<3x1x1x4x!quant.uniform<i8:f32, 0.25>>
!u = tensor<1x2x2x3x!quant.uniform<i8:f32, 2.0>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0>, result = !quant.uniform<i8:f32, 2.0>>

// CHECK-LABEL: func.func @named
// CHECK:         lutfuse.fused_conv2d {{.*}} kind <npu.softsign>
// CHECK-NOT:     lutfuse.lut_activation
func.func @named(%x: !x, %w: !w) -> !u {
  %t = "tosa.const"() <{values = dense<3> : tensor<256xi8>}> : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !u
  %y = lutfuse.lut_activation <npu.softsign> %u, %t header #h : (!u, tensor<256xi8>) -> !u
  return %y : !u
}

// CHECK-LABEL: func.func @of_another
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation <gpu.softsign>
func.func @of_another(%x: !x, %w: !w) -> !u {
  %t = "tosa.const"() <{values = dense<3> : tensor<256xi8>}> : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !u
  %y = lutfuse.lut_activation <gpu.softsign> %u, %t header #h : (!u, tensor<256xi8>) -> !u
  return %y : !u
}
