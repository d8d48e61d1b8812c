// RUN: lutfuse-opt %s --allow-unregistered-dialect --verify-roundtrip | FileCheck %s --enable-var-scope

// With the prefix of a dialect, known or not, attributes are their owner's business.

!u = tensor<4x!quant.uniform<i8:f32, 2.0:-3>>
// CHECK-LABEL: func.func @prefixed
func.func @prefixed(%u: !u) {
  // CHECK: lutfuse.clip {{.*}} {npu.pad = 1 : i64, test.precious}
  %y = lutfuse.clip %u <min = 0, max = 9> {npu.pad = 1 : i64, test.precious} : (!u) -> !u
  return
}
