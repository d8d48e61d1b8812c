"""A rewrite may delete an attribute that has a default: the verifier names it."""

from __future__ import annotations

import pytest
from mlir import ir

import lutfuse

CONV = """
!x = !quant.uniform<i8:f32, 1.0>
!u = !quant.uniform<i8:f32, 1.0>
func.func @f(%x: tensor<1x4x4x2x!x>, %w: tensor<2x1x1x2x!x>) -> tensor<1x4x4x2x!u> {
  %0 = lutfuse.OP %x, %w requant <multiplier = [1073741824], shift = [30],
    rounding = single_round> : (tensor<1x4x4x2x!x>, tensor<2x1x1x2x!x>) -> tensor<1x4x4x2x!u>
  return %0 : tensor<1x4x4x2x!u>
}
"""
DEFAULTS = {
    "conv2d": ("stride", "pad", "dilation", "group"),
    "conv_transpose2d": ("stride", "out_pad", "group"),
}


@pytest.mark.parametrize(("op", "name"), [(op, name) for op in DEFAULTS for name in DEFAULTS[op]])
def test_deleted_attribute_is_named(op: str, name: str) -> None:
    with ir.Context() as context:
        lutfuse.register(context)
        module = ir.Module.parse(CONV.replace("OP", op))
        conv = module.body.operations[0].regions[0].blocks[0].operations[0].operation
        del conv.attributes[name]
        with pytest.raises(ir.MLIRError, match=f"expected attribute '{name}' but got none"):
            module.operation.verify()
