// Windows and groups that TOSA cannot say are cut to what it can, with the same accumulators.

// RUN: lutfuse-opt %s --split-input-file --convert-lutfuse-to-tosa | FileCheck %s --enable-var-scope

// TOSA demands a span that the stride divides. Padding that no filter position reaches goes first:
// a span of 4 + 1 - 2 becomes 2.
// CHECK-LABEL: func.func @trim_padding(
// CHECK-NOT:     tosa.slice
// CHECK:         tosa.conv2d {{.*}}pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x4xi8>
func.func @trim_padding(%x: tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x2x2x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>> {
  %y = lutfuse.conv2d %x, %w stride [2, 2] pad [0, 1, 0, 1] requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x2x2x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>
}

// -----

// Only the padding at the end goes, and only as much as the axis needs.
// CHECK-LABEL: func.func @trim_one_axis(
// CHECK-NOT:     tosa.slice
// CHECK:         tosa.conv2d {{.*}}pad = array<i64: 2, 1, 1, 2>, stride = array<i64: 3, 2>} : (tensor<1x4x4x4xi8>
func.func @trim_one_axis(%x: tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x3x4x2x!quant.uniform<i8:f32, 2.0:-3>> {
  %y = lutfuse.conv2d %x, %w stride [3, 2] pad [2, 2, 1, 2] requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x3x4x2x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<1x3x4x2x!quant.uniform<i8:f32, 2.0:-3>>
}

// -----

// Then rows and columns of the input: of 5 rows the last is never read.
// CHECK-LABEL: func.func @slice_input(
// CHECK:         %[[X:.+]] = quant.scast %{{.+}} : tensor<1x5x5x4x
// CHECK:         %[[START:.+]] = tosa.const_shape {values = dense<0> : tensor<4xindex>}
// CHECK-NEXT:    %[[SIZE:.+]] = tosa.const_shape {values = dense<[1, 4, 5, 4]> : tensor<4xindex>}
// CHECK-NEXT:    %[[S:.+]] = tosa.slice %[[X]], %[[START]], %[[SIZE]] : (tensor<1x5x5x4xi8>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<1x4x5x4xi8>
// CHECK:         tosa.conv2d %[[S]], {{.*}}pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 1>}
func.func @slice_input(%x: tensor<1x5x5x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x2x2x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x4x2x!quant.uniform<i8:f32, 2.0:-3>> {
  %y = lutfuse.conv2d %x, %w stride [2, 1] requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x5x5x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x2x2x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x4x2x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<1x2x4x2x!quant.uniform<i8:f32, 2.0:-3>>
}

// -----

// Both, where the padding is not enough, and with dilation: the reach of 3 taps is 5.
// CHECK-LABEL: func.func @slice_and_trim(
// CHECK:         tosa.const_shape {values = dense<[1, 8, 9, 4]> : tensor<4xindex>}
// CHECK:         tosa.conv2d {{.*}}dilation = array<i64: 2, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 3, 1>} : (tensor<1x8x9x4xi8>
func.func @slice_and_trim(%x: tensor<1x9x9x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x3x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x9x2x!quant.uniform<i8:f32, 2.0:-3>> {
  %y = lutfuse.conv2d %x, %w stride [3, 1] pad [0, 1, 0, 0] dilation [2, 1] requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x9x9x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x3x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x9x2x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<1x2x9x2x!quant.uniform<i8:f32, 2.0:-3>>
}

// -----

// One column may be left.
// CHECK-LABEL: func.func @slice_to_one(
// CHECK:         tosa.conv2d {{.*}}pad = array<i64: 0, 0, 1, 0>, stride = array<i64: 1, 2>} : (tensor<1x2x1x4xi8>
func.func @slice_to_one(%x: tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x1x2x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x1x2x!quant.uniform<i8:f32, 2.0:-3>> {
  %y = lutfuse.conv2d %x, %w stride [1, 2] pad [0, 0, 1, 0] requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x1x2x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x1x2x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<1x2x1x2x!quant.uniform<i8:f32, 2.0:-3>>
}

// -----

// A dynamic batch is sliced by `the rest`.
// CHECK-LABEL: func.func @slice_dynamic_batch(
// CHECK:         tosa.const_shape {values = dense<[-1, 4, 4, 4]> : tensor<4xindex>}
// CHECK:         tosa.slice {{.*}} -> tensor<?x4x4x4xi8>
// CHECK:         tosa.conv2d {{.*}} -> tensor<?x2x2x2xi32>
func.func @slice_dynamic_batch(%x: tensor<?x5x5x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x2x2x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<?x2x2x2x!quant.uniform<i8:f32, 2.0:-3>> {
  %y = lutfuse.conv2d %x, %w stride [2, 2] requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<?x5x5x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x2x2x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<?x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<?x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>
}

// -----

// A depthwise convolution: OHWI becomes HWCM, output channel c * 2 + m is that of channel c.
// CHECK-LABEL: func.func @depthwise(
// CHECK:         %[[F:.+]] = "tosa.const"() <{values = dense<{{\[\[\[\[}}1, 2], [3, 4]], {{\[\[}}5, 6], [7, 8]]]]> : tensor<1x2x2x2xi8>}>
// CHECK:         tosa.depthwise_conv2d %{{.+}}, %[[F]], {{.*}}stride = array<i64: 1, 1>} : (tensor<1x2x3x2xi8>, tensor<1x2x2x2xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x4xi32>
func.func @depthwise(%x: tensor<1x2x3x2x!quant.uniform<i8:f32, 0.5:7>>) -> tensor<1x2x2x4x!quant.uniform<i8:f32, 2.0:-3>> {
  %c = "tosa.const"() {values = dense<[[[[1], [5]]], [[[2], [6]]], [[[3], [7]]], [[[4], [8]]]]> : tensor<4x1x2x1xi8>} : () -> tensor<4x1x2x1xi8>
  %w = quant.scast %c : tensor<4x1x2x1xi8> to tensor<4x1x2x1x!quant.uniform<i8:f32, 0.25>>
  %y = lutfuse.conv2d %x, %w group 2 requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x3x2x!quant.uniform<i8:f32, 0.5:7>>, tensor<4x1x2x1x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x4x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<1x2x2x4x!quant.uniform<i8:f32, 2.0:-3>>
}

// -----

// A filter that only the run time knows is moved there.
// CHECK-LABEL: func.func @depthwise_computed(
// CHECK:         %[[W:.+]] = quant.scast %{{.+}} : tensor<4x1x2x1x
// CHECK:         %[[S:.+]] = tosa.const_shape {values = dense<[2, 2, 1, 2]> : tensor<4xindex>}
// CHECK-NEXT:    %[[R:.+]] = tosa.reshape %[[W]], %[[S]] : (tensor<4x1x2x1xi8>, !tosa.shape<4>) -> tensor<2x2x1x2xi8>
// CHECK-NEXT:    %[[F:.+]] = tosa.transpose %[[R]] {perms = array<i32: 2, 3, 0, 1>} : (tensor<2x2x1x2xi8>) -> tensor<1x2x2x2xi8>
// CHECK:         tosa.depthwise_conv2d %{{.+}}, %[[F]],
func.func @depthwise_computed(%x: tensor<1x2x3x2x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<4x1x2x1x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x4x!quant.uniform<i8:f32, 2.0:-3>> {
  %y = lutfuse.conv2d %x, %w group 2 requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x3x2x!quant.uniform<i8:f32, 0.5:7>>, tensor<4x1x2x1x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x4x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<1x2x2x4x!quant.uniform<i8:f32, 2.0:-3>>
}

// -----

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
