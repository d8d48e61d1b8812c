// RUN: lutfuse-opt %s --canonicalize | FileCheck %s --enable-var-scope

!i8 = tensor<4x!quant.uniform<i8:f32, 0.5>>
!u8 = tensor<4x!quant.uniform<u8:f32, 0.5:128>>
!narrow = tensor<4x!quant.uniform<i8<-127:127>:f32, 0.5>>

// CHECK-LABEL: func.func @all_codes(
// CHECK-SAME:      %[[A:.*]]: tensor<{{.*}}>, %[[B:.*]]: tensor<{{.*}}>, %[[C:.*]]: tensor<{{.*}}>)
// CHECK-NEXT:    return %[[A]], %[[B]], %[[C]]
func.func @all_codes(%a: !i8, %b: !u8, %c: !narrow) -> (!i8, !u8, !narrow) {
  %0 = lutfuse.clip %a <min = -128, max = 127> : (!i8) -> !i8
  %1 = lutfuse.clip %b <min = 0, max = 255> : (!u8) -> !u8
  %2 = lutfuse.clip %c <min = -127, max = 127> : (!narrow) -> !narrow
  return %0, %1, %2 : !i8, !u8, !narrow
}

// CHECK-LABEL: func.func @all_codes_but_one
// CHECK-NEXT:    lutfuse.clip {{.*}}<min = -127, max = 127>
// CHECK-NEXT:    lutfuse.clip {{.*}}<min = 0, max = 254>
func.func @all_codes_but_one(%a: !i8, %b: !u8) -> (!i8, !u8) {
  %0 = lutfuse.clip %a <min = -127, max = 127> : (!i8) -> !i8
  %1 = lutfuse.clip %b <min = 0, max = 254> : (!u8) -> !u8
  return %0, %1 : !i8, !u8
}

// CHECK-LABEL: func.func @overlapping_and_nested(
// CHECK-SAME:      %[[A:.*]]: tensor
// CHECK-NEXT:    lutfuse.clip %[[A]] <min = 10, max = 60>
// CHECK-NEXT:    lutfuse.clip %[[A]] <min = 20, max = 30>
func.func @overlapping_and_nested(%a: !i8) -> (!i8, !i8) {
  %0 = lutfuse.clip %a <min = 0, max = 60> : (!i8) -> !i8
  %1 = lutfuse.clip %0 <min = 10, max = 90> : (!i8) -> !i8
  %2 = lutfuse.clip %a <min = 20, max = 30> : (!i8) -> !i8
  %3 = lutfuse.clip %2 <min = 10, max = 90> : (!i8) -> !i8
  return %1, %3 : !i8, !i8
}

// The inner result is below, or above, every code that the outer clip lets through.
// CHECK-LABEL: func.func @disjoint
// CHECK-NEXT:    lutfuse.clip {{.*}}<min = 10, max = 10>
// CHECK-NEXT:    lutfuse.clip {{.*}}<min = -5, max = -5>
func.func @disjoint(%a: !i8) -> (!i8, !i8) {
  %0 = lutfuse.clip %a <min = -9, max = 9> : (!i8) -> !i8
  %1 = lutfuse.clip %0 <min = 10, max = 90> : (!i8) -> !i8
  %2 = lutfuse.clip %a <min = 0, max = 9> : (!i8) -> !i8
  %3 = lutfuse.clip %2 <min = -90, max = -5> : (!i8) -> !i8
  return %1, %3 : !i8, !i8
}

// CHECK-LABEL: func.func @read_between
// CHECK-NEXT:    %[[A:.*]] = lutfuse.clip {{.*}}<min = 0, max = 60>
// CHECK-NEXT:    %[[B:.*]] = lutfuse.clip %[[A]] <min = 10, max = 90>
func.func @read_between(%a: !i8) -> (!i8, !i8) {
  %0 = lutfuse.clip %a <min = 0, max = 60> : (!i8) -> !i8
  %1 = lutfuse.clip %0 <min = 10, max = 90> : (!i8) -> !i8
  return %0, %1 : !i8, !i8
}
