// RUN: lutfuse-opt %s --verify-roundtrip | FileCheck %s --enable-var-scope
// RUN: lutfuse-opt %s | lutfuse-opt | FileCheck %s --enable-var-scope
// RUN: lutfuse-opt %s --mlir-print-op-generic | lutfuse-opt | FileCheck %s --enable-var-scope
// RUN: lutfuse-opt %s --emit-bytecode | lutfuse-opt | FileCheck %s --enable-var-scope

// Every op with nothing but what it needs, and with everything.

!qx = !quant.uniform<i8:f32, 0.5>
!qw = !quant.uniform<i8:f32, 0.25>
!qu = !quant.uniform<i8:f32, 2.0:-3>
!qy = !quant.uniform<i8:f32, 0.00390625:-128>
!x = tensor<2x8x8x4x!qx>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>

// CHECK-DAG: #[[$R:.*]] = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-DAG: #[[$RF:.*]] = #lutfuse.requant_f32<scale = [6.250000e-02]>
// CHECK-DAG: #[[$H:.*]] = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !quant.uniform<i8:f32, 2.000000e+00:-3>, result = !quant.uniform<i8:f32, 3.906250e-03:-128>>

// CHECK-LABEL: func.func @conv2d(
// CHECK-SAME:    %[[X:.*]]: tensor<2x8x8x4x{{.*}}, %[[W:.*]]: tensor<8x3x3x2x{{.*}}, %[[B:.*]]: tensor<8xi32>
func.func @conv2d(%x: !x, %w: tensor<8x3x3x2x!qw>, %b: tensor<8xi32>) {
  // CHECK: lutfuse.conv2d %[[X]], %[[W]] bias %[[B]] stride [2, 1] pad [0, 1, 2, 3] dilation [1, 2] group 2 requant #[[$R]] : (tensor<2x8x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<8x3x3x2x!quant.uniform<i8:f32, 2.500000e-01>>, tensor<8xi32>) -> tensor<2x4x9x8x!quant.uniform<i8:f32, 2.000000e+00:-3>>
  %0 = lutfuse.conv2d %x, %w bias %b stride [2, 1] pad [0, 1, 2, 3] dilation [1, 2] group 2
      requant #r : (!x, tensor<8x3x3x2x!qw>, tensor<8xi32>) -> tensor<2x4x9x8x!qu>
  return
}

// CHECK-LABEL: func.func @conv2d_defaults(
// CHECK-SAME:    %[[X:.*]]: tensor<2x8x8x4x{{.*}}, %[[W:.*]]: tensor<8x3x3x4x
func.func @conv2d_defaults(%x: !x, %w: tensor<8x3x3x4x!qw>) {
  // CHECK: lutfuse.conv2d %[[X]], %[[W]] requant #[[$R]] :
  %0 = lutfuse.conv2d %x, %w stride [1, 1] pad [0, 0, 0, 0] dilation [1, 1] group 1
      requant #r : (!x, tensor<8x3x3x4x!qw>) -> tensor<2x6x6x8x!qu>
  // CHECK: lutfuse.conv2d %[[X]], %[[W]] requant_f32 #[[$RF]] {test.note = 1 : i32} :
  %1 = lutfuse.conv2d %x, %w requant_f32 <scale = [0.0625]> {test.note = 1 : i32}
    : (!x, tensor<8x3x3x4x!qw>) -> tensor<2x6x6x8x!qu>
  return
}

// CHECK-LABEL: func.func @conv_transpose2d(
// CHECK-SAME:    %[[X:.*]]: tensor<2x8x8x4x{{.*}}, %[[W:.*]]: tensor<8x3x3x2x{{.*}}, %[[B:.*]]: tensor<1xi32>
func.func @conv_transpose2d(%x: !x, %w: tensor<8x3x3x2x!qw>, %b: tensor<1xi32>) {
  // CHECK: lutfuse.conv_transpose2d %[[X]], %[[W]] bias %[[B]] stride [2, 1] out_pad [-2, -1, 0, 1] group 2 requant #[[$R]] : (tensor<2x8x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<8x3x3x2x!quant.uniform<i8:f32, 2.500000e-01>>, tensor<1xi32>) -> tensor<2x14x11x8x!quant.uniform<i8:f32, 2.000000e+00:-3>>
  %0 = lutfuse.conv_transpose2d %x, %w bias %b stride [2, 1] out_pad [-2, -1, 0, 1] group 2
      requant #r : (!x, tensor<8x3x3x2x!qw>, tensor<1xi32>) -> tensor<2x14x11x8x!qu>
  return
}

// CHECK-LABEL: func.func @conv_transpose2d_defaults(
// CHECK-SAME:    %[[X:.*]]: tensor<2x8x8x4x{{.*}}, %[[W:.*]]: tensor<8x3x3x4x
func.func @conv_transpose2d_defaults(%x: !x, %w: tensor<8x3x3x4x!qw>) {
  // CHECK: lutfuse.conv_transpose2d %[[X]], %[[W]] requant #[[$R]] :
  %0 = lutfuse.conv_transpose2d %x, %w stride [1, 1] out_pad [0, 0, 0, 0] group 1
      requant #r : (!x, tensor<8x3x3x4x!qw>) -> tensor<2x10x10x8x!qu>
  return
}

