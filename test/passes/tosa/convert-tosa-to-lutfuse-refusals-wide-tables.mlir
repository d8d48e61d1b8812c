// 16-bit tables that stay in TOSA, to the byte, each with its reason: one split for each, in which nothing
// else is wrong.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=convert-tosa-to-lutfuse --convert-tosa-to-lutfuse -o %t
// RUN: lutfuse-opt %s --split-input-file -o %t.before
// RUN: diff %t.before %t

// A 16-bit table of another length.
func.func @wide_table_length(%u: tensor<5xi16>, %t: tensor<512xi16>) -> tensor<5xi16> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<37> : tensor<1xi8>}> : () -> tensor<1xi8>
  %vz = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %yz = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-tosa-to-lutfuse | Function=wide_table_length | Op=tosa.table, Reason=table-length, table-length="expected a table of 513 entries but got tensor<512xi16>"}}
  %v = tosa.table %u, %t : (tensor<5xi16>, tensor<512xi16>) -> tensor<5xi32>
  %y = tosa.rescale %v, %m, %s, %vz, %yz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<5xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi16>) -> tensor<5xi16>
  return %y : tensor<5xi16>
}

// -----

// The rescale forgets a size.
func.func @wide_table_result(%u: tensor<5xi16>, %t: tensor<513xi16>) -> tensor<?xi16> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<37> : tensor<1xi8>}> : () -> tensor<1xi8>
  %vz = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %yz = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-tosa-to-lutfuse | Function=wide_table_result | Op=tosa.table, Reason=shape-mismatch, shape-mismatch="expected a result of the shape of tensor<5xi16> but got tensor<?xi16>"}}
  %v = tosa.table %u, %t : (tensor<5xi16>, tensor<513xi16>) -> tensor<5xi32>
  %y = tosa.rescale %v, %m, %s, %vz, %yz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<5xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi16>) -> tensor<?xi16>
  return %y : tensor<?xi16>
}

// -----

// The values of the 16-bit table are the result.
func.func @wide_table_values(%u: tensor<5xi16>, %t: tensor<513xi16>) -> tensor<5xi32> {
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-tosa-to-lutfuse | Function=wide_table_values | Op=tosa.table, Reason=not-requantized, not-requantized="expected 'tosa.rescale' as user but got 'func.return'"}}
  %v = tosa.table %u, %t : (tensor<5xi16>, tensor<513xi16>) -> tensor<5xi32>
  return %v : tensor<5xi32>
}

// -----

// Somebody else reads them, too.
func.func @wide_table_users(%u: tensor<5xi16>, %t: tensor<513xi16>) -> (tensor<5xi16>, tensor<5xi32>) {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<37> : tensor<1xi8>}> : () -> tensor<1xi8>
  %vz = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %yz = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-tosa-to-lutfuse | Function=wide_table_users | Op=tosa.table, Reason=multiple-users, multiple-users="expected one user of the accumulator"}}
  %v = tosa.table %u, %t : (tensor<5xi16>, tensor<513xi16>) -> tensor<5xi32>
  %y = tosa.rescale %v, %m, %s, %vz, %yz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<5xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi16>) -> tensor<5xi16>
  return %y, %v : tensor<5xi16>, tensor<5xi32>
}

// -----

// The rescale of a 16-bit table on one path only.
func.func @wide_table_region(%p: i1, %u: tensor<5xi16>, %t: tensor<513xi16>) -> tensor<5xi16> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<37> : tensor<1xi8>}> : () -> tensor<1xi8>
  %vz = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %yz = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-tosa-to-lutfuse | Function=wide_table_region | Op=tosa.table, Reason=different-region, different-region="expected both ops in one block but got two"}}
  %v = tosa.table %u, %t : (tensor<5xi16>, tensor<513xi16>) -> tensor<5xi32>
  %r = scf.if %p -> tensor<5xi16> {
    %y = tosa.rescale %v, %m, %s, %vz, %yz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
      : (tensor<5xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi16>) -> tensor<5xi16>
    scf.yield %y : tensor<5xi16>
  } else {
    scf.yield %u : tensor<5xi16>
  }
  return %r : tensor<5xi16>
}
