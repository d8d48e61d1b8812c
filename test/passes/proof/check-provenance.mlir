// RUN: lutfuse-opt %s --pass-pipeline='builtin.module(collapse-elementwise-to-table,fuse-lut-activation,check-provenance{reference=%s})' -o %t
// RUN: not lutfuse-opt %s --pass-pipeline='builtin.module(strip-debuginfo,check-provenance{reference=%s})' 2>&1 | FileCheck %s --check-prefix=LOST
// RUN: not lutfuse-opt %s --pass-pipeline='builtin.module(check-provenance{reference=%t.none})' 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not lutfuse-opt %s --check-provenance 2>&1 | FileCheck %s --check-prefix=UNNAMED

// LOST: error: pass 'check-provenance': expected every source location of '{{.*}}' but {{[0-9]+}} are lost: {{.*}}first{{.*}}second
// MISSING: error: pass 'check-provenance': expected a readable '{{.*}}.none' but got No such file or directory
// UNNAMED: error: pass 'check-provenance': expected option 'reference' to name an MLIR file but got none
func.func @f(%x: tensor<4xi8>) -> tensor<4xi8> {
  %a = tosa.clamp %x {max_val = 50 : i8, min_val = -50 : i8} : (tensor<4xi8>) -> tensor<4xi8> loc("first")
  %b = tosa.bitwise_not %a : (tensor<4xi8>) -> tensor<4xi8> loc("second")
  return %b : tensor<4xi8>
}
