// Transposed convolutions, and layers in regions.

// RUN: lutfuse-opt %s --split-input-file --convert-tosa-to-lutfuse | FileCheck %s --enable-var-scope

// Output padding, cropping included.
// CHECK-LABEL: func.func @transpose_conv2d(
// CHECK:         lutfuse.conv_transpose2d %{{.+}}, %{{.+}} bias %{{.+}} stride [2, 3] out_pad [-1, 0, 2, -1] requant #requant
// CHECK-SAME:      : (tensor<1x3x3x3x!quant.uniform<i8:f32, 1.000000e+00:7>>, tensor<2x3x2x3x!quant.uniform<i8:f32, 6.250000e-02>>, tensor<2xi32>)
// CHECK-SAME:      -> tensor<1x6x9x2x!quant.uniform<i8:f32, 1.000000e+00:-3>>
func.func @transpose_conv2d(%x: tensor<1x3x3x3xi8>) -> tensor<1x6x9x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x3x2x3xi8>}> : () -> tensor<2x3x2x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.transpose_conv2d %x, %w, %b, %xz, %wz {acc_type = i32, out_pad = array<i64: -1, 0, 2, -1>, stride = array<i64: 2, 3>}
    : (tensor<1x3x3x3xi8>, tensor<2x3x2x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x6x9x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x6x9x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x6x9x2xi8>
  return %u : tensor<1x6x9x2xi8>
}

// -----

// A layer inside a region is converted there.
// CHECK-LABEL: func.func @region(
// CHECK:         scf.if
// CHECK:           lutfuse.conv2d
// CHECK-NEXT:      %[[C:.+]] = quant.scast
// CHECK-NEXT:      scf.yield %[[C]]
func.func @region(%p: i1, %x: tensor<1x2x2x3xi8>, %w: tensor<2x1x1x3xi8>, %b: tensor<2xi32>, %y: tensor<1x2x2x2xi8>) -> tensor<1x2x2x2xi8> {
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = scf.if %p -> tensor<1x2x2x2xi8> {
    %acc = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
    %u = tosa.rescale %acc, %m, %s, %az, %z {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true}
      : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
    scf.yield %u : tensor<1x2x2x2xi8>
  } else {
    scf.yield %y : tensor<1x2x2x2xi8>
  }
  return %r : tensor<1x2x2x2xi8>
}