// CHECK-LABEL: func.func @lut_activation(
// CHECK-SAME:    %[[U:.*]]: tensor<?x7x!quant{{.*}}, %[[T:.*]]: tensor<256xi8>
func.func @lut_activation(%u: tensor<?x7x!qu>, %t: tensor<256xi8>) {
  // CHECK: lutfuse.lut_activation <gelu> %[[U]], %[[T]] header #[[$H]] : (tensor<?x7x!quant.uniform<i8:f32, 2.000000e+00:-3>>, tensor<256xi8>) -> tensor<?x7x!quant.uniform<i8:f32, 3.906250e-03:-128>>
  %0 = lutfuse.lut_activation <gelu> %u, %t header #h
    : (tensor<?x7x!qu>, tensor<256xi8>) -> tensor<?x7x!qy>
  return
}

// CHECK-LABEL: func.func @fused_conv2d(
// CHECK-SAME:    %[[X:.*]]: tensor<2x8x8x4x{{.*}}, %[[W:.*]]: tensor<8x3x3x2x{{.*}}, %[[B:.*]]: tensor<8xi32>, %[[T:.*]]: tensor<256xi8>
func.func @fused_conv2d(%x: !x, %w: tensor<8x3x3x2x!qw>, %b: tensor<8xi32>, %t: tensor<256xi8>) {
  // CHECK: lutfuse.fused_conv2d %[[X]], %[[W]] bias %[[B]] lut %[[T]] kind <silu> header #[[$H]] intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> stride [2, 1] pad [0, 1, 2, 3] dilation [1, 2] group 2 requant #[[$R]] :
  // CHECK-SAME: (tensor<2x8x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<8x3x3x2x!quant.uniform<i8:f32, 2.500000e-01>>, tensor<8xi32>, tensor<256xi8>) -> tensor<2x4x9x8x!quant.uniform<i8:f32, 3.906250e-03:-128>>
  %0 = lutfuse.fused_conv2d %x, %w bias %b lut %t kind <silu> header #h intermediate !qu
      stride [2, 1] pad [0, 1, 2, 3] dilation [1, 2] group 2 requant #r
    : (!x, tensor<8x3x3x2x!qw>, tensor<8xi32>, tensor<256xi8>) -> tensor<2x4x9x8x!qy>
  return
}

// CHECK-LABEL: func.func @fused_conv2d_defaults(
// CHECK-SAME:    %[[X:.*]]: tensor<2x8x8x4x{{.*}}, %[[W:.*]]: tensor<8x3x3x4x{{.*}}, %[[T:.*]]: tensor<256xi8>
func.func @fused_conv2d_defaults(%x: !x, %w: tensor<8x3x3x4x!qw>, %t: tensor<256xi8>) {
  // CHECK: lutfuse.fused_conv2d %[[X]], %[[W]] lut %[[T]] kind <silu> header #[[$H]] intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> requant #[[$R]] :
  %0 = lutfuse.fused_conv2d %x, %w lut %t kind <silu> header #h intermediate !qu
      stride [1, 1] pad [0, 0, 0, 0] dilation [1, 1] group 1 requant #r
    : (!x, tensor<8x3x3x4x!qw>, tensor<256xi8>) -> tensor<2x6x6x8x!qy>
  return
}

// CHECK-LABEL: func.func @fused_conv_transpose2d(
// CHECK-SAME:    %[[X:.*]]: tensor<2x8x8x4x{{.*}}, %[[W:.*]]: tensor<8x3x3x2x{{.*}}, %[[B:.*]]: tensor<8xi32>, %[[T:.*]]: tensor<256xi8>
func.func @fused_conv_transpose2d(%x: !x, %w: tensor<8x3x3x2x!qw>, %b: tensor<8xi32>, %t: tensor<256xi8>) {
  // CHECK: lutfuse.fused_conv_transpose2d %[[X]], %[[W]] bias %[[B]] lut %[[T]] kind <mish> header #[[$H]] intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> stride [2, 1] out_pad [-2, -1, 0, 1] group 2 requant #[[$R]] :
  // CHECK-SAME: (tensor<2x8x8x4x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<8x3x3x2x!quant.uniform<i8:f32, 2.500000e-01>>, tensor<8xi32>, tensor<256xi8>) -> tensor<2x14x11x8x!quant.uniform<i8:f32, 3.906250e-03:-128>>
  %0 = lutfuse.fused_conv_transpose2d %x, %w bias %b lut %t kind <mish> header #h intermediate !qu
      stride [2, 1] out_pad [-2, -1, 0, 1] group 2 requant #r
    : (!x, tensor<8x3x3x2x!qw>, tensor<8xi32>, tensor<256xi8>) -> tensor<2x14x11x8x!qy>
  return
}

