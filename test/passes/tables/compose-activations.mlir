// RUN: lutfuse-opt %s --split-input-file --compose-activations | FileCheck %s --enable-var-scope
// RUN: lutfuse-opt %s --split-input-file --compose-activations --remarks-filter=compose.* --verify-diagnostics -o %t

// The bounds of both hold.
!u = !quant.uniform<i8:f32, 2.0:-3>
// CHECK-LABEL: func.func @two_clips(
// CHECK-SAME:    %[[U:.*]]: tensor
// CHECK-NEXT:    %[[Y:.*]] = lutfuse.clip %[[U]] <min = 0, max = 57>
// CHECK-NEXT:    return %[[Y]]
func.func @two_clips(%u: tensor<1x?x!u>) -> tensor<1x?x!u> {
  // expected-note@+1 {{the first activation}}
  %c = lutfuse.clip %u <min = -3, max = 57> : (tensor<1x?x!u>) -> tensor<1x?x!u>
  // expected-remark@+1 {{[Passed] composed | Category:compose-activations | Function=two_clips | First=lutfuse.clip, Result="a clip", Second=lutfuse.clip}}
  %y = lutfuse.clip %c <min = 0, max = 100> : (tensor<1x?x!u>) -> tensor<1x?x!u>
  return %y : tensor<1x?x!u>
}

// -----

// Bounds that do not meet: every code ends at the nearer bound of the second clip.
!u = !quant.uniform<i16:f32, 2.0:-3>
// CHECK-LABEL: func.func @clips_that_do_not_meet(
// CHECK-NEXT:    lutfuse.clip %{{.*}} <min = 500, max = 500>
func.func @clips_that_do_not_meet(%u: tensor<4x!u>) -> tensor<4x!u> {
  // expected-note@+1 {{the first activation}}
  %c = lutfuse.clip %u <min = -3, max = 57> : (tensor<4x!u>) -> tensor<4x!u>
  // expected-remark@+1 {{[Passed] composed}}
  %y = lutfuse.clip %c <min = 500, max = 600> : (tensor<4x!u>) -> tensor<4x!u>
  return %y : tensor<4x!u>
}

// -----

// A chain becomes one table; the constants that lost their users go.
!u = !quant.uniform<i8<-2:1>:f32, 2.0:0>
!v = !quant.uniform<u8:f32, 2.0:3>
!y = !quant.uniform<i8:f32, 1.0>
#h = #lutfuse.table_header<first = -2, entries = 4, lookup = direct, input = !u, result = !v>
#g = #lutfuse.table_header<first = 0, entries = 256, lookup = direct, input = !v, result = !y>
// CHECK-DAG: #[[$H:.*]] = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !quant.uniform<i8<-2:1>:f32, 2.000000e+00>, result = !quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[U:.*]]: tensor
// CHECK-NEXT:    %[[T:.*]] = "tosa.const"() <{values = dense<"0x0707{{(07)+(05)+}}0505"> : tensor<256xi8>}>
// CHECK-NEXT:    %[[Y:.*]] = lutfuse.lut_activation <custom> %[[U]], %[[T]] header #[[$H]]
// CHECK-NEXT:    return %[[Y]]
func.func @chain(%u: tensor<4x!u>) -> tensor<4x!y> {
  %s = "tosa.const"() <{values = dense<[9, 255, 0, 1]> : tensor<4xi8>}> : () -> tensor<4xi8>
  %t = "tosa.const"() <{values = dense<"0x05000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000007"> : tensor<256xi8>}> : () -> tensor<256xi8>
  // expected-note@+1 {{the first activation}}
  %c = lutfuse.clip %u <min = -1, max = 0> : (tensor<4x!u>) -> tensor<4x!u>
  // expected-remark@+1 {{First=lutfuse.clip, Result="a table", Second=lutfuse.lut_activation}}
  %v = lutfuse.lut_activation <custom> %c, %s header #h : (tensor<4x!u>, tensor<4xi8>) -> tensor<4x!v>
  // expected-remark@+1 {{First=lutfuse.lut_activation, Result="a table", Second=lutfuse.lut_activation}}
  %y = lutfuse.lut_activation <gelu> %v, %t header #g : (tensor<4x!v>, tensor<256xi8>) -> tensor<4x!y>
  return %y : tensor<4x!y>
}

// -----

// A cast between reads the same byte as another code: 255 is -1.
!u = !quant.uniform<u8:f32, 2.0:3>
!v = !quant.uniform<i8:f32, 1.0>
// CHECK-LABEL: func.func @cast_between(
// CHECK-NEXT:    %[[T:.*]] = "tosa.const"() <{values = dense<"0x000102{{.+}}FDFEFF"> : tensor<256xi8>}>
// CHECK-NEXT:    lutfuse.lut_activation <custom> %{{.*}}, %[[T]]
// CHECK-NOT:     quant.scast
func.func @cast_between(%u: tensor<4x!u>) -> tensor<4x!v> {
  // expected-note@+1 {{the first activation}}
  %c = lutfuse.clip %u <min = 0, max = 255> : (tensor<4x!u>) -> tensor<4x!u>
  %i = quant.scast %c : tensor<4x!u> to tensor<4xi8>
  %v = quant.scast %i : tensor<4xi8> to tensor<4x!v>
  // expected-remark@+1 {{First=lutfuse.clip, Result="a table", Second=lutfuse.clip}}
  %y = lutfuse.clip %v <min = -128, max = 127> : (tensor<4x!v>) -> tensor<4x!v>
  return %y : tensor<4x!v>
}
