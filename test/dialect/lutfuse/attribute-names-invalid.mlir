// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// Discardable attributes of the dialect: known names, and values of their kind.

// expected-error @+1 {{'func.func' op attribute 'lutfuse.kind' expected a kind of activation, one of custom, sigmoid, tanh, gelu, gelu_tanh, silu, hard_swish, hard_sigmoid, elu, leaky_relu, exp, log, sqrt, rsqrt, reciprocal, softplus, mish, sin, cos or one's own with a prefix such as 'npu.softsign', but got 'relu'; bounds are 'lutfuse.clip'}}
func.func private @kind_unknown() attributes {lutfuse.kind = "relu"}

// -----

// expected-error @+1 {{'func.func' op attribute 'lutfuse.kind' expected a kind of activation, one of custom, sigmoid, tanh, gelu, gelu_tanh, silu, hard_swish, hard_sigmoid, elu, leaky_relu, exp, log, sqrt, rsqrt, reciprocal, softplus, mish, sin, cos or one's own with a prefix such as 'npu.softsign', but got ''}}
func.func private @kind_empty() attributes {lutfuse.kind = ""}

// -----

// expected-error @+1 {{'func.func' op attribute 'lutfuse.kind' expected the name of an activation kind but got #lutfuse.activation_kind<gelu>}}
func.func private @kind_attribute_not_name() attributes {lutfuse.kind = #lutfuse.activation_kind<gelu>}

// -----

// expected-error @+1 {{'func.func' op attribute 'lutfuse.kind' expected the name of an activation kind but got unit}}
func.func private @kind_without_value() attributes {lutfuse.kind}

// -----

// expected-error @+1 {{'func.func' op attribute 'lutfuse.input_type' expected a quantized type but got i8}}
func.func private @input_type_storage_only() attributes {lutfuse.input_type = i8}

// -----

// expected-error @+1 {{'func.func' op attribute 'lutfuse.filter_type' expected a quantized type but got tensor<4x!quant.uniform<i8:f32, 2.500000e-01>>}}
func.func private @filter_type_of_tensor() attributes {lutfuse.filter_type = tensor<4x!quant.uniform<i8:f32, 0.25>>}

// -----

// expected-error @+1 {{'func.func' op attribute 'lutfuse.result_type' expected a quantized type but got "i8"}}
func.func private @result_type_as_string() attributes {lutfuse.result_type = "i8"}

// -----

// expected-error @+1 {{'func.func' op attribute 'lutfuse.intermediate_type' is not an attribute of the lutfuse dialect}}
func.func private @name_unknown() attributes {lutfuse.intermediate_type = i8}

// -----

// expected-error @+1 {{'func.func' op attribute 'lutfuse.Kind' is not an attribute of the lutfuse dialect}}
func.func private @name_in_upper_case() attributes {lutfuse.Kind = "gelu"}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
!y = tensor<4x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @name_unknown_on_op_of_the_dialect(%x: !x, %t: tensor<256xi8>) {
  // expected-error @+1 {{'lutfuse.lut_activation' op attribute 'lutfuse.kinds' is not an attribute of the lutfuse dialect}}
  %y = lutfuse.lut_activation <gelu> %x, %t header #h {lutfuse.kinds} : (!x, tensor<256xi8>) -> !y
  return
}
