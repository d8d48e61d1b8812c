"""Clamps are bounds of the command before them, and rescales with clamps need no table."""

from __future__ import annotations

import numpy as np
import pytest
from mlir import ir

from lutfuse.runtime.models import new_context, run_pipeline
from support.needs import needs_vela
from support.npu_layers import check

pytestmark = needs_vela

TYPE = "tensor<1x6x7x5xi8>"
INPUT = np.arange(210, dtype=np.uint8).view(np.int8).reshape(1, 6, 7, 5)


def constant(name: str, value: int, bits: int = 8) -> str:
    type_ = f"tensor<1xi{bits}>"
    return f'  %{name} = "tosa.const"() <{{values = dense<{value}> : {type_}}}> : () -> {type_}\n'


RESCALE = (
    constant("m", 1518500250, 32)
    + constant("s", 31)
    + constant("a", 3)
    + constant("b", -5)
    + "  %r = tosa.rescale %x, %m, %s, %a, %b {input_unsigned = false, output_unsigned = false, "
    "per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : "
    f"({TYPE}, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> {TYPE}\n"
)


def function(body: str, source: str) -> str:
    return (
        f"func.func @main(%x: {TYPE}) -> {TYPE} {{\n{body}"
        f"  %y = tosa.clamp %{source} {{min_val = -20 : i8, max_val = 33 : i8}} : "
        f"({TYPE}) -> {TYPE}\n  return %y : {TYPE}\n}}\n"
    )


@pytest.mark.parametrize("body, source", [("", "x"), (RESCALE, "r")])
def test_one_pooling_without_a_table(body: str, source: str) -> None:
    npu = check(function(body, source), [INPUT])
    assert npu.operations == {"pool.average": 1}


@pytest.mark.parametrize("kept", [False, True])
def test_collapsing_leaves_them_if_asked(kept: bool) -> None:
    module = ir.Module.parse(function(RESCALE, "r"), new_context())
    run_pipeline(module, f"collapse-elementwise-to-table{{keep-rescales={str(kept).lower()}}}")
    assert ("tosa.rescale" in str(module)) is kept
    assert ("lutfuse.lut_activation" in str(module)) is not kept