// CHECK-LABEL: func.func @fused_conv_transpose2d_defaults(
// CHECK-SAME:    %[[X:.*]]: tensor<2x8x8x4x{{.*}}, %[[W:.*]]: tensor<8x3x3x4x{{.*}}, %[[T:.*]]: tensor<256xi8>
func.func @fused_conv_transpose2d_defaults(%x: !x, %w: tensor<8x3x3x4x!qw>, %t: tensor<256xi8>) {
  // CHECK: lutfuse.fused_conv_transpose2d %[[X]], %[[W]] lut %[[T]] kind <mish> header #[[$H]] intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> requant_f32 #[[$RF]] :
  %0 = lutfuse.fused_conv_transpose2d %x, %w lut %t kind <mish> header #h intermediate !qu
      stride [1, 1] out_pad [0, 0, 0, 0] group 1 requant_f32 <scale = [0.0625]>
    : (!x, tensor<8x3x3x4x!qw>, tensor<256xi8>) -> tensor<2x10x10x8x!qy>
  return
}

// CHECK-LABEL: func.func @clip(
// CHECK-SAME:    %[[U:.*]]: tensor<?x7x!quant
func.func @clip(%u: tensor<?x7x!qu>) {
  // CHECK: lutfuse.clip %[[U]] <min = -3, max = 57> : (tensor<?x7x!quant.uniform<i8:f32, 2.000000e+00:-3>>) -> tensor<?x7x!quant.uniform<i8:f32, 2.000000e+00:-3>>
  %0 = lutfuse.clip %u <min = -3, max = 57> : (tensor<?x7x!qu>) -> tensor<?x7x!qu>
  return
}

// CHECK-LABEL: func.func @leaky_relu(
// CHECK-SAME:    %[[U:.*]]: tensor<?x3x!quant
func.func @leaky_relu(%u: tensor<?x3x!qu>) {
  // CHECK: lutfuse.leaky_relu %[[U]] <positive = #[[$R]], negative = #[[$R]], factor = [-64, 0, 127]> : (tensor<?x3x!quant.uniform<i8:f32, 2.000000e+00:-3>>) -> tensor<?x3x!quant.uniform<i8:f32, 3.200000e+01:5>>
  %0 = lutfuse.leaky_relu %u <positive = #r, negative = #r, factor = [-64, 0, 127]>
    : (tensor<?x3x!qu>) -> tensor<?x3x!quant.uniform<i8:f32, 32.0:5>>
  // CHECK: lutfuse.leaky_relu %[[U]] <positive = #[[$R]], negative = #[[$R]]> :
  %1 = lutfuse.leaky_relu %u <positive = #r, negative = #r, factor = [1]>
    : (tensor<?x3x!qu>) -> tensor<?x3x!quant.uniform<i8:f32, 32.0:5>>
  return
}

// CHECK-LABEL: func.func @fused_conv2d_parameters(
// CHECK-SAME:    %[[X:.*]]: tensor<2x8x8x4x{{.*}}, %[[W:.*]]: tensor<8x3x3x4x{{.*}}, %[[B:.*]]: tensor<8xi32>
func.func @fused_conv2d_parameters(%x: !x, %w: tensor<8x3x3x4x!qw>, %b: tensor<8xi32>) {
  // CHECK: lutfuse.fused_conv2d %[[X]], %[[W]] bias %[[B]] activation clip <min = -3, max = 57> intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> pad [1, 1, 1, 1] requant #[[$R]] :
  %0 = lutfuse.fused_conv2d %x, %w bias %b activation clip <min = -3, max = 57> intermediate !qu
      pad [1, 1, 1, 1] requant #r
    : (!x, tensor<8x3x3x4x!qw>, tensor<8xi32>) -> tensor<2x8x8x8x!qu>
  return
}

// CHECK-LABEL: func.func @fused_conv_transpose2d_parameters(
// CHECK-SAME:    %[[X:.*]]: tensor<2x8x8x4x{{.*}}, %[[W:.*]]: tensor<8x3x3x4x
func.func @fused_conv_transpose2d_parameters(%x: !x, %w: tensor<8x3x3x4x!qw>) {
  // CHECK: lutfuse.fused_conv_transpose2d %[[X]], %[[W]] activation leaky_relu <positive = #[[$R]], negative = #[[$R]], factor = [-1]> intermediate !quant.uniform<i8:f32, 2.000000e+00:-3> out_pad [-1, -1, -1, -1] requant #[[$R]] :
  %0 = lutfuse.fused_conv_transpose2d %x, %w
      activation leaky_relu <positive = #r, negative = #r, factor = [-1]> intermediate !qu
      out_pad [-1, -1, -1, -1] requant #r
    : (!x, tensor<8x3x3x4x!qw>) -> tensor<2x8x8x8x!quant.uniform<i8:f32, 32.0:5>>
  return
}
