// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// Each discardable attribute of the dialect has its place and its type; there are no others.

// expected-error @+1 {{'builtin.module' op attribute 'lutfuse.version' is not an attribute of the lutfuse dialect}}
module attributes {lutfuse.version = 1 : i64} {}

// -----

// expected-error @+1 {{'func.func' op attribute 'lutfuse.nam' of argument 0 is not an attribute of the lutfuse dialect; did you mean 'lutfuse.name'?}}
func.func private @unknown_of_argument(tensor<4xi8> {lutfuse.nam = "x"})

// -----

// expected-error @+1 {{'func.func' op attribute 'lutfuse.unit' of result 1 is not an attribute of the lutfuse dialect}}
func.func private @unknown_of_result() -> (i8, i8 {lutfuse.unit})

// -----

// expected-error @+1 {{'func.func' op attribute 'lutfuse.type' of argument 1 expected the type of an element but got 3 : i32}}
func.func private @type_as_number(i8, tensor<4xi8> {lutfuse.type = 3 : i32})

// -----

// expected-error @+1 {{'func.func' op attribute 'lutfuse.type' of result 0 expected the type of an element but got tensor<4xui8>}}
func.func private @type_of_tensor() -> (tensor<4xi8> {lutfuse.type = tensor<4xui8>})

// -----

// expected-error @+1 {{'func.func' op attribute 'lutfuse.name' of argument 0 expected a string but got unit}}
func.func private @name_without_value(tensor<4xi8> {lutfuse.name})

// -----

// expected-error @+1 {{'func.func' op attribute 'lutfuse.name' expected an argument or result of a function}}
func.func private @name_on_op() attributes {lutfuse.name = "main"}

// -----

// expected-error @+1 {{'func.func' op attribute 'lutfuse.result_type' of result 0 expected an op}}
func.func private @op_attribute_on_result() -> (i8 {lutfuse.result_type = !quant.uniform<i8:f32, 0.5>})

// -----

// expected-error @+1 {{'builtin.module' op attribute 'lutfuse.kernel' expected a function}}
module attributes {lutfuse.kernel} {}

// -----

// expected-error @+1 {{'func.func' op attribute 'lutfuse.kernel' expected no value or "generated" but got "written"}}
func.func private @kernel_of_another_origin() attributes {lutfuse.kernel = "written"}

// -----

// expected-error @+1 {{'func.func' op attribute 'lutfuse.arena' expected a number of bytes of type i64 but got -1 : i64}}
func.func private @arena_negative() attributes {lutfuse.arena = -1 : i64}

// -----

// expected-error @+1 {{'func.func' op attribute 'lutfuse.arena' expected a number of bytes of type i64 but got 64 : i32}}
func.func private @arena_of_32_bits() attributes {lutfuse.arena = 64 : i32}

// -----

// expected-error @+1 {{'func.func' op attribute 'lutfuse.variables' expected an array of 'name', 'type' and maybe 'initial_value' but got [{name = "v"}]}}
func.func private @variable_without_type() attributes {lutfuse.variables = [{name = "v"}]}

// -----

// expected-error @+1 {{'func.func' op attribute 'lutfuse.variables' expected an array of 'name', 'type' and maybe 'initial_value' but got [{initial = 0 : i8, name = "v", type = tensor<4xi8>}]}}
func.func private @variable_of_unknown_entry() attributes {
  lutfuse.variables = [{initial = 0 : i8, name = "v", type = tensor<4xi8>}]}
