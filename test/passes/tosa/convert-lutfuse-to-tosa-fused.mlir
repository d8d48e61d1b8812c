// Fused convolutions as a convolution and a table on the same integers.

// RUN: lutfuse-opt %s --split-input-file --convert-lutfuse-to-tosa | FileCheck %s --enable-var-scope

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
