// Users of the value between convolution and activation that do not keep the two apart: equal
// activations become one, dead users go, and debug ops go with the value that they read.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect \
// RUN:   --remarks-filter=fuse-lut-activation --fuse-lut-activation=target=cpu -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// -----
// expected-remark-re@-1 {{[Analysis] summary | Category:fuse-lut-activation | Fused=1, multiple-users=1{{$}}}}

// Debug ops go where the value goes, and only there.

!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>

// CHECK-LABEL: func.func @debug(
// CHECK-NOT:     dbg.
// CHECK:         lutfuse.fused_conv2d
// CHECK-NEXT:    return
func.func @debug(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{fused into this convolution}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  // expected-remark@+1 {{[Analysis] dropped-debug-user | Category:fuse-lut-activation | Function=debug | Op=dbg.variable}}
  "dbg.variable"(%u) {name = "u"} : (tensor<1x2x2x3x!u>) -> ()
  // expected-remark@+1 {{[Passed] fused}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  // expected-remark@+1 {{[Analysis] dropped-debug-user | Category:fuse-lut-activation | Function=debug | Op=dbg.array}}
  %d = "dbg.array"(%u) : (tensor<1x2x2x3x!u>) -> i1
  // expected-remark@+1 {{[Analysis] dropped-debug-user | Category:fuse-lut-activation | Function=debug | Op=dbg.variable}}
  "dbg.variable"(%d) {name = "v"} : (i1) -> ()
  %c = quant.scast %u : tensor<1x2x2x3x!u> to tensor<1x2x2x3xi8>
  // expected-remark@+1 {{[Analysis] dropped-debug-user | Category:fuse-lut-activation | Function=debug | Op=debug.trace}}
  "debug.trace"(%c) : (tensor<1x2x2x3xi8>) -> ()
  return %y : tensor<1x2x2x3x!y>
}

// CHECK-LABEL: func.func @refused(
// CHECK:         lutfuse.conv2d
// CHECK-NEXT:    "dbg.variable"
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused(%x: tensor<1x2x2x4x!x>, %w: tensor<3x1x1x4x!w>) -> (tensor<1x2x2x3x!u>, tensor<1x2x2x3x!y>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  // expected-note@+1 {{producer is 'lutfuse.conv2d'}}
  %u = lutfuse.conv2d %x, %w requant #r : (tensor<1x2x2x4x!x>, tensor<3x1x1x4x!w>) -> tensor<1x2x2x3x!u>
  "dbg.variable"(%u) {name = "u"} : (tensor<1x2x2x3x!u>) -> ()
  // expected-remark@+1 {{Reason=multiple-users, multiple-users="expected one user of the convolution's result but got 2;}}
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h : (tensor<1x2x2x3x!u>, tensor<256xi8>) -> tensor<1x2x2x3x!y>
  return %u, %y : tensor<1x2x2x3x!u>, tensor<1x2x2x3x!y>
}
