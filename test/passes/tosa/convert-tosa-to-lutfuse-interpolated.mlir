// TOSA's 16-bit tables, whose values a rescale narrows.

// RUN: lutfuse-opt %s --split-input-file --convert-tosa-to-lutfuse | FileCheck %s --enable-var-scope

// A 16-bit table and the rescale by 2^-7 behind it are one interpolated look-up.
// CHECK: #table_header = #lutfuse.table_header<first = -32768, entries = 513, lookup = interpolated fraction_bits = 7 rounding = double_round,
// CHECK-SAME: input = !quant.uniform<i16:f32, 1.000000e+00>, result = !quant.uniform<i16:f32, 1.000000e+00>>
// CHECK-LABEL: func.func @interpolated_double_round(
// CHECK-SAME:    %[[U:[a-z0-9]+]]: tensor<5xi16>, %[[T:[a-z0-9]+]]: tensor<513xi16>)
// CHECK-NEXT:    %[[UQ:.+]] = quant.scast %[[U]]
// CHECK-NEXT:    %[[YQ:.+]] = lutfuse.lut_activation <custom> %[[UQ]], %[[T]] header #table_header
// CHECK-NEXT:    %[[Y:.+]] = quant.scast %[[YQ]]
// CHECK-NEXT:    return %[[Y]]
func.func @interpolated_double_round(%u: tensor<5xi16>, %t: tensor<513xi16>) -> tensor<5xi16> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<37> : tensor<1xi8>}> : () -> tensor<1xi8>
  %vz = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %yz = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %v = tosa.table %u, %t : (tensor<5xi16>, tensor<513xi16>) -> tensor<5xi32>
  %y = tosa.rescale %v, %m, %s, %vz, %yz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<5xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi16>) -> tensor<5xi16>
  return %y : tensor<5xi16>
}

// -----

// Its rounding is carried.
// CHECK: #table_header = #lutfuse.table_header<first = -32768, entries = 513, lookup = interpolated fraction_bits = 7, input
// CHECK-LABEL: func.func @interpolated_single_round(
// CHECK:         lutfuse.lut_activation
func.func @interpolated_single_round(%u: tensor<5xi16>, %t: tensor<513xi16>) -> tensor<5xi16> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<37> : tensor<1xi8>}> : () -> tensor<1xi8>
  %vz = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %yz = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %v = tosa.table %u, %t : (tensor<5xi16>, tensor<513xi16>) -> tensor<5xi32>
  %y = tosa.rescale %v, %m, %s, %vz, %yz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true}
    : (tensor<5xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi16>) -> tensor<5xi16>
  return %y : tensor<5xi16>
}
