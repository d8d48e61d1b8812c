// TOSA's convolutions with results of other storages and of open sizes, without annotations.

// RUN: lutfuse-opt %s --split-input-file --convert-tosa-to-lutfuse | FileCheck %s --enable-var-scope

// Of 8-bit operands, a 16-bit result; 16-bit multipliers on 32-bit accumulators.
// CHECK: multiplier_bits = 16
// CHECK-LABEL: func.func @i8_to_i16(
// CHECK:         lutfuse.conv2d
// CHECK-SAME:      -> tensor<1x2x2x2x!quant.uniform<i16:f32, 1.000000e+00>>
func.func @i8_to_i16(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x2xi16> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<16384> : tensor<1xi16>}> : () -> tensor<1xi16>
  %s = "tosa.const"() <{values = dense<18> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = false}
    : (tensor<1x2x2x2xi32>, tensor<1xi16>, tensor<1xi8>, tensor<1xi32>, tensor<1xi16>) -> tensor<1x2x2x2xi16>
  return %u : tensor<1x2x2x2xi16>
}

// -----

// Sizes that only the run time knows. The result has the type of the rescale's.
// CHECK-LABEL: func.func @dynamic(
// CHECK:         lutfuse.conv2d
// CHECK-SAME:      : (tensor<?x?x?x3x!quant.uniform<i8:f32, 1.000000e+00:7>>,
// CHECK-SAME:      -> tensor<?x?x?x2x!quant.uniform<i8:f32, 1.000000e+00:-3>>
func.func @dynamic(%x: tensor<?x?x?x3xi8>) -> tensor<?x?x?x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<?x?x?x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<?x?x?x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<?x?x?x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<?x?x?x2xi8>
  return %u : tensor<?x?x?x2xi8>
}
