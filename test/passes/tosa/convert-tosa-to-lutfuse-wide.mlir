// TOSA's convolutions of 16-bit inputs, without annotations.

// RUN: lutfuse-opt %s --split-input-file --convert-tosa-to-lutfuse | FileCheck %s --enable-var-scope

// 48-bit accumulators have 16-bit multipliers. The result may have 16 bits.
// CHECK: #requant = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
// CHECK-LABEL: func.func @wide(
// CHECK:         %[[B:.+]] = "tosa.const"() <{values = dense<[140737488355327, -140737488355328]> : tensor<2xi48>}>
// CHECK:         %[[XQ:.+]] = quant.scast %{{.+}} : tensor<1x2x2x3xi16> to tensor<1x2x2x3x!quant.uniform<i16:f32, 1.000000e+00>>
// CHECK:         lutfuse.conv2d %[[XQ]], %{{.+}} bias %[[B]] requant #requant
// CHECK-SAME:      -> tensor<1x2x2x2x!quant.uniform<i16:f32, 1.000000e+00>>
func.func @wide(%x: tensor<1x2x2x3xi16>) -> tensor<1x2x2x2xi16> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[140737488355327, -140737488355328]> : tensor<2xi48>}> : () -> tensor<2xi48>
  %xz = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<16384> : tensor<1xi16>}> : () -> tensor<1xi16>
  %s = "tosa.const"() <{values = dense<18> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi48>}> : () -> tensor<1xi48>
  %uz = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i48, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi16>, tensor<2x1x1x3xi8>, tensor<2xi48>, tensor<1xi16>, tensor<1xi8>) -> tensor<1x2x2x2xi48>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = false}
    : (tensor<1x2x2x2xi48>, tensor<1xi16>, tensor<1xi8>, tensor<1xi48>, tensor<1xi16>) -> tensor<1x2x2x2xi16>
  return %u : tensor<1x2x2x2xi16>
}

// -----

// ... or 8, with a zero point.
// CHECK-LABEL: func.func @wide_to_i8(
// CHECK:         lutfuse.conv2d
// CHECK-SAME:      -> tensor<1x2x2x2x!quant.uniform<i8:f32, 1.000000e+00:-3>>
func.func @wide_to_i8(%x: tensor<1x2x2x3xi16>) -> tensor<1x2x2x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi48>}> : () -> tensor<2xi48>
  %xz = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<16384> : tensor<1xi16>}> : () -> tensor<1xi16>
  %s = "tosa.const"() <{values = dense<18> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi48>}> : () -> tensor<1xi48>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i48, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi16>, tensor<2x1x1x3xi8>, tensor<2xi48>, tensor<1xi16>, tensor<1xi8>) -> tensor<1x2x2x2xi48>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = false}
    : (tensor<1x2x2x2xi48>, tensor<1xi16>, tensor<1xi8>, tensor<1xi48>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  return %u : tensor<1x2x2x2xi8>
}
