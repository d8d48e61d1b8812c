// RUN: lutfuse-opt %s --insert-thread-barriers --split-input-file | FileCheck %s --enable-var-scope

// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[THREAD:.+]]: index, %[[THREADS:.+]]: index, %[[ARENA:.+]]: memref<128xi8>)
// CHECK:         %[[SYNC:.+]] = memref.view %[[ARENA]][%{{.+}}][] : memref<128xi8> to memref<2xi64>
// CHECK-NEXT:    call @a
// CHECK-NEXT:    call @thread_barrier(%[[THREADS]], %[[SYNC]])
// CHECK-NEXT:    call @b
// CHECK-NEXT:    call @thread_barrier(%[[THREADS]], %[[SYNC]])
// CHECK-NEXT:    call @a
// CHECK-NEXT:    return
func.func @main(%thread: index, %threads: index, %arena: memref<128xi8>) attributes {lutfuse.arena = 128 : i64} {
  call @a(%thread) : (index) -> ()
  call @b(%thread) : (index) -> ()
  call @a(%thread) : (index) -> ()
  return
}
func.func private @a(index)
func.func private @b(index)

// One thread does not wait. Of several, the last to arrive raises the round that the others watch.
// CHECK-LABEL: func.func private @thread_barrier(
// CHECK-SAME:    %[[N:.+]]: index, %[[WORDS:.+]]: memref<2xi64>)
// CHECK:         %[[SEVERAL:.+]] = arith.cmpi ugt, %[[N]], %{{.+}} : index
// CHECK-NEXT:    scf.if %[[SEVERAL]] {
// CHECK:           %[[ROUND:.+]] = memref.atomic_rmw addi %{{.+}}, %[[WORDS]]
// CHECK:           memref.atomic_rmw addi %{{.+}}, %[[WORDS]]
// CHECK:           scf.if
// CHECK:             memref.atomic_rmw assign %{{.+}}, %[[WORDS]]
// CHECK:             memref.atomic_rmw addi %{{.+}}, %[[WORDS]]
// CHECK:           } else {
// CHECK:             %[[NOW:.+]] = memref.atomic_rmw addi %{{.+}}, %[[WORDS]]
// CHECK:             %[[SAME:.+]] = arith.cmpi eq, %[[NOW]], %[[ROUND]]
// CHECK:             scf.condition(%[[SAME]])
// CHECK:             func.call @sched_yield()

// -----

// One kernel needs none, and a function without a plan is not looked at.
// CHECK-NOT: thread_barrier
func.func @main(%thread: index, %threads: index, %arena: memref<128xi8>) attributes {lutfuse.arena = 128 : i64} {
  call @a(%thread) : (index) -> ()
  return
}
func.func @other(%thread: index) {
  call @a(%thread) : (index) -> ()
  call @a(%thread) : (index) -> ()
  return
}
func.func private @a(index)
