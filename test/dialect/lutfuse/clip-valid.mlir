// RUN: lutfuse-opt %s --split-input-file --verify-roundtrip | FileCheck %s --enable-var-scope

// The nearest op that is right beside each one of clip-invalid.mlir.

// CHECK-LABEL: @clip_c1_min_is_max(
// CHECK-SAME: test.attr = #lutfuse.clip<min = 0, max = 0>
func.func private @clip_c1_min_is_max() attributes {
  test.attr = #lutfuse.clip<min = 0, max = 0>
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.5:-3>>
// CHECK-LABEL: @clip_c2_whole_storage(
func.func @clip_c2_whole_storage(%x: !x) {
  // CHECK: lutfuse.clip %{{[^ ]*}} <min = -128, max = 127> :
  %y = lutfuse.clip %x <min = -128, max = 127> : (!x) -> !x
  return
}

// -----

!x = tensor<4x!quant.uniform<i8<-127:127>:f32, 0.5>>
// CHECK-LABEL: @clip_c2_whole_narrow_range(
func.func @clip_c2_whole_narrow_range(%x: !x) {
  // CHECK: lutfuse.clip %{{[^ ]*}} <min = -127, max = 127> :
  %y = lutfuse.clip %x <min = -127, max = 127> : (!x) -> !x
  return
}

// -----

!x = tensor<4x!quant.uniform<u8:f32, 0.5:3>>
// CHECK-LABEL: @clip_c2_bounds_of_unsigned_codes(
func.func @clip_c2_bounds_of_unsigned_codes(%x: !x) {
  // CHECK: lutfuse.clip %{{[^ ]*}} <min = 3, max = 57> : (tensor<4x!quant.uniform<u8:
  %y = lutfuse.clip %x <min = 3, max = 57> : (!x) -> !x
  return
}

// -----

!x = tensor<4x!quant.uniform<i16:f32, 0.5>>
// CHECK-LABEL: @clip_c4_codes_i16(
func.func @clip_c4_codes_i16(%x: !x) {
  // CHECK: lutfuse.clip %{{[^ ]*}} <min = 0, max = 32767> : (tensor<4x!quant.uniform<i16:
  %y = lutfuse.clip %x <min = 0, max = 32767> : (!x) -> !x
  return
}

// -----

!x = tensor<?x5x!quant.uniform<i8:f32, 0.5:-3>>
// CHECK-LABEL: @clip_c5_zero_point_not_a_bound(
func.func @clip_c5_zero_point_not_a_bound(%x: !x) {
  // CHECK: lutfuse.clip %{{[^ ]*}} <min = 0, max = 57> : (tensor<?x5x!quant
  %y = lutfuse.clip %x <min = 0, max = 57> : (!x) -> !x
  return
}
