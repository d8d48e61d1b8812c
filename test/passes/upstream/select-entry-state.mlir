// RUN: lutfuse-opt %s --pass-pipeline='builtin.module(select-entry{entry=f,g})' \
// RUN:   --verify-diagnostics

// expected-error @below {{pass 'select-entry': expected one entry for a module with state but got 2}}
tosa.variable @v = dense<7> : tensor<4xi8>
func.func @f() {
  return
}
func.func @g() {
  return
}
