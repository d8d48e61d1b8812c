// RUN: lutfuse-opt %s --outline-cpu-kernels --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --enable-var-scope

!x = !quant.uniform<i8:f32, 0.5:5>
!w = !quant.uniform<i8:f32, 0.25>
!y = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>

// The padding of an 8-bit convolution is a kernel of its own, with the zero point as value; the
// weights go into the kernel, and reshapes stay where they are.
// CHECK-LABEL: func.func @conv(
// CHECK-SAME:    %[[X:.+]]: tensor<64x4xi8>)
// CHECK:         %[[R:.+]] = tosa.reshape %[[X]], %{{.+}} -> tensor<1x8x8x4xi8>
// CHECK-NEXT:    %[[P:.+]] = call @[[PAD:pad_.+]](%[[R]]) : (tensor<1x8x8x4xi8>) -> tensor<1x10x9x4xi8>
// CHECK-NEXT:    %[[C:.+]] = call @[[CONV:conv2d_.+]](%[[P]]) : (tensor<1x10x9x4xi8>) -> tensor<1x8x8x6xi8>
// CHECK-NEXT:    return %[[C]]
func.func @conv(%x: tensor<64x4xi8>) -> tensor<1x8x8x6xi8> {
  %s = tosa.const_shape {values = dense<[1, 8, 8, 4]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %w = "tosa.const"() <{values = dense<3> : tensor<6x3x2x4xi8>}> : () -> tensor<6x3x2x4xi8>
  %0 = tosa.reshape %x, %s : (tensor<64x4xi8>, !tosa.shape<4>) -> tensor<1x8x8x4xi8>
  %1 = quant.scast %0 : tensor<1x8x8x4xi8> to tensor<1x8x8x4x!x>
  %2 = quant.scast %w : tensor<6x3x2x4xi8> to tensor<6x3x2x4x!w>
  %3 = lutfuse.conv2d %1, %2 pad [1, 1, 0, 1] requant #r : (tensor<1x8x8x4x!x>, tensor<6x3x2x4x!w>) -> tensor<1x8x8x6x!y>
  %4 = quant.scast %3 : tensor<1x8x8x6x!y> to tensor<1x8x8x6xi8>
  return %4 : tensor<1x8x8x6xi8>
}

// CHECK:       func.func private @[[PAD]](%[[A:.+]]: tensor<1x8x8x4xi8>) -> tensor<1x10x9x4xi8> attributes {lutfuse.kernel}
// CHECK:         %[[AMOUNTS:.+]] = tosa.const_shape {values = dense<[0, 0, 1, 1, 0, 1, 0, 0]>
// CHECK:         %[[ZERO:.+]] = "tosa.const"() <{values = dense<5> : tensor<1xi8>}>
// CHECK:         tosa.pad %[[A]], %[[AMOUNTS]], %[[ZERO]]
// CHECK:       func.func private @[[CONV]](%{{.+}}: tensor<1x10x9x4xi8>) -> tensor<1x8x8x6xi8> attributes {lutfuse.kernel}
// CHECK:         dense<3> : tensor<6x3x2x4xi8>
// CHECK:         lutfuse.conv2d
// CHECK-NOT:     pad [
// CHECK:         return

// -----

// Element-wise ops are one kernel up to a value that others need, too.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[X:.+]]: tensor<4xi32>, %[[Y:.+]]: tensor<4xi32>)
// CHECK-NEXT:    %[[A:.+]] = call @[[FIRST:.+]](%[[X]], %[[Y]])
// CHECK-NEXT:    %[[B:.+]] = call @[[SECOND:.+]](%[[A]])
// CHECK-NEXT:    return %[[A]], %[[B]]
func.func @chain(%x: tensor<4xi32>, %y: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %0 = tosa.add %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %1 = tosa.abs %0 : (tensor<4xi32>) -> tensor<4xi32>
  %2 = tosa.sub %1, %1 : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %1, %2 : tensor<4xi32>, tensor<4xi32>
}
// CHECK:       func.func private @[[FIRST]](
// CHECK-NEXT:    tosa.add
// CHECK-NEXT:    tosa.abs
// CHECK-NEXT:    return
// CHECK:       func.func private @[[SECOND]](
// CHECK-NEXT:    tosa.sub
// CHECK-NEXT:    return

// -----

!x = !quant.uniform<i8:f32, 0.5>

// expected-error @below {{pass 'outline-cpu-kernels': expected plain arguments but got quantized ones}}
func.func @quantized(%x: tensor<4x!x>) -> tensor<4x!x> {
  return %x : tensor<4x!x>
}
