// RUN: lutfuse-opt %s --collapse-elementwise-to-table --mlir-print-debuginfo | FileCheck %s --enable-var-scope

// The table names all its sources; ops that did nothing leave theirs to the producer.
// CHECK: lutfuse.lut_activation {{.*}} loc(#[[TABLE:.*]])
// CHECK: tosa.reverse {{.*}} loc(#[[PRODUCER:.*]])
// CHECK-DAG: #[[LOW:.*]] = loc("low")
// CHECK-DAG: #[[NOT:.*]] = loc("not")
// CHECK-DAG: #[[REVERSE:.*]] = loc("reverse")
// CHECK-DAG: #[[NOTHING:.*]] = loc("nothing")
// CHECK-DAG: #[[TABLE]] = loc(fused<"collapse-elementwise-to-table">[#[[LOW]], #[[NOT]]])
// CHECK-DAG: #[[GONE:.*]] = loc(fused<"collapse-elementwise-to-table">[#[[NOTHING]]])
// CHECK-DAG: #[[PRODUCER]] = loc(fused[#[[REVERSE]], #[[GONE]]])
func.func @f(%x: tensor<4xi8>) -> tensor<4xi8> {
  %a = tosa.clamp %x {max_val = 50 : i8, min_val = -50 : i8} : (tensor<4xi8>) -> tensor<4xi8> loc("low")
  %b = tosa.bitwise_not %a : (tensor<4xi8>) -> tensor<4xi8> loc("not")
  %c = tosa.reverse %b {axis = 0 : i32} : (tensor<4xi8>) -> tensor<4xi8> loc("reverse")
  %d = tosa.clamp %c {max_val = 127 : i8, min_val = -128 : i8} : (tensor<4xi8>) -> tensor<4xi8> loc("nothing")
  return %d : tensor<4xi8>
}
