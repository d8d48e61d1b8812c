// Convolutions that stay in TOSA, to the byte, each with its reason: one split for each, in which nothing
// else is wrong.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=convert-tosa-to-lutfuse --convert-tosa-to-lutfuse -o %t
// RUN: lutfuse-opt %s --split-input-file -o %t.before
// RUN: diff %t.before %t

// Somebody else reads the accumulators.
func.func @multiple_users(%x: tensor<1x2x2x3xi8>) -> (tensor<1x2x2x2xi8>, tensor<1x2x2x2xi32>) {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-tosa-to-lutfuse | Function=multiple_users | Op=tosa.conv2d, Reason=multiple-users, multiple-users="expected one user of the accumulator"}}
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  return %u, %acc : tensor<1x2x2x2xi8>, tensor<1x2x2x2xi32>
}

// -----

// The accumulators themselves are the result.
func.func @not_requantized(%x: tensor<1x2x2x3xi8>) -> tensor<1x2x2x2xi32> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %xz = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-tosa-to-lutfuse | Function=not_requantized | Op=tosa.conv2d, Reason=not-requantized, not-requantized="expected 'tosa.rescale' as user but got 'func.return'"}}
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  return %acc : tensor<1x2x2x2xi32>
}

// -----

// A zero point that only the run time knows.
func.func @computed_zero_point(%x: tensor<1x2x2x3xi8>, %xz: tensor<1xi8>) -> tensor<1x2x2x2xi8> {
  %w = "tosa.const"() <{values = dense<1> : tensor<2x1x1x3xi8>}> : () -> tensor<2x1x1x3xi8>
  %b = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %wz = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %uz = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-tosa-to-lutfuse | Function=computed_zero_point | Op=tosa.conv2d, Reason=not-constant, not-constant="expected a constant zero point"}}
  %acc = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %u = tosa.rescale %acc, %m, %s, %az, %uz {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true}
    : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
  return %u : tensor<1x2x2x2xi8>
}

// -----

// Floating point is not quantized, whatever follows.
func.func @float(%x: tensor<1x2x2x3xf32>, %w: tensor<2x1x1x3xf32>, %b: tensor<2xf32>, %z: tensor<1xf32>) -> tensor<1x2x2x2xf32> {
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-tosa-to-lutfuse | Function=float | Op=tosa.conv2d, Reason=unsupported-element-type, unsupported-element-type="expected 8-bit or 16-bit integer inputs and 8-bit filters but got tensor<1x2x2x3xf32> and tensor<2x1x1x3xf32>"}}
  %acc = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xf32>, tensor<2x1x1x3xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x2xf32>
  %y = tosa.identity %acc : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// -----

// A rescale in a loop must not take the convolution with it.
func.func @different_region(%x: tensor<1x2x2x3xi8>, %w: tensor<2x1x1x3xi8>, %b: tensor<2xi32>, %n: index, %y: tensor<1x2x2x2xi8>) -> tensor<1x2x2x2xi8> {
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<34> : tensor<1xi8>}> : () -> tensor<1xi8>
  %az = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@+1 {{[Missed] left-alone | Category:convert-tosa-to-lutfuse | Function=different_region | Op=tosa.conv2d, Reason=different-region, different-region="expected both ops in one block but got two"}}
  %acc = tosa.conv2d %x, %w, %b, %z, %z {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
    : (tensor<1x2x2x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x2x2xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %y) -> tensor<1x2x2x2xi8> {
    %u = tosa.rescale %acc, %m, %s, %az, %z {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true}
      : (tensor<1x2x2x2xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x2x2x2xi8>
    scf.yield %u : tensor<1x2x2x2xi8>
  }
  return %r : tensor<1x2x2x2xi8>
}
