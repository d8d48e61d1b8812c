// Grouped convolutions become one for each group, their activations with them, and then fuse. The
// target, which has no groups, is described in Inputs/groupless-npu.toml.

// RUN: lutfuse-opt %s --split-input-file \
// RUN:   --decompose-grouped-convolutions=target=%S/Inputs/groupless-npu.toml -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t
// RUN: lutfuse-opt %t --split-input-file --fuse-lut-activation=target=%S/Inputs/groupless-npu.toml \
// RUN:   | FileCheck %s --enable-var-scope --check-prefix=FUSED
// RUN: lutfuse-opt %s --split-input-file -o %t.before
// RUN: lutfuse-opt %s --split-input-file --decompose-grouped-convolutions=target=cpu -o %t.after
// RUN: diff %t.before %t.after

// Filter and bias are divided as the channels are; the table is shared.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @pair(
// CHECK-SAME:      %[[X:.+]]: tensor
// CHECK:         %[[T:.+]] = "tosa.const"() <{values = dense<1> : tensor<256xi8>}>
// CHECK:         %[[CODES:.+]] = quant.scast %[[X]]
// CHECK:         %[[A:.+]] = tosa.slice %[[CODES]], %{{.+}}, %{{.+}} -> tensor<1x2x2x2xi8>
// CHECK:         %[[XA:.+]] = quant.scast %[[A]]
// CHECK:         dense<{{\[\[\[\[}}1, 2]]], {{\[\[\[}}3, 4]]]]> : tensor<2x1x1x2xi8>
// CHECK:         %[[BA:.+]] = "tosa.const"() <{values = dense<[9, -9]>
// CHECK:         %[[UA:.+]] = lutfuse.conv2d %[[XA]], %{{.+}} bias %[[BA]] requant #requant
// CHECK:         %[[YA:.+]] = lutfuse.lut_activation <gelu> %[[UA]], %[[T]] header #table_header
// CHECK:         %[[RA:.+]] = quant.scast %[[YA]]
// CHECK:         values = dense<[0, 0, 0, 2]> : tensor<4xindex>
// CHECK:         %[[B:.+]] = tosa.slice %[[CODES]]
// CHECK:         %[[XB:.+]] = quant.scast %[[B]]
// CHECK:         %[[BB:.+]] = "tosa.const"() <{values = dense<[8, -8]>
// CHECK:         %[[UB:.+]] = lutfuse.conv2d %[[XB]], %{{.+}} bias %[[BB]] requant #requant
// CHECK:         %[[YB:.+]] = lutfuse.lut_activation <gelu> %[[UB]], %[[T]] header #table_header
// CHECK:         %[[RB:.+]] = quant.scast %[[YB]]
// CHECK:         %[[C:.+]] = tosa.concat %[[RA]], %[[RB]] {axis = 3 : i32}
// CHECK:         %[[Y:.+]] = quant.scast %[[C]]
// CHECK-NEXT:    return %[[Y]]
// FUSED-LABEL: func.func @pair(
// FUSED-COUNT-2: lutfuse.fused_conv2d
// FUSED-NOT:     lutfuse.lut_activation
// FUSED:         return
func.func @pair(%x: tensor<1x2x2x4x!x>) -> tensor<1x2x2x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %c = "tosa.const"() {values = dense<[[[[1, 2]]], [[[3, 4]]], [[[5, 6]]], [[[7, 8]]]]> : tensor<4x1x1x2xi8>} : () -> tensor<4x1x1x2xi8>
  %w = quant.scast %c : tensor<4x1x1x2xi8> to tensor<4x1x1x2x!w>
  %b = "tosa.const"() {values = dense<[9, -9, 8, -8]> : tensor<4xi32>} : () -> tensor<4xi32>
  %u = lutfuse.conv2d %x, %w bias %b group 2 requant #r
    : (tensor<1x2x2x4x!x>, tensor<4x1x1x2x!w>, tensor<4xi32>) -> tensor<1x2x2x4x!u>
  %y = lutfuse.lut_activation <gelu> %u, %t header #h : (tensor<1x2x2x4x!u>, tensor<256xi8>) -> tensor<1x2x2x4x!y>
  return %y : tensor<1x2x2x4x!y>
}

// -----

// An activation behind a reshape goes along, and the reshape is rebuilt behind the parts.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @view(
// CHECK-COUNT-2: lutfuse.clip
// CHECK:         %[[C:.+]] = tosa.concat
// CHECK:         %[[Q:.+]] = quant.scast %[[C]]
// CHECK:         %[[Y:.+]] = tosa.reshape %[[Q]]
// CHECK-NEXT:    return %[[Y]]
func.func @view(%x: tensor<1x2x2x4x!x>) -> tensor<4x4x!u> {
  %c = "tosa.const"() {values = dense<[[[[1, 2]]], [[[3, 4]]], [[[5, 6]]], [[[7, 8]]]]> : tensor<4x1x1x2xi8>} : () -> tensor<4x1x1x2xi8>
  %w = quant.scast %c : tensor<4x1x1x2xi8> to tensor<4x1x1x2x!w>
  %s = tosa.const_shape {values = dense<[4, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %u = lutfuse.conv2d %x, %w group 2 requant #r
    : (tensor<1x2x2x4x!x>, tensor<4x1x1x2x!w>) -> tensor<1x2x2x4x!u>
  %v = tosa.reshape %u, %s : (tensor<1x2x2x4x!u>, !tosa.shape<2>) -> tensor<4x4x!u>
  %y = lutfuse.clip %v <min = -3, max = 57> : (tensor<4x4x!u>) -> tensor<4x4x!u>
  return %y : tensor<4x4x!u>
}
