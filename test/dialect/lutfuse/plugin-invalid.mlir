// RUN: %mlir-opt %s --load-dialect-plugin=%plugin --split-input-file --verify-diagnostics

// Stock mlir-opt with the plugin rejects a wrong op, a wrong attribute and a wrong name.

!x = tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<8x1x1x4x!quant.uniform<i8:f32, 0.25>>
!y = tensor<1x4x4x8x!quant.uniform<i8:f32, 0.00390625:-128>>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>
func.func @conv_c12_plugin_leads_to_result_scale(%x: !x, %w: !w, %t: tensor<256xi8>) {
  // expected-error @+1 {{'lutfuse.fused_conv2d' op expected 'requant' of channel 0 to be 0.0625 (input scale 0.5 * filter scale 0.25 / intermediate scale 2) but got 32 (multiplier 1073741824, shift 25)}}
  %0 = lutfuse.fused_conv2d %x, %w lut %t kind <gelu> header #h
      intermediate !quant.uniform<i8:f32, 2.0:-3>
      requant <multiplier = [1073741824], shift = [25], rounding = double_round>
    : (!x, !w, tensor<256xi8>) -> !y
  return
}

// -----

func.func private @requant_c4_plugin_shift_63() attributes {
  // expected-error @+1 {{'requant' expected shifts in [2, 62] but got 63}}
  test.attr = #lutfuse.requant<multiplier = [1], shift = [63], rounding = single_round>
}

// -----

// expected-error @+1 {{'func.func' op attribute 'lutfuse.kinds' is not an attribute of the lutfuse dialect}}
func.func private @plugin_name_unknown() attributes {lutfuse.kinds = "gelu"}
