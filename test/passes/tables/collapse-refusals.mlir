// RUN: lutfuse-opt %s --split-input-file --collapse-elementwise-to-table | FileCheck %s --enable-var-scope
// RUN: lutfuse-opt %s --split-input-file --collapse-elementwise-to-table --remarks-filter=collapse-elementwise-to-table --verify-diagnostics -o %t

// CHECK-LABEL: func.func @nothing_remains_of_nothing
// CHECK-SAME: (%[[X:.*]]: tensor<4xi8>)
// CHECK-NEXT: return %[[X]]
func.func @nothing_remains_of_nothing(%x: tensor<4xi8>) -> tensor<4xi8> {
  // expected-remark@+1 {{Result="nothing, every code maps to itself"}}
  %y = tosa.clamp %x {max_val = 127 : i8, min_val = -128 : i8} : (tensor<4xi8>) -> tensor<4xi8>
  return %y : tensor<4xi8>
}

// -----

// CHECK-LABEL: func.func @one_table_is_left
// CHECK: tosa.table
// CHECK-NOT: lutfuse.lut
func.func @one_table_is_left(%x: tensor<4xi8>) -> tensor<4xi8> {
  %t = "tosa.const"() <{values = dense<7> : tensor<256xi8>}> : () -> tensor<256xi8>
  %y = tosa.table %x, %t : (tensor<4xi8>, tensor<256xi8>) -> tensor<4xi8>
  return %y : tensor<4xi8>
}

// -----

// CHECK-LABEL: func.func @two_inputs
// CHECK: tosa.maximum
// CHECK-NOT: lutfuse.lut
func.func @two_inputs(%x: tensor<4xi8>, %z: tensor<4xi8>) -> tensor<4xi8> {
  // expected-remark@+1 {{Reason=two-inputs, two-inputs="expected one 8-bit input but got two"}}
  %y = tosa.maximum %x, %z : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  return %y : tensor<4xi8>
}

// -----

// CHECK-LABEL: func.func @from_16_bit
// CHECK: tosa.cast
// CHECK-NOT: lutfuse.lut
func.func @from_16_bit(%x: tensor<4xi16>) -> tensor<4xi8> {
  // expected-remark@+1 {{Reason=not-8-bit, not-8-bit="expected inputs computed from one 8-bit value"}}
  %y = tosa.cast %x : (tensor<4xi16>) -> tensor<4xi8>
  return %y : tensor<4xi8>
}

// -----

// CHECK-LABEL: func.func @constant_with_a_value_for_each_row
// CHECK: tosa.maximum
// CHECK-NOT: lutfuse.lut
func.func @constant_with_a_value_for_each_row(%x: tensor<2x3xi8>) -> tensor<2x3xi8> {
  %c = "tosa.const"() <{values = dense<[[1], [2]]> : tensor<2x1xi8>}> : () -> tensor<2x1xi8>
  // expected-remark@+1 {{Reason=position-dependent, position-dependent="expected constants with one value, or one for each channel, but got tensor<2x1xi8>"}}
  %y = tosa.maximum %x, %c : (tensor<2x3xi8>, tensor<2x1xi8>) -> tensor<2x3xi8>
  return %y : tensor<2x3xi8>
}

// -----

// CHECK-LABEL: func.func @broadcast
// CHECK: tosa.maximum
// CHECK-NOT: lutfuse.lut
func.func @broadcast(%x: tensor<1x3xi8>) -> tensor<2x3xi8> {
  %c = "tosa.const"() <{values = dense<1> : tensor<2x3xi8>}> : () -> tensor<2x3xi8>
  // expected-remark@+1 {{Reason=broadcast, broadcast="expected a result of the input's shape but got tensor<2x3xi8>"}}
  %y = tosa.maximum %x, %c : (tensor<1x3xi8>, tensor<2x3xi8>) -> tensor<2x3xi8>
  return %y : tensor<2x3xi8>
}

// -----

// A shift that is an argument is data of its own.
// CHECK-LABEL: func.func @table_that_is_an_argument
// CHECK: tosa.table
func.func @table_that_is_an_argument(%x: tensor<4xi8>, %t: tensor<256xi8>) -> tensor<4xi8> {
  // expected-remark@+1 {{Reason=not-constant, not-constant="expected constant parameters"}}
  %y = tosa.table %x, %t : (tensor<4xi8>, tensor<256xi8>) -> tensor<4xi8>
  return %y : tensor<4xi8>
}
