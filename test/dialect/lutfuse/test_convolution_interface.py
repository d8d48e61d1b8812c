"""`ConvolutionOpInterface` as Python sees it, on each of the four ops that have it."""

from __future__ import annotations

import pytest
from mlir import ir

import lutfuse
from lutfuse import _lutfuse
from lutfuse.dialects.lutfuse import ClipAttr, RequantAttr, TableHeaderAttr

X = "!quant.uniform<i8:f32, 0.5>"
U = "!quant.uniform<i8:f32, 2.0:-3>"
Y = "!quant.uniform<i8:f32, 0.00390625:-128>"
REQUANT = "requant <multiplier = [1073741824], shift = [34], rounding = double_round>"
LUT = f"""lut %t kind <sigmoid> header <first = -128, entries = 256, lookup = direct,
  input = {U}, result = {Y}> intermediate {U}"""
CLIP = f"activation clip <min = -3, max = 57> intermediate {U}"


def _module(op: str, operands: str, options: str, result: str, types: str) -> ir.Module:
    text = f"""
    func.func @f(%x: tensor<1x8x8x4x{X}>, %w: tensor<8x2x2x2x!quant.uniform<i8:f32, 0.25>>,
        %b: tensor<8xi32>, %t: tensor<256xi8>) {{
      %0 = lutfuse.{op} {operands} {options} group 2 {REQUANT} : (tensor<1x8x8x4x{X}>,
        tensor<8x2x2x2x!quant.uniform<i8:f32, 0.25>>{types}) -> {result}
      return
    }}"""
    return ir.Module.parse(text)


def _op(module: ir.Module) -> ir.OpView:
    """The first op of the function: it lives as long as the module."""
    return module.body.operations[0].regions[0].blocks[0].operations[0]


@pytest.fixture(autouse=True)
def context():
    with ir.Context() as context, ir.Location.unknown():
        lutfuse.register(context)
        yield context


def test_plain_convolution_reads_its_result_as_the_intermediate_type() -> None:
    options = "stride [2, 1] pad [0, 1, 2, 3] dilation [1, 3]"
    result = f"tensor<1x4x10x8x{U}>"
    module = _module("conv2d", "%x, %w bias %b", options, result, ", tensor<8xi32>")
    op = _op(module)
    conv = _lutfuse.convolution(op)
    assert conv is not None
    assert (conv.is_transposed, conv.is_fused, conv.pad_name) == (False, False, "pad")
    assert (conv.stride, conv.pad, conv.dilation) == ((2, 1), (0, 1, 2, 3), (1, 3))
    assert conv.group == 2
    assert [conv.input, conv.filter, conv.bias] == list(op.operands)
    assert conv.result == op.results[0]
    assert str(conv.result.type) == str(ir.Type.parse(result))
    assert conv.intermediate_type == ir.Type.parse(U)
    assert isinstance(conv.requant, RequantAttr)
    assert (conv.table, conv.kind, conv.header, conv.activation) == (None,) * 4


def test_transposed_convolution_has_no_dilation_and_pads_its_result() -> None:
    options, result = "stride [2, 2] out_pad [0, -1, 1, 0]", f"tensor<1x15x17x8x{U}>"
    module = _module("conv_transpose2d", "%x, %w", options, result, "")
    conv = _lutfuse.convolution(_op(module))
    assert conv is not None
    assert (conv.is_transposed, conv.is_fused, conv.pad_name) == (True, False, "out_pad")
    assert (conv.stride, conv.pad, conv.dilation) == ((2, 2), (0, -1, 1, 0), (1, 1))
    assert conv.bias is None


@pytest.mark.parametrize(("op", "size"), [("fused_conv2d", 7), ("fused_conv_transpose2d", 9)])
def test_fused_table_has_its_parts(op: str, size: int) -> None:
    result = f"tensor<1x{size}x{size}x8x{Y}>"
    module = _module(op, "%x, %w", LUT, result, ", tensor<256xi8>")
    fused = _op(module)
    conv = _lutfuse.convolution(fused)
    assert conv is not None
    assert conv.is_fused and conv.is_transposed == (op == "fused_conv_transpose2d")
    assert conv.table == fused.operands[2]
    assert conv.kind is not None and conv.kind.value == "sigmoid"
    assert isinstance(conv.header, TableHeaderAttr) and conv.header.input == ir.Type.parse(U)
    assert conv.intermediate_type == ir.Type.parse(U)
    assert conv.activation is None


def test_fused_parameters_stand_in_place_of_a_table() -> None:
    module = _module("fused_conv2d", "%x, %w", CLIP, f"tensor<1x7x7x8x{U}>", "")
    conv = _lutfuse.convolution(_op(module))
    assert conv is not None and isinstance(conv.activation, ClipAttr)
    assert (conv.table, conv.kind, conv.header) == (None,) * 3


def test_other_ops_are_none() -> None:
    module = _module("conv2d", "%x, %w", "", f"tensor<1x7x7x8x{U}>", "")
    assert _lutfuse.convolution(module.body.operations[0]) is None


def test_it_reads_what_the_op_says_now() -> None:
    module = _module("conv2d", "%x, %w", "", f"tensor<1x7x7x8x{U}>", "")
    op = _op(module)
    conv = _lutfuse.convolution(op)
    op.attributes["stride"] = ir.DenseI64ArrayAttr.get([3, 4])
    assert conv is not None and conv.stride == (3, 4)
