// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// A kind is a standard one, or one's own with a prefix; either is one error where it is neither.

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.125>>
func.func @kind_c1_unknown_word(%x: !x, %t: tensor<256xi8>) {
  // expected-error @+1 {{custom op 'lutfuse.lut_activation' expected a kind of activation, one of custom, sigmoid, tanh, gelu, gelu_tanh, silu, hard_swish, hard_sigmoid, elu, leaky_relu, exp, log, sqrt, rsqrt, reciprocal, softplus, mish, sin, cos or one's own with a prefix such as 'npu.softsign', but got 'softsign'}}
  %y = lutfuse.lut_activation <softsign> %x, %t header #h : (!x, tensor<256xi8>) -> !x
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.125>>
func.func @kind_c1_in_upper_case(%x: !x, %t: tensor<256xi8>) {
  // expected-error @+1 {{custom op 'lutfuse.lut_activation' expected a kind of activation, one of custom, sigmoid, tanh, gelu, gelu_tanh, silu, hard_swish, hard_sigmoid, elu, leaky_relu, exp, log, sqrt, rsqrt, reciprocal, softplus, mish, sin, cos or one's own with a prefix such as 'npu.softsign', but got 'GELU'}}
  %y = lutfuse.lut_activation <GELU> %x, %t header #h : (!x, tensor<256xi8>) -> !x
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.125>>
func.func @kind_c1_relu(%x: !x, %t: tensor<256xi8>) {
  // expected-error @+1 {{custom op 'lutfuse.lut_activation' expected a kind of activation, one of custom, sigmoid, tanh, gelu, gelu_tanh, silu, hard_swish, hard_sigmoid, elu, leaky_relu, exp, log, sqrt, rsqrt, reciprocal, softplus, mish, sin, cos or one's own with a prefix such as 'npu.softsign', but got 'relu'; bounds are 'lutfuse.clip'}}
  %y = lutfuse.lut_activation <relu> %x, %t header #h : (!x, tensor<256xi8>) -> !x
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.125>>
func.func @kind_c1_relu6(%x: !x, %t: tensor<256xi8>) {
  // expected-error @+1 {{custom op 'lutfuse.lut_activation' expected a kind of activation, one of custom, sigmoid, tanh, gelu, gelu_tanh, silu, hard_swish, hard_sigmoid, elu, leaky_relu, exp, log, sqrt, rsqrt, reciprocal, softplus, mish, sin, cos or one's own with a prefix such as 'npu.softsign', but got 'relu6'; bounds are 'lutfuse.clip'}}
  %y = lutfuse.lut_activation <relu6> %x, %t header #h : (!x, tensor<256xi8>) -> !x
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.125>>
func.func @kind_c1_prefix_alone(%x: !x, %t: tensor<256xi8>) {
  // expected-error @+1 {{custom op 'lutfuse.lut_activation' expected a kind of activation, one of custom, sigmoid, tanh, gelu, gelu_tanh, silu, hard_swish, hard_sigmoid, elu, leaky_relu, exp, log, sqrt, rsqrt, reciprocal, softplus, mish, sin, cos or one's own with a prefix such as 'npu.softsign', but got 'npu.'}}
  %y = lutfuse.lut_activation <npu.> %x, %t header #h : (!x, tensor<256xi8>) -> !x
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.125>>
func.func @kind_c1_word_of_digits(%x: !x, %t: tensor<256xi8>) {
  // expected-error @+1 {{custom op 'lutfuse.lut_activation' expected a kind of activation, one of custom, sigmoid, tanh, gelu, gelu_tanh, silu, hard_swish, hard_sigmoid, elu, leaky_relu, exp, log, sqrt, rsqrt, reciprocal, softplus, mish, sin, cos or one's own with a prefix such as 'npu.softsign', but got 'npu.1'}}
  %y = lutfuse.lut_activation <npu.1> %x, %t header #h : (!x, tensor<256xi8>) -> !x
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.125>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 0.125>, result = !quant.uniform<i8:f32, 0.125>>
func.func @kind_no_word(%x: !x, %t: tensor<256xi8>) {
  // expected-error @+1 {{custom op 'lutfuse.lut_activation' expected valid keyword}}
  %y = lutfuse.lut_activation <"npu.softsign"> %x, %t header #h : (!x, tensor<256xi8>) -> !x
  return
}
