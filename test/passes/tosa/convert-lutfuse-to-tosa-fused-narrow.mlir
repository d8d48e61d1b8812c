// Fused convolutions on unsigned and narrow codes.

// RUN: lutfuse-opt %s --split-input-file --convert-lutfuse-to-tosa | FileCheck %s --enable-var-scope

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
