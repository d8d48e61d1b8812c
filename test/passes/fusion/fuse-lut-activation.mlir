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

// -----

// A depthwise convolution of channel multiplier 2 is one of as many groups as input channels.

!x = !quant.uniform<i8:f32, 0.5:7>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8<-127:127>:f32, 2.0:5>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK: #table_header = #lutfuse.table_header<first = -127, entries = 255, lookup = direct,
// CHECK-SAME: input = !quant.uniform<i8<-127:127>:f32, 2.000000e+00:5>, result = !quant.uniform<i8:f32, 1.000000e+00:-128>>
// CHECK-LABEL: func.func @depthwise(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x4x4x3x{{.+}}, %[[W:[a-z0-9]+]]: tensor<6x2x2x1x{{.+}}, %[[B:[a-z0-9]+]]: tensor<1xi32>)
// CHECK-NEXT:    %[[T:.+]] = arith.constant dense<3> : tensor<255xi8>
// CHECK-NEXT:    %[[Y:.+]] = lutfuse.fused_conv2d %[[X]], %[[W]] bias %[[B]] lut %[[T]] kind <custom> header #table_header
// CHECK-SAME:      intermediate !quant.uniform<i8<-127:127>:f32, 2.000000e+00:5>
// CHECK-SAME:      stride [2, 2] group 3 requant #requant
// CHECK-SAME:      : (tensor<1x4x4x3x!quant.uniform<i8:f32, 5.000000e-01:7>>, tensor<6x2x2x1x!quant.uniform<i8:f32, 2.500000e-01>>, tensor<1xi32>, tensor<255xi8>)
// CHECK-SAME:      -> tensor<1x2x2x6x!quant.uniform<i8:f32, 1.000000e+00:-128>>
// CHECK-NEXT:    return %[[Y]]
// KEPT-LABEL: func.func @depthwise(
// KEPT:         %[[U:.+]] = lutfuse.conv2d %{{.+}}, %{{.+}} bias %{{.+}} stride [2, 2] group 3 requant #requant
// KEPT-NEXT:    %[[Y:.+]] = lutfuse.lut_activation <custom> %[[U]], %{{.+}} header #table_header
// KEPT-NEXT:    return %[[Y]]
func.func @depthwise(%x: tensor<1x4x4x3x!x>, %w: tensor<6x2x2x1x!w>, %b: tensor<1xi32>) -> tensor<1x2x2x6x!y> {
  %t = arith.constant dense<3> : tensor<255xi8>
  %u = lutfuse.conv2d %x, %w bias %b stride [2, 2] group 3
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x4x4x3x!x>, tensor<6x2x2x1x!w>, tensor<1xi32>) -> tensor<1x2x2x6x!u>
  %y = lutfuse.lut_activation <custom> %u, %t
      header <first = -127, entries = 255, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x6x!u>, tensor<255xi8>) -> tensor<1x2x2x6x!y>
  return %y : tensor<1x2x2x6x!y>
}

// -----

// A table of i16 entries on 8-bit codes: the storages of the two sides differ.

!x = !quant.uniform<i8:f32, 0.5:7>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i16:f32, 1.0>

// CHECK-LABEL: func.func @grouped(
// CHECK-NEXT:    %[[T:.+]] = "tosa.const"() <{values = dense<4> : tensor<256xi16>}>
// CHECK-NEXT:    %[[Y:.+]] = lutfuse.fused_conv2d %{{.+}}, %{{.+}} lut %[[T]] kind <exp> header #table_header
// CHECK-SAME:      intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> group 2 requant #requant
// CHECK-SAME:      -> tensor<1x2x2x4x!quant.uniform<i16:f32, 1.000000e+00>>
// CHECK-NEXT:    return %[[Y]]
// KEPT-LABEL: func.func @grouped(
// KEPT:         %[[U:.+]] = lutfuse.conv2d %{{.+}}, %{{.+}} group 2 requant #requant
// KEPT-NEXT:    %[[Y:.+]] = lutfuse.lut_activation <exp> %[[U]], %{{.+}} header #table_header
// KEPT-NEXT:    return %[[Y]]
func.func @grouped(%x: tensor<1x2x2x6x!x>, %w: tensor<4x1x1x3x!w>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<4> : tensor<256xi16>} : () -> tensor<256xi16>
  %u = lutfuse.conv2d %x, %w group 2 requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x6x!x>, tensor<4x1x1x3x!w>) -> tensor<1x2x2x4x!u>
  %y = lutfuse.lut_activation <exp> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x4x!u>, tensor<256xi16>) -> tensor<1x2x2x4x!y>
  return %y : tensor<1x2x2x4x!y>
}

// -----

// Output padding may crop.

!x = !quant.uniform<i8:f32, 0.5:7>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>

// CHECK-LABEL: func.func @conv_transpose2d(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x3x3x4x{{.+}}, %[[W:[a-z0-9]+]]: tensor<6x3x2x2x{{.+}}, %[[B:[a-z0-9]+]]: tensor<6xi32>)
// CHECK-NEXT:    %[[T:.+]] = "tosa.const"() <{values = dense<5> : tensor<256xi8>}>
// CHECK-NEXT:    %[[Y:.+]] = lutfuse.fused_conv_transpose2d %[[X]], %[[W]] bias %[[B]] lut %[[T]] kind <elu> header #table_header
// CHECK-SAME:      intermediate !quant.uniform<i8:f32, 2.000000e+00:-3>
// CHECK-SAME:      stride [2, 3] out_pad [-1, 0, 2, -1] group 2 requant #requant
// CHECK-SAME:      : (tensor<1x3x3x4x!quant.uniform<i8:f32, 5.000000e-01:7>>, tensor<6x3x2x2x!quant.uniform<i8:f32, 2.500000e-01>>, tensor<6xi32>, tensor<256xi8>)
// CHECK-SAME:      -> tensor<1x6x9x6x!quant.uniform<i8:f32, 1.000000e+00:-128>>
// CHECK-NEXT:    return %[[Y]]
// KEPT-LABEL: func.func @conv_transpose2d(
// KEPT:         %[[U:.+]] = lutfuse.conv_transpose2d %{{.+}}, %{{.+}} bias %{{.+}} stride [2, 3] out_pad [-1, 0, 2, -1] group 2 requant #requant
// KEPT-NEXT:    %[[Y:.+]] = lutfuse.lut_activation <elu> %[[U]], %{{.+}} header #table_header
// KEPT-NEXT:    return %[[Y]]
func.func @conv_transpose2d(%x: tensor<1x3x3x4x!x>, %w: tensor<6x3x2x2x!w>, %b: tensor<6xi32>) -> tensor<1x6x9x6x!y> {
  %t = "tosa.const"() {values = dense<5> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv_transpose2d %x, %w bias %b stride [2, 3] out_pad [-1, 0, 2, -1] group 2
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x3x3x4x!x>, tensor<6x3x2x2x!w>, tensor<6xi32>) -> tensor<1x6x9x6x!u>
  %y = lutfuse.lut_activation <elu> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x6x9x6x!u>, tensor<256xi8>) -> tensor<1x6x9x6x!y>
  return %y : tensor<1x6x9x6x!y>
}

// -----

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

// -----

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
