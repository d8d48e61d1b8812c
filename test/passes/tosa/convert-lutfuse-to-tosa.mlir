// Convolutions, fused or not, as TOSA ops on the same integers.

// RUN: lutfuse-opt %s --split-input-file --convert-lutfuse-to-tosa | FileCheck %s --enable-var-scope

// The whole of a convolution in five lines. A missing bias is one 0 for all channels.
// CHECK-LABEL: func.func @conv2d(
// CHECK-SAME:    %[[XQ:[a-z0-9]+]]: tensor<1x2x2x4x{{[^>]+}}>>, %[[WQ:[a-z0-9]+]]: tensor<2x1x1x4x
// CHECK-NEXT:    %[[X:.+]] = quant.scast %[[XQ]]
// CHECK-NEXT:    %[[W:.+]] = quant.scast %[[WQ]]
// CHECK:         %[[B:.+]] = "tosa.const"() <{values = dense<0> : tensor<1xi32>}>
// CHECK:         %[[XZ:.+]] = "tosa.const"() <{values = dense<7> : tensor<1xi8>}>
// CHECK-NEXT:    %[[WZ:.+]] = "tosa.const"() <{values = dense<0> : tensor<1xi8>}>
// CHECK-NEXT:    %[[A:.+]] = tosa.conv2d %[[X]], %[[W]], %[[B]], %[[XZ]], %[[WZ]] {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
// CHECK-SAME:      -> tensor<1x2x2x2xi32>
// CHECK:         %[[M:.+]] = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}>
// CHECK-NEXT:    %[[S:.+]] = "tosa.const"() <{values = dense<34> : tensor<1xi8>}>
// CHECK-NEXT:    %[[SZ:.+]] = "tosa.const"() <{values = dense<0> : tensor<1xi32>}>
// CHECK-NEXT:    %[[ZP:.+]] = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}>
// CHECK-NEXT:    %[[U:.+]] = tosa.rescale %[[A]], %[[M]], %[[S]], %[[SZ]], %[[ZP]] {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
// CHECK-SAME:      -> tensor<1x2x2x2xi8>
// CHECK-NEXT:    %[[UQ:.+]] = quant.scast %[[U]] : tensor<1x2x2x2xi8> to tensor<1x2x2x2x!quant.uniform<i8:f32, 2.000000e+00:-3>>
// CHECK-NEXT:    return %[[UQ]]
func.func @conv2d(%x: tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>> {
  %y = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>
}

// -----

// Per channel, with window parameters, a bias, and the same zero point for every filter.
// CHECK-LABEL: func.func @per_channel(
// CHECK-SAME:    %[[B:[a-z0-9]+]]: tensor<2xi32>)
// CHECK:         %[[XZ:.+]] = "tosa.const"() <{values = dense<7> : tensor<1xi8>}>
// CHECK-NEXT:    %[[WZ:.+]] = "tosa.const"() <{values = dense<4> : tensor<1xi8>}>
// CHECK-NEXT:    %[[A:.+]] = tosa.conv2d %{{.+}}, %{{.+}}, %[[B]], %[[XZ]], %[[WZ]] {acc_type = i32, dilation = array<i64: 2, 3>, pad = array<i64: 1, 1, 2, 1>, stride = array<i64: 2, 1>}
// CHECK-SAME:      -> tensor<2x3x6x2xi32>
// CHECK:         %[[M:.+]] = "tosa.const"() <{values = dense<1073741824> : tensor<2xi32>}>
// CHECK-NEXT:    %[[S:.+]] = "tosa.const"() <{values = dense<[34, 33]> : tensor<2xi8>}>
// CHECK-NEXT:    %[[SZ:.+]] = "tosa.const"() <{values = dense<0> : tensor<1xi32>}>
// CHECK-NEXT:    %[[ZP:.+]] = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}>
// CHECK-NEXT:    %[[U:.+]] = tosa.rescale %[[A]], %[[M]], %[[S]], %[[SZ]], %[[ZP]] {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = SINGLE_ROUND, scale32 = true}
func.func @per_channel(%x: tensor<2x7x6x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x3x2x4x!quant.uniform<i8:f32:0, {0.25:4, 0.5:4}>>, %b: tensor<2xi32>) -> tensor<2x3x6x2x!quant.uniform<i8:f32, 2.0:-3>> {
  %y = lutfuse.conv2d %x, %w bias %b stride [2, 1] pad [1, 1, 2, 1] dilation [2, 3] requant <multiplier = [1073741824, 1073741824], shift = [34, 33], rounding = single_round>
    : (tensor<2x7x6x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x3x2x4x!quant.uniform<i8:f32:0, {0.25:4, 0.5:4}>>, tensor<2xi32>) -> tensor<2x3x6x2x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<2x3x6x2x!quant.uniform<i8:f32, 2.0:-3>>
}

// -----

// 16-bit inputs: 48-bit accumulators and zero bias, 16-bit multipliers.
// CHECK-LABEL: func.func @wide(
// CHECK:         %[[B:.+]] = "tosa.const"() <{values = dense<0> : tensor<1xi48>}>
// CHECK:         %[[XZ:.+]] = "tosa.const"() <{values = dense<0> : tensor<1xi16>}>
// CHECK-NEXT:    %[[WZ:.+]] = "tosa.const"() <{values = dense<0> : tensor<1xi8>}>
// CHECK-NEXT:    %[[A:.+]] = tosa.conv2d %{{.+}}, %{{.+}}, %[[B]], %[[XZ]], %[[WZ]] {acc_type = i48, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
// CHECK-SAME:      -> tensor<1x2x2x2xi48>
// CHECK:         %[[M:.+]] = "tosa.const"() <{values = dense<16384> : tensor<1xi16>}>
// CHECK-NEXT:    %[[S:.+]] = "tosa.const"() <{values = dense<18> : tensor<1xi8>}>
// CHECK-NEXT:    %[[SZ:.+]] = "tosa.const"() <{values = dense<0> : tensor<1xi48>}>
// CHECK-NEXT:    %[[ZP:.+]] = "tosa.const"() <{values = dense<0> : tensor<1xi16>}>
// CHECK-NEXT:    %[[U:.+]] = tosa.rescale %[[A]], %[[M]], %[[S]], %[[SZ]], %[[ZP]] {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = false}
// CHECK-SAME:      -> tensor<1x2x2x2xi16>
func.func @wide(%x: tensor<1x2x2x4x!quant.uniform<i16:f32, 0.5>>, %w: tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i16:f32, 2.0>> {
  %y = lutfuse.conv2d %x, %w requant <multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
    : (tensor<1x2x2x4x!quant.uniform<i16:f32, 0.5>>, tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i16:f32, 2.0>>
  return %y : tensor<1x2x2x2x!quant.uniform<i16:f32, 2.0>>
}
