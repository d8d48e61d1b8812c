// TOSA has no groups: each is a convolution of its own, with the same accumulators.

// RUN: lutfuse-opt %s --split-input-file --convert-lutfuse-to-tosa | FileCheck %s --enable-var-scope

// TOSA has no groups: each is a convolution of its own channels, and one rescale follows them all.
// CHECK-LABEL: func.func @grouped(
// CHECK-SAME:    %[[B:[a-z0-9]+]]: tensor<4xi32>)
// CHECK-NEXT:    %[[X:.+]] = quant.scast %{{.+}} : tensor<1x2x2x6x
// CHECK-NEXT:    %[[W:.+]] = quant.scast %{{.+}} : tensor<4x1x1x3x
// CHECK:         tosa.const_shape {values = dense<0> : tensor<4xindex>}
// CHECK:         tosa.const_shape {values = dense<[1, 2, 2, 3]> : tensor<4xindex>}
// CHECK:         %[[X0:.+]] = tosa.slice %[[X]]
// CHECK:         tosa.const_shape {values = dense<0> : tensor<4xindex>}
// CHECK:         tosa.const_shape {values = dense<[2, 1, 1, 3]> : tensor<4xindex>}
// CHECK:         %[[W0:.+]] = tosa.slice %[[W]]
// CHECK:         tosa.const_shape {values = dense<0> : tensor<1xindex>}
// CHECK:         tosa.const_shape {values = dense<2> : tensor<1xindex>}
// CHECK:         %[[B0:.+]] = tosa.slice %[[B]]
// CHECK:         %[[A0:.+]] = tosa.conv2d %[[X0]], %[[W0]], %[[B0]]
// CHECK:         tosa.const_shape {values = dense<[0, 0, 0, 3]> : tensor<4xindex>}
// CHECK:         %[[X1:.+]] = tosa.slice %[[X]]
// CHECK:         tosa.const_shape {values = dense<[2, 0, 0, 0]> : tensor<4xindex>}
// CHECK:         %[[W1:.+]] = tosa.slice %[[W]]
// CHECK:         tosa.const_shape {values = dense<2> : tensor<1xindex>}
// CHECK:         %[[B1:.+]] = tosa.slice %[[B]]
// CHECK:         %[[A1:.+]] = tosa.conv2d %[[X1]], %[[W1]], %[[B1]]
// CHECK:         %[[A:.+]] = tosa.concat %[[A0]], %[[A1]] {axis = 3 : i32} : (tensor<1x2x2x2xi32>, tensor<1x2x2x2xi32>) -> tensor<1x2x2x4xi32>
// CHECK:         tosa.rescale %[[A]],
func.func @grouped(%x: tensor<1x2x2x6x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<4x1x1x3x!quant.uniform<i8:f32, 0.25>>, %b: tensor<4xi32>) -> tensor<1x2x2x4x!quant.uniform<i8:f32, 2.0:-3>> {
  %y = lutfuse.conv2d %x, %w bias %b group 2 requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x6x!quant.uniform<i8:f32, 0.5:7>>, tensor<4x1x1x3x!quant.uniform<i8:f32, 0.25>>, tensor<4xi32>) -> tensor<1x2x2x4x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<1x2x2x4x!quant.uniform<i8:f32, 2.0:-3>>
}

// -----

// One bias for all channels is one for each group.
// CHECK-LABEL: func.func @grouped_one_bias(
// CHECK-SAME:    %[[B:[a-z0-9]+]]: tensor<1xi32>)
// CHECK:         tosa.conv2d %{{.+}}, %{{.+}}, %[[B]],
// CHECK:         tosa.conv2d %{{.+}}, %{{.+}}, %[[B]],
// CHECK:         tosa.concat
func.func @grouped_one_bias(%x: tensor<1x2x2x6x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<4x1x1x3x!quant.uniform<i8:f32, 0.25>>, %b: tensor<1xi32>) -> tensor<1x2x2x4x!quant.uniform<i8:f32, 2.0:-3>> {
  %y = lutfuse.conv2d %x, %w bias %b group 2 requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x6x!quant.uniform<i8:f32, 0.5:7>>, tensor<4x1x1x3x!quant.uniform<i8:f32, 0.25>>, tensor<1xi32>) -> tensor<1x2x2x4x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<1x2x2x4x!quant.uniform<i8:f32, 2.0:-3>>
}

// -----

// Transposed groups, each of one channel: TOSA has no transposed depthwise convolution.
// CHECK-LABEL: func.func @grouped_transposed(
// CHECK:         tosa.transpose_conv2d {{.*}}stride = array<i64: 2, 2>} : (tensor<1x2x2x1xi8>, tensor<1x2x2x1xi8>
// CHECK:         tosa.transpose_conv2d {{.*}}stride = array<i64: 2, 2>} : (tensor<1x2x2x1xi8>, tensor<1x2x2x1xi8>
// CHECK:         tosa.concat {{.*}} -> tensor<1x4x4x2xi32>
func.func @grouped_transposed(%x: tensor<1x2x2x2x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x2x2x1x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x4x4x2x!quant.uniform<i8:f32, 2.0:-3>> {
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 2] group 2 requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x2x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x2x2x1x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x4x4x2x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<1x4x4x2x!quant.uniform<i8:f32, 2.0:-3>>
}

// -----

// The span of each group is made exact.
// CHECK-LABEL: func.func @grouped_slice(
// CHECK-COUNT-2: tosa.conv2d {{.*}}pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x2xi8>
func.func @grouped_slice(%x: tensor<1x5x5x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x2x2x2x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>> {
  %y = lutfuse.conv2d %x, %w stride [2, 2] group 2 requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x5x5x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x2x2x2x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>
}
