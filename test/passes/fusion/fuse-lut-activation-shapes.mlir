// Every convolution and all that it says, before and after fusion. The reference target takes none
// of these kinds: under it the module stays as it is, to the byte.

// RUN: lutfuse-opt %s --split-input-file --fuse-lut-activation=target=cpu \
// RUN:   | FileCheck %s --enable-var-scope
// RUN: lutfuse-opt %s --split-input-file --fuse-lut-activation=target=reference \
// RUN:   | FileCheck %s --enable-var-scope --check-prefix=KEPT
// RUN: lutfuse-opt %s --split-input-file -o %t.before
// RUN: lutfuse-opt %s --split-input-file --fuse-lut-activation=target=reference -o %t.after
// RUN: diff %t.before %t.after

// A pair of casts that returns to the same domain is no boundary of its own: the activation moves
// above it.

!x = !quant.uniform<i8:f32, 0.5:7>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @through_casts(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x2x2x4x{{.+}}, %[[W:[a-z0-9]+]]: tensor<3x1x1x4x
// CHECK-NEXT:    %[[T:.+]] = "tosa.const"() <{values = dense<8> : tensor<256xi8>}>
// CHECK-NEXT:    %[[Y:.+]] = lutfuse.fused_conv2d %[[X]], %[[W]] lut %[[T]] kind <cos> header #table_header
// CHECK-SAME:      intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> requant #requant
// CHECK-NEXT:    %[[A:.+]] = quant.scast %[[Y]] : tensor<1x2x2x3x!quant.uniform<i8:f32, 1.000000e+00:-128>> to tensor<1x2x2x3xi8>
// CHECK-NEXT:    %[[B:.+]] = quant.scast %[[A]] : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!quant.uniform<i8:f32, 1.000000e+00:-128>>
// CHECK-NEXT:    %[[C:.+]] = quant.scast %[[B]] : tensor<1x2x2x3x!quant.uniform<i8:f32, 1.000000e+00:-128>> to tensor<1x2x2x3xi8>
// CHECK-NEXT:    return %[[C]]
// KEPT-LABEL: func.func @through_casts(
// KEPT:         %[[U:.+]] = lutfuse.conv2d
// KEPT-NEXT:    %[[C:.+]] = quant.scast %[[U]] : tensor<1x2x2x3x!quant.uniform<i8:f32, 2.000000e+00:-3>> to tensor<1x2x2x3xi8>
// KEPT-NEXT:    %[[V:.+]] = quant.scast %[[C]] : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!quant.uniform<i8:f32, 2.000000e+00:-3>>
// KEPT-NEXT:    lutfuse.lut_activation <cos> %[[V]], %{{.+}} header #table_header
func.func @through_casts(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3xi8> {
  %t = "tosa.const"() {values = dense<8> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %c = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  %v = quant.scast %c : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!u>
  %y = lutfuse.lut_activation <cos> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  %z = quant.scast %y : tensor<1x2x2x3x!y> to tensor<1x2x2x3xi8>
  return %z : tensor<1x2x2x3xi8>
}

// -----

// Sizes that only the run time knows are the same ones on both sides where nothing is between.

!x = !quant.uniform<i8:f32, 0.5:7>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @dynamic(
// CHECK:         lutfuse.fused_conv2d %{{.+}}, %{{.+}} lut %{{.+}} kind <sin> header #table_header
// CHECK-SAME:      -> tensor<?x?x?x3x!quant.uniform<i8:f32, 1.000000e+00:-128>>
// KEPT-LABEL: func.func @dynamic(
// KEPT:         %[[U:.+]] = lutfuse.conv2d
// KEPT:         lutfuse.lut_activation <sin>
func.func @dynamic(%x: tensor<?x?x?x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<?x?x?x3x!y> {
  %t = "tosa.const"() {values = dense<9> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<?x?x?x4x!x>, tensor<3x1x1x4x!w>) -> tensor<?x?x?x3x!u>
  %c = quant.scast %u : tensor<?x?x?x3x!u> to tensor<?x?x?x3xi8>
  %v = quant.scast %c : tensor<?x?x?x3xi8> to tensor<?x?x?x3x!u>
  %y = lutfuse.lut_activation <sin> %v, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<?x?x?x3x!u>, tensor<256xi8>) -> tensor<?x?x?x3x!y>
  return %y : tensor<?x?x?x3x!y>
}
