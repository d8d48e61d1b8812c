// RUN: lutfuse-opt %s | FileCheck %s --enable-var-scope
// RUN: lutfuse-opt %s --mlir-print-op-generic | FileCheck %s --enable-var-scope --check-prefix=GENERIC
// RUN: lutfuse-opt %s | grep "= #lutfuse" | count 4

// Requantizations and headers have one entry for each channel or two types: they stand once above
// the module, equal ones share a name, and brackets in the source do not matter.

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!u = tensor<1x4x4x8x!quant.uniform<i8:f32, 2.0:-3>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>

// CHECK-DAG: #[[$R:requant[0-9]*]] = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-DAG: #[[$S:requant[0-9]*]] = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = single_round>
// CHECK-DAG: #[[$F:requant[0-9]*]] = #lutfuse.requant_f32<scale = [6.250000e-02]>
// CHECK-DAG: #[[$H:table_header[0-9]*]] = #lutfuse.table_header<first = -128,
// CHECK-LABEL: func.func @aliases
func.func @aliases(%x: !x, %w: !w, %t: tensor<256xi8>) -> !y {
  // CHECK: lutfuse.conv2d %{{.*}} requant #[[$R]] :
  // GENERIC: "lutfuse.conv2d"{{.*}} <{requant = #requant{{[0-9]*}}}>
  %0 = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (!x, !w) -> !u
  // CHECK: lutfuse.conv2d %{{.*}} requant #[[$S]] :
  %1 = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = single_round>
    : (!x, !w) -> !u
  // CHECK: lutfuse.conv2d %{{.*}} requant_f32 #[[$F]] :
  %2 = lutfuse.conv2d %x, %w requant_f32 <scale = [0.0625]> : (!x, !w) -> !u
  // CHECK: lutfuse.lut_activation <tanh> %{{.*}} header #[[$H]] :
  // GENERIC: "lutfuse.lut_activation"{{.*}} <{header = #table_header{{[0-9]*}}, kind = #lutfuse.activation_kind<tanh>}>
  %3 = lutfuse.lut_activation <tanh> %0, %t
      header <first = -128, entries = 256, lookup = direct,
        input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
    : (!u, tensor<256xi8>) -> !y
  // CHECK: lutfuse.fused_conv2d %{{.*}} header #[[$H]] intermediate {{.*}} requant #[[$R]] :
  %4 = lutfuse.fused_conv2d %x, %w lut %t kind <tanh>
      header <first = -128, entries = 256, lookup = direct,
        input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
      intermediate !quant.uniform<i8:f32, 2.0:-3>
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (!x, !w, tensor<256xi8>) -> !y
  return %4 : !y
}
