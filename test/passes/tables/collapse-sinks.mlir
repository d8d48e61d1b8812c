// What a graph ends with.

// RUN: lutfuse-opt %s --split-input-file --collapse-elementwise-to-table | FileCheck %s --enable-var-scope

// A wide value that others read is none that a table can make, but the codes it is made of are.
// CHECK-LABEL: func.func @wide_reader
// CHECK: %[[Y:.*]] = lutfuse.lut_activation
// CHECK: %[[R:.*]] = quant.scast %[[Y]]
// CHECK-NOT: tosa.bitwise_not
// CHECK: %[[W:.*]] = tosa.cast %[[R]]
// CHECK: tosa.reduce_sum %[[W]]
func.func @wide_reader(%x: tensor<2x3xi8>) -> tensor<1x3xi32> {
  %a = tosa.clamp %x {max_val = 50 : i8, min_val = -50 : i8} : (tensor<2x3xi8>) -> tensor<2x3xi8>
  %b = tosa.bitwise_not %a : (tensor<2x3xi8>) -> tensor<2x3xi8>
  %w = tosa.cast %b : (tensor<2x3xi8>) -> tensor<2x3xi32>
  %s = tosa.reduce_sum %w {axis = 0 : i32} : (tensor<2x3xi32>) -> tensor<1x3xi32>
  return %s : tensor<1x3xi32>
}

// -----

// A wide value made of the input alone leaves nothing to collapse.
// CHECK-LABEL: func.func @wide_reader_of_the_input
// CHECK-NOT: lutfuse.lut_activation
func.func @wide_reader_of_the_input(%x: tensor<2x3xi8>) -> tensor<1x3xi32> {
  %w = tosa.cast %x : (tensor<2x3xi8>) -> tensor<2x3xi32>
  %s = tosa.reduce_sum %w {axis = 0 : i32} : (tensor<2x3xi32>) -> tensor<1x3xi32>
  return %s : tensor<1x3xi32>
}

// -----

// What is computed from a sink and from its input too begins with the input.
// CHECK-LABEL: func.func @sink_and_input
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xi8>)
// CHECK: %[[Q:.*]] = quant.scast %[[X]]
// CHECK: lutfuse.lut_activation <custom> %[[Q]],
// CHECK: %[[P:.*]] = quant.scast %[[X]]
// CHECK: lutfuse.lut_activation <custom> %[[P]],
// CHECK-NOT: lutfuse.lut_activation
func.func @sink_and_input(%x: tensor<2x3xi8>) -> (tensor<2x3xi8>, tensor<2x3xi8>) {
  %a = tosa.bitwise_not %x : (tensor<2x3xi8>) -> tensor<2x3xi8>
  %b = tosa.clamp %a {max_val = 50 : i8, min_val = -50 : i8} : (tensor<2x3xi8>) -> tensor<2x3xi8>
  %c = tosa.maximum %b, %x : (tensor<2x3xi8>, tensor<2x3xi8>) -> tensor<2x3xi8>
  return %b, %c : tensor<2x3xi8>, tensor<2x3xi8>
}
