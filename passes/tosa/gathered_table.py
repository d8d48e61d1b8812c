"""Tables that TOSA's TABLE has not: one for each channel, or 16-bit entries for 8-bit codes.

Both are a GATHER, along each channel or along all codes as one channel.
"""

from __future__ import annotations

import math

import numpy as np
from mlir import ir
from mlir.dialects import tosa

from lutfuse.passes.ir.constants import make_constant, reshape

FIRST = -128  # TOSA's tables and our signed 8-bit codes start here


def look_up_by_gather(codes: ir.Value, tables: ir.Value) -> ir.Value:
    """Codes of a static shape, looked up in a table of shape [256], or [C, 256] by channel."""
    shape = list(ir.RankedTensorType(codes.type).shape)
    *rows_of_table, entries = ir.RankedTensorType(tables.type).shape
    channels = math.prod(rows_of_table)
    positions = math.prod(shape) // channels
    rows = _transpose(reshape(codes, [positions, channels]))
    i32 = ir.IntegerType.get_signless(32)
    wide = ir.RankedTensorType.get([channels, positions], i32)
    offset = make_constant(np.full((1, 1), -FIRST, np.int32))
    index = tosa.AddOp(wide, tosa.CastOp(wide, rows).output, offset).output
    element = ir.RankedTensorType(tables.type).element_type
    gathered = tosa.GatherOp(
        ir.RankedTensorType.get([channels, positions, 1], element),
        reshape(tables, [channels, entries, 1]),
        index,
    ).output
    return reshape(_transpose(reshape(gathered, [channels, positions])), shape)


def _transpose(value: ir.Value) -> ir.Value:
    type_ = ir.RankedTensorType(value.type)
    rows, columns = type_.shape
    moved = ir.RankedTensorType.get([columns, rows], type_.element_type)
    return tosa.TransposeOp(moved, value, [1, 0]).output
