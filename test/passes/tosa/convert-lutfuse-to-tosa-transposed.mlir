// Transposed convolutions, and casts around any.

// RUN: lutfuse-opt %s --split-input-file --convert-lutfuse-to-tosa | FileCheck %s --enable-var-scope

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
