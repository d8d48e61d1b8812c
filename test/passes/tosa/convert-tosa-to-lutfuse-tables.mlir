// TOSA's tables without annotations: scale 1, or the domain of the convolution before.

// RUN: lutfuse-opt %s --split-input-file --convert-tosa-to-lutfuse | FileCheck %s --enable-var-scope

// A table takes the domain of the convolution before it, so that the two can fuse.
// CHECK: #table_header = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
// CHECK-SAME: input = !quant.uniform<i8:f32, 1.000000e+00:-3>, result = !quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-LABEL: func.func @conv2d_table(
// CHECK:         %[[T:.+]] = "tosa.const"() <{values = dense<9> : tensor<256xi8>}>
// CHECK:         %[[UQ:.+]] = lutfuse.conv2d
// CHECK-NEXT:    %[[YQ:.+]] = lutfuse.lut_activation <custom> %[[UQ]], %[[T]] header #table_header
// CHECK-NEXT:    %[[Y:.+]] = quant.scast %[[YQ]] : tensor<1x2x2x2x!quant.uniform<i8:f32, 1.000000e+00>> to tensor<1x2x2x2xi8>
// CHECK-NEXT:    return %[[Y]]
func.func @conv2d_table(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %t = "tosa.const"() <{values = dense<9> : tensor<256xi8>}> : () -> tensor<256xi8>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  %y = tosa.table %u, %t : (tensor<1x2x2x2xi8>, tensor<256xi8>) -> tensor<1x2x2x2xi8>
  return %y : tensor<1x2x2x2xi8>
}

// -----

// Bits that the convolution means as unsigned are read as signed by the table: two domains.
// CHECK: #table_header = #lutfuse.table_header<{{.*}}, input = !quant.uniform<i8:f32, 1.000000e+00>,
// CHECK-LABEL: func.func @unsigned_table(
// CHECK:         %[[UQ:.+]] = lutfuse.conv2d
// CHECK-NEXT:    %[[U:.+]] = quant.scast %[[UQ]] : tensor<1x2x2x2x!quant.uniform<u8:f32, 1.000000e+00:253>> to tensor<1x2x2x2xi8>
// CHECK-NEXT:    %[[V:.+]] = quant.scast %[[U]] : tensor<1x2x2x2xi8> to tensor<1x2x2x2x!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT:    lutfuse.lut_activation <custom> %[[V]]
func.func @unsigned_table(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %t = "tosa.const"() <{values = dense<9> : tensor<256xi8>}> : () -> tensor<256xi8>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = true, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  %y = tosa.table %u, %t : (tensor<1x2x2x2xi8>, tensor<256xi8>) -> tensor<1x2x2x2xi8>
  return %y : tensor<1x2x2x2xi8>
}

// -----

// A table alone, of any rank, even one that is an argument.
// CHECK-LABEL: func.func @table(
// CHECK-SAME:    %[[U:[a-z0-9]+]]: tensor<?x5xi8>, %[[T:[a-z0-9]+]]: tensor<256xi8>)
// CHECK-NEXT:    %[[UQ:.+]] = quant.scast %[[U]] : tensor<?x5xi8> to tensor<?x5x!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT:    %[[YQ:.+]] = lutfuse.lut_activation <custom> %[[UQ]], %[[T]] header #table_header
// CHECK-NEXT:    %[[Y:.+]] = quant.scast %[[YQ]] : tensor<?x5x!quant.uniform<i8:f32, 1.000000e+00>> to tensor<?x5xi8>
// CHECK-NEXT:    return %[[Y]]
func.func @table(%u: tensor<?x5xi8>, %t: tensor<256xi8>) -> tensor<?x5xi8> {
  %y = tosa.table %u, %t : (tensor<?x5xi8>, tensor<256xi8>) -> tensor<?x5xi8>
  return %y : tensor<?x5xi8>
}
