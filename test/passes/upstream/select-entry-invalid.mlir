// RUN: lutfuse-opt %s --select-entry --split-input-file --verify-diagnostics

// expected-error @below {{pass 'select-entry': expected a function 'main' or one public function with a body but got 'f', 'g'}}
module {
  func.func @f() {
    return
  }
  func.func @g() {
    return
  }
}

// -----

func.func @main() {
  // expected-error @below {{pass 'select-entry': expected calls that end but got the recursion main -> main}}
  call @main() : () -> ()
  return
}

// -----

func.func private @outside()
func.func @main() {
  // expected-error @below {{pass 'select-entry': 'func.call': expected a function with a body but 'outside' has none}}
  call @outside() : () -> ()
  return
}

// -----

func.func @main() {
  // expected-error @below {{pass 'select-entry': 'cf.br': expected control flow in regions but got branches of blocks}}
  cf.br ^end
^end:
  return
}

// -----

func.func @main() {
  // expected-error @below {{pass 'select-entry': expected calls of functions by name but got 'func.constant'}}
  %0 = func.constant @main : () -> ()
  return
}
