// RUN: lutfuse-opt %s --split-input-file --convert-lutfuse-to-tosa | FileCheck %s --enable-var-scope

// test_parametric.py computes every code; here stands what the ops look like.

// CHECK-LABEL: func.func @clip(
// CHECK-NEXT:    %[[U:.+]] = quant.scast
// CHECK-NEXT:    %[[Y:.+]] = tosa.clamp %[[U]] {max_val = 57 : i8, min_val = -3 : i8} : (tensor<?x5xi8>) -> tensor<?x5xi8>
// CHECK-NEXT:    quant.scast %[[Y]]
func.func @clip(%u: tensor<?x5x!quant.uniform<i8:f32, 2.0:-3>>) -> tensor<?x5x!quant.uniform<i8:f32, 2.0:-3>> {
  %y = lutfuse.clip %u <min = -3, max = 57>
    : (tensor<?x5x!quant.uniform<i8:f32, 2.0:-3>>) -> tensor<?x5x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<?x5x!quant.uniform<i8:f32, 2.0:-3>>
}

// -----

// CLAMP compares signed codes.
// CHECK-LABEL: func.func @clip_unsigned(
// CHECK:         %[[D:.+]] = tosa.rescale %{{.+}} {input_unsigned = true, output_unsigned = false,
// CHECK-NEXT:    %[[C:.+]] = tosa.clamp %[[D]] {max_val = 127 : i8, min_val = -125 : i8}
// CHECK:         tosa.rescale %[[C]], {{.+}} {input_unsigned = false, output_unsigned = true,
func.func @clip_unsigned(%u: tensor<5x!quant.uniform<u8:f32, 2.0:3>>) -> tensor<5x!quant.uniform<u8:f32, 2.0:3>> {
  %y = lutfuse.clip %u <min = 3, max = 255>
    : (tensor<5x!quant.uniform<u8:f32, 2.0:3>>) -> tensor<5x!quant.uniform<u8:f32, 2.0:3>>
  return %y : tensor<5x!quant.uniform<u8:f32, 2.0:3>>
}

// -----

// CHECK-LABEL: func.func @leaky_relu(
// CHECK:         %[[V:.+]] = tosa.rescale %{{.+}} : (tensor<?xi8>, {{.+}}) -> tensor<?xi32>
// CHECK:         %[[A:.+]] = tosa.rescale %[[V]], {{.+}} rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<?xi32>, {{.+}}) -> tensor<?xi32>
// CHECK-NOT:     tosa.mul
// CHECK:         %[[B:.+]] = tosa.rescale %[[V]], {{.+}} rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<?xi32>, {{.+}}) -> tensor<?xi32>
// CHECK:         %[[G:.+]] = tosa.greater_equal %[[V]], %{{.+}} : (tensor<?xi32>, tensor<1xi32>) -> tensor<?xi1>
// CHECK-NEXT:    %[[S:.+]] = tosa.select %[[G]], %[[A]], %[[B]]
// CHECK:         %[[Z:.+]] = "tosa.const"() <{values = dense<5> : tensor<1xi8>}>
// CHECK-NEXT:    tosa.rescale %[[S]], {{.+}}, %[[Z]] {{.+}} -> tensor<?xi8>
func.func @leaky_relu(%u: tensor<?x!quant.uniform<i8:f32, 0.5:-3>>) -> tensor<?x!quant.uniform<i8:f32, 1.0:5>> {
  %y = lutfuse.leaky_relu %u
      <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
       negative = <multiplier = [1717986918], shift = [35], rounding = single_round>>
    : (tensor<?x!quant.uniform<i8:f32, 0.5:-3>>) -> tensor<?x!quant.uniform<i8:f32, 1.0:5>>
  return %y : tensor<?x!quant.uniform<i8:f32, 1.0:5>>
}

// -----

// Factors of any sign multiply before the rescale; RESCALE has no zero point of 16 bits.
// CHECK-LABEL: func.func @prelu(
// CHECK:         tosa.cast {{.+}} : (tensor<2x3xi16>) -> tensor<2x3xi32>
// CHECK:         %[[V:.+]] = tosa.sub
// CHECK:         %[[F:.+]] = "tosa.const"() <{values = dense<{{\[\[}}-1, 0, 100]]> : tensor<1x3xi32>}>
// CHECK-NEXT:    %[[P:.+]] = tosa.mul %[[V]], %[[F]]
// CHECK:         tosa.rescale %[[P]], {{.+}} per_channel = true, rounding_mode = DOUBLE_ROUND
// CHECK:         tosa.select
// CHECK:         tosa.add
// CHECK-NEXT:    tosa.clamp %{{.+}} {max_val = 32767 : i32, min_val = -32768 : i32}
// CHECK-NEXT:    tosa.cast {{.+}} : (tensor<2x3xi32>) -> tensor<2x3xi16>
func.func @prelu(%u: tensor<2x3x!quant.uniform<i16:f32, 0.5:-3>>) -> tensor<2x3x!quant.uniform<i16:f32, 1.0:5>> {
  %y = lutfuse.leaky_relu %u
      <positive = <multiplier = [1073741824], shift = [31], rounding = double_round>,
       negative = <multiplier = [1717986918, 1, 2], shift = [41, 30, 31], rounding = double_round>,
       factor = [-1, 0, 100]>
    : (tensor<2x3x!quant.uniform<i16:f32, 0.5:-3>>) -> tensor<2x3x!quant.uniform<i16:f32, 1.0:5>>
  return %y : tensor<2x3x!quant.uniform<i16:f32, 1.0:5>>
}

// -----

// CHECK-LABEL: func.func @fused(
// CHECK:         %[[A:.+]] = tosa.conv2d
// CHECK:         %[[U:.+]] = tosa.rescale %[[A]]
// CHECK-NEXT:    %[[Y:.+]] = tosa.clamp %[[U]] {max_val = 57 : i8, min_val = -3 : i8}
// CHECK-NEXT:    quant.scast %[[Y]]
func.func @fused(%x: tensor<1x8x8x4x!quant.uniform<i8:f32, 0.5>>, %w: tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>> {
  %y = lutfuse.fused_conv2d %x, %w activation clip <min = -3, max = 57>
      intermediate !quant.uniform<i8:f32, 2.0:-3>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x8x8x4x!quant.uniform<i8:f32, 0.5>>, tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>)
      -> tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
  return %y : tensor<1x8x8x8x!quant.uniform<i8:f32, 2.0:-3>>
}
