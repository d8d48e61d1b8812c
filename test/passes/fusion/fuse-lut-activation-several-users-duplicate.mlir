// A second convolution within `duplicate-producer-up-to`: what it costs is in the remarks. One has
// 1*2*2 positions times 3*1*1*4 filter entries: 48 multiply-accumulates.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=duplicate-producer-up-to=48 -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t
// RUN: not lutfuse-opt %s --split-input-file --fuse-lut-activation=duplicate-producer-up-to=-1 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BAD

// BAD: error: pass 'fuse-lut-activation': expected a duplicate-producer-up-to of at least 0 but got -1{{$}}

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=4, Macs=144{{$}}}}

// A skip connection pays for the convolution that stays. Of two activations the last one takes
// the convolution over, and pays nothing.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @skip(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x2x2x4x{{.+}}, %[[W:[a-z0-9]+]]: tensor<3x1x1x4x
// CHECK:         %[[U:.+]] = lutfuse.conv2d %[[X]], %[[W]]
// CHECK-NEXT:    %[[Y:.+]] = lutfuse.fused_conv2d %[[X]], %[[W]] lut %{{.+}} kind <sigmoid>
// CHECK-NEXT:    return %[[U]], %[[Y]]
func.func @skip(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3x!u>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Passed] fused | Category:fuse-lut-activation | Function=skip | Activation=sigmoid, Convolution=lutfuse.conv2d, Macs=48}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %u, %y : tensor<1x2x2x3x!u>, tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @two_activations(
// CHECK-NOT:     lutfuse.conv2d
// CHECK:         %[[A:.+]] = lutfuse.fused_conv2d %{{.+}} kind <sigmoid>
// CHECK-NEXT:    %[[B:.+]] = lutfuse.fused_conv2d %{{.+}} kind <gelu>
// CHECK-NEXT:    return %[[A]], %[[B]]
func.func @two_activations(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Activation=sigmoid, Convolution=lutfuse.conv2d, Macs=48}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  // expected-remark-re@+1 {{Activation=gelu, Convolution=lutfuse.conv2d{{$}}}}
  %z = lutfuse.lut_activation <gelu> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %y, %z : tensor<1x2x2x3x!y>, tensor<1x2x2x3x!y>
}

// What a cast between makes is a value of its own, and stays with what made it.
// CHECK-LABEL: func.func @user_of_cast(
// CHECK:         %[[U:.+]] = lutfuse.conv2d
// CHECK-NEXT:    %[[C:.+]] = quant.scast %[[U]]
// CHECK:         lutfuse.fused_conv2d
// CHECK:         return %[[C]],
func.func @user_of_cast(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3xi8>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  %c = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  %v = quant.scast %c : tensor<1x2x2x3xi8> to tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Function=user_of_cast | Activation=sigmoid, Convolution=lutfuse.conv2d, Macs=48}}
  %y = lutfuse.lut_activation <sigmoid> %v, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %c, %y : tensor<1x2x2x3xi8>, tensor<1x2x2x3x!y>
}

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, Macs=48{{$}}}}

// A transposed convolution has as many as its filter entries times the positions of its input.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @transposed(
// CHECK:         lutfuse.conv_transpose2d
// CHECK-NEXT:    lutfuse.fused_conv_transpose2d
func.func @transposed(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x4x4x3x!u>, tensor<1x4x4x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv_transpose2d %x, %w stride [2, 2] out_pad [0, 1, 0, 1] requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x4x4x3x!u>
  // expected-remark@+1 {{Activation=sigmoid, Convolution=lutfuse.conv_transpose2d, Macs=48}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x4x4x3x!u>, tensor<256xi8>) -> tensor<1x4x4x3x!y>
  return %u, %y : tensor<1x4x4x3x!u>, tensor<1x4x4x3x!y>
}

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, Macs=24{{$}}}}

// Groups divide the channels that an output channel reads.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @grouped(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    lutfuse.fused_conv2d
func.func @grouped(%x: tensor<1x2x2x6x!x>, %w: tensor<3x1x1x2x!w>) -> (tensor<1x2x2x3x!u>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w group 3 requant #r : (tensor<1x2x2x6x!x>, tensor<3x1x1x2x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{Activation=sigmoid, Convolution=lutfuse.conv2d, Macs=24}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %u, %y : tensor<1x2x2x3x!u>, tensor<1x2x2x3x!y>
}
