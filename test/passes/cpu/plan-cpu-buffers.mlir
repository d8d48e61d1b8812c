// RUN: lutfuse-opt %s --plan-cpu-buffers --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --enable-var-scope

// Three values live in a chain, each for two calls: the first and the third share a place. The
// arena starts with 64 bytes of the barrier, and each value is followed by 64 readable bytes.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[T:[^:]+]]: index, %[[N:[^:]+]]: index, %[[ARENA:[^:]+]]: memref<448xi8>,
// CHECK-SAME:    %[[X:.+]]: memref<100xi8>, %[[Y:.+]]: memref<100xi8>) attributes {lutfuse.arena = 448 : i64}
// CHECK-DAG:     %[[XV:.+]] = memref.view %[[X]][%{{.+}}][] : memref<100xi8> to memref<100xi8>
// CHECK:         %[[C64:.+]] = arith.constant 64 : index
// CHECK:         %[[A:.+]] = memref.view %[[ARENA]][%[[C64]]][]
// CHECK:         call @k(%[[T]], %[[N]], %[[XV]], %[[A]])
// CHECK:         %[[C256:.+]] = arith.constant 256 : index
// CHECK:         %[[B:.+]] = memref.view %[[ARENA]][%[[C256]]][]
// CHECK:         call @k(%[[T]], %[[N]], %[[A]], %[[B]])
// CHECK:         %[[AGAIN:.+]] = arith.constant 64 : index
// CHECK:         %[[C:.+]] = memref.view %[[ARENA]][%[[AGAIN]]][]
// CHECK:         call @k(%[[T]], %[[N]], %[[B]], %[[C]])
// CHECK:         %[[YV:.+]] = memref.view %[[Y]]
// CHECK:         call @k(%[[T]], %[[N]], %[[C]], %[[YV]])
// CHECK-NEXT:    return
func.func @chain(%x: tensor<100xi8>) -> tensor<100xi8> {
  %0 = call @k(%x) : (tensor<100xi8>) -> tensor<100xi8>
  %1 = call @k(%0) : (tensor<100xi8>) -> tensor<100xi8>
  %2 = call @k(%1) : (tensor<100xi8>) -> tensor<100xi8>
  %3 = call @k(%2) : (tensor<100xi8>) -> tensor<100xi8>
  return %3 : tensor<100xi8>
}

// CHECK-LABEL: func.func private @k(
// CHECK-SAME:    %{{.+}}: index, %{{.+}}: index, %[[IN:.+]]: memref<100xi8>, %[[OUT:.+]]: memref<100xi8>) attributes {lutfuse.kernel}
// CHECK-NEXT:    %[[TENSOR:.+]] = bufferization.to_tensor %[[IN]] restrict
// CHECK-NEXT:    %[[R:.+]] = tosa.abs %[[TENSOR]]
// CHECK-NEXT:    bufferization.materialize_in_destination %[[R]] in restrict writable %[[OUT]]
func.func private @k(%x: tensor<100xi8>) -> tensor<100xi8> attributes {lutfuse.kernel} {
  %0 = tosa.abs %x : (tensor<100xi8>) -> tensor<100xi8>
  return %0 : tensor<100xi8>
}

// CHECK-LABEL: func.func @chain_reset(
// CHECK-SAME:    %[[RESET:.+]]: memref<448xi8>)
// CHECK:         %[[WORDS:.+]] = memref.view %[[RESET]][%{{.+}}][] : memref<448xi8> to memref<2xi64>
// CHECK:         linalg.fill ins(%{{.+}} : i64) outs(%[[WORDS]] : memref<2xi64>)
// CHECK-NEXT:    return

// -----

// An argument, a constant and a value that is returned twice are copied.
// CHECK-LABEL: func.func @returns(
// CHECK-SAME:    %{{.+}}: index, %{{.+}}: index, %{{.+}}: memref<64xi8>, %[[X:[^:]+]]: memref<4xi8>,
// CHECK:         call @copy_0(%{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}) : (index, index, memref<4xi8>, memref<4xi8>)
// CHECK:         call @copy_1(%{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}) : (index, index, memref<4xi8>, memref<4xi8>)
// CHECK:         call @copy_2(%{{.+}}, %{{.+}}, %{{.+}}) : (index, index, memref<2xi8>)
// CHECK:       func.func private @copy_2(
// CHECK:         dense<9> : tensor<2xi8>
func.func @returns(%x: tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi8>, tensor<2xi8>) {
  %c = "tosa.const"() <{values = dense<9> : tensor<2xi8>}> : () -> tensor<2xi8>
  return %x, %x, %c : tensor<4xi8>, tensor<4xi8>, tensor<2xi8>
}
