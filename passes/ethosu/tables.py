"""Rescales and maxima of one 8-bit value as a table: each code is evaluated.

TOSA writes a leaky ReLU so. `collapse-elementwise-to-table` makes tables of far more; what it was
not asked to do should not bring the host into play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from mlir import ir
from numpy.typing import NDArray

from lutfuse.passes.ethosu.steps import Piece, Refusal, Step, identity, piece_of, root

Int64 = NDArray[np.int64]
_CODES = np.arange(-128, 128)
_PICKS: dict[str, Callable[[Int64, Int64], Int64]] = {
    "tosa.maximum": np.maximum,
    "tosa.minimum": np.minimum,
}


def tabulated(
    value: ir.Value, read: Callable[[ir.Operation], tuple[ir.Value, Callable[[Int64], Int64]]]
) -> tuple[ir.Value, Int64]:
    """The 8-bit value that `value` is a function of, and the function's values on all codes.

    `read` gives the source of a rescale and what it does. Raises Refusal where there are several
    sources, or other ops.
    """
    owner = value.owner
    name = owner.operation.name if isinstance(owner, ir.OpView) else ""
    if isinstance(owner, ir.OpView) and name == "tosa.rescale":
        inner, function = read(owner.operation)
        source, values = tabulated(inner, read)
        return source, function(values)
    if isinstance(owner, ir.OpView) and name in _PICKS:
        one, two = (tabulated(operand, read) for operand in list(owner.operation.operands)[:2])
        if one[0] != two[0]:
            raise Refusal("operand", f"expected both operands of {name} from one 8-bit value")
        return one[0], _PICKS[name](one[1], two[1])
    if ir.IntegerType(ir.ShapedType(value.type).element_type).width != 8:
        raise Refusal("producer", "expected a sum, a product or a mean of 8-bit codes")
    return root(value), _CODES.astype(np.int64)


def look_up(source: ir.Value, values: Int64, ofm: Piece) -> Step:
    """A copy through the table of these values, which are codes of the result."""
    ifm = piece_of(source, 0)
    if ifm.shape != ofm.shape or ifm.element != "i8":
        raise Refusal("element-type", "expected signed codes of one shape")
    table = np.clip(values, -128, 127).astype(np.int8).tobytes()
    return identity(ifm, replace(ofm, zero_point=0), table=table)
