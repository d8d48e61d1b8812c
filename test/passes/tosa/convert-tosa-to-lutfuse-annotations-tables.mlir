// Annotations on TOSA's tables: taken where they agree with the integers, ignored with a remark
// where not. Either way the integers are the same.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=convert-tosa-to-lutfuse --convert-tosa-to-lutfuse -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// A table takes any domain of its storage, and its kind.
// CHECK-LABEL: func.func @table(
// CHECK:         %[[UQ:.+]] = quant.scast %{{.+}} : tensor<5xi8> to tensor<5x!quant.uniform<i8:f32, 1.250000e-01:3>>
// CHECK:         lutfuse.lut_activation <sigmoid> %[[UQ]]
// CHECK-SAME:      -> tensor<5x!quant.uniform<i8:f32, 3.906250e-03:-128>>
func.func @table(%u: tensor<5xi8>, %t: tensor<256xi8>) -> tensor<5xi8> {
  %y = tosa.table %u, %t {lutfuse.input_type = !quant.uniform<i8:f32, 0.125:3>, lutfuse.result_type = !quant.uniform<i8:f32, 0.00390625:-128>, lutfuse.kind = "sigmoid"} : (tensor<5xi8>, tensor<256xi8>) -> tensor<5xi8>
  return %y : tensor<5xi8>
}

// -----

// The kind alone.
// CHECK-LABEL: func.func @table_kind(
// CHECK:         lutfuse.lut_activation <hard_swish>
// CHECK-SAME:      -> tensor<5x!quant.uniform<i8:f32, 1.000000e+00>>
func.func @table_kind(%u: tensor<5xi8>, %t: tensor<256xi8>) -> tensor<5xi8> {
  %y = tosa.table %u, %t {lutfuse.kind = "hard_swish"} : (tensor<5xi8>, tensor<256xi8>) -> tensor<5xi8>
  return %y : tensor<5xi8>
}

// -----

// Codes need not fill the storage.
// CHECK-LABEL: func.func @table_narrow(
// CHECK:         quant.scast %{{.+}} to tensor<5x!quant.uniform<i8<-127:127>:f32, 1.250000e-01>>
func.func @table_narrow(%u: tensor<5xi8>, %t: tensor<256xi8>) -> tensor<5xi8> {
  %y = tosa.table %u, %t {lutfuse.input_type = !quant.uniform<i8<-127:127>:f32, 0.125>} : (tensor<5xi8>, tensor<256xi8>) -> tensor<5xi8>
  return %y : tensor<5xi8>
}

// -----

// Another storage.
// CHECK-LABEL: func.func @table_storage(
// CHECK:         lutfuse.lut_activation <tanh> {{.*}} : (tensor<5x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<256xi8>) -> tensor<5x!quant.uniform<i8:f32, 1.000000e+00>>
func.func @table_storage(%u: tensor<5xi8>, %t: tensor<256xi8>) -> tensor<5xi8> {
  // expected-remark@+1 {{[Missed] ignored-annotation | Category:convert-tosa-to-lutfuse | Function=table_storage | Op=tosa.table, Reason=disagrees, disagrees="expected a per-tensor i8 type, zero point in range, but got !quant.uniform<u8:f32, 1.250000e-01:3>"}}
  %y = tosa.table %u, %t {lutfuse.input_type = !quant.uniform<u8:f32, 1.250000e-01:3>, lutfuse.result_type = !quant.uniform<i8:f32, 0.00390625:-128>, lutfuse.kind = "tanh"} : (tensor<5xi8>, tensor<256xi8>) -> tensor<5xi8>
  return %y : tensor<5xi8>
}

// -----

// Another width.
// CHECK-LABEL: func.func @table_width(
// CHECK:         lutfuse.lut_activation <tanh> {{.*}} : (tensor<5x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<256xi8>) -> tensor<5x!quant.uniform<i8:f32, 1.000000e+00>>
func.func @table_width(%u: tensor<5xi8>, %t: tensor<256xi8>) -> tensor<5xi8> {
  // expected-remark@+1 {{[Missed] ignored-annotation | Category:convert-tosa-to-lutfuse | Function=table_width | Op=tosa.table, Reason=disagrees, disagrees="expected a per-tensor i8 type, zero point in range, but got !quant.uniform<i16:f32, 1.250000e-01>"}}
  %y = tosa.table %u, %t {lutfuse.input_type = !quant.uniform<i16:f32, 1.250000e-01>, lutfuse.result_type = !quant.uniform<i8:f32, 0.00390625:-128>, lutfuse.kind = "tanh"} : (tensor<5xi8>, tensor<256xi8>) -> tensor<5xi8>
  return %y : tensor<5xi8>
}

// -----

