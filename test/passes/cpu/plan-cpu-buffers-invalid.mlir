// RUN: lutfuse-opt %s --plan-cpu-buffers --split-input-file --verify-diagnostics

// expected-error @below {{pass 'plan-cpu-buffers': expected a tensor of static shape but got 'tensor<?xi8>'}}
func.func @dynamic(%x: tensor<?xi8>) -> tensor<?xi8> {
  %0 = call @k(%x) : (tensor<?xi8>) -> tensor<?xi8>
  return %0 : tensor<?xi8>
}
func.func private @k(%x: tensor<?xi8>) -> tensor<?xi8> attributes {lutfuse.kernel} {
  return %x : tensor<?xi8>
}

// -----

func.func @stray(%x: tensor<4xi8>) -> tensor<4xi8> {
  // expected-error @below {{pass 'plan-cpu-buffers': expected a call but got 'tosa.abs'}}
  %0 = tosa.abs %x : (tensor<4xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}
