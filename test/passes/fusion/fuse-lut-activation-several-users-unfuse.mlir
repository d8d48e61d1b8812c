// Unfusing makes duplicates one again, where their locations say that they are duplicates; `cse`
// does that for all others. Equal activations stay one, which names every source.

// RUN: lutfuse-opt %s --mlir-print-debuginfo -o %t.before
// RUN: lutfuse-opt %t.before --fuse-lut-activation=duplicate-producer-up-to=48 \
// RUN:   --check-provenance=reference=%t.before --check-equivalence=reference=%t.before \
// RUN:   --mlir-print-debuginfo -o %t.fused
// RUN: FileCheck %s --enable-var-scope --check-prefix=FUSED --input-file=%t.fused
// RUN: lutfuse-opt %t.fused --unfuse-lut-activation --mlir-print-debuginfo -o %t.after
// RUN: FileCheck %s --enable-var-scope --input-file=%t.after
// RUN: lutfuse-opt %t.fused --unfuse-lut-activation --cse --check-equivalence=reference=%t.before \
// RUN:   --mlir-print-debuginfo -o %t.cse
// RUN: FileCheck %s --enable-var-scope --check-prefix=CSE --input-file=%t.cse

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#s = #lutfuse.requant<multiplier = [536870912], shift = [33], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// FUSED-LABEL: func.func @known(
// FUSED:         %[[U:.+]] = lutfuse.conv2d
// FUSED-NEXT:    %[[A:.+]] = lutfuse.fused_conv2d
// FUSED-NEXT:    %[[B:.+]] = lutfuse.fused_conv2d
// FUSED-NEXT:    return %[[A]], %[[U]], %[[B]]
// CHECK-LABEL: func.func @known(
// CHECK:         %[[U:.+]] = lutfuse.conv2d
// CHECK-NEXT:    %[[A:.+]] = lutfuse.lut_activation <sigmoid> %[[U]]
// CHECK-NEXT:    %[[B:.+]] = lutfuse.lut_activation <gelu> %[[U]]
// CHECK-NEXT:    return %[[A]], %[[U]], %[[B]]
func.func @known(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3x!y>, tensor<1x2x2x3x!u>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> loc("conv")
  %a = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y> loc("a")
  %b = lutfuse.lut_activation <gelu> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y> loc("b")
  return %a, %u, %b : tensor<1x2x2x3x!y>, tensor<1x2x2x3x!u>, tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @unknown(
// CHECK:         %[[U:.+]] = lutfuse.conv2d
// CHECK-NEXT:    %[[A:.+]] = lutfuse.lut_activation <sigmoid> %[[U]]
// CHECK-NEXT:    %[[V:.+]] = lutfuse.conv2d
// CHECK-NEXT:    %[[B:.+]] = lutfuse.lut_activation <gelu> %[[V]]
// CHECK-NEXT:    return %[[A]], %[[B]]
// CSE-LABEL:   func.func @unknown(
// CSE:           %[[U:.+]] = lutfuse.conv2d
// CSE-NEXT:      %[[A:.+]] = lutfuse.lut_activation <sigmoid> %[[U]]
// CSE-NEXT:      %[[B:.+]] = lutfuse.lut_activation <gelu> %[[U]]
// CSE-NEXT:      return %[[A]], %[[B]]
func.func @unknown(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> loc(unknown)
  %a = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y> loc("a")
  %b = lutfuse.lut_activation <gelu> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y> loc("b")
  return %a, %b : tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>
}

// Of one place, but of two attributes: no duplicates. Nor are two of different places.
// CHECK-LABEL: func.func @no_duplicates(
// CHECK-COUNT-3: lutfuse.conv2d
// CHECK:         return
func.func @no_duplicates(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> loc("conv")
  %a = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y> loc("a")
  %v = lutfuse.conv2d %x, %w requant #s : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> loc("conv")
  %b = lutfuse.lut_activation <gelu> %v, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y> loc("b")
  %p = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> loc("other")
  %c = lutfuse.lut_activation <gelu> %p, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y> loc("c")
  return %a, %b, %c : tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>
}

// FUSED-LABEL: func.func @equal(
// FUSED:         lutfuse.fused_conv2d {{.+}} loc(#[[LOC:.+]])
// FUSED-NEXT:    return
// CHECK-LABEL: func.func @equal(
// CHECK:         %[[U:.+]] = lutfuse.conv2d
// CHECK-NEXT:    %[[A:.+]] = lutfuse.lut_activation <sigmoid> %[[U]], {{.+}} loc(#[[BOTH:.+]])
// CHECK-NEXT:    return %[[A]], %[[A]]
func.func @equal(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> loc("only")
  %a = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y> loc("first")
  %b = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y> loc("second")
  return %a, %b : tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>
}

// FUSED-DAG: #[[ONLY:.+]] = loc("only")
// FUSED-DAG: #[[FIRST:.+]] = loc("first")
// FUSED-DAG: #[[SECOND:.+]] = loc("second")
// FUSED-DAG: #[[EQUAL:.+]] = loc(fused[#[[FIRST]], #[[SECOND]]])
// FUSED-DAG: #[[LOC]] = loc(fused<#lutfuse.fused<"fuse-lut-activation">>[#[[ONLY]], #[[EQUAL]]])
// CHECK-DAG: #[[FIRST:.+]] = loc("first")
// CHECK-DAG: #[[SECOND:.+]] = loc("second")
// CHECK-DAG: #[[BOTH]] = loc(fused[#[[FIRST]], #[[SECOND]]])
