"""A model small enough for the command line to import, fuse, compile and run in no time."""

LAYER = """
!q = !quant.uniform<i8:f32, 1.0>
func.func @main(%x: tensor<1x4x4x8xi8>) -> tensor<1x4x4x8xi8> {
  %t = "tosa.const"() <{values = dense<7> : tensor<256xi8>}> : () -> tensor<256xi8>
  %u = quant.scast %x : tensor<1x4x4x8xi8> to tensor<1x4x4x8x!q>
  %y = lutfuse.lut_activation <custom> %u, %t
      header <first = -128, entries = 256, lookup = direct, input = !q, result = !q>
    : (tensor<1x4x4x8x!q>, tensor<256xi8>) -> tensor<1x4x4x8x!q>
  %z = quant.scast %y : tensor<1x4x4x8x!q> to tensor<1x4x4x8xi8>
  return %z : tensor<1x4x4x8xi8>
}
"""
