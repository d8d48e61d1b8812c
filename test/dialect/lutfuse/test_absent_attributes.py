"""An attribute that a rewrite deletes means its default, and what reads the op sees that."""

from __future__ import annotations

import pytest
from mlir import ir

import lutfuse
from lutfuse import _lutfuse

CONV = """
!x = !quant.uniform<i8:f32, 1.0>
!u = !quant.uniform<i8:f32, 1.0>
func.func @f(%x: tensor<1x4x4x2x!x>, %w: tensor<2x1x1x2x!x>) -> tensor<1x4x4x2x!u> {
  %0 = lutfuse.OP %x, %w requant <multiplier = [1073741824], shift = [30],
    rounding = single_round> : (tensor<1x4x4x2x!x>, tensor<2x1x1x2x!x>) -> tensor<1x4x4x2x!u>
  return %0 : tensor<1x4x4x2x!u>
}
"""
STATED = {
    "stride": "array<i64: 1, 1>",
    "pad": "array<i64: 0, 0, 0, 0>",
    "out_pad": "array<i64: 0, 0, 0, 0>",
    "dilation": "array<i64: 1, 1>",
    "group": "1 : i64",
}
NAMES = {
    "conv2d": ("stride", "pad", "dilation", "group"),
    "conv_transpose2d": ("stride", "out_pad", "group"),
}


@pytest.mark.parametrize("op", NAMES)
def test_absent_and_stated_defaults_print_and_read_alike(op: str) -> None:
    with ir.Context() as context:
        lutfuse.register(context)
        module = ir.Module.parse(CONV.replace("OP", op))
        conv = module.body.operations[0].regions[0].blocks[0].operations[0].operation
        assert not set(NAMES[op]) & set(conv.attributes)
        absent = str(module)
        for name in NAMES[op]:
            conv.attributes[name] = ir.Attribute.parse(STATED[name])
        module.operation.verify()
        assert str(module) == absent
        for name in NAMES[op]:
            del conv.attributes[name]
        module.operation.verify()
        read = _lutfuse.convolution(conv)
        assert read is not None
        assert (read.stride, read.pad, read.dilation) == ((1, 1), (0, 0, 0, 0), (1, 1))
        assert read.group == 1
