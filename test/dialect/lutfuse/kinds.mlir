// RUN: lutfuse-opt %s --verify-roundtrip | FileCheck %s --enable-var-scope

// Every activation kind. Kinds are labels: one table may stand for any.

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>

// CHECK-LABEL: func.func @kinds
func.func @kinds(%x: !x, %t: tensor<256xi8>) {
  // CHECK: lutfuse.lut_activation <custom> %
  %0 = lutfuse.lut_activation <custom> %x, %t header #h : (!x, tensor<256xi8>) -> !y
  // CHECK-NEXT: lutfuse.lut_activation <sigmoid> %
  %1 = lutfuse.lut_activation <sigmoid> %x, %t header #h : (!x, tensor<256xi8>) -> !y
  // CHECK-NEXT: lutfuse.lut_activation <tanh> %
  %2 = lutfuse.lut_activation <tanh> %x, %t header #h : (!x, tensor<256xi8>) -> !y
  // CHECK-NEXT: lutfuse.lut_activation <gelu> %
  %3 = lutfuse.lut_activation <gelu> %x, %t header #h : (!x, tensor<256xi8>) -> !y
  // CHECK-NEXT: lutfuse.lut_activation <gelu_tanh> %
  %4 = lutfuse.lut_activation <gelu_tanh> %x, %t header #h : (!x, tensor<256xi8>) -> !y
  // CHECK-NEXT: lutfuse.lut_activation <silu> %
  %5 = lutfuse.lut_activation <silu> %x, %t header #h : (!x, tensor<256xi8>) -> !y
  // CHECK-NEXT: lutfuse.lut_activation <hard_swish> %
  %6 = lutfuse.lut_activation <hard_swish> %x, %t header #h : (!x, tensor<256xi8>) -> !y
  // CHECK-NEXT: lutfuse.lut_activation <hard_sigmoid> %
  %7 = lutfuse.lut_activation <hard_sigmoid> %x, %t header #h : (!x, tensor<256xi8>) -> !y
  // CHECK-NEXT: lutfuse.lut_activation <elu> %
  %8 = lutfuse.lut_activation <elu> %x, %t header #h : (!x, tensor<256xi8>) -> !y
  // CHECK-NEXT: lutfuse.lut_activation <leaky_relu> %
  %9 = lutfuse.lut_activation <leaky_relu> %x, %t header #h : (!x, tensor<256xi8>) -> !y
  // CHECK-NEXT: lutfuse.lut_activation <exp> %
  %10 = lutfuse.lut_activation <exp> %x, %t header #h : (!x, tensor<256xi8>) -> !y
  // CHECK-NEXT: lutfuse.lut_activation <log> %
  %11 = lutfuse.lut_activation <log> %x, %t header #h : (!x, tensor<256xi8>) -> !y
  // CHECK-NEXT: lutfuse.lut_activation <sqrt> %
  %12 = lutfuse.lut_activation <sqrt> %x, %t header #h : (!x, tensor<256xi8>) -> !y
  // CHECK-NEXT: lutfuse.lut_activation <rsqrt> %
  %13 = lutfuse.lut_activation <rsqrt> %x, %t header #h : (!x, tensor<256xi8>) -> !y
  // CHECK-NEXT: lutfuse.lut_activation <reciprocal> %
  %14 = lutfuse.lut_activation <reciprocal> %x, %t header #h : (!x, tensor<256xi8>) -> !y
  // CHECK-NEXT: lutfuse.lut_activation <softplus> %
  %15 = lutfuse.lut_activation <softplus> %x, %t header #h : (!x, tensor<256xi8>) -> !y
  // CHECK-NEXT: lutfuse.lut_activation <mish> %
  %16 = lutfuse.lut_activation <mish> %x, %t header #h : (!x, tensor<256xi8>) -> !y
  // CHECK-NEXT: lutfuse.lut_activation <sin> %
  %17 = lutfuse.lut_activation <sin> %x, %t header #h : (!x, tensor<256xi8>) -> !y
  // CHECK-NEXT: lutfuse.lut_activation <cos> %
  %18 = lutfuse.lut_activation <cos> %x, %t header #h : (!x, tensor<256xi8>) -> !y
  return
}
