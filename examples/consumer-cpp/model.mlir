// Two convolutions: the clip goes into the first, the look-up after the second becomes an op of
// the NPU.

!x = tensor<1x8x8x4x!quant.uniform<i8:f32, 0.5>>
!w = tensor<4x1x1x4x!quant.uniform<i8:f32, 0.25>>
!u = tensor<1x8x8x4x!quant.uniform<i8:f32, 2.0:-3>>
!y = tensor<1x8x8x4x!quant.uniform<i8:f32, 0.00390625:-128>>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#s = #lutfuse.requant<multiplier = [1073741824], shift = [32], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
  input = !quant.uniform<i8:f32, 2.0:-3>, result = !quant.uniform<i8:f32, 0.00390625:-128>>

func.func @model(%x: !x, %w: !w, %t: tensor<256xi8>) -> !y {
  %0 = lutfuse.conv2d %x, %w requant #r : (!x, !w) -> !u
  %1 = lutfuse.clip %0 <min = -3, max = 57> : (!u) -> !u
  %2 = lutfuse.conv2d %1, %w requant #s : (!u, !w) -> !u
  %3 = lutfuse.lut_activation <sigmoid> %2, %t header #h : (!u, tensor<256xi8>) -> !y
  return %3 : !y
}
