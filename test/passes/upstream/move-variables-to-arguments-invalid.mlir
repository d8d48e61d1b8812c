// RUN: lutfuse-opt %s --move-variables-to-arguments --split-input-file --verify-diagnostics

// expected-error @below {{pass 'move-variables-to-arguments': expected a function 'main' or one public function with a body but got 'f', 'g' beside the variables}}
module {
  tosa.variable @v = dense<7> : tensor<4xi8>
  func.func @f() {
    return
  }
  func.func @g() {
    return
  }
}

// -----

tosa.variable @v = dense<7> : tensor<4xi8>
func.func @main(%x: tensor<4xi8>, %p: tensor<i1>) -> tensor<4xi8> {
  %0 = tosa.cond_if %p : tensor<i1> -> tensor<4xi8> {
    // expected-error @below {{'tosa.variable_read': variable 'v' in control flow is unsupported}}
    %1 = tosa.variable_read @v : tensor<4xi8>
    tosa.yield %1 : tensor<4xi8>
  } else {
    tosa.yield %x : tensor<4xi8>
  }
  return %0 : tensor<4xi8>
}
