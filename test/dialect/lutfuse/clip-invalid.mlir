// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics

// clip_c1 to clip_c5 of lutfuse.clip; clip_c3 can be wrong in fused ops only, which stand in
// fused-parameters-invalid.mlir. The twins that are right stand in clip-valid.mlir.

func.func private @clip_c1_min_above_max() attributes {
  // expected-error @+1 {{'clip' expected 'min' of at most 'max' but got 1 and 0}}
  test.attr = #lutfuse.clip<min = 1, max = 0>
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.5:-3>>
func.func @clip_c2_min_below_storage(%x: !x) {
  // expected-error @+1 {{'lutfuse.clip' op expected clip bounds in [-128, 127] but got -129 and 57}}
  %y = lutfuse.clip %x <min = -129, max = 57> : (!x) -> !x
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.5:-3>>
func.func @clip_c2_max_above_storage(%x: !x) {
  // expected-error @+1 {{'lutfuse.clip' op expected clip bounds in [-128, 127] but got -3 and 128}}
  %y = lutfuse.clip %x <min = -3, max = 128> : (!x) -> !x
  return
}

// -----

!x = tensor<4x!quant.uniform<i8<-127:127>:f32, 0.5>>
func.func @clip_c2_min_below_narrow_range(%x: !x) {
  // expected-error @+1 {{'lutfuse.clip' op expected clip bounds in [-127, 127] but got -128 and 57}}
  %y = lutfuse.clip %x <min = -128, max = 57> : (!x) -> !x
  return
}

// -----

!x = tensor<4x!quant.uniform<u8:f32, 0.5>>
func.func @clip_c2_signed_bounds_of_unsigned_codes(%x: !x) {
  // expected-error @+1 {{'lutfuse.clip' op expected clip bounds in [0, 255] but got -3 and 57}}
  %y = lutfuse.clip %x <min = -3, max = 57> : (!x) -> !x
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.5:-3>>
func.func @clip_c2_bounds_lowest_and_highest(%x: !x) {
  // expected-error @+1 {{'lutfuse.clip' op expected clip bounds in [-128, 127] but got -9223372036854775808 and 9223372036854775807}}
  %y = lutfuse.clip %x <min = -9223372036854775808, max = 9223372036854775807> : (!x) -> !x
  return
}

// -----

!x = tensor<4x!quant.uniform<i4:f32, 0.5>>
func.func @clip_c4_codes_i4(%x: !x) {
  // expected-error @+1 {{'lutfuse.clip' op operand #0 must be ranked tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<4x!quant.uniform<i4:f32, 5.000000e-01>>'}}
  %y = lutfuse.clip %x <min = 0, max = 7> : (!x) -> !x
  return
}

// -----

!x = tensor<4x!quant.uniform<u16:f32, 0.5>>
func.func @clip_c4_codes_u16(%x: !x) {
  // expected-error @+1 {{'lutfuse.clip' op operand #0 must be ranked tensor of per-tensor quantized i8, u8 or i16 values, but got 'tensor<4x!quant.uniform<u16:f32, 5.000000e-01>>'}}
  %y = lutfuse.clip %x <min = 0, max = 57> : (!x) -> !x
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.5:128>>
func.func @clip_c5_zero_point(%x: !x) {
  // expected-error @+1 {{'lutfuse.clip' op expected the input zero point in [-128, 127] but got 128}}
  %y = lutfuse.clip %x <min = -3, max = 57> : (!x) -> !x
  return
}

// -----

!x = tensor<4x!quant.uniform<i8:f32, 0.5:-3>>
!y = tensor<4x!quant.uniform<i8:f32, 1.0:-3>>
func.func @clip_result_of_another_scale(%x: !x) {
  // expected-error @+1 {{'lutfuse.clip' op failed to verify that all of {input, result} have same type}}
  %y = lutfuse.clip %x <min = -3, max = 57> : (!x) -> !y
  return
}
