// Unsigned and narrow codes: TOSA reads and writes all signed ones.

// RUN: lutfuse-opt %s --split-input-file --convert-lutfuse-to-tosa | FileCheck %s --enable-var-scope

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
