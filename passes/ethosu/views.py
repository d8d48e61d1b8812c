"""Concatenations, paddings and slices: copies into parts of a map, which strides describe."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from mlir import ir

from lutfuse.dialects.ethosu import BYTES
from lutfuse.passes.ethosu.steps import (
    Lowering,
    Piece,
    Refusal,
    Step,
    identity,
    image_of,
    lowering,
    piece_of,
)
from lutfuse.passes.ir.constants import scalar, sizes


def _part(whole: Piece, start: tuple[int, int, int], shape: tuple[int, int, int]) -> Piece:
    """A box of a contiguous map."""
    size = BYTES[whole.element]
    strides = (whole.shape[1] * whole.shape[2] * size, whole.shape[2] * size, size)
    offset = sum(at * stride for at, stride in zip(start, strides, strict=True))
    return replace(whole, offset=offset, shape=shape, strides=strides)


def _plain(value: ir.Value) -> Piece:
    """A map whose codes are copied as they are."""
    piece = piece_of(value, 0, image=True)
    if piece.element not in ("i8", "u8"):
        raise Refusal("wide-input", f"expected 8-bit codes but got {piece.element}")
    return piece


def lower_concat(op: ir.Operation) -> Lowering:
    """`tosa.concat` along height, width or channels."""
    axis = ir.IntegerAttr(op.attributes["axis"]).value - 1
    if axis < 0:
        raise Refusal("batch", "expected a concatenation along another axis than the batch")
    whole, steps, at = _plain(op.results[0]), list[Step](), 0
    for operand in op.operands:
        ifm = _plain(operand)
        start = [0, 0, 0]
        start[axis] = at
        steps.append(identity(ifm, _part(whole, (start[0], start[1], start[2]), ifm.shape)))
        at += ifm.shape[axis]
    return lowering(op, steps)


def lower_slice(op: ir.Operation) -> Lowering:
    """`tosa.slice` of constant bounds."""
    starts = _shape_values(op.operands[1])
    ofm = _plain(op.results[0])
    ifm = _part(_plain(op.operands[0]), (starts[1], starts[2], starts[3]), ofm.shape)
    return lowering(op, [identity(ifm, ofm)])


def _shape_values(value: ir.Value) -> list[int]:
    """The integers of a constant shape."""
    found = sizes(value)
    if found is None:
        raise Refusal("not-constant", "expected constant bounds")
    return found


def lower_pad(op: ir.Operation) -> Lowering:
    """`tosa.pad`: the input in the middle, and borders copied from constants."""
    amounts = _shape_values(op.operands[1])
    value = scalar(op.operands[2])
    if value is None or any(amounts[:2]):
        raise Refusal("padding", "expected a constant value, and no padding of the batch")
    whole, ifm = _plain(op.results[0]), _plain(op.operands[0])
    before = (amounts[2], amounts[4], amounts[6])
    steps = [identity(ifm, _part(whole, before, image_of(op.operands[0])))]
    fill = value & 0xFF
    for start, shape in _borders(whole.shape, before, ifm.shape):
        source = Piece(bytes([fill]) * int(np.prod(shape)), whole.element, shape)
        steps.append(identity(source, _part(whole, start, shape)))
    return lowering(op, steps)


Box = tuple[tuple[int, int, int], tuple[int, int, int]]


def _borders(
    whole: tuple[int, int, int], before: tuple[int, int, int], inner: tuple[int, int, int]
) -> list[Box]:
    """Boxes around the inner one: whole slabs above and below, then beside, then in depth."""
    boxes: list[Box] = []
    low, high = [0, 0, 0], list(whole)
    for axis in range(3):
        end = before[axis] + inner[axis]
        for start, stop in ((low[axis], before[axis]), (end, high[axis])):
            if stop > start:
                at, to = list(low), list(high)
                at[axis], to[axis] = start, stop
                shape = [t - a for a, t in zip(at, to, strict=True)]
                boxes.append(((at[0], at[1], at[2]), (shape[0], shape[1], shape[2])))
        low[axis], high[axis] = before[axis], end
    return boxes
