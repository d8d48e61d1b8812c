// RUN: lutfuse-opt %s --check-lowered --verify-diagnostics

llvm.func @f() {
  llvm.return
}
func.func @g() { // expected-error {{pass 'check-lowered': expected an op that is lowered to LLVM but got 'func.func'}}
  return
}
