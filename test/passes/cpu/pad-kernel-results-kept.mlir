// RUN: lutfuse-opt %s --pad-kernel-results --split-input-file | FileCheck %s --enable-var-scope

!x = !quant.uniform<i8:f32, 0.5:5>
!w = !quant.uniform<i8:f32, 0.25>
!y = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>

// A result that others read, too, keeps its form.
// CHECK-LABEL: func.func @shared(
// CHECK-NEXT:    %[[Y:.+]] = call @conv(
// CHECK-NEXT:    %[[P:.+]] = call @pad(%[[Y]])
// CHECK-NEXT:    return %[[Y]], %[[P]]
func.func @shared(%x: tensor<1x1x1x4xi8>) -> (tensor<1x1x1x6xi8>, tensor<1x1x2x6xi8>) {
  %0 = call @conv(%x) : (tensor<1x1x1x4xi8>) -> tensor<1x1x1x6xi8>
  %1 = call @pad(%0) : (tensor<1x1x1x6xi8>) -> tensor<1x1x2x6xi8>
  return %0, %1 : tensor<1x1x1x6xi8>, tensor<1x1x2x6xi8>
}
func.func private @conv(%x: tensor<1x1x1x4xi8>) -> tensor<1x1x1x6xi8> attributes {lutfuse.kernel} {
  %w = "tosa.const"() <{values = dense<3> : tensor<6x1x1x4xi8>}> : () -> tensor<6x1x1x4xi8>
  %1 = quant.scast %x : tensor<1x1x1x4xi8> to tensor<1x1x1x4x!x>
  %2 = quant.scast %w : tensor<6x1x1x4xi8> to tensor<6x1x1x4x!w>
  %3 = lutfuse.conv2d %1, %2 requant #r : (tensor<1x1x1x4x!x>, tensor<6x1x1x4x!w>) -> tensor<1x1x1x6x!y>
  %4 = quant.scast %3 : tensor<1x1x1x6x!y> to tensor<1x1x1x6xi8>
  return %4 : tensor<1x1x1x6xi8>
}
func.func private @pad(%x: tensor<1x1x1x6xi8>) -> tensor<1x1x2x6xi8> attributes {lutfuse.kernel} {
  %s = tosa.const_shape {values = dense<[0, 0, 0, 0, 0, 1, 0, 0]> : tensor<8xindex>} : () -> !tosa.shape<8>
  %v = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.pad %x, %s, %v : (tensor<1x1x1x6xi8>, !tosa.shape<8>, tensor<1xi8>) -> tensor<1x1x2x6xi8>
  return %0 : tensor<1x1x2x6xi8>
}

// -----

// Only dense convolutions can write inside of a border.
// CHECK-LABEL: func.func @not_a_convolution(
// CHECK-NEXT:    %[[Y:.+]] = call @clamp(
// CHECK-NEXT:    %[[P:.+]] = call @pad(%[[Y]])
// CHECK-NEXT:    return %[[P]]
func.func @not_a_convolution(%x: tensor<1x1x1x6xi8>) -> tensor<1x1x2x6xi8> {
  %0 = call @clamp(%x) : (tensor<1x1x1x6xi8>) -> tensor<1x1x1x6xi8>
  %1 = call @pad(%0) : (tensor<1x1x1x6xi8>) -> tensor<1x1x2x6xi8>
  return %1 : tensor<1x1x2x6xi8>
}
func.func private @clamp(%x: tensor<1x1x1x6xi8>) -> tensor<1x1x1x6xi8> attributes {lutfuse.kernel} {
  %0 = tosa.clamp %x {max_val = 9 : i8, min_val = 0 : i8} : (tensor<1x1x1x6xi8>) -> tensor<1x1x1x6xi8>
  return %0 : tensor<1x1x1x6xi8>
}
func.func private @pad(%x: tensor<1x1x1x6xi8>) -> tensor<1x1x2x6xi8> attributes {lutfuse.kernel} {
  %s = tosa.const_shape {values = dense<[0, 0, 0, 0, 0, 1, 0, 0]> : tensor<8xindex>} : () -> !tosa.shape<8>
  %v = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %0 = tosa.pad %x, %s, %v : (tensor<1x1x1x6xi8>, !tosa.shape<8>, tensor<1xi8>) -> tensor<1x1x2x6xi8>
  return %0 : tensor<1x1x2x6xi8>
}
