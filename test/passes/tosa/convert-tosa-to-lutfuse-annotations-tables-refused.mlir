// Annotations on TOSA's tables, of types that say no domain: taken where they agree with the integers, ignored with a
// remark where not. Either way the integers are the same.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=convert-tosa-to-lutfuse --convert-tosa-to-lutfuse -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

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
