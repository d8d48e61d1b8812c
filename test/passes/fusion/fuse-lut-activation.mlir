// Every convolution and all that it says, before and after fusion. The reference target takes none
// of these kinds: under it the module stays as it is, to the byte.

// RUN: lutfuse-opt %s --split-input-file --fuse-lut-activation=target=cpu \
// RUN:   | FileCheck %s --enable-var-scope
// RUN: lutfuse-opt %s --split-input-file --fuse-lut-activation=target=reference \
// RUN:   | FileCheck %s --enable-var-scope --check-prefix=KEPT
// RUN: lutfuse-opt %s --split-input-file -o %t.before
// RUN: lutfuse-opt %s --split-input-file --fuse-lut-activation=target=reference -o %t.after
// RUN: diff %t.before %t.after

// Nothing but the required parts: no optional one appears from nowhere.

!x = !quant.uniform<i8:f32, 0.5:7>
!w = !quant.uniform<i8<-127:127>:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK: #requant = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK: #table_header = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
// CHECK-SAME: input = !quant.uniform<i8:f32, 2.000000e+00:-3>, result = !quant.uniform<i8:f32, 1.000000e+00:-128>>
// CHECK-LABEL: func.func @conv2d_defaults(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x4x4x4x{{[^,]+, [^,]+}}, %[[W:[a-z0-9]+]]: tensor<2x3x3x4x
// CHECK-NEXT:    %[[T:.+]] = "tosa.const"() <{values = dense<1> : tensor<256xi8>}>
// CHECK-NEXT:    %[[Y:.+]] = lutfuse.fused_conv2d %[[X]], %[[W]] lut %[[T]] kind <tanh> header #table_header
// CHECK-SAME:      intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> requant #requant
// CHECK-SAME:      : (tensor<1x4x4x4x!quant.uniform<i8:f32, 5.000000e-01:7>>, tensor<2x3x3x4x!quant.uniform<i8<-127:127>:f32, 2.500000e-01>>, tensor<256xi8>)
// CHECK-SAME:      -> tensor<1x2x2x2x!quant.uniform<i8:f32, 1.000000e+00:-128>>
// CHECK-NEXT:    return %[[Y]]
// KEPT-LABEL: func.func @conv2d_defaults(
// KEPT-SAME:    %[[X:[a-z0-9]+]]: tensor<1x4x4x4x{{[^,]+, [^,]+}}, %[[W:[a-z0-9]+]]: tensor<2x3x3x4x
// KEPT-NEXT:    %[[T:.+]] = "tosa.const"() <{values = dense<1> : tensor<256xi8>}>
// KEPT-NEXT:    %[[U:.+]] = lutfuse.conv2d %[[X]], %[[W]] requant #requant
// KEPT-SAME:      -> tensor<1x2x2x2x!quant.uniform<i8:f32, 2.000000e+00:-3>>
// KEPT-NEXT:    %[[Y:.+]] = lutfuse.lut_activation <tanh> %[[U]], %[[T]] header #table_header
// KEPT-SAME:      -> tensor<1x2x2x2x!quant.uniform<i8:f32, 1.000000e+00:-128>>
// KEPT-NEXT:    return %[[Y]]
func.func @conv2d_defaults(%x: tensor<1x4x4x4x!x>, %w: tensor<2x3x3x4x!w>) -> tensor<1x2x2x2x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x4x4x4x!x>, tensor<2x3x3x4x!w>) -> tensor<1x2x2x2x!u>
  %y = lutfuse.lut_activation <tanh> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x2x!u>, tensor<256xi8>) -> tensor<1x2x2x2x!y>
  return %y : tensor<1x2x2x2x!y>
}

// -----

// Every optional part, u8 domains on all sides, a requantization per channel.

!x = !quant.uniform<u8:f32, 0.5:3>
!w = !quant.uniform<u8:f32:0, {0.25:128, 0.5:127}>
!u = !quant.uniform<u8:f32, 2.0:125>
!y = !quant.uniform<u8:f32, 1.0:1>

// CHECK: #requant = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [34, 33], rounding = single_round>
// CHECK: #table_header = #lutfuse.table_header<first = 0, entries = 256, lookup = direct,
// CHECK-SAME: input = !quant.uniform<u8:f32, 2.000000e+00:125>, result = !quant.uniform<u8:f32, 1.000000e+00:1>>
// CHECK-LABEL: func.func @conv2d_all_parts(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<2x7x6x3x{{.+}}, %[[W:[a-z0-9]+]]: tensor<2x3x2x3x{{.+}}, %[[B:[a-z0-9]+]]: tensor<2xi32>)
// CHECK-NEXT:    %[[T:.+]] = "tosa.const"() <{values = dense<2> : tensor<256xi8>}>
// CHECK-NEXT:    %[[Y:.+]] = lutfuse.fused_conv2d %[[X]], %[[W]] bias %[[B]] lut %[[T]] kind <hard_swish> header #table_header
// CHECK-SAME:      intermediate !quant.uniform<u8:f32, 2.000000e+00:125>
// CHECK-SAME:      stride [2, 1] pad [1, 0, 2, 1] dilation [2, 3] requant #requant
// CHECK-SAME:      : (tensor<2x7x6x3x!quant.uniform<u8:f32, 5.000000e-01:3>>, tensor<2x3x2x3x!quant.uniform<u8:f32:0, {2.500000e-01:128,5.000000e-01:127}>>, tensor<2xi32>, tensor<256xi8>)
// CHECK-SAME:      -> tensor<2x2x6x2x!quant.uniform<u8:f32, 1.000000e+00:1>>
// CHECK-NEXT:    return %[[Y]]
// KEPT-LABEL: func.func @conv2d_all_parts(
// KEPT:         %[[T:.+]] = "tosa.const"() <{values = dense<2> : tensor<256xi8>}>
// KEPT-NEXT:    %[[U:.+]] = lutfuse.conv2d %{{.+}}, %{{.+}} bias %{{.+}} stride [2, 1] pad [1, 0, 2, 1] dilation [2, 3] requant #requant
// KEPT-NEXT:    %[[Y:.+]] = lutfuse.lut_activation <hard_swish> %[[U]], %[[T]] header #table_header
// KEPT-NEXT:    return %[[Y]]
func.func @conv2d_all_parts(%x: tensor<2x7x6x3x!x>, %w: tensor<2x3x2x3x!w>, %b: tensor<2xi32>) -> tensor<2x2x6x2x!y> {
  %t = "tosa.const"() {values = dense<2> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w bias %b stride [2, 1] pad [1, 0, 2, 1] dilation [2, 3]
      requant <multiplier = [1073741824, 1073741824], shift = [34, 33], rounding = single_round>
    : (tensor<2x7x6x3x!x>, tensor<2x3x2x3x!w>, tensor<2xi32>) -> tensor<2x2x6x2x!u>
  %y = lutfuse.lut_activation <hard_swish> %u, %t
      header <first = 0, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<2x2x6x2x!u>, tensor<256xi8>) -> tensor<2x2x6x2x!y>
  return %y : tensor<2x2x6x2x!y>
}
