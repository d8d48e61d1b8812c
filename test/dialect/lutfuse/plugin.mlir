// RUN: %mlir-opt %s --load-dialect-plugin=%plugin --verify-roundtrip | FileCheck %s --enable-var-scope
// RUN: %mlir-opt %s --load-dialect-plugin=%plugin -o %t.stock
// RUN: lutfuse-opt %s -o %t.own
// RUN: diff %t.stock %t.own
// RUN: %mlir-opt %s --load-dialect-plugin=%plugin --emit-bytecode | lutfuse-opt | diff %t.own -
// RUN: not %mlir-opt %s 2>&1 | FileCheck %s --check-prefix=ABSENT

// Stock mlir-opt with the plugin reads and prints what lutfuse-opt does; without it, nothing.

// ABSENT: error: {{.*}}lutfuse

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>

// CHECK-LABEL: func.func @fused(
// CHECK-SAME:    %[[X:.*]]: tensor<1x4x4x4x{{.*}}, %[[W:.*]]: tensor<8x1x1x4x{{.*}}, %[[T:.*]]: tensor<256xi8>
func.func @fused(%x: !x, %w: !w, %t: tensor<256xi8>) -> !y {
  // CHECK: lutfuse.fused_conv2d %[[X]], %[[W]] lut %[[T]] kind <gelu> header #{{.*}} intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> requant #{{.*}} :
  %0 = lutfuse.fused_conv2d %x, %w lut %t kind <gelu> header #h
      intermediate !quant.uniform<i8:f32, 2.0:-3>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (!x, !w, tensor<256xi8>) -> !y
  return %0 : !y
}
