// Annotations on TOSA's tables behind convolutions: taken where they agree with the integers, ignored with a
// remark where not. Either way the integers are the same.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=convert-tosa-to-lutfuse --convert-tosa-to-lutfuse -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// Convolution and table that agree on the domain between fuse afterwards.
// CHECK-LABEL: func.func @pair(
// CHECK:         %[[UQ:.+]] = lutfuse.conv2d
// CHECK-NEXT:    lutfuse.lut_activation <tanh> %[[UQ]]
func.func @pair(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %t = "tosa.const"() <{values = dense<9> : tensor<256xi8>}> : () -> tensor<256xi8>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, lutfuse.input_type = !quant.uniform<i8:f32, 0.5:7>, lutfuse.filter_type = !quant.uniform<i8:f32, 0.25>, lutfuse.result_type = !quant.uniform<i8:f32, 2.0:-3>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  %y = tosa.table %u, %t {lutfuse.input_type = !quant.uniform<i8:f32, 2.0:-3>, lutfuse.kind = "tanh"} : (tensor<1x2x2x2xi8>, tensor<256xi8>) -> tensor<1x2x2x2xi8>
  return %y : tensor<1x2x2x2xi8>
}

// -----

// A table that says another domain than the convolution keeps its own: the two must not fuse.
// CHECK-LABEL: func.func @no_pair(
// CHECK:         %[[UQ:.+]] = lutfuse.conv2d
// CHECK-NEXT:    %[[U:.+]] = quant.scast %[[UQ]]
// CHECK-NEXT:    %[[VQ:.+]] = quant.scast %[[U]] : tensor<1x2x2x2xi8> to tensor<1x2x2x2x!quant.uniform<i8:f32, 2.000000e+00:-4>>
// CHECK-NEXT:    lutfuse.lut_activation <tanh> %[[VQ]]
func.func @no_pair(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %t = "tosa.const"() <{values = dense<9> : tensor<256xi8>}> : () -> tensor<256xi8>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, lutfuse.input_type = !quant.uniform<i8:f32, 0.5:7>, lutfuse.filter_type = !quant.uniform<i8:f32, 0.25>, lutfuse.result_type = !quant.uniform<i8:f32, 2.0:-3>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  %y = tosa.table %u, %t {lutfuse.input_type = !quant.uniform<i8:f32, 2.0:-4>, lutfuse.kind = "tanh"} : (tensor<1x2x2x2xi8>, tensor<256xi8>) -> tensor<1x2x2x2xi8>
  return %y : tensor<1x2x2x2xi8>
}
