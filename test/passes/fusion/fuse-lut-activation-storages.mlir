// Every convolution and all that it says, before and after fusion. The reference target takes none
// of these kinds: under it the module stays as it is, to the byte.

// RUN: lutfuse-opt %s --split-input-file --fuse-lut-activation=target=cpu \
// RUN:   | FileCheck %s --enable-var-scope
// RUN: lutfuse-opt %s --split-input-file --fuse-lut-activation=target=reference \
// RUN:   | FileCheck %s --enable-var-scope --check-prefix=KEPT
// RUN: lutfuse-opt %s --split-input-file -o %t.before
// RUN: lutfuse-opt %s --split-input-file --fuse-lut-activation=target=reference -o %t.after
// RUN: diff %t.before %t.after

// 16 bits: interpolation, its rounding and 16-bit multipliers are carried.

!x = !quant.uniform<i16:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i16:f32, 2.0>
!y = !quant.uniform<i16:f32, 1.0>

// CHECK: #requant = #lutfuse.requant<multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
// CHECK: #table_header = #lutfuse.table_header<first = -32768, entries = 513, lookup = interpolated fraction_bits = 7 rounding = double_round,
// CHECK-SAME: input = !quant.uniform<i16:f32, 2.000000e+00>, result = !quant.uniform<i16:f32, 1.000000e+00>>
// CHECK-LABEL: func.func @interpolated(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x2x2x4x{{.+}}, %[[W:[a-z0-9]+]]: tensor<3x1x1x4x{{.+}}, %[[B:[a-z0-9]+]]: tensor<3xi48>)
// CHECK-NEXT:    %[[T:.+]] = "tosa.const"() <{values = dense<6> : tensor<513xi16>}>
// CHECK-NEXT:    %[[Y:.+]] = lutfuse.fused_conv2d %[[X]], %[[W]] bias %[[B]] lut %[[T]] kind <mish> header #table_header
// CHECK-SAME:      intermediate !quant.uniform<i16:f32, 2.000000e+00> requant #requant
// CHECK-SAME:      : (tensor<1x2x2x4x!quant.uniform<i16:f32, 5.000000e-01>>, tensor<3x1x1x4x!quant.uniform<i8:f32, 2.500000e-01>>, tensor<3xi48>, tensor<513xi16>)
// CHECK-SAME:      -> tensor<1x2x2x3x!quant.uniform<i16:f32, 1.000000e+00>>
// CHECK-NEXT:    return %[[Y]]
// KEPT-LABEL: func.func @interpolated(
// KEPT:         %[[U:.+]] = lutfuse.conv2d %{{.+}}, %{{.+}} bias %{{.+}} requant #requant
// KEPT-NEXT:    %[[Y:.+]] = lutfuse.lut_activation <mish> %[[U]], %{{.+}} header #table_header
// KEPT-NEXT:    return %[[Y]]
func.func @interpolated(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>, %b: tensor<3xi48>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<6> : tensor<513xi16>} : () -> tensor<513xi16>
  %u = lutfuse.conv2d %x, %w bias %b
      requant <multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>, tensor<3xi48>) -> tensor<1x2x2x3x!u>
  %y = lutfuse.lut_activation <mish> %u, %t
      header <first = -32768, entries = 513, lookup = interpolated fraction_bits = 7 rounding = double_round, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<513xi16>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}

// -----

// Requantization by float32 scales stays what it is.

!x = !quant.uniform<i8:f32, 0.5:7>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK: #requant = #lutfuse.requant_f32<scale = [6.250000e-02]>
// CHECK-LABEL: func.func @float_requantization(
// CHECK:         lutfuse.fused_conv2d %{{.+}}, %{{.+}} lut %{{.+}} kind <log> header #table_header
// CHECK-SAME:      intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> requant_f32 #requant
// KEPT-LABEL: func.func @float_requantization(
// KEPT:         %[[U:.+]] = lutfuse.conv2d %{{.+}}, %{{.+}} requant_f32 #requant
// KEPT-NEXT:    lutfuse.lut_activation <log> %[[U]], %{{.+}} header #table_header
func.func @float_requantization(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<7> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant_f32 <scale = [0.0625]>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %y = lutfuse.lut_activation <log> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y : tensor<1x2x2x3x!y>
}
