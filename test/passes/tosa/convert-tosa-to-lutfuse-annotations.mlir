// Annotations on TOSA's ops: taken where they agree with the integers, ignored with a remark where
// not. Either way the integers are the same.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=convert-tosa-to-lutfuse --convert-tosa-to-lutfuse -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// 0.5 * 0.25 / 2.0 is the rescale's 0.0625.
// CHECK-LABEL: func.func @used(
// CHECK:         quant.scast %{{.+}} : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!quant.uniform<i8:f32, 5.000000e-01:7>>
// CHECK:         quant.scast %{{.+}} : tensor<2x1x1x3xi8> to tensor<2x1x1x3x!quant.uniform<i8:f32, 2.500000e-01>>
// CHECK:         lutfuse.conv2d {{.*}} -> tensor<1x2x2x2x!quant.uniform<i8:f32, 2.000000e+00:-3>>
func.func @used(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, lutfuse.input_type = !quant.uniform<i8:f32, 0.5:7>, lutfuse.filter_type = !quant.uniform<i8:f32, 0.25>, lutfuse.result_type = !quant.uniform<i8:f32, 2.0:-3>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  return %u : tensor<1x2x2x2xi8>
}

// -----

// The scales are float32 once: 2^-22 of the factor is their rounding.
// CHECK-LABEL: func.func @rounded(
// CHECK:         lutfuse.conv2d {{.*}} -> tensor<1x2x2x2x!quant.uniform<i8:f32, 2.0000003999{{[0-9]+}}:-3>>
func.func @rounded(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, lutfuse.input_type = !quant.uniform<i8:f32, 0.5:7>, lutfuse.filter_type = !quant.uniform<i8:f32, 0.25>, lutfuse.result_type = !quant.uniform<i8:f32, 2.0000004:-3>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  return %u : tensor<1x2x2x2xi8>
}

// -----

// Twice as much is another scale.
// CHECK-LABEL: func.func @other_scale(
// CHECK:         quant.scast %{{.+}} : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!quant.uniform<i8:f32, 1.000000e+00:7>>
// CHECK:         quant.scast %{{.+}} : tensor<2x1x1x3xi8> to tensor<2x1x1x3x!quant.uniform<i8:f32, 6.250000e-02>>
// CHECK:         lutfuse.conv2d {{.*}} -> tensor<1x2x2x2x!quant.uniform<i8:f32, 1.000000e+00:-3>>
func.func @other_scale(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-remark@+1 {{[Missed] ignored-annotation | Category:convert-tosa-to-lutfuse | Function=other_scale | Op=tosa.conv2d, Reason=disagrees, disagrees="expected scales whose factor in channel 0 is 0.0625 as the rescale says but got 0.0624999719"}}
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, lutfuse.input_type = !quant.uniform<i8:f32, 0.5:7>, lutfuse.filter_type = !quant.uniform<i8:f32, 0.25>, lutfuse.result_type = !quant.uniform<i8:f32, 2.0000009:-3>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  return %u : tensor<1x2x2x2xi8>
}
