// RUN: lutfuse-opt %s --allow-unregistered-dialect --loop-invariant-code-motion --split-input-file | FileCheck %s --enable-var-scope

// A size that is not known may turn out not to fit: `stays` cases are one step from `leaves` ones.

!q = !quant.uniform<i8:f32, 0.5>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>

// CHECK-LABEL: func.func @convolutions
// CHECK:         %[[LEAVES:.*]] = lutfuse.conv2d {{.*}} -> tensor<?x8x8x8x
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      lutfuse.conv2d {{.*}} -> tensor<1x8x8x8x
// CHECK-NEXT:      lutfuse.conv2d {{.*}} -> tensor<1x?x8x8x
// CHECK-NEXT:      lutfuse.conv2d {{.*}} -> tensor<1x8x8x?x
// CHECK-NEXT:      lutfuse.conv2d {{.*}} bias
// CHECK-NEXT:      lutfuse.conv_transpose2d
func.func @convolutions(%n: index, %x: tensor<1x8x8x4x!q>, %batch: tensor<?x8x8x4x!q>,
    %rows: tensor<1x?x8x4x!q>, %w: !w, %open: tensor<?x1x1x4x!quant.uniform<i8:f32, 0.25>>,
    %b: tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = lutfuse.conv2d %batch, %w requant #r : (tensor<?x8x8x4x!q>, !w) -> tensor<?x8x8x8x!u>
    %1 = lutfuse.conv2d %batch, %w requant #r : (tensor<?x8x8x4x!q>, !w) -> tensor<1x8x8x8x!u>
    %2 = lutfuse.conv2d %rows, %w requant #r : (tensor<1x?x8x4x!q>, !w) -> tensor<1x?x8x8x!u>
    %3 = lutfuse.conv2d %x, %open requant #r
      : (tensor<1x8x8x4x!q>, tensor<?x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x8x8x?x!u>
    %4 = lutfuse.conv2d %x, %w bias %b requant #r : (tensor<1x8x8x4x!q>, !w, tensor<?xi32>) -> tensor<1x8x8x8x!u>
    %5 = lutfuse.conv_transpose2d %rows, %w requant #r : (tensor<1x?x8x4x!q>, !w) -> tensor<1x?x8x8x!u>
    "test.use"(%0, %1, %2, %3, %4, %5) : (tensor<?x8x8x8x!u>, tensor<1x8x8x8x!u>, tensor<1x?x8x8x!u>,
      tensor<1x8x8x?x!u>, tensor<1x8x8x8x!u>, tensor<1x?x8x8x!u>) -> ()
  }
  return
}

// -----

!u = !quant.uniform<i8:f32, 2.0>
!y = !quant.uniform<i8:f32, 32.0>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @activations
// CHECK:         lutfuse.lut_activation {{.*}}tensor<256xi8>
// CHECK-NEXT:    lutfuse.clip
// CHECK-NEXT:    lutfuse.leaky_relu {{.*}}negative = #requant> :
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      lutfuse.lut_activation {{.*}}tensor<3x256xi8>
// CHECK-NEXT:      lutfuse.leaky_relu {{.*}}factor
func.func @activations(%n: index, %x: tensor<?x!u>, %t: tensor<256xi8>, %rows: tensor<3x256xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = lutfuse.lut_activation <gelu> %x, %t header #h : (tensor<?x!u>, tensor<256xi8>) -> tensor<?x!y>
    %1 = lutfuse.clip %x <min = 0, max = 9> : (tensor<?x!u>) -> tensor<?x!u>
    %2 = lutfuse.leaky_relu %x <positive = #r, negative = #r> : (tensor<?x!u>) -> tensor<?x!y>
    %3 = lutfuse.lut_activation <gelu> %x, %rows header #h : (tensor<?x!u>, tensor<3x256xi8>) -> tensor<?x!y>
    %4 = lutfuse.leaky_relu %x <positive = #r, negative = #r, factor = [1, 2, 3]> : (tensor<?x!u>) -> tensor<?x!y>
    "test.use"(%0, %1, %2, %3, %4)
      : (tensor<?x!y>, tensor<?x!u>, tensor<?x!y>, tensor<?x!y>, tensor<?x!y>) -> ()
  }
  return
}
