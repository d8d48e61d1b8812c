// Every convolution and all that it says, before and after fusion. The reference target takes none
// of these kinds: under it the module stays as it is, to the byte.

// RUN: lutfuse-opt %s --split-input-file --fuse-lut-activation=target=cpu \
// RUN:   | FileCheck %s --enable-var-scope
// RUN: lutfuse-opt %s --split-input-file --fuse-lut-activation=target=reference \
// RUN:   | FileCheck %s --enable-var-scope --check-prefix=KEPT
// RUN: lutfuse-opt %s --split-input-file -o %t.before
// RUN: lutfuse-opt %s --split-input-file --fuse-lut-activation=target=reference -o %t.after
// RUN: diff %t.before %t.after

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

// A table of u8 entries on i8 codes: the storages of the two sides differ.

!x = !quant.uniform<i8:f32, 0.5:7>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<u8:f32, 1.0>

// CHECK-LABEL: func.func @grouped(
// CHECK-NEXT:    %[[T:.+]] = "tosa.const"() <{values = dense<4> : tensor<256xi8>}>
// CHECK-NEXT:    %[[Y:.+]] = lutfuse.fused_conv2d %{{.+}}, %{{.+}} lut %[[T]] kind <exp> header #table_header
// CHECK-SAME:      intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> group 2 requant #requant
// CHECK-SAME:      -> tensor<1x2x2x4x!quant.uniform<u8:f32, 1.000000e+00>>
// CHECK-NEXT:    return %[[Y]]
// KEPT-LABEL: func.func @grouped(
// KEPT:         %[[U:.+]] = lutfuse.conv2d %{{.+}}, %{{.+}} group 2 requant #requant
// KEPT-NEXT:    %[[Y:.+]] = lutfuse.lut_activation <exp> %[[U]], %{{.+}} header #table_header
// KEPT-NEXT:    return %[[Y]]
func.func @grouped(%x: tensor<1x2x2x6x!x>, %w: tensor<4x1x1x3x!w>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<4> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w group 2 requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x2x2x6x!x>, tensor<4x1x1x3x!w>) -> tensor<1x2x2x4x!u>
  %y = lutfuse.lut_activation <exp> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!y>
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
