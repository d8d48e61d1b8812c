// RUN: not %mlir-opt %s --load-dialect-plugin=%plugin --fuse-lut-activation=target=cpu > %t.flag 2>&1
// RUN: FileCheck %s --match-full-lines --check-prefix=FLAG --input-file=%t.flag
// RUN: count 1 < %t.flag
// RUN: not %mlir-opt %s --load-dialect-plugin=%plugin --lutfuse-to-llvm 2>&1 \
// RUN:   | FileCheck %s --match-full-lines --check-prefix=PIPELINE
// RUN: not %mlir-opt %s --load-dialect-plugin=%plugin \
// RUN:   --pass-pipeline="builtin.module(func.func(cse),fuse-lut-activation{target=cpu})" > %t.text 2>&1
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t.text
// RUN: grep "error" %t.text | count 1
// RUN: echo "" | not %mlir-opt --load-pass-plugin=%plugin --pass-pipeline="builtin.module(lutfuse-to-llvm)" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LLVM
// RUN: %mlir-opt %s --load-pass-plugin=%plugin --load-dialect-plugin=%plugin --canonicalize \
// RUN:   | FileCheck %s --check-prefix=OTHER
// RUN: not lutfuse-opt %s --load-dialect-plugin=%plugin > %t.own 2>&1
// RUN: FileCheck %s --match-full-lines --check-prefix=OWN --input-file=%t.own
// RUN: count 1 < %t.own
// RUN: not lutfuse-opt %s --load-pass-plugin %plugin 2>&1 | FileCheck %s --match-full-lines --check-prefix=OWN

// The passes are Python, which stock mlir-opt has not: one line says which program runs them.

// FLAG: error: 'fuse-lut-activation' is a pass in Python: run it with lutfuse-opt
// PIPELINE: error: 'lutfuse-to-llvm' is a pass in Python: run it with lutfuse-opt
// TEXT: error: 'fuse-lut-activation' is a pass in Python: run it with lutfuse-opt
// LLVM: error: 'lutfuse-to-llvm' is a pass in Python: run it with lutfuse-opt

// OWN: lutfuse-opt: error: its own plugin is for a stock mlir-opt

// OTHER: func.func @f(%{{.+}}: tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>)
func.func @f(%x: tensor<4x!quant.uniform<i8:f32, 0.5>>) {
  %0 = lutfuse.clip %x <min = 0, max = 57>
    : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  return
}
