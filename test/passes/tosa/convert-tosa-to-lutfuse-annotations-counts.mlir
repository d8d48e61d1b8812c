// Annotations with scales along another axis, or another number of them, are ignored with a remark.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=convert-tosa-to-lutfuse --convert-tosa-to-lutfuse -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// Scales along another axis.
// CHECK-LABEL: func.func @other_axis(
// CHECK:         quant.scast %{{.+}} : tensor<2x1x1x3xi8> to tensor<2x1x1x3x!quant.uniform<i8:f32:0, {6.250000e-02,1.250000e-01}>>
// CHECK:         lutfuse.conv2d {{.*}} -> tensor<1x2x2x2x!quant.uniform<i8:f32, 1.000000e+00:-3>>
func.func @other_axis(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tosa.const"() <{values = dense<[34, 33]> : tensor<2xi8>}> : () -> tensor<2xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-remark@+1 {{[Missed] ignored-annotation | Category:convert-tosa-to-lutfuse | Function=other_axis | Op=tosa.conv2d, Reason=disagrees, disagrees="expected 'lutfuse.filter_type' with storage and zero points of !quant.uniform<i8:f32:0, {6.250000e-02,1.250000e-01}> but got !quant.uniform<i8:f32:3, {2.500000e-01,5.000000e-01}>"}}
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, lutfuse.input_type = !quant.uniform<i8:f32, 0.5:7>, lutfuse.filter_type = !quant.uniform<i8:f32:3, {0.25, 0.5}>, lutfuse.result_type = !quant.uniform<i8:f32, 2.0:-3>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<2xi32>, tensor<2xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  return %u : tensor<1x2x2x2xi8>
}

// -----

// More scales than channels.
// CHECK-LABEL: func.func @scale_count(
// CHECK:         quant.scast %{{.+}} : tensor<2x1x1x3xi8> to tensor<2x1x1x3x!quant.uniform<i8:f32:0, {6.250000e-02,1.250000e-01}>>
// CHECK:         lutfuse.conv2d {{.*}} -> tensor<1x2x2x2x!quant.uniform<i8:f32, 1.000000e+00:-3>>
func.func @scale_count(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tosa.const"() <{values = dense<[34, 33]> : tensor<2xi8>}> : () -> tensor<2xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-remark@+1 {{[Missed] ignored-annotation | Category:convert-tosa-to-lutfuse | Function=scale_count | Op=tosa.conv2d, Reason=disagrees, disagrees="expected 'lutfuse.filter_type' with storage and zero points of !quant.uniform<i8:f32:0, {6.250000e-02,1.250000e-01}> but got !quant.uniform<i8:f32:0, {2.500000e-01,5.000000e-01,5.000000e-01}>"}}
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, lutfuse.input_type = !quant.uniform<i8:f32, 0.5:7>, lutfuse.filter_type = !quant.uniform<i8:f32:0, {0.25, 0.5, 0.5}>, lutfuse.result_type = !quant.uniform<i8:f32, 2.0:-3>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<2xi32>, tensor<2xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  return %u : tensor<1x2x2x2xi8>
}
