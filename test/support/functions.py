"""Functions of the dialect as text."""

X, W = "!quant.uniform<i8:f32, 0.5>", "!quant.uniform<i8:f32, 0.25>"
U, Y = "!quant.uniform<i8:f32, 2.0:-3>", "!quant.uniform<i8:f32, 1.0:-128>"
RESULT = f"tensor<1x2x2x3x{Y}>"
REQUANT = "requant <multiplier = [1073741824], shift = [34], rounding = double_round>"
HEADER = f"header <first = -128, entries = 256, lookup = direct, input = {U}, result = {Y}>"


def function(name: str, kind: str = "sigmoid") -> str:
    """A convolution and the activation after it."""
    x, w, u, y = f"tensor<1x2x2x4x{X}>", f"tensor<3x1x1x4x{W}>", f"tensor<1x2x2x3x{U}>", RESULT
    return f"""
func.func @{name}(%x: {x}, %w: {w}) -> {y} {{
  %t = "tosa.const"() {{values = dense<1> : tensor<256xi8>}} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w {REQUANT} : ({x}, {w}) -> {u} loc("conv")
  %y = lutfuse.lut_activation <{kind}> %u, %t {HEADER}
    : ({u}, tensor<256xi8>) -> {y} loc("lut")
  return %y : {y}
}}"""
