// RUN: lutfuse-opt %s --split-input-file --collapse-elementwise-to-table | FileCheck %s --enable-var-scope
// RUN: lutfuse-opt %s --split-input-file --collapse-elementwise-to-table --remarks-filter=collapse-elementwise-to-table --verify-diagnostics -o %t

// One axis has no channels beside it: each of its elements would need a table.
// CHECK-LABEL: func.func @one_axis
// CHECK: tosa.maximum
// CHECK-NOT: lutfuse.lut
func.func @one_axis(%x: tensor<2xi8>) -> tensor<2xi8> {
  %c = "tosa.const"() <{values = dense<[1, 2]> : tensor<2xi8>}> : () -> tensor<2xi8>
  // expected-remark@+1 {{Reason=position-dependent, position-dependent="expected channels beside other axes but got one axis"}}
  %y = tosa.maximum %x, %c : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
  return %y : tensor<2xi8>
}

// -----

// CHECK-LABEL: func.func @one_axis_rescaled_per_channel
// CHECK: tosa.rescale
// CHECK-NOT: lutfuse.lut
func.func @one_axis_rescaled_per_channel(%x: tensor<2xi8>) -> tensor<2xi8> {
  %m = "tosa.const"() <{values = dense<[1073741824, 536870912]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tosa.const"() <{values = dense<30> : tensor<2xi8>}> : () -> tensor<2xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-remark@+1 {{Reason=position-dependent, position-dependent="expected channels beside other axes but got one axis"}}
  %y = tosa.rescale %x, %m, %s, %z, %z {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<2xi8>, tensor<2xi32>, tensor<2xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2xi8>
  return %y : tensor<2xi8>
}

// -----

// A scalar has no axis to hold the codes.
// CHECK-LABEL: func.func @scalar
// CHECK: tosa.clamp
// CHECK-NOT: lutfuse.lut
func.func @scalar(%x: tensor<i8>) -> tensor<i8> {
  %y = tosa.clamp %x {max_val = 50 : i8, min_val = -50 : i8} : (tensor<i8>) -> tensor<i8>
  return %y : tensor<i8>
}

// -----

// Multipliers for each channel give a table for each channel.
// CHECK-LABEL: func.func @rescaled_per_channel
// CHECK: tensor<2x256xi8>
// CHECK: lutfuse.lut_activation
func.func @rescaled_per_channel(%x: tensor<3x2xi8>) -> tensor<3x2xi8> {
  %m = "tosa.const"() <{values = dense<[1073741824, 536870912]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %s = "tosa.const"() <{values = dense<30> : tensor<2xi8>}> : () -> tensor<2xi8>
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-remark@+1 {{Ops="tosa.rescale 1", Proof="evaluated on all 256 codes", Result="2 tables, one for each channel"}}
  %y = tosa.rescale %x, %m, %s, %z, %z {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<3x2xi8>, tensor<2xi32>, tensor<2xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<3x2xi8>
  return %y : tensor<3x2xi8>
}
