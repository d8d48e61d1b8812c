// RUN: lutfuse-opt %s --split-input-file --collapse-elementwise-to-table | FileCheck %s --enable-var-scope
// RUN: lutfuse-opt %s --split-input-file --collapse-elementwise-to-table --remarks-filter=collapse-elementwise-to-table --verify-diagnostics -o %t

// A leaky ReLU as its converter writes it: two rescales of one value, the larger one, a rescale.
// CHECK-LABEL: func.func @one_value_with_two_users
// CHECK-SAME: (%[[X:.*]]: tensor<1x2x2x3xi8>)
// CHECK-DAG: %[[T:.*]] = "tosa.const"() <{values = dense<{{.*}}> : tensor<256xi8>}>
// CHECK-DAG: %[[Q:.*]] = quant.scast %[[X]]
// CHECK: %[[Y:.*]] = lutfuse.lut_activation <custom> %[[Q]], %[[T]]
// CHECK: %[[R:.*]] = quant.scast %[[Y]]
// CHECK-NEXT: return %[[R]]
func.func @one_value_with_two_users(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x3xi8> {
  %m1 = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %m2 = "tosa.const"() <{values = dense<1288490189> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s1 = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %s2 = "tosa.const"() <{values = dense<33> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z8 = "tosa.const"() <{values = dense<-5> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z32 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %a = tosa.rescale %x, %m1, %s1, %z8, %z32 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x2x2x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<1x2x2x3xi32>
  %b = tosa.rescale %x, %m2, %s2, %z8, %z32 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x2x2x3xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<1x2x2x3xi32>
  %c = tosa.maximum %a, %b : (tensor<1x2x2x3xi32>, tensor<1x2x2x3xi32>) -> tensor<1x2x2x3xi32>
  // expected-remark@+1 {{[Passed] collapsed | Category:collapse-elementwise-to-table | Function=one_value_with_two_users | Ops="tosa.rescale 3, tosa.maximum 1", Proof="evaluated on all 256 codes", Result="a table"}}
  %y = tosa.rescale %c, %m1, %s1, %z32, %z8 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x2x2x3xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x3xi8>
  return %y : tensor<1x2x2x3xi8>
}

// -----

// One value for each channel: a table for each channel. The entries are those of x + c, saturated.
// CHECK-LABEL: func.func @a_table_for_each_channel
// CHECK: %[[T:.*]] = "tosa.const"() <{values = dense<{{.*}}> : tensor<2x256xi8>}>
// CHECK: lutfuse.lut_activation <custom> %{{.*}}, %[[T]]
// CHECK-NOT: tosa.add
func.func @a_table_for_each_channel(%x: tensor<1x2x2x2xi8>) -> tensor<1x2x2x2xi8> {
  %c = "tosa.const"() <{values = dense<[[[[3, -3]]]]> : tensor<1x1x1x2xi32>}> : () -> tensor<1x1x1x2xi32>
  %w = tosa.cast %x : (tensor<1x2x2x2xi8>) -> tensor<1x2x2x2xi32>
  %a = tosa.add %w, %c : (tensor<1x2x2x2xi32>, tensor<1x1x1x2xi32>) -> tensor<1x2x2x2xi32>
  %l = tosa.clamp %a {max_val = 127 : i32, min_val = -128 : i32} : (tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xi32>
  // expected-remark@+1 {{Result="2 tables, one for each channel"}}
  %y = tosa.cast %l : (tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xi8>
  return %y : tensor<1x2x2x2xi8>
}

// -----

// A value that others read is a table of its own, and what is computed from it begins there.
// CHECK-LABEL: func.func @two_results
// CHECK-SAME: (%[[X:.*]]: tensor<4xi8>)
// CHECK: %[[Q:.*]] = quant.scast %[[X]]
// CHECK: %[[Y:.*]] = lutfuse.lut_activation <custom> %[[Q]],
// CHECK: %[[Z:.*]] = lutfuse.lut_activation <custom> %[[Y]],
// CHECK-NOT: tosa.clamp
func.func @two_results(%x: tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi8>) {
  // expected-remark@+1 {{Ops="tosa.clamp 1"}}
  %y = tosa.clamp %x {max_val = 50 : i8, min_val = -50 : i8} : (tensor<4xi8>) -> tensor<4xi8>
  // expected-remark@+1 {{Ops="tosa.bitwise_not 1"}}
  %z = tosa.bitwise_not %y : (tensor<4xi8>) -> tensor<4xi8>
  return %y, %z : tensor<4xi8>, tensor<4xi8>
}
