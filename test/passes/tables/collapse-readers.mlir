// What reads a graph, and the domains that attributes give its two ends.

// RUN: lutfuse-opt %s --split-input-file --collapse-elementwise-to-table | FileCheck %s --enable-var-scope

// A convolution whose activation has two readers keeps its one reader, and so may be fused.
// CHECK-LABEL: func.func @activation_with_two_readers
// CHECK: %[[U:.*]] = lutfuse.conv2d
// CHECK: %[[Y:.*]] = lutfuse.lut_activation <sigmoid> %[[U]],
// CHECK: lutfuse.lut_activation <custom> %[[Y]],
!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 0.00390625:-128>
func.func @activation_with_two_readers(%x: tensor<1x8x8x4x!x>, %w: tensor<8x1x1x4x!w>)
    -> (tensor<1x8x8x8xi8>, tensor<1x8x8x8xi8>) {
  %t = "tosa.const"() {values = dense<7> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x8x8x4x!x>, tensor<8x1x1x4x!w>) -> tensor<1x8x8x8x!u>
  %y = lutfuse.lut_activation <sigmoid> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x8x8x8x!u>, tensor<256xi8>) -> tensor<1x8x8x8x!y>
  %i = quant.scast %y : tensor<1x8x8x8x!y> to tensor<1x8x8x8xi8>
  %n = tosa.bitwise_not %i : (tensor<1x8x8x8xi8>) -> tensor<1x8x8x8xi8>
  return %i, %n : tensor<1x8x8x8xi8>, tensor<1x8x8x8xi8>
}

// -----

// Attributes of the importer give plain integers their domains: those of an argument, of an op's
// result, of a function's result.
// CHECK-DAG: !quant.uniform<i8:f32, 5.000000e-01:3>
// CHECK-DAG: !quant.uniform<i8:f32, 2.500000e-01:5>
// CHECK-DAG: !quant.uniform<u8:f32, 1.250000e-01:7>
// CHECK-LABEL: func.func @stated_domains
// CHECK: lutfuse.lut_activation {{.*}}!quant.uniform<i8:f32, 5.000000e-01:3>{{.*}} -> tensor<2x3x!quant.uniform<i8:f32, 2.500000e-01:5>>
// CHECK: lutfuse.lut_activation {{.*}}!quant.uniform<i8:f32, 2.500000e-01:5>{{.*}} -> tensor<2x3x!quant.uniform<u8:f32, 1.250000e-01:7>>
func.func @stated_domains(%x: tensor<2x3xi8> {lutfuse.type = !quant.uniform<i8:f32, 0.5:3>})
    -> (tensor<2x3xi8>, tensor<2x3xi8> {lutfuse.type = !quant.uniform<u8:f32, 0.125:7>}) {
  %a = tosa.bitwise_not %x {lutfuse.result_type = !quant.uniform<i8:f32, 0.25:5>} : (tensor<2x3xi8>) -> tensor<2x3xi8>
  %b = tosa.clamp %a {max_val = 50 : i8, min_val = -50 : i8} : (tensor<2x3xi8>) -> tensor<2x3xi8>
  return %a, %b : tensor<2x3xi8>, tensor<2x3xi8>
}

// -----

// Unsigned codes of an argument are read as the signed ones that a table without a domain has, and
// a domain of other storage says nothing of 8-bit codes.
// CHECK-LABEL: func.func @domains_of_no_use
// CHECK: lutfuse.lut_activation {{.*}}!quant.uniform<i8:f32, 1.000000e+00>{{.*}} -> tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00>>
func.func @domains_of_no_use(%x: tensor<2x3xi8> {lutfuse.type = !quant.uniform<u8:f32, 0.5:3>})
    -> tensor<2x3xi8> {
  %a = tosa.bitwise_not %x {lutfuse.result_type = !quant.uniform<i16:f32, 0.25>} : (tensor<2x3xi8>) -> tensor<2x3xi8>
  return %a : tensor<2x3xi8>
}
