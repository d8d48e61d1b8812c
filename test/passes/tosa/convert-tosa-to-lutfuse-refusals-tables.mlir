// 8-bit tables that stay in TOSA, to the byte, each with its reason: one split for each, in which nothing
// else is wrong.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=convert-tosa-to-lutfuse --convert-tosa-to-lutfuse -o %t
// RUN: lutfuse-opt %s --split-input-file -o %t.before
// RUN: diff %t.before %t

// A table of another length, which TOSA's verifier does not see.
func.func @table_length(%u: tensor<5xi8>, %t: tensor<255xi8>) -> tensor<5xi8> {
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-tosa-to-lutfuse | Function=table_length | Op=tosa.table, Reason=table-length, table-length="expected a table of 256 entries but got tensor<255xi8>"}}
  %y = tosa.table %u, %t : (tensor<5xi8>, tensor<255xi8>) -> tensor<5xi8>
  return %y : tensor<5xi8>
}

// -----

// A table of unknown length.
func.func @table_dynamic(%u: tensor<5xi8>, %t: tensor<?xi8>) -> tensor<5xi8> {
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-tosa-to-lutfuse | Function=table_dynamic | Op=tosa.table, Reason=table-length, table-length="expected a table of 256 entries but got tensor<?xi8>"}}
  %y = tosa.table %u, %t : (tensor<5xi8>, tensor<?xi8>) -> tensor<5xi8>
  return %y : tensor<5xi8>
}

// -----

// A table of unknown rank.
func.func @table_unranked(%u: tensor<5xi8>, %t: tensor<*xi8>) -> tensor<5xi8> {
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-tosa-to-lutfuse | Function=table_unranked | Op=tosa.table, Reason=unsupported-element-type, unsupported-element-type="expected i8 codes and entries but got tensor<5xi8> and tensor<*xi8>"}}
  %y = tosa.table %u, %t : (tensor<5xi8>, tensor<*xi8>) -> tensor<5xi8>
  return %y : tensor<5xi8>
}

// -----

// TOSA lets a result forget a size.
func.func @table_result(%u: tensor<5xi8>, %t: tensor<256xi8>) -> tensor<?xi8> {
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-tosa-to-lutfuse | Function=table_result | Op=tosa.table, Reason=shape-mismatch, shape-mismatch="expected a result of the shape of tensor<5xi8> but got tensor<?xi8>"}}
  %y = tosa.table %u, %t : (tensor<5xi8>, tensor<256xi8>) -> tensor<?xi8>
  return %y : tensor<?xi8>
}

// -----

// ... and its rank.
func.func @table_result_rank(%u: tensor<5xi8>, %t: tensor<256xi8>) -> tensor<*xi8> {
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-tosa-to-lutfuse | Function=table_result_rank | Op=tosa.table, Reason=shape-mismatch, shape-mismatch="expected a result of the shape of tensor<5xi8> but got tensor<*xi8>"}}
  %y = tosa.table %u, %t : (tensor<5xi8>, tensor<256xi8>) -> tensor<*xi8>
  return %y : tensor<*xi8>
}
