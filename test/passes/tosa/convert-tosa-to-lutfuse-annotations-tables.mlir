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
