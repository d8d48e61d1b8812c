// RUN: lutfuse-opt %s --pass-pipeline='builtin.module(func.func(tosa-to-linalg),round-resize-down)' \
// RUN:   | FileCheck %s --enable-var-scope

// CHECK-LABEL: func.func @resize(
// CHECK-COUNT-2: arith.floordivsi
// CHECK-NOT:     arith.divsi
// CHECK:         return
func.func @resize(%x: tensor<1x4x4x2xi8>) -> tensor<1x8x8x2xi8> {
  %scale = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %offset = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %border = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %y = tosa.resize %x, %scale, %offset, %border {mode = NEAREST_NEIGHBOR}
    : (tensor<1x4x4x2xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x8x8x2xi8>
  return %y : tensor<1x8x8x2xi8>
}

// A division of values, not of positions, rounds towards zero as TOSA says.
// CHECK-LABEL: func.func @divide(
// CHECK:         arith.divsi
func.func @divide(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %0 = tosa.intdiv %a, %b : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