// Scales along an axis.
// CHECK-LABEL: func.func @table_per_axis(
// CHECK:         lutfuse.lut_activation <tanh> {{.*}} : (tensor<5x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<256xi8>) -> tensor<5x!quant.uniform<i8:f32, 1.000000e+00>>
func.func @table_per_axis(%u: tensor<5xi8>, %t: tensor<256xi8>) -> tensor<5xi8> {
  // expected-remark@+1 {{[Missed] ignored-annotation | Category:convert-tosa-to-lutfuse | Function=table_per_axis | Op=tosa.table, Reason=disagrees, disagrees="expected a per-tensor i8 type, zero point in range, but got !quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>"}}
  %y = tosa.table %u, %t {lutfuse.input_type = !quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00,3.000000e+00,4.000000e+00,5.000000e+00}>, lutfuse.result_type = !quant.uniform<i8:f32, 0.00390625:-128>, lutfuse.kind = "tanh"} : (tensor<5xi8>, tensor<256xi8>) -> tensor<5xi8>
  return %y : tensor<5xi8>
}

// -----

// A storage without scale.
// CHECK-LABEL: func.func @table_any(
// CHECK:         lutfuse.lut_activation <tanh> {{.*}} : (tensor<5x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<256xi8>) -> tensor<5x!quant.uniform<i8:f32, 1.000000e+00>>
func.func @table_any(%u: tensor<5xi8>, %t: tensor<256xi8>) -> tensor<5xi8> {
  // expected-remark@+1 {{[Missed] ignored-annotation | Category:convert-tosa-to-lutfuse | Function=table_any | Op=tosa.table, Reason=disagrees, disagrees="expected a per-tensor i8 type, zero point in range, but got !quant.any<i8:f32>"}}
  %y = tosa.table %u, %t {lutfuse.input_type = !quant.any<i8:f32>, lutfuse.result_type = !quant.uniform<i8:f32, 0.00390625:-128>, lutfuse.kind = "tanh"} : (tensor<5xi8>, tensor<256xi8>) -> tensor<5xi8>
  return %y : tensor<5xi8>
}

// -----

// No storage at all.
// CHECK-LABEL: func.func @table_calibrated(
// CHECK:         lutfuse.lut_activation <tanh> {{.*}} : (tensor<5x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<256xi8>) -> tensor<5x!quant.uniform<i8:f32, 1.000000e+00>>
func.func @table_calibrated(%u: tensor<5xi8>, %t: tensor<256xi8>) -> tensor<5xi8> {
  // expected-remark@+1 {{[Missed] ignored-annotation | Category:convert-tosa-to-lutfuse | Function=table_calibrated | Op=tosa.table, Reason=disagrees, disagrees="expected a per-tensor i8 type, zero point in range, but got !quant.calibrated<f32<-1.000000e+00:1.000000e+00>>"}}
  %y = tosa.table %u, %t {lutfuse.input_type = !quant.calibrated<f32<-1.000000e+00:1.000000e+00>>, lutfuse.result_type = !quant.uniform<i8:f32, 0.00390625:-128>, lutfuse.kind = "tanh"} : (tensor<5xi8>, tensor<256xi8>) -> tensor<5xi8>
  return %y : tensor<5xi8>
}

// -----

// A zero point that is no code.
// CHECK-LABEL: func.func @table_zero_point(
// CHECK:         lutfuse.lut_activation <tanh> {{.*}} : (tensor<5x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<256xi8>) -> tensor<5x!quant.uniform<i8:f32, 1.000000e+00>>
func.func @table_zero_point(%u: tensor<5xi8>, %t: tensor<256xi8>) -> tensor<5xi8> {
  // expected-remark@+1 {{[Missed] ignored-annotation | Category:convert-tosa-to-lutfuse | Function=table_zero_point | Op=tosa.table, Reason=disagrees, disagrees="expected a per-tensor i8 type, zero point in range, but got !quant.uniform<i8:f32, 1.250000e-01:128>"}}
  %y = tosa.table %u, %t {lutfuse.input_type = !quant.uniform<i8:f32, 1.250000e-01:128>, lutfuse.result_type = !quant.uniform<i8:f32, 0.00390625:-128>, lutfuse.kind = "tanh"} : (tensor<5xi8>, tensor<256xi8>) -> tensor<5xi8>
  return %y : tensor<5xi8>
}

// -----

// The result's type is asked the same.
// CHECK-LABEL: func.func @table_result(
// CHECK:         lutfuse.lut_activation <tanh> {{.*}} : (tensor<5x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<256xi8>) -> tensor<5x!quant.uniform<i8:f32, 1.000000e+00>>
func.func @table_result(%u: tensor<5xi8>, %t: tensor<256xi8>) -> tensor<5xi8> {
  // expected-remark@+1 {{[Missed] ignored-annotation | Category:convert-tosa-to-lutfuse | Function=table_result | Op=tosa.table, Reason=disagrees, disagrees="expected a per-tensor i8 type, zero point in range, but got !quant.uniform<u8:f32, 3.906250e-03>"}}
  %y = tosa.table %u, %t {lutfuse.input_type = !quant.uniform<i8:f32, 0.125:3>, lutfuse.result_type = !quant.uniform<u8:f32, 3.906250e-03>, lutfuse.kind = "tanh"} : (tensor<5xi8>, tensor<256xi8>) -> tensor<5xi8>
  return %y : tensor<5xi8>
}

// -----

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
