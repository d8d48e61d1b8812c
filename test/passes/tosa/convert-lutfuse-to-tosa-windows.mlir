// Windows that TOSA cannot say are cut to what it can, with the same accumulators.

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
