// RUN: lutfuse-opt %s --loop-invariant-code-motion | FileCheck %s --enable-var-scope

// What cannot go wrong at run time leaves a loop that may not run at all.

!q = !quant.uniform<i8:f32, 0.5>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 0.00390625:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @hoisted
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.conv_transpose2d
// CHECK-NEXT:    lutfuse.fused_conv2d
// CHECK-NEXT:    lutfuse.fused_conv_transpose2d
// CHECK-NEXT:    lutfuse.lut_activation
// CHECK-NEXT:    lutfuse.clip
// CHECK-NEXT:    lutfuse.leaky_relu
// CHECK-NEXT:    scf.for
func.func @hoisted(%n: index, %x: tensor<1x8x8x4x!q>, %w: !w, %b: tensor<8xi32>,
                   %t: tensor<256xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = lutfuse.conv2d %x, %w bias %b requant #r : (tensor<1x8x8x4x!q>, !w, tensor<8xi32>) -> tensor<1x8x8x8x!u>
    %1 = lutfuse.conv_transpose2d %x, %w requant #r : (tensor<1x8x8x4x!q>, !w) -> tensor<1x8x8x8x!u>
    %2 = lutfuse.fused_conv2d %x, %w lut %t kind <gelu> header #h intermediate !u requant #r
      : (tensor<1x8x8x4x!q>, !w, tensor<256xi8>) -> tensor<1x8x8x8x!y>
    %3 = lutfuse.fused_conv_transpose2d %x, %w lut %t kind <gelu> header #h intermediate !u requant #r
      : (tensor<1x8x8x4x!q>, !w, tensor<256xi8>) -> tensor<1x8x8x8x!y>
    %4 = lutfuse.lut_activation <gelu> %0, %t header #h : (tensor<1x8x8x8x!u>, tensor<256xi8>) -> tensor<1x8x8x8x!y>
    %5 = lutfuse.clip %0 <min = 0, max = 9> : (tensor<1x8x8x8x!u>) -> tensor<1x8x8x8x!u>
    %6 = lutfuse.leaky_relu %0 <positive = #r, negative = #r>
      : (tensor<1x8x8x8x!u>) -> tensor<1x8x8x8x!quant.uniform<i8:f32, 32.0>>
    func.call @use(%1, %2, %3, %4, %5, %6) : (tensor<1x8x8x8x!u>, tensor<1x8x8x8x!y>, tensor<1x8x8x8x!y>,
      tensor<1x8x8x8x!y>, tensor<1x8x8x8x!u>, tensor<1x8x8x8x!quant.uniform<i8:f32, 32.0>>) -> ()
  }
  return
}
func.func private @use(tensor<1x8x8x8x!u>, tensor<1x8x8x8x!y>, tensor<1x8x8x8x!y>, tensor<1x8x8x8x!y>,
                       tensor<1x8x8x8x!u>, tensor<1x8x8x8x!quant.uniform<i8:f32, 32.0>>)
