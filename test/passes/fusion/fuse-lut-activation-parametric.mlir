// Clips and leaky ReLUs fuse like tables, and come out again as they were.

// RUN: lutfuse-opt %s --fuse-lut-activation=target=cpu | FileCheck %s --enable-var-scope
// RUN: lutfuse-opt %s --mlir-print-debuginfo -o %t.before
// RUN: lutfuse-opt %s --fuse-lut-activation=target=cpu --mlir-print-debuginfo -o %t.fused
// RUN: lutfuse-opt %t.fused --unfuse-lut-activation --mlir-print-debuginfo -o %t.after
// RUN: diff %t.before %t.after

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<u8:f32, 1.0:7>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#double = #lutfuse.requant<multiplier = [1073741824], shift = [29], rounding = double_round>
#tenth = #lutfuse.requant<multiplier = [1717986918], shift = [33], rounding = double_round>

// CHECK-DAG: #[[$R:requant[0-9]*]] = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-DAG: #[[$P:requant[0-9]*]] = #lutfuse.requant<multiplier = [1073741824], shift = [29], rounding = double_round>
// CHECK-DAG: #[[$N:requant[0-9]*]] = #lutfuse.requant<multiplier = [1717986918], shift = [33], rounding = double_round>

// CHECK-LABEL: func.func @clip(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x4x4x4x{{[^,]+, [^,]+}}, %[[W:[a-z0-9]+]]: tensor<2x3x3x4x{{[^,]+, [^,]+}}, %[[B:[a-z0-9]+]]: tensor<2xi32>
// CHECK-NEXT:    %[[Y:.+]] = lutfuse.fused_conv2d %[[X]], %[[W]] bias %[[B]] activation clip <min = -3, max = 57>
// CHECK-SAME:      intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> stride [2, 2] pad [1, 0, 1, 0] requant #[[$R]]
// CHECK-SAME:      -> tensor<1x2x2x2x!quant.uniform<i8:f32, 2.000000e+00:-3>>
// CHECK-NEXT:    return %[[Y]]
func.func @clip(%x: tensor<1x4x4x4x!x>, %w: tensor<2x3x3x4x!w>, %b: tensor<2xi32>) -> tensor<1x2x2x2x!u> {
  %u = lutfuse.conv2d %x, %w bias %b stride [2, 2] pad [1, 0, 1, 0] requant #r
    : (tensor<1x4x4x4x!x>, tensor<2x3x3x4x!w>, tensor<2xi32>) -> tensor<1x2x2x2x!u> loc("conv")
  %y = lutfuse.clip %u <min = -3, max = 57> : (tensor<1x2x2x2x!u>) -> tensor<1x2x2x2x!u> loc("clip")
  return %y : tensor<1x2x2x2x!u>
}

// CHECK-LABEL: func.func @leaky_relu(
// CHECK:         %[[Y:.+]] = lutfuse.fused_conv_transpose2d %{{.+}} activation leaky_relu <positive = #[[$P]], negative = #[[$N]] negate = true>
// CHECK-SAME:      intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> stride [2, 2] requant #[[$R]]
// CHECK-SAME:      -> tensor<1x4x4x2x!quant.uniform<u8:f32, 1.000000e+00:7>>
// CHECK-NEXT:    return %[[Y]]
func.func @leaky_relu(%x: tensor<1x2x2x4x!x>, %w: tensor<2x2x2x4x!w>) -> tensor<1x4x4x2x!y> {
  %u = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #r
    : (tensor<1x2x2x4x!x>, tensor<2x2x2x4x!w>) -> tensor<1x4x4x2x!u> loc("conv")
  %y = lutfuse.leaky_relu %u <positive = #double, negative = #tenth negate = true>
    : (tensor<1x4x4x2x!u>) -> tensor<1x4x4x2x!y> loc("conv")
  return %y : tensor<1x4x4x2x!y>
}

// CHECK-LABEL: func.func @prelu(
// CHECK:         lutfuse.fused_conv2d {{.*}} activation leaky_relu <positive = #[[$P]], negative = #[[$N]], factor = [-1, 0]> intermediate {{.*}} group 2 requant
func.func @prelu(%x: tensor<1x2x2x2x!x>, %w: tensor<2x1x1x1x!w>) -> tensor<1x2x2x2x!y> {
  %u = lutfuse.conv2d %x, %w group 2 requant #r
    : (tensor<1x2x2x2x!x>, tensor<2x1x1x1x!w>) -> tensor<1x2x2x2x!u> loc(unknown)
  %y = lutfuse.leaky_relu %u <positive = #double, negative = #tenth, factor = [-1, 0]>
    : (tensor<1x2x2x2x!u>) -> tensor<1x2x2x2x!y> loc("prelu")
  return %y : tensor<1x2x2x2x!y>
}
