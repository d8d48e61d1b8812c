// RUN: lutfuse-opt %s --split-input-file --collapse-elementwise-to-table --verify-diagnostics \
// RUN:   --remarks-filter=collapse.* | FileCheck %s --enable-var-scope

// Clips and leaky ReLUs are element-wise ops like any other, and alone they stay what they are.

!u = !quant.uniform<i8:f32, 2.0:-3>
#one = #lutfuse.requant<multiplier = [1073741824], shift = [30], rounding = double_round>
#half = #lutfuse.requant<multiplier = [1073741824], shift = [31], rounding = double_round>

// CHECK-LABEL: func.func @clip_alone(
// CHECK-NEXT:    lutfuse.clip
// CHECK-NEXT:    return
func.func @clip_alone(%u: tensor<4x!u>) -> tensor<4x!u> {
  %y = lutfuse.clip %u <min = -3, max = 57> : (tensor<4x!u>) -> tensor<4x!u>
  return %y : tensor<4x!u>
}

// CHECK-LABEL: func.func @leaky_relu_alone(
// CHECK-NEXT:    lutfuse.leaky_relu
// CHECK-NEXT:    return
func.func @leaky_relu_alone(%u: tensor<4x!u>) -> tensor<4x!u> {
  %y = lutfuse.leaky_relu %u <positive = #one, negative = #half> : (tensor<4x!u>) -> tensor<4x!u>
  return %y : tensor<4x!u>
}

// -----

// Codes 0 and above stay, 57 at most; below -3 each step of two is one.
!u = !quant.uniform<i8:f32, 2.0:-3>
#one = #lutfuse.requant<multiplier = [1073741824], shift = [30], rounding = double_round>
#half = #lutfuse.requant<multiplier = [1073741824], shift = [31], rounding = double_round>
// CHECK-LABEL: func.func @clip_after_leaky_relu(
// CHECK-NEXT:    %[[T:.+]] = "tosa.const"() <{values = dense<"0x{{.+}}FBFCFCFDFDFEFF0001{{.+}}3839393939{{.+}}"> : tensor<256xi8>}>
// CHECK-NEXT:    lutfuse.lut_activation <custom> %{{.+}}, %[[T]]
// CHECK-NEXT:    return
func.func @clip_after_leaky_relu(%u: tensor<4x!u>) -> tensor<4x!u> {
  %v = lutfuse.leaky_relu %u <positive = #one, negative = #half> : (tensor<4x!u>) -> tensor<4x!u>
  // expected-remark@+1 {{Ops="lutfuse.leaky_relu 1, lutfuse.clip 1", Proof="evaluated on all 256 codes", Result="a table"}}
  %y = lutfuse.clip %v <min = -128, max = 57> : (tensor<4x!u>) -> tensor<4x!u>
  return %y : tensor<4x!u>
}

// -----

!u = !quant.uniform<i8:f32, 2.0:-3>
#one = #lutfuse.requant<multiplier = [1073741824], shift = [30], rounding = double_round>
// CHECK-LABEL: func.func @slopes_for_each_channel(
// CHECK-NEXT:    %[[T:.+]] = "tosa.const"() {{.+}} : tensor<3x256xi8>}>
// CHECK-NEXT:    lutfuse.lut_activation <custom> %{{.+}}, %[[T]]
func.func @slopes_for_each_channel(%u: tensor<2x3x!u>) -> tensor<2x3x!u> {
  %v = lutfuse.leaky_relu %u <positive = #one, negative = #one, factor = [-1, 0, 2]>
    : (tensor<2x3x!u>) -> tensor<2x3x!u>
  // expected-remark@+1 {{Result="3 tables, one for each channel"}}
  %y = lutfuse.clip %v <min = -100, max = 57> : (tensor<2x3x!u>) -> tensor<2x3x!u>
  return %y : tensor<2x3x!u>
}

// -----

// The one axis would have to hold all codes and all channels.
!u = !quant.uniform<i8:f32, 2.0:-3>
#one = #lutfuse.requant<multiplier = [1073741824], shift = [30], rounding = double_round>
// CHECK-LABEL: func.func @slopes_along_the_only_axis(
// CHECK-NEXT:    lutfuse.leaky_relu
// CHECK-NEXT:    lutfuse.clip
func.func @slopes_along_the_only_axis(%u: tensor<3x!u>) -> tensor<3x!u> {
  // expected-remark@+1 {{[Missed] left-alone | Category:collapse-elementwise-to-table | Function=slopes_along_the_only_axis | Op=lutfuse.leaky_relu, Reason=position-dependent, position-dependent="expected channels beside other axes but got one axis"}}
  %v = lutfuse.leaky_relu %u <positive = #one, negative = #one, factor = [-1, 0, 2]>
    : (tensor<3x!u>) -> tensor<3x!u>
  %y = lutfuse.clip %v <min = -100, max = 57> : (tensor<3x!u>) -> tensor<3x!u>
  return %y : tensor<3x!u>
}
