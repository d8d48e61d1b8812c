// REQUIRES: ethos-u
// RUN: lutfuse-opt %s --convert-lutfuse-to-ethosu --canonicalize | FileCheck %s -enable-var-scope
// RUN: lutfuse-opt %s --convert-lutfuse-to-ethosu --remarks-filter=convert.* -o %t 2>&1 | FileCheck %s --check-prefix=REMARK

// A host op between lifts what reads it to a second region; what does not stays in the first one,
// though it stands behind it. Casts and constants are no border.

// CHECK-LABEL: ethosu.program @main_npu_0 
// CHECK-SAME: outputs [#ethosu.feature_map<i8, [2, 2, 4], nhwc, scratch + {{[0-9]+}}>, #ethosu.feature_map<i8, [2, 2, 4], nhwc, scratch + {{[0-9]+}}>]
// CHECK-NEXT: ethosu.pooling
// CHECK-NEXT: ethosu.pooling
// CHECK-NEXT: }
// CHECK-LABEL: ethosu.program @main_npu_1
// CHECK-NEXT: ethosu.pooling
// CHECK-NEXT: }
// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[A:.*]]:2 = ethosu.call @main_npu_0(%{{.*}}, %{{.*}})
// CHECK-NEXT: %[[B:.*]] = tosa.bitwise_not %[[A]]#0
// CHECK-NEXT: %[[C:.*]] = ethosu.call @main_npu_1(%[[B]])
// CHECK-NEXT: return %[[C]], %[[A]]#1

// REMARK: [Missed] host {{.*}} Op=tosa.bitwise_not, Reason=no-command
// REMARK: [Passed] region {{.*}} Ops=2, Region=0
// REMARK: [Passed] region {{.*}} Ops=1, Region=1

!q = tensor<1x2x2x4x!quant.uniform<i8:f32, 1.0>>
!i = tensor<1x2x2x4xi8>
func.func @main(%x: !i, %z: !i) -> (!i, !i) {
  %0 = quant.scast %x : !i to !q
  %1 = lutfuse.clip %0 <min = -3, max = 5> : (!q) -> !q
  %2 = quant.scast %1 : !q to !i
  %3 = tosa.bitwise_not %2 : (!i) -> !i
  %4 = quant.scast %3 : !i to !q
  %5 = lutfuse.clip %4 <min = -2, max = 4> : (!q) -> !q
  %6 = quant.scast %5 : !q to !i
  %7 = quant.scast %z : !i to !q
  %8 = lutfuse.clip %7 <min = 0, max = 7> : (!q) -> !q
  %9 = quant.scast %8 : !q to !i
  return %6, %9 : !i, !i
}
