// The pipeline by name: nothing but LLVM's dialect is left, kernels are those of the processor.

// RUN: lutfuse-opt %s --lutfuse-to-llvm=cpu=haswell -o %t.haswell
// RUN: FileCheck %s --enable-var-scope --input-file=%t.haswell
// RUN: FileCheck %s --check-prefix=HASWELL --input-file=%t.haswell
// RUN: lutfuse-opt %s --pass-pipeline='builtin.module(lutfuse-to-llvm{cpu=znver4})' \
// RUN:   | FileCheck %s --check-prefix=ZNVER4
// RUN: lutfuse-opt %s --pass-pipeline='builtin.module(lutfuse-to-llvm{cpu=cortex-a76})' \
// RUN:   | FileCheck %s --check-prefix=CORTEX
// RUN: lutfuse-opt %s --lutfuse-to-llvm=cpu=haswell --dump-pass-pipeline -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PASSES
// RUN: not lutfuse-opt %s --lutfuse-to-llvm=cpu=z80 2>&1 | FileCheck %s --check-prefix=BAD-CPU
// RUN: not lutfuse-opt %s --lutfuse-to-llvm=core=z80 2>&1 | FileCheck %s --check-prefix=BAD-OPTION

// CHECK-NOT: func.func
// CHECK:     llvm.func @main(%{{.+}}: i64, %{{.+}}: i64, %{{.+}}: !llvm.ptr, %{{.+}}: !llvm.ptr, %{{.+}}: !llvm.ptr)
// CHECK:     llvm.call @pad_0(
// CHECK:     llvm.call @thread_barrier(
// CHECK:     llvm.call @conv2d_1(
// CHECK:     llvm.func @conv2d_1(
// CHECK-NOT: {{lutfuse|tosa|quant|scf|vector|memref}}.{{[a-z_]+}} %

// HASWELL: llvm.x86.avx2.
// ZNVER4:  llvm.x86.avx512.
// CORTEX:  arm_neon.intr.sdot

// PASSES:      move-variables-to-arguments
// PASSES:      outline-cpu-kernels
// PASSES-NEXT: pad-kernel-results
// PASSES-NEXT: plan-cpu-buffers
// PASSES-NEXT: insert-thread-barriers
// PASSES-NEXT: generate-cpu-kernels{cpu=haswell}
// PASSES:      convert-lutfuse-to-tosa

// BAD-CPU:    error: expected a CPU among host, {{.+}} but got 'z80'
// BAD-OPTION: error: expected the options 'cpu' and 'entry' but got 'core'

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!y = !quant.uniform<i8:f32, 2.0:-3>
func.func @main(%x: tensor<1x8x8x64xi8>) -> tensor<1x8x8x64xi8> {
  %w = "tosa.const"() <{values = dense<3> : tensor<64x3x3x64xi8>}> : () -> tensor<64x3x3x64xi8>
  %0 = quant.scast %x : tensor<1x8x8x64xi8> to tensor<1x8x8x64x!x>
  %1 = quant.scast %w : tensor<64x3x3x64xi8> to tensor<64x3x3x64x!w>
  %2 = lutfuse.conv2d %0, %1 pad [1, 1, 1, 1]
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x8x8x64x!x>, tensor<64x3x3x64x!w>) -> tensor<1x8x8x64x!y>
  %3 = quant.scast %2 : tensor<1x8x8x64x!y> to tensor<1x8x8x64xi8>
  return %3 : tensor<1x8x8x64xi8>
}
