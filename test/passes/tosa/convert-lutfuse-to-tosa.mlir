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

// -----

// TOSA reads 8-bit operands as signed: u8 inputs move down by 128, filters are moved here.
// An unsigned result is written by the rescale itself.
// CHECK-LABEL: func.func @unsigned(
// CHECK-SAME:    %[[XQ:[a-z0-9]+]]: tensor<1x2x2x4x
// CHECK-NEXT:    %[[XU:.+]] = quant.scast %[[XQ]] : tensor<1x2x2x4x!quant.uniform<u8:f32, 5.000000e-01:3>> to tensor<1x2x2x4xi8>
// CHECK:         %[[M:.+]] = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}>
// CHECK-NEXT:    %[[S:.+]] = "tosa.const"() <{values = dense<30> : tensor<1xi8>}>
// CHECK-NEXT:    %[[SZ:.+]] = "tosa.const"() <{values = dense<0> : tensor<1xi8>}>
// CHECK-NEXT:    %[[ZP:.+]] = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}>
// CHECK-NEXT:    %[[X:.+]] = tosa.rescale %[[XU]], %[[M]], %[[S]], %[[SZ]], %[[ZP]] {input_unsigned = true, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true}
// CHECK-NEXT:    %[[W:.+]] = "tosa.const"() <{values = dense<{{\[\[\[\[}}-128, -1, 0, 127]]], {{\[\[\[}}-127, -126, -125, -124]]]]> : tensor<2x1x1x4xi8>}>
// CHECK:         %[[B:.+]] = "tosa.const"() <{values = dense<0> : tensor<1xi32>}>
// CHECK:         %[[XZ:.+]] = "tosa.const"() <{values = dense<-125> : tensor<1xi8>}>
// CHECK-NEXT:    %[[WZ:.+]] = "tosa.const"() <{values = dense<72> : tensor<1xi8>}>
// CHECK-NEXT:    %[[A:.+]] = tosa.conv2d %[[X]], %[[W]], %[[B]], %[[XZ]], %[[WZ]] {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
// CHECK-SAME:      -> tensor<1x2x2x2xi32>
// CHECK:         %[[M:.+]] = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}>
// CHECK-NEXT:    %[[S:.+]] = "tosa.const"() <{values = dense<34> : tensor<1xi8>}>
// CHECK-NEXT:    %[[SZ:.+]] = "tosa.const"() <{values = dense<0> : tensor<1xi32>}>
// CHECK-NEXT:    %[[ZP:.+]] = "tosa.const"() <{values = dense<-6> : tensor<1xi8>}>
// CHECK-NEXT:    %[[U:.+]] = tosa.rescale %[[A]], %[[M]], %[[S]], %[[SZ]], %[[ZP]] {input_unsigned = false, output_unsigned = true, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
func.func @unsigned(%x: tensor<1x2x2x4x!quant.uniform<u8:f32, 0.5:3>>) -> tensor<1x2x2x2x!quant.uniform<u8:f32, 2.0:250>> {
  %c = "tosa.const"() {values = dense<[[[[0, 127, -128, -1]]], [[[1, 2, 3, 4]]]]> : tensor<2x1x1x4xi8>} : () -> tensor<2x1x1x4xi8>
  %w = quant.scast %c : tensor<2x1x1x4xi8> to tensor<2x1x1x4x!quant.uniform<u8:f32, 0.25:200>>
  %y = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!quant.uniform<u8:f32, 0.5:3>>, tensor<2x1x1x4x!quant.uniform<u8:f32, 0.25:200>>) -> tensor<1x2x2x2x!quant.uniform<u8:f32, 2.0:250>>
  return %y : tensor<1x2x2x2x!quant.uniform<u8:f32, 2.0:250>>
}

// -----

