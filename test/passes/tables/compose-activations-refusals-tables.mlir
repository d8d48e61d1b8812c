// What stays two activations, for one reason each, beside the nearest pair that composes.

// RUN: lutfuse-opt %s --split-input-file --verify-diagnostics --remarks-filter=compose-activations \
// RUN:   --compose-activations -o %t
// RUN: FileCheck %s --enable-var-scope --input-file=%t

// A clip before an interpolated table is no table of the same points; a table that is an argument
// has no entries yet; an entry of 16 bits is no code of 8.
!u = !quant.uniform<i16:f32, 2.0>
#h = #lutfuse.table_header<first = -32768, entries = 513, lookup = interpolated fraction_bits = 7, input = !u, result = !u>
// CHECK-LABEL: func.func @refused_interpolated(
// CHECK:         lutfuse.clip
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused_interpolated(%u: tensor<4x!u>) -> tensor<4x!u> {
  %t = "tosa.const"() <{values = dense<7> : tensor<513xi16>}> : () -> tensor<513xi16>
  // expected-note@+1 {{the first activation}}
  %c = lutfuse.clip %u <min = -3, max = 57> : (tensor<4x!u>) -> tensor<4x!u>
  // expected-remark@+1 {{Reason=not-a-code-map, Second=lutfuse.lut_activation, not-a-code-map="expected a clip or constant table of 8 bits in 'lutfuse.clip'"}}
  %y = lutfuse.lut_activation <tanh> %c, %t header #h : (tensor<4x!u>, tensor<513xi16>) -> tensor<4x!u>
  return %y : tensor<4x!u>
}

// -----

!u = !quant.uniform<i8:f32, 2.0>
!y = !quant.uniform<i16:f32, 1.0>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !u>
#g = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>
// CHECK-LABEL: func.func @refused_argument(
// CHECK:         lutfuse.clip
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused_argument(%u: tensor<4x!u>, %t: tensor<256xi8>) -> tensor<4x!u> {
  // expected-note@+1 {{the first activation}}
  %c = lutfuse.clip %u <min = -3, max = 57> : (tensor<4x!u>) -> tensor<4x!u>
  // expected-remark@+1 {{not-a-code-map="expected a clip or constant table of 8 bits in 'lutfuse.lut_activation'"}}
  %y = lutfuse.lut_activation <tanh> %c, %t header #h : (tensor<4x!u>, tensor<256xi8>) -> tensor<4x!u>
  return %y : tensor<4x!u>
}

// CHECK-LABEL: func.func @refused_wide_entries(
// CHECK:         lutfuse.clip
// CHECK-NEXT:    lutfuse.lut_activation
func.func @refused_wide_entries(%u: tensor<4x!u>) -> tensor<4x!y> {
  %t = "tosa.const"() <{values = dense<7> : tensor<256xi16>}> : () -> tensor<256xi16>
  // expected-note@+1 {{the first activation}}
  %c = lutfuse.clip %u <min = -3, max = 57> : (tensor<4x!u>) -> tensor<4x!u>
  // expected-remark@+1 {{Reason=not-a-code-map}}
  %y = lutfuse.lut_activation <tanh> %c, %t header #g : (tensor<4x!u>, tensor<256xi16>) -> tensor<4x!y>
  return %y : tensor<4x!y>
}

// -----

// A fused op is no activation to compose with.
!u = !quant.uniform<i8:f32, 2.0:-3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
// CHECK-LABEL: func.func @fused_op_is_left_alone(
// CHECK-NEXT:    lutfuse.fused_conv2d
// CHECK-NEXT:    lutfuse.clip
func.func @fused_op_is_left_alone(%x: tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5>>, %w: tensor<4x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x4x!u> {
  %u = lutfuse.fused_conv2d %x, %w activation clip <min = -3, max = 57> intermediate !u requant #r
    : (tensor<1x2x2x4x!quant.uniform<i8:f32, 0.5>>, tensor<4x1x1x4x!quant.uniform<i8:f32, 0.25>>) -> tensor<1x2x2x4x!u>
  %y = lutfuse.clip %u <min = 0, max = 100> : (tensor<1x2x2x4x!u>) -> tensor<1x2x2x4x!u>
  return %y : tensor<1x2x2x4x!u>
}
