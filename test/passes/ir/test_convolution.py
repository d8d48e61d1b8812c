"""What passes read of the operands of a convolution."""

from __future__ import annotations

import numpy as np
import pytest
from mlir import ir

import lutfuse
from lutfuse.passes.ir.convolution import (
    Convolution,
    as_convolution,
    biases,
    multiply_accumulates,
    weights,
)

BODY = """
!x = !quant.uniform<i8:f32, 1.0:3>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [30], rounding = single_round>
#rs = #lutfuse.requant<multiplier = [1073741824, 1073741824], shift = [30, 30],
  rounding = single_round>
func.func @f(%x: tensor<NUMBERx4x5x3x!x>) -> tensor<NUMBERxROWSxCOLUMNSx2x!x> {
  %c = "tosa.const"() {values = dense<[[[[1, -2, 3]]], [[[-128, 0, 127]]]]> : tensor<2x1x1x3xi8>}
    : () -> tensor<2x1x1x3xi8>
  %w = quant.scast %c : tensor<2x1x1x3xi8> to tensor<2x1x1x3x!w>
  %b = "tosa.const"() {values = dense<BIAS> : tensor<LENGTHxi32>} : () -> tensor<LENGTHxi32>
  %y = lutfuse.OP
  return %y : tensor<NUMBERxROWSxCOLUMNSx2x!x>
}
"""
PLAIN = """conv2d %x, %w bias %b requant #r
    : (tensor<NUMBERx4x5x3x!x>, tensor<2x1x1x3x!w>, tensor<LENGTHxi32>)
    -> tensor<NUMBERx4x5x2x!x>"""
TRANSPOSED = """conv_transpose2d %x, %w stride [2, 2] requant #r
    : (tensor<NUMBERx4x5x3x!x>, tensor<2x1x1x3x!w>) -> tensor<NUMBERx7x9x2x!x>"""


def read(
    op: str = PLAIN,
    domain: str = "i8:f32, 1.0:0",
    bias: str = "[4, -5]",
    number: str = "1",
) -> tuple[ir.Module, Convolution]:
    """A convolution in a module, which has to live as long."""
    context = ir.Context()
    lutfuse.register(context)
    size = ("7", "9") if op == TRANSPOSED else ("4", "5")
    requant = "#rs" if domain.startswith("i8:f32:0") else "#r"
    text = f"!w = !quant.uniform<{domain}>\n" + BODY.replace("OP", op)
    values = {"ROWS": size[0], "COLUMNS": size[1], "NUMBER": number, "BIAS": bias}
    values |= {"LENGTH": str(bias.count(",") + 1), "requant #r\n": f"requant {requant}\n"}
    for name, value in values.items():
        text = text.replace(name, value)
    module = ir.Module.parse(text, context)
    *_, op_, _ = module.body.operations[0].regions[0].blocks[0].operations
    conv = as_convolution(op_)
    assert conv is not None
    return module, conv


@pytest.mark.parametrize(
    ("domain", "expected"),
    [
        ("i8:f32, 1.0:5", [[-4, -7, -2], [-133, -5, 122]]),
        ("u8:f32, 1.0:5", [[-4, 249, -2], [123, -5, 122]]),
        ("i8:f32:0, {1.0:0, 1.0:-1}", [[1, -2, 3], [-127, 1, 128]]),
    ],
)
def test_weights_are_codes_less_their_zero_points(domain: str, expected: list[list[int]]) -> None:
    _module, conv = read(domain=domain)
    found = weights(conv)
    assert found is not None and found.dtype == np.int16
    assert found.reshape(2, 3).tolist() == expected


def test_biases_are_one_for_each_channel() -> None:
    for bias, expected in (("[4, -5]", [4, -5]), ("[7]", [7, 7])):
        _module, conv = read(bias=bias)
        found = biases(conv)
        assert found is not None and found.tolist() == expected
    _module, conv = read(TRANSPOSED)
    found = biases(conv)
    assert found is not None and found.tolist() == [0, 0]


def test_cost_counts_the_positions_that_a_filter_meets() -> None:
    for op in (PLAIN, TRANSPOSED):
        _module, conv = read(op)
        assert multiply_accumulates(conv) == 4 * 5 * 2 * 3
        _module, conv = read(op, number="?")
        assert multiply_accumulates(conv) is None
