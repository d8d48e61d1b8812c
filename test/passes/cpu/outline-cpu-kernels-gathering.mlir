// RUN: lutfuse-opt %s --outline-cpu-kernels --split-input-file \
// RUN:   | FileCheck %s --enable-var-scope

// A resize and the rescale of its sums are one kernel, which ends there.
// CHECK-LABEL: func.func @resize(
// CHECK-NEXT:    %[[R:.+]] = call @[[RESIZE:rescale_.+]](%{{.+}}) : (tensor<1x2x2x4xi8>) -> tensor<1x4x4x4xi8>
// CHECK-NEXT:    %[[A:.+]] = call @[[CLAMP:clamp_.+]](%[[R]])
// CHECK-NEXT:    return %[[A]]
// CHECK:       func.func private @[[RESIZE]](
// CHECK:         tosa.resize
// CHECK:         tosa.rescale
// CHECK:         return
// CHECK:       func.func private @[[CLAMP]](
func.func @resize(%x: tensor<1x2x2x4xi8>) -> tensor<1x4x4x4xi8> {
  %s = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o = tosa.const_shape {values = dense<-1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %h = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %i = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.resize %x, %s, %o, %b {mode = BILINEAR} : (tensor<1x2x2x4xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x4x4xi32>
  %1 = tosa.rescale %0, %m, %h, %i, %z {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x4x4x4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x4x4x4xi8>
  %2 = tosa.clamp %1 {max_val = 9 : i8, min_val = 0 : i8} : (tensor<1x4x4x4xi8>) -> tensor<1x4x4x4xi8>
  return %2 : tensor<1x4x4x4xi8>
}

// -----

// The nearest codes are codes already: what follows is a kernel of its own.
// CHECK-LABEL: func.func @nearest(
// CHECK-NEXT:    call @resize_
// CHECK-NEXT:    call @rescale_
// CHECK-NEXT:    return
func.func @nearest(%x: tensor<1x2x2x4xi8>) -> tensor<1x4x4x4xi8> {
  %s = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %o = tosa.const_shape {values = dense<-1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<1> : tensor<2xindex>} : () -> !tosa.shape<2>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %h = "tosa.const"() <{values = dense<31> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.resize %x, %s, %o, %b {mode = NEAREST_NEIGHBOR} : (tensor<1x2x2x4xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x4x4x4xi8>
  %1 = tosa.rescale %0, %m, %h, %z, %z {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x4x4x4xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x4xi8>
  return %1 : tensor<1x4x4x4xi8>
}

// -----

// A mean: sums over axes with the rescales from and to codes.
// CHECK-LABEL: func.func @mean(
// CHECK-NEXT:    call @[[MEAN:rescale_.+]](%{{.+}}) : (tensor<1x2x2x4xi8>) -> tensor<1x1x1x4xi8>
// CHECK-NEXT:    return
// CHECK:       func.func private @[[MEAN]](
// CHECK:         tosa.rescale
// CHECK:         tosa.reduce_sum
// CHECK:         tosa.reduce_sum
// CHECK:         tosa.rescale
// CHECK-NEXT:    return
func.func @mean(%x: tensor<1x2x2x4xi8>) -> tensor<1x1x1x4xi8> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %h = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %k = "tosa.const"() <{values = dense<32> : tensor<1xi8>}> : () -> tensor<1xi8>
  %i = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %z = "tosa.const"() <{values = dense<5> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.rescale %x, %m, %h, %z, %i {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x2x2x4xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<1x2x2x4xi32>
  %1 = tosa.reduce_sum %0 {axis = 1 : i32} : (tensor<1x2x2x4xi32>) -> tensor<1x1x2x4xi32>
  %2 = tosa.reduce_sum %1 {axis = 2 : i32} : (tensor<1x1x2x4xi32>) -> tensor<1x1x1x4xi32>
  %3 = tosa.rescale %2, %m, %k, %i, %z {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x1x1x4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x1x1x4xi8>
  return %3 : tensor<1x1x1x4xi8>
}

// -----

// Other ops before a sum, or after it, stay element-wise kernels.
// CHECK-LABEL: func.func @not_a_rescale(
// CHECK-NEXT:    call @mul_
// CHECK-NEXT:    call @reduce_sum_
// CHECK-NEXT:    call @abs_
// CHECK-NEXT:    return
func.func @not_a_rescale(%x: tensor<3x4xi32>) -> tensor<1x4xi32> {
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.mul %x, %x, %z : (tensor<3x4xi32>, tensor<3x4xi32>, tensor<1xi8>) -> tensor<3x4xi32>
  %1 = tosa.reduce_sum %0 {axis = 0 : i32} : (tensor<3x4xi32>) -> tensor<1x4xi32>
  %2 = tosa.abs %1 : (tensor<1x4xi32>) -> tensor<1x4xi32>
  return %2 : tensor<1x4xi32>
}
