// The module is compared with a file: the same, fused, and with a table of its own.

// RUN: lutfuse-opt %s -o %t.reference.mlir
// RUN: lutfuse-opt %s --fuse-lut-activation=target=cpu \
// RUN:   --check-equivalence=reference=%t.reference.mlir \
// RUN:   --remarks-filter=check-equivalence -o %t.fused.mlir 2>&1 \
// RUN:   | FileCheck %s --enable-var-scope --check-prefix=PROVED
// RUN: FileCheck %s --enable-var-scope --input-file=%t.fused.mlir

// PROVED: [Passed] proved | Category:check-equivalence | Function=layer | Accumulators=identical, CodeMap=identical, Op=lutfuse.fused_conv2d, Reference={{.*}}, Requantization=identical
// PROVED: [Analysis] summary | Category:check-equivalence | Proved=1

// In TOSA, and back from there:
// RUN: lutfuse-opt %s --convert-lutfuse-to-tosa --check-equivalence=reference=%t.fused.mlir -o %t.tosa.mlir
// RUN: lutfuse-opt %t.fused.mlir --check-equivalence=reference=%t.tosa.mlir -o %t.again.mlir

// A fault is an error at the op, with the smallest counter-example:
// RUN: sed -e s/0x81828384/0x81828484/ %t.fused.mlir > %t.wrong.mlir
// RUN: not lutfuse-opt %t.wrong.mlir --check-equivalence=reference=%t.reference.mlir 2>&1 \
// RUN:   | FileCheck %s --enable-var-scope --check-prefix=WRONG
// WRONG: error: pass 'check-equivalence': expected a module equal to '{{.*}}reference.mlir' but 'lutfuse.fused_conv2d' is refuted: expected equal codes but 2 channels differ; channel 0, accumulator -1960: -125 before and -124 after

// RUN: not lutfuse-opt %s --check-equivalence 2>&1 \
// RUN:   | FileCheck %s --enable-var-scope --check-prefix=NONE
// NONE: error: pass 'check-equivalence': expected option 'reference' to name an MLIR file but got none
// RUN: not lutfuse-opt %s --check-equivalence=reference=%t.absent 2>&1 \
// RUN:   | FileCheck %s --enable-var-scope --check-prefix=ABSENT
// ABSENT: error: pass 'check-equivalence': expected a readable '{{.*}}absent' but got No such file or directory

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0>

// CHECK-LABEL: func.func @layer(
// CHECK:         lutfuse.fused_conv2d
func.func @layer(%x: tensor<1x8x8x4x!x>) -> tensor<1x8x8x2x!y> {
  %0 = "tosa.const"() {values = dense<[[[[3, -5, 7, 1]]], [[[2, 2, -9, 4]]]]> : tensor<2x1x1x4xi8>}
    : () -> tensor<2x1x1x4xi8>
  %w = quant.scast %0 : tensor<2x1x1x4xi8> to tensor<2x1x1x4x!w>
  %t = "tosa.const"() {values = dense<"0x8182838485868788898A8B8C8D8E8F909192939495969798999A9B9C9D9E9FA0A1A2A3A4A5A6A7A8A9AAABACADAEAFB0B1B2B3B4B5B6B7B8B9BABBBCBDBEBFC0C1C2C3C4C5C6C7C8C9CACBCCCDCECFD0D1D2D3D4D5D6D7D8D9DADBDCDDDEDFE0E1E2E3E4E5E6E7E8E9EAEBECEDEEEFF0F1F2F3F4F5F6F7F8F9FAFBFCFDFEFF000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F7F"> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x8x8x4x!x>, tensor<2x1x1x4x!w>) -> tensor<1x8x8x2x!u>
  %y = lutfuse.lut_activation <custom> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x8x8x2x!u>, tensor<256xi8>) -> tensor<1x8x8x2x!y>
  return %y : tensor<1x8x8x2x!y>
}