// The rescale saturates to all codes of the storage; a narrower range is clamped.
// CHECK-LABEL: func.func @narrow(
// CHECK:         %[[U:.+]] = tosa.rescale {{.*}} rounding_mode = DOUBLE_ROUND
// CHECK-NEXT:    %[[C:.+]] = tosa.clamp %[[U]] {max_val = 100 : i8, min_val = -127 : i8}
// CHECK-NEXT:    quant.scast %[[C]]
func.func @narrow(%x: tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i8<-127:100>:f32, 2.0:5>> {
  %y = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i8<-127:100>:f32, 2.0:5>>
  return %y : tensor<1x2x2x2x!quant.uniform<i8<-127:100>:f32, 2.0:5>>
}

// -----

// CLAMP compares signed codes: unsigned ones are moved there and back.
// CHECK-LABEL: func.func @narrow_unsigned(
// CHECK:         %[[U:.+]] = tosa.rescale {{.*}} output_unsigned = true, per_channel = false, rounding_mode = DOUBLE_ROUND
// CHECK:         %[[M:.+]] = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}>
// CHECK-NEXT:    %[[S:.+]] = "tosa.const"() <{values = dense<30> : tensor<1xi8>}>
// CHECK-NEXT:    %[[SZ:.+]] = "tosa.const"() <{values = dense<0> : tensor<1xi8>}>
// CHECK-NEXT:    %[[ZP:.+]] = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}>
// CHECK-NEXT:    %[[D:.+]] = tosa.rescale %[[U]], %[[M]], %[[S]], %[[SZ]], %[[ZP]] {input_unsigned = true, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true}
// CHECK-NEXT:    %[[C:.+]] = tosa.clamp %[[D]] {max_val = 72 : i8, min_val = -127 : i8}
// CHECK-NEXT:    %[[M:.+]] = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}>
// CHECK-NEXT:    %[[S:.+]] = "tosa.const"() <{values = dense<30> : tensor<1xi8>}>
// CHECK-NEXT:    %[[SZ:.+]] = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}>
// CHECK-NEXT:    %[[ZP:.+]] = "tosa.const"() <{values = dense<0> : tensor<1xi8>}>
// CHECK-NEXT:    %[[V:.+]] = tosa.rescale %[[C]], %[[M]], %[[S]], %[[SZ]], %[[ZP]] {input_unsigned = false, output_unsigned = true, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true}
// CHECK-NEXT:    quant.scast %[[V]] : tensor<1x2x2x2xi8> to tensor<1x2x2x2x!quant.uniform<u8<1:200>:f32, 2.000000e+00:5>>
func.func @narrow_unsigned(%x: tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<u8<1:200>:f32, 2.0:5>> {
  %y = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<u8<1:200>:f32, 2.0:5>>
  return %y : tensor<1x2x2x2x!quant.uniform<u8<1:200>:f32, 2.0:5>>
}

// -----

// Transposed.
// CHECK-LABEL: func.func @conv_transpose2d(
// CHECK:         %[[XZ:.+]] = "tosa.const"() <{values = dense<7> : tensor<1xi8>}>
// CHECK-NEXT:    %[[WZ:.+]] = "tosa.const"() <{values = dense<0> : tensor<1xi8>}>
// CHECK-NEXT:    %[[A:.+]] = tosa.transpose_conv2d %{{.+}}, %{{.+}}, %{{.+}}, %[[XZ]], %[[WZ]] {acc_type = i32, out_pad = array<i64: -1, 0, 2, -1>, stride = array<i64: 2, 3>}
// CHECK-SAME:      -> tensor<1x6x9x2xi32>
// CHECK:         %[[M:.+]] = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}>
// CHECK-NEXT:    %[[S:.+]] = "tosa.const"() <{values = dense<34> : tensor<1xi8>}>
// CHECK-NEXT:    %[[SZ:.+]] = "tosa.const"() <{values = dense<0> : tensor<1xi32>}>
// CHECK-NEXT:    %[[ZP:.+]] = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}>
// CHECK-NEXT:    %[[U:.+]] = tosa.rescale %[[A]], %[[M]], %[[S]], %[[SZ]], %[[ZP]] {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
func.func @conv_transpose2d(%x: tensor<1x3x3x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x3x2x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x6x9x2x!quant.uniform<i8:f32, 2.0:-3>> {
  %y = lutfuse.conv_transpose2d %x, %w stride [2, 3] out_pad [-1, 0, 2, -1] requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x3x3x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x3x2x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x6x9x2x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<1x6x9x2x!quant.uniform<i8:f32, 2.0:-3>>
}

// -----

// Fused: the codes between exist again, in the convolution's domain, not in the table's.
// CHECK-LABEL: func.func @fused_conv2d(
// CHECK-SAME:    %[[B:[a-z0-9]+]]: tensor<2xi32>)
// CHECK-NEXT:    %[[T:.+]] = "tosa.const"() <{values = dense<9> : tensor<256xi8>}>
// CHECK:         %[[XZ:.+]] = "tosa.const"() <{values = dense<7> : tensor<1xi8>}>
// CHECK-NEXT:    %[[WZ:.+]] = "tosa.const"() <{values = dense<0> : tensor<1xi8>}>
// CHECK-NEXT:    %[[A:.+]] = tosa.conv2d %{{.+}}, %{{.+}}, %[[B]], %[[XZ]], %[[WZ]] {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
// CHECK-SAME:      -> tensor<1x2x2x2xi32>
// CHECK:         %[[M:.+]] = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}>
// CHECK-NEXT:    %[[S:.+]] = "tosa.const"() <{values = dense<34> : tensor<1xi8>}>
// CHECK-NEXT:    %[[SZ:.+]] = "tosa.const"() <{values = dense<0> : tensor<1xi32>}>
// CHECK-NEXT:    %[[ZP:.+]] = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}>
// CHECK-NEXT:    %[[U:.+]] = tosa.rescale %[[A]], %[[M]], %[[S]], %[[SZ]], %[[ZP]] {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
// CHECK-NEXT:    %[[Y:.+]] = tosa.table %[[U]], %[[T]] : (tensor<1x2x2x2xi8>, tensor<256xi8>) -> tensor<1x2x2x2xi8>
// CHECK-NEXT:    %[[YQ:.+]] = quant.scast %[[Y]] : tensor<1x2x2x2xi8> to tensor<1x2x2x2x!quant.uniform<i8:f32, 1.000000e+00:-128>>
// CHECK-NEXT:    return %[[YQ]]
func.func @fused_conv2d(%x: tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>, %b: tensor<2xi32>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 1.0:-128>> {
  %t = "tosa.const"() {values = dense<9> : tensor<256xi8>} : () -> tensor<256xi8>
  %y = lutfuse.fused_conv2d %x, %w bias %b lut %t kind <sigmoid>
      header <first = -128, entries = 256, lookup = direct, input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 1.0:-128>>
      intermediate !quant.uniform<i8:f32, 2.0:-3> requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>, tensor<2xi32>, tensor<256xi8>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 1.0:-128>>
  return %y : tensor<1x2x2x2x!quant.uniform<i8:f32, 1.0:-128>>
}

// -----

// Fused and transposed, on unsigned codes: they are moved down to where TABLE reads them.
// CHECK-LABEL: func.func @fused_conv_transpose2d(
// CHECK:         tosa.transpose_conv2d
// CHECK:         %[[U:.+]] = tosa.rescale {{.*}} output_unsigned = true, per_channel = false, rounding_mode = DOUBLE_ROUND
// CHECK:         %[[M:.+]] = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}>
// CHECK-NEXT:    %[[S:.+]] = "tosa.const"() <{values = dense<30> : tensor<1xi8>}>
// CHECK-NEXT:    %[[SZ:.+]] = "tosa.const"() <{values = dense<0> : tensor<1xi8>}>
// CHECK-NEXT:    %[[ZP:.+]] = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}>
// CHECK-NEXT:    %[[D:.+]] = tosa.rescale %[[U]], %[[M]], %[[S]], %[[SZ]], %[[ZP]] {input_unsigned = true, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true}
// CHECK-NEXT:    %[[Y:.+]] = tosa.table %[[D]], %{{.+}} : (tensor<1x4x4x2xi8>, tensor<256xi8>) -> tensor<1x4x4x2xi8>
// CHECK-NEXT:    quant.scast %[[Y]] : tensor<1x4x4x2xi8> to tensor<1x4x4x2x!quant.uniform<u8:f32, 1.000000e+00:9>>
func.func @fused_conv_transpose2d(%x: tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x2x2x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x4x4x2x!quant.uniform<u8:f32, 1.0:9>> {
  %t = "tosa.const"() {values = dense<9> : tensor<256xi8>} : () -> tensor<256xi8>
  %y = lutfuse.fused_conv_transpose2d %x, %w lut %t kind <tanh>
      header <first = 0, entries = 256, lookup = direct, input = !quant.uniform<u8:f32, 2.0:125>, result = !quant.uniform<u8:f32, 1.0:9>>
      intermediate !quant.uniform<u8:f32, 2.0:125> stride [2, 2] requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x2x2x4x!quant.uniform<i8:f32, 0.25>>, tensor<256xi8>) -> tensor<1x4x4x2x!quant.uniform<u8:f32, 1.0:9>>
  return %y : tensor<1x4x4x2x!quant.uniform<u8:f32, 1.0:9>>
}

// -----

// Fused and narrow: the clamp comes before the table, whose 255 entries get one that is never read.
// CHECK-LABEL: func.func @fused_narrow(
// CHECK:         %[[U:.+]] = tosa.rescale
// CHECK-NEXT:    %[[C:.+]] = tosa.clamp %[[U]] {max_val = 127 : i8, min_val = -127 : i8}
// CHECK-NEXT:    %[[T:.+]] = "tosa.const"() <{values = dense<9> : tensor<256xi8>}>
// CHECK-NEXT:    tosa.table %[[C]], %[[T]]
func.func @fused_narrow(%x: tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, %w: tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 1.0:-128>> {
  %t = "tosa.const"() {values = dense<9> : tensor<255xi8>} : () -> tensor<255xi8>
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <tanh>
      header <first = -127, entries = 255, lookup = direct, input = !quant.uniform<i8<-127:127>:f32, 2.0:5>, result = !quant.uniform<i8:f32, 1.0:-128>>
      intermediate !quant.uniform<i8<-127:127>:f32, 2.0:5> requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>, tensor<255xi8>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 1.0:-128>>
  return %y : tensor<1x2x2x2x!quant.uniform<i8:f32, 1.0:-128>>
}

// -----

// Fused at 16 bits: TABLE and the rescale that narrows its values, with the header's rounding.
// CHECK-LABEL: func.func @fused_interpolated(
// CHECK:         %[[U:.+]] = tosa.rescale {{.*}} -> tensor<1x2x2x2xi16>
// CHECK-NEXT:    %[[V:.+]] = tosa.table %[[U]], %{{.+}} : (tensor<1x2x2x2xi16>, tensor<513xi16>) -> tensor<1x2x2x2xi32>
// CHECK:         %[[M:.+]] = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}>
// CHECK-NEXT:    %[[S:.+]] = "tosa.const"() <{values = dense<37> : tensor<1xi8>}>
// CHECK-NEXT:    %[[SZ:.+]] = "tosa.const"() <{values = dense<0> : tensor<1xi32>}>
// CHECK-NEXT:    %[[ZP:.+]] = "tosa.const"() <{values = dense<0> : tensor<1xi16>}>
// CHECK-NEXT:    %[[Y:.+]] = tosa.rescale %[[V]], %[[M]], %[[S]], %[[SZ]], %[[ZP]] {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
func.func @fused_interpolated(%x: tensor<1x2x2x4x!quant.uniform<i16:f32, 0.5>>, %w: tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i16:f32, 1.0>> {
  %t = "tosa.const"() {values = dense<9> : tensor<513xi16>} : () -> tensor<513xi16>
  %y = lutfuse.fused_conv2d %x, %w lut %t kind <tanh>
      header <first = -32768, entries = 513, lookup = interpolated fraction_bits = 7 rounding = double_round, input = !quant.uniform<i16:f32, 2.0>, result = !quant.uniform<i16:f32, 1.0>>
      intermediate !quant.uniform<i16:f32, 2.0> requant <multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
    : (tensor<1x2x2x4x!quant.uniform<i16:f32, 0.5>>, tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>, tensor<513xi16>) -> tensor<1x2x2x2x!quant.uniform<i16:f32, 1.0>>
  return %y : tensor<1x2x2x2x!quant.uniform<i16:f32, 1.0>>
}

// -----

// Casts that only led to the op are gone with it; casts for others stay.
// CHECK-LABEL: func.func @casts(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x2x2x4xi8>, %[[W:[a-z0-9]+]]: tensor<2x1x1x4xi8>)
// CHECK-NEXT:    %[[XQ:.+]] = quant.scast %[[X]]
// CHECK-NOT:     quant.scast %[[W]]
// CHECK:         tosa.conv2d %[[X]], %[[W]]
// CHECK:         return %{{.+}}, %[[XQ]]
func.func @casts(%x: tensor<1x2x2x4xi8>, %w: tensor<2x1x1x4xi8>) -> (tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>, tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>) {
  %xq = quant.scast %x : tensor<1x2x2x4xi8> to tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>
  %wq = quant.scast %w : tensor<2x1x1x4xi8> to tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>
  %u = lutfuse.conv2d %xq, %wq requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>, tensor<2x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>
  return %u, %xq : tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0:-3>>, tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5:7>>
}
