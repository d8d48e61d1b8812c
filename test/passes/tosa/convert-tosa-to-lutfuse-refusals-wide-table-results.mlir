// 16-bit tables whose values are rescaled in another way that stay in TOSA, to the byte, each with its reason: one split for each, in which nothing
// else is wrong.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=convert-tosa-to-lutfuse --convert-tosa-to-lutfuse -o %t
// RUN: lutfuse-opt %s --split-input-file -o %t.before
// RUN: diff %t.before %t

// ... to 8 bits.
func.func @to_i8(%u: tensor<5xi16>, %t: tensor<513xi16>) -> tensor<5xi8> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<37> : tensor<1xi8>}> : () -> tensor<1xi8>
  %vz = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %yz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-tosa-to-lutfuse | Function=to_i8 | Op=tosa.table, Reason=not-an-interpolation, not-an-interpolation="expected a rescale by 2^-7 to i16 after a 16-bit table, multiplier 2^30 and shift 37, but got multiplier 1073741824 and shift 37"}}
  %v = tosa.table %u, %t : (tensor<5xi16>, tensor<513xi16>) -> tensor<5xi32>
  %y = tosa.rescale %v, %m, %s, %vz, %yz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<5xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<5xi8>
  return %y : tensor<5xi8>
}

// -----

// ... to unsigned codes.
func.func @to_unsigned(%u: tensor<5xi16>, %t: tensor<513xi16>) -> tensor<5xi16> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<37> : tensor<1xi8>}> : () -> tensor<1xi8>
  %vz = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %yz = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-tosa-to-lutfuse | Function=to_unsigned | Op=tosa.table, Reason=not-an-interpolation, not-an-interpolation="expected a rescale by 2^-7 to i16 after a 16-bit table, multiplier 2^30 and shift 37, but got multiplier 1073741824 and shift 37"}}
  %v = tosa.table %u, %t : (tensor<5xi16>, tensor<513xi16>) -> tensor<5xi32>
  %y = tosa.rescale %v, %m, %s, %vz, %yz {input_unsigned = false, output_unsigned = true, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<5xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi16>) -> tensor<5xi16>
  return %y : tensor<5xi16>
}

// -----

// Its rounding is not, either.
func.func @wide_table_inexact(%u: tensor<5xi16>, %t: tensor<513xi16>) -> tensor<5xi16> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<37> : tensor<1xi8>}> : () -> tensor<1xi8>
  %vz = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %yz = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-tosa-to-lutfuse | Function=wide_table_inexact | Op=tosa.table, Reason=inexact-rounding, inexact-rounding="expected SINGLE_ROUND or DOUBLE_ROUND but got INEXACT_ROUND"}}
  %v = tosa.table %u, %t : (tensor<5xi16>, tensor<513xi16>) -> tensor<5xi32>
  %y = tosa.rescale %v, %m, %s, %vz, %yz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = INEXACT_ROUND, scale32 = true}
    : (tensor<5xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi16>) -> tensor<5xi16>
  return %y : tensor<5xi16>
}
