// Names that the dialect does not have.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{unregistered operation 'lutfuse.no_such_op' found in dialect ('lutfuse') that does not allow unknown operations}}
"lutfuse.no_such_op"() : () -> ()

// -----

// expected-error @+1 {{unknown attribute `no_such_attr` in dialect `lutfuse`}}
func.func private @attribute_unknown() attributes {test.attr = #lutfuse.no_such_attr<1>}

// -----

// expected-error @+1 {{dialect 'lutfuse' provides no type parsing hook}}
func.func private @type_unknown(!lutfuse.no_such_type)
