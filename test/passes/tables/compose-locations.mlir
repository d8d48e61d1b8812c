// RUN: lutfuse-opt %s --compose-activations --mlir-print-debuginfo | FileCheck %s --enable-var-scope

// The op and its constant have the locations of both activations.
!u = !quant.uniform<i8:f32, 2.0:-3>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !u>
// CHECK-DAG: #[[$A:.*]] = loc("clip")
// CHECK-DAG: #[[$B:.*]] = loc("table")
// CHECK-DAG: #[[$C:.*]] = loc("last")
// CHECK-DAG: #[[$AB:.*]] = loc(fused<"compose-activations">[#[[$A]], #[[$B]]])
// CHECK-DAG: #[[$ABC:.*]] = loc(fused<"compose-activations">[#[[$A]], #[[$B]], #[[$C]]])
func.func @locations(%u: tensor<4x!u>) -> (tensor<4x!u>, tensor<4x!u>) {
  %t = "tosa.const"() <{values = dense<7> : tensor<256xi8>}> : () -> tensor<256xi8>
  %a = lutfuse.clip %u <min = -3, max = 57> : (tensor<4x!u>) -> tensor<4x!u> loc("clip")
  %b = lutfuse.lut_activation <tanh> %a, %t header #h : (tensor<4x!u>, tensor<256xi8>) -> tensor<4x!u> loc("table")
  %c = lutfuse.clip %u <min = -3, max = 57> : (tensor<4x!u>) -> tensor<4x!u> loc("clip")
  %d = lutfuse.lut_activation <tanh> %c, %t header #h : (tensor<4x!u>, tensor<256xi8>) -> tensor<4x!u> loc("table")
  %e = lutfuse.clip %d <min = 0, max = 5> : (tensor<4x!u>) -> tensor<4x!u> loc("last")
  return %b, %e : tensor<4x!u>, tensor<4x!u>
}
