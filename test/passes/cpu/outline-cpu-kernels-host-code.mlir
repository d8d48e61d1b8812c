// RUN: lutfuse-opt %s --outline-cpu-kernels | FileCheck %s --enable-var-scope

// Ops of other dialects, with all that is in their regions, are one kernel until a kernel here
// reads what they make. Numbers pass in tensors.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[P:.+]]: tensor<i1>, %[[X:.+]]: tensor<8xi8>)
// CHECK-NEXT:    %[[A:.+]]:2 = call @if_0(%[[P]], %[[X]], %[[X]]) : (tensor<i1>, tensor<8xi8>, tensor<8xi8>) -> (tensor<i1>, tensor<8xi8>)
// CHECK-NEXT:    %[[B:.+]] = call @abs_1(%[[A]]#1)
// CHECK-NEXT:    %[[C:.+]] = call @select_2(%[[A]]#0, %[[B]], %[[X]])
// CHECK-NEXT:    return %[[C]]
// CHECK-LABEL: func.func private @if_0(
// CHECK-SAME:    %[[T:.+]]: tensor<i1>,
// CHECK:         %[[FLAG:.+]] = tensor.extract %[[T]][]
// CHECK:         scf.if
// CHECK-NEXT:      lutfuse.clip
// CHECK:         tensor.from_elements
func.func @main(%p: tensor<i1>, %x: tensor<8xi8>) -> tensor<8xi8> {
  %flag = tensor.extract %p[] : tensor<i1>
  %true = arith.constant true
  %not = arith.xori %flag, %true : i1
  %q = quant.scast %x : tensor<8xi8> to tensor<8x!quant.uniform<i8:f32, 1.0>>
  %0 = scf.if %not -> tensor<8xi8> {
    %4 = lutfuse.clip %q <min = -3, max = 57>
      : (tensor<8x!quant.uniform<i8:f32, 1.0>>) -> tensor<8x!quant.uniform<i8:f32, 1.0>>
    %5 = quant.scast %4 : tensor<8x!quant.uniform<i8:f32, 1.0>> to tensor<8xi8>
    scf.yield %5 : tensor<8xi8>
  } else {
    scf.yield %x : tensor<8xi8>
  }
  %1 = tosa.abs %0 : (tensor<8xi8>) -> tensor<8xi8>
  %2 = arith.select %not, %1, %x : tensor<8xi8>
  return %2 : tensor<8xi8>
}
