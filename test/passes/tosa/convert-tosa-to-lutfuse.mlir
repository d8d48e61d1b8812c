// TOSA's quantized convolutions and tables without annotations: input and intermediate scale 1, the
// filter scale the rescale factor. What is left of TOSA is what the module needs: the constants that
// moved into types and attributes are gone.

// RUN: lutfuse-opt %s --split-input-file --convert-tosa-to-lutfuse | FileCheck %s --enable-var-scope

// Per tensor, DOUBLE_ROUND: 2^30 * 2^-34 is 0.0625.
// CHECK: #requant = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: func.func @conv2d(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x2x2x3xi8>) -> tensor<1x2x2x2xi8>
// CHECK-NEXT:    %[[W:.+]] = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}>
// CHECK-NEXT:    %[[B:.+]] = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}>
// CHECK-NEXT:    %[[XQ:.+]] = quant.scast %[[X]] : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!quant.uniform<i8:f32, 1.000000e+00:7>>
// CHECK-NEXT:    %[[WQ:.+]] = quant.scast %[[W]] : tensor<2x1x1x3xi8> to tensor<2x1x1x3x!quant.uniform<i8:f32, 6.250000e-02>>
// CHECK-NEXT:    %[[UQ:.+]] = lutfuse.conv2d %[[XQ]], %[[WQ]] bias %[[B]] requant #requant
// CHECK-SAME:      -> tensor<1x2x2x2x!quant.uniform<i8:f32, 1.000000e+00:-3>>
// CHECK-NEXT:    %[[U:.+]] = quant.scast %[[UQ]] : tensor<1x2x2x2x!quant.uniform<i8:f32, 1.000000e+00:-3>> to tensor<1x2x2x2xi8>
// CHECK-NEXT:    return %[[U]]
func.func @conv2d(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  return %u : tensor<1x2x2x2xi8>
}

// -----

// Per channel, SINGLE_ROUND, a filter zero point, one bias for all, every window parameter.
// CHECK: #requant = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 33], rounding = single_round>
// CHECK-LABEL: func.func @per_channel(
// CHECK:         %[[B:.+]] = "tosa.const"() <{values = dense<5> : tensor<1xi32>}>
// CHECK:         quant.scast %{{.+}} : tensor<2x3x2x3xi8> to tensor<2x3x2x3x!quant.uniform<i8:f32:0, {6.250000e-02:4,1.250000e-01:4}>>
// CHECK:         lutfuse.conv2d %{{.+}}, %{{.+}} bias %[[B]] stride [2, 1] pad [1, 1, 2, 1] dilation [2, 3] requant #requant
// CHECK-SAME:      -> tensor<2x3x6x2x!quant.uniform<i8:f32, 1.000000e+00:-3>>
func.func @per_channel(%x: tensor<2x7x6x3xi8>) -> tensor<2x3x6x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x3x2x3xi8>}> : () -> tensor<2x3x2x3xi8>
  %b = "tosa.const"() <{values = dense<5> : tensor<1xi32>}> : () -> tensor<1xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<4> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tosa.const"() <{values = dense<[34, 33]> : tensor<2xi8>}> : () -> tensor<2xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 2, 3>, pad = array<i64: 1, 1, 2, 1>, stride = array<i64: 2, 1>}
    : (tensor<2x7x6x3xi8>, tensor<2x3x2x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x3x6x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = SINGLE_ROUND, scale32 = true}
    : (tensor<2x3x6x2xi32>, tensor<2xi32>, tensor<2xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2x3x6x2xi8>
  return %u : tensor<2x3x6x2xi8>
}

// -----

// Unsigned results: the bits are signless i8, the zero point 0xfa is 250.
// CHECK-LABEL: func.func @output_unsigned(
// CHECK:         %[[UQ:.+]] = lutfuse.conv2d
// CHECK-SAME:      -> tensor<1x2x2x2x!quant.uniform<u8:f32, 1.000000e+00:250>>
// CHECK-NEXT:    quant.scast %[[UQ]] : tensor<1x2x2x2x!quant.uniform<u8:f32, 1.000000e+00:250>> to tensor<1x2x2x2xi8>
func.func @output_unsigned(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-6> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = true, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  return %u : tensor<1x2x2x2xi8>
}
