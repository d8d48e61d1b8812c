// RUN: lutfuse-opt %s --outline-cpu-kernels --plan-cpu-buffers --generate-cpu-kernels=cpu=znver4 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,VNNI
// RUN: lutfuse-opt %s --outline-cpu-kernels --plan-cpu-buffers --generate-cpu-kernels=cpu=haswell \
// RUN:   | FileCheck %s --check-prefixes=CHECK,AVX2
// RUN: lutfuse-opt %s --outline-cpu-kernels --plan-cpu-buffers \
// RUN:   --generate-cpu-kernels=cpu=cortex-a76 | FileCheck %s --check-prefixes=CHECK,NEON
// RUN: not lutfuse-opt %s --generate-cpu-kernels=cpu=abacus 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ERROR

// ERROR: error: pass 'generate-cpu-kernels': expected a CPU among host, {{.*}} but got 'abacus'

!x = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 1.0:-4>
!y = !quant.uniform<i8:f32, 0.00390625:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [33], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// A convolution without an activation loads no table: this is its whole code.
// CHECK-LABEL: func.func private @conv2d_0(
// CHECK-SAME:    attributes {lutfuse.kernel = "generated"}
// CHECK-NOT:     permi2var
// CHECK-NOT:     pshuf.b
// CHECK-NOT:     tbl
// VNNI:          llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// AVX2:          llvm.call_intrinsic "llvm.x86.avx2.pmadd.ub.sw"
// NEON:          arm_neon.intr.sdot
// CHECK-NOT:     permi2var
// CHECK-NOT:     pshuf.b
// CHECK-NOT:     tbl
// CHECK:         return

// Fused, the codes pass the table before they are stored.
// CHECK-LABEL: func.func private @fused_conv2d_1(
// CHECK-SAME:    attributes {lutfuse.kernel = "generated"}
// VNNI:          llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// VNNI:          llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.qi.512"
// CHECK:         vector.store
// CHECK:         return

// What no generator takes keeps its ops, and the first thread runs it.
// CHECK-LABEL: func.func private @gather_2(
// CHECK-SAME:    attributes {lutfuse.kernel}
// CHECK:         scf.if
// CHECK:           tosa.gather
func.func @main(%arg: tensor<1x4x16x8xi8>, %v: tensor<1x8x4xi8>, %i: tensor<1x5xi32>)
    -> (tensor<1x4x16x16xi8>, tensor<1x4x16x16xi8>, tensor<1x5x4xi8>) {
  %x = quant.scast %arg : tensor<1x4x16x8xi8> to tensor<1x4x16x8x!x>
  %wi = "tosa.const"() <{values = dense<3> : tensor<16x1x1x8xi8>}> : () -> tensor<16x1x1x8xi8>
  %w = quant.scast %wi : tensor<16x1x1x8xi8> to tensor<16x1x1x8x!w>
  %t = "tosa.const"() <{values = dense<"0x0CE1EB1DCE2B6F6D3B36D89C659926707929387DA3E8A4BA087C240FB1C5D09F7F49B5313095BEB4C09D7E8E85AAA2ED1188A1ACDD1FB7EF225218DAF539193CC8D58DA5E35542EAB39B81646C72A7FC15EEC297AE48AFE4B9E27551F4D684533AD12C698993D33344F87406D2143DF290FF13A80A66167AD98027B24559E5468FB8E057CD176E094B5E1B914086AB8358763E1EBFC10B730294605D6B8C0467FDBC410E2DE9A92FC77B4E5A4FB656DB98CF969A4D54104325C96A5C054C62F3FBDC34A0AD8A32504ACA2ADFFA350100212071D49E2312CCC3F663C42E476837BB03E7921A8B61F0DE785F1C28E60DF73FC677F90787ECA6FED7F1B0CB5BBD82"> : tensor<256xi8>}> : () -> tensor<256xi8>
  %0 = lutfuse.conv2d %x, %w requant #r
      : (tensor<1x4x16x8x!x>, tensor<16x1x1x8x!w>) -> tensor<1x4x16x16x!u>
  %1 = lutfuse.fused_conv2d %x, %w lut %t kind <custom> header #h intermediate !u requant #r
      : (tensor<1x4x16x8x!x>, tensor<16x1x1x8x!w>, tensor<256xi8>) -> tensor<1x4x16x16x!y>
  %2 = tosa.gather %v, %i : (tensor<1x8x4xi8>, tensor<1x5xi32>) -> tensor<1x5x4xi8>
  %3 = quant.scast %0 : tensor<1x4x16x16x!u> to tensor<1x4x16x16xi8>
  %4 = quant.scast %1 : tensor<1x4x16x16x!y> to tensor<1x4x16x16xi8>
  return %3, %4, %2 : tensor<1x4x16x16xi8>, tensor<1x4x16x16xi8>, tensor<1x5x4xi8>
}
