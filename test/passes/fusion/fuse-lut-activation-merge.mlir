// Boundaries given up on request: clip-like activations become a clip in the domain of the
// result, with the largest difference in codes. All others keep their boundary.

// RUN: lutfuse-opt %s --fuse-lut-activation="target=cpu boundary=merge" -o %t.merged
// RUN: FileCheck %s --enable-var-scope --input-file=%t.merged
// RUN: lutfuse-opt %t.merged --verify-roundtrip -o %t.again
// RUN: not lutfuse-opt %t.merged --check-equivalence=reference=%s -o %t.checked 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REFUTED
// RUN: lutfuse-opt %t.merged --unfuse-lut-activation --remarks-filter=unfuse.* 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNFUSED

// REFUTED: expected a module equal to '{{.*}}' but 'lutfuse.fused_conv2d' is refuted: expected equal codes but 3 channels differ; channel 0, accumulator 6: -128 before and -127 after (and 1 more)
// UNFUSED: [Missed] merged-boundary | Category:unfuse-lut-activation | Function=relu | GivenUp="!quant.uniform<i8:f32, 2.000000e+00:-3>", MaxDifference=1

!x = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.25>
!channels = !quant.uniform<i8:f32:0, {0.25, 0.125}>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.5:-128>
!yu = !quant.uniform<u8:f32, 1.0:7>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#two = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 35], rounding = double_round>
#up = #lutfuse.requant<multiplier = [1431655765], shift = [30], rounding = double_round>
#double = #lutfuse.requant<multiplier = [1073741824], shift = [29], rounding = double_round>
#half = #lutfuse.requant<multiplier = [1073741824], shift = [31], rounding = double_round>
#zero = #lutfuse.requant<multiplier = [0], shift = [30], rounding = double_round>

// CHECK-DAG: #[[$R:requant[0-9]*]] = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-DAG: #[[$Y:requant[0-9]*]] = #lutfuse.requant<multiplier = [1431655765], shift = [34], rounding = double_round>
// CHECK-DAG: #[[$YU:requant[0-9]*]] = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [33, 34], rounding = double_round>

// The highest code is what the intermediate saturates at, not that of the result.
// CHECK-LABEL: func.func @relu(
// CHECK:         %[[Y:.+]] = lutfuse.fused_conv2d %{{.+}}, %{{.+}} activation clip <min = -128, max = 45>
// CHECK-SAME:      intermediate !quant.uniform<i8:f32, 1.500000e+00:-128> requant #[[$Y]]
// CHECK-SAME:      {lutfuse.merged_boundary = {accumulator = 6 : i64, channel = 0 : i64, intermediate_type = !quant.uniform<i8:f32, 2.000000e+00:-3>, kept = -128 : i64, max_difference = 1 : i64, merged = -127 : i64}}
// CHECK-NEXT:    return %[[Y]]
func.func @relu(%x: tensor<1x8x8x4x!x>) -> tensor<1x8x8x3x!y> {
  %0 = "tosa.const"() {values = dense<[[[[3, -5, 7, 1]]], [[[2, 2, -9, 4]]], [[[9, 1, 8, 5]]]]> : tensor<3x1x1x4xi8>} : () -> tensor<3x1x1x4xi8>
  %w = quant.scast %0 : tensor<3x1x1x4xi8> to tensor<3x1x1x4x!w>
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x8x8x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x8x8x3x!u>
  %y = lutfuse.leaky_relu %u <positive = #up, negative = #zero> : (tensor<1x8x8x3x!u>) -> tensor<1x8x8x3x!y>
  return %y : tensor<1x8x8x3x!y>
}

// A filter that is no constant may give any 32-bit accumulator.
// CHECK-LABEL: func.func @relu6_for_each_channel(
// CHECK:         lutfuse.fused_conv_transpose2d %{{.+}}, %{{.+}} activation clip <min = 7, max = 255>
// CHECK-SAME:      intermediate !quant.uniform<u8:f32, 1.000000e+00:7> stride [2, 2] requant #[[$YU]]
// CHECK-SAME:      max_difference = 1
func.func @relu6_for_each_channel(%x: tensor<1x2x2x4x!x>, %w: tensor<2x2x2x4x!channels>) -> tensor<1x4x4x2x!yu> {
  %u = lutfuse.conv_transpose2d %x, %w stride [2, 2] requant #two
    : (tensor<1x2x2x4x!x>, tensor<2x2x2x4x!channels>) -> tensor<1x4x4x2x!u>
  %y = lutfuse.leaky_relu %u <positive = #double, negative = #zero> : (tensor<1x4x4x2x!u>) -> tensor<1x4x4x2x!yu>
  return %y : tensor<1x4x4x2x!yu>
}

// One value: a clip with equal bounds, whatever its label.
// CHECK-LABEL: func.func @constant_table(
// CHECK:         lutfuse.fused_conv2d {{.*}} activation clip <min = 7, max = 7>
// CHECK-SAME:      {lutfuse.merged_boundary = {intermediate_type = !quant.uniform<i8:f32, 2.000000e+00:-3>, max_difference = 0 : i64}}
func.func @constant_table(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<7> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @clip_keeps_its_domain(
// CHECK:         lutfuse.fused_conv2d {{.*}} activation clip <min = -3, max = 57> intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> requant #[[$R]] :
func.func @clip_keeps_its_domain(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %y = lutfuse.clip %u <min = -3, max = 57> : (tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!u>
  return %y : tensor<1x2x2x3x!u>
}

// CHECK-LABEL: func.func @slope_keeps_its_boundary(
// CHECK:         lutfuse.fused_conv2d {{.*}} activation leaky_relu {{.*}} intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> requant #[[$R]] :
func.func @slope_keeps_its_boundary(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u> {
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %y = lutfuse.leaky_relu %u
      <positive = <multiplier = [1073741824], shift = [30], rounding = double_round>, negative = #half>
    : (tensor<1x2x2x3x!u>) -> tensor<1x2x2x3x!u>
  return %y : tensor<1x2x2x3x!u>
}

// What falls from 1 to 0 is within one code of a clip everywhere, and is none.
// CHECK-LABEL: func.func @falling_table_keeps_its_boundary(
// CHECK:         lutfuse.fused_conv2d {{.*}} lut
// CHECK-NOT:     merged_boundary
func.func @falling_table_keeps_its_boundary(%x: tensor<1x2x2x1x!x>, %w: tensor<1x1x1x1x!w>) -> tensor<1x2x2x1x!u> {
  %t = "tosa.const"() {values = dense<[2, 2, 1]> : tensor<3xi8>} : () -> tensor<3xi8>
  %u = lutfuse.conv2d %x, %w requant #r
    : (tensor<1x2x2x1x!x>, tensor<1x1x1x1x!w>) -> tensor<1x2x2x1x!quant.uniform<i8<0:2>:f32, 2.0:1>>
  %y = lutfuse.lut_activation <custom> %u, %t
      header <first = 0, entries = 3, lookup = direct, input = !quant.uniform<i8<0:2>:f32, 2.0:1>, result = !u>
    : (tensor<1x2x2x1x!quant.uniform<i8<0:2>:f32, 2.0:1>>, tensor<3xi8>) -> tensor<1x2x2x1x!u>
  return %y : tensor<1x2x2x1x!u>
}
