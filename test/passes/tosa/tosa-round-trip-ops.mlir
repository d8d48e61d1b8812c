// TOSA to lutfuse and back is the same module where nothing had to be changed, fused on the way or
// not.
// Constants stand in the order in which the conversion writes them: no upstream pass sorts them.

// RUN: lutfuse-opt %s --canonicalize --cse -o %t.before
// RUN: lutfuse-opt %s --convert-tosa-to-lutfuse --convert-lutfuse-to-tosa --canonicalize --cse \
// RUN:   -o %t.after
// RUN: diff %t.before %t.after
// RUN: lutfuse-opt %s --convert-tosa-to-lutfuse --fuse-lut-activation --convert-lutfuse-to-tosa \
// RUN:   --canonicalize --cse -o %t.fused
// RUN: diff %t.before %t.fused

// Not for want of conversions:
// RUN: lutfuse-opt %s --convert-tosa-to-lutfuse --fuse-lut-activation | FileCheck %s

// CHECK-NOT: = tosa.{{conv2d|depthwise_conv2d|transpose_conv2d|rescale|table}}

func.func @with_table(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x2xi8> {
  %t = "tosa.const"() <{values = dense<9> : tensor<256xi8>}> : () -> tensor<256xi8>
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  %y = tosa.table %u, %t : (tensor<1x2x2x2xi8>, tensor<256xi8>) -> tensor<1x2x2x2xi8>
  return %y : tensor<1x2x2x2xi8>
}

func.func @unsigned_table(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x2xi8> {
  %t = "tosa.const"() <{values = dense<9> : tensor<256xi8>}> : () -> tensor<256xi8>
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-6> : tensor<1xi8>}> : () -> tensor<1xi8>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = true, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  %y = tosa.table %u, %t : (tensor<1x2x2x2xi8>, tensor<256xi8>) -> tensor<1x2x2x2xi8>
  return %y : tensor<1x2x2x2xi8>
}

func.func @depthwise(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x6xi8> {
  %t = "tosa.const"() <{values = dense<9> : tensor<256xi8>}> : () -> tensor<256xi8>
  %b = "tosa.const"() <{values = dense<0> : tensor<6xi32>}> : () -> tensor<6xi32>
  %w = "tosa.const"() <{values = dense<[[[[1, 2], [3, 4], [5, 6]], [[7, 8], [9, 10], [11, 12]]]]> : tensor<1x2x3x2xi8>}> : () -> tensor<1x2x3x2xi8>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.depthwise_conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 1, 1>, stride = array<i64: 1, 2>}
    : (tensor<1x2x2x3xi8>, tensor<1x2x3x2xi8>, tensor<6xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x6xi32>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<6xi32>}> : () -> tensor<6xi32>
  %s = "tosa.const"() <{values = dense<[34, 33, 34, 33, 34, 33]> : tensor<6xi8>}> : () -> tensor<6xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x6xi32>, tensor<6xi32>, tensor<6xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x6xi8>
  %y = tosa.table %u, %t : (tensor<1x2x2x6xi8>, tensor<256xi8>) -> tensor<1x2x2x6xi8>
  return %y : tensor<1x2x2x6xi8>
}

func.func @transposed(%x: tensor<1x3x3x3xi8>) -> tensor<1x6x9x2xi8> {
  %t = "tosa.const"() <{values = dense<9> : tensor<256xi8>}> : () -> tensor<256xi8>
  %w = "tosa.const"() <{values = dense<1> : tensor<2x3x2x3xi8>}> : () -> tensor<2x3x2x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.transpose_conv2d %x, %w, %b, %xz, %wz {acc_type = i32, out_pad = array<i64: -1, 0, 2, -1>, stride = array<i64: 2, 3>}
    : (tensor<1x3x3x3xi8>, tensor<2x3x2x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x6x9x2xi32>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x6x9x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x6x9x2xi8>
  %y = tosa.table %u, %t : (tensor<1x6x9x2xi8>, tensor<256xi8>) -> tensor<1x6x9x2xi8>
  return %y : tensor<1x6x9x2xi8>
}

func.func @table(%u: tensor<?x5xi8>, %t: tensor<256xi8>) -> tensor<?x5xi8> {
  %y = tosa.table %u, %t : (tensor<?x5xi8>, tensor<256xi8>) -> tensor<?x5xi8>
  return %y : tensor<?x5xi8>
}

func.func @interpolated(%u: tensor<5xi16>, %t: tensor<513xi16>) -> tensor<5xi16> {
  %v = tosa.table %u, %t : (tensor<5xi16>, tensor<513xi16>) -> tensor<5xi32>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<37> : tensor<1xi8>}> : () -> tensor<1xi8>
  %vz = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %yz = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %y = tosa.rescale %v, %m, %s, %vz, %yz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<5xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi16>) -> tensor<5xi16>
  return %y : tensor<5xi16>
}
