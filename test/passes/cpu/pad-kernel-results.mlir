// RUN: lutfuse-opt %s --pad-kernel-results --split-input-file | FileCheck %s --enable-var-scope

!x = !quant.uniform<i8:f32, 0.5:5>
!w = !quant.uniform<i8:f32, 0.25>
!y = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>

// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.+]]: tensor<1x8x8x4xi8>)
// CHECK-NEXT:    %[[P:.+]] = call @conv(%[[X]]) : (tensor<1x8x8x4xi8>) -> tensor<1x10x9x6xi8>
// CHECK-NEXT:    return %[[P]]
func.func @main(%x: tensor<1x8x8x4xi8>) -> tensor<1x10x9x6xi8> {
  %0 = call @conv(%x) : (tensor<1x8x8x4xi8>) -> tensor<1x8x8x6xi8>
  %1 = call @pad(%0) : (tensor<1x8x8x6xi8>) -> tensor<1x10x9x6xi8>
  return %1 : tensor<1x10x9x6xi8>
}

// CHECK:       func.func private @conv(%{{.+}}: tensor<1x8x8x4xi8>) -> tensor<1x10x9x6xi8> attributes {lutfuse.kernel}
// CHECK:         %[[Y:.+]] = lutfuse.conv2d
// CHECK:         %[[C:.+]] = quant.scast %[[Y]]
// CHECK:         %[[A:.+]] = tosa.const_shape
// CHECK:         %[[V:.+]] = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}>
// CHECK:         %[[R:.+]] = tosa.pad %[[C]], %[[A]], %[[V]]
// CHECK-NEXT:    return %[[R]]
func.func private @conv(%x: tensor<1x8x8x4xi8>) -> tensor<1x8x8x6xi8> attributes {lutfuse.kernel} {
  %w = "tosa.const"() <{values = dense<3> : tensor<6x1x1x4xi8>}> : () -> tensor<6x1x1x4xi8>
  %1 = quant.scast %x : tensor<1x8x8x4xi8> to tensor<1x8x8x4x!x>
  %2 = quant.scast %w : tensor<6x1x1x4xi8> to tensor<6x1x1x4x!w>
  %3 = lutfuse.conv2d %1, %2 requant #r : (tensor<1x8x8x4x!x>, tensor<6x1x1x4x!w>) -> tensor<1x8x8x6x!y>
  %4 = quant.scast %3 : tensor<1x8x8x6x!y> to tensor<1x8x8x6xi8>
  return %4 : tensor<1x8x8x6xi8>
}

// CHECK-NOT:   func.func private @pad(
func.func private @pad(%x: tensor<1x8x8x6xi8>) -> tensor<1x10x9x6xi8> attributes {lutfuse.kernel} {
  %s = tosa.const_shape {values = dense<[0, 0, 1, 1, 0, 1, 0, 0]> : tensor<8xindex>} : () -> !tosa.shape<8>
  %v = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.pad %x, %s, %v : (tensor<1x8x8x6xi8>, !tosa.shape<8>, tensor<1xi8>) -> tensor<1x10x9x6xi8>
  return %0 : tensor<1x10x9x6xi8>
}
