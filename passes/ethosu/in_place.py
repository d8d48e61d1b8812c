"""Lets commands write into the part of a concatenation or padding that they would be copied to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from mlir import ir

from lutfuse.dialects.ethosu import BYTES
from lutfuse.passes.ethosu.steps import Lowering, Piece, Step, lowering, shape_of


def write_in_place(lowerings: Sequence[Lowering], outputs: Sequence[ir.Value]) -> list[Lowering]:
    """The same without copies of values that nothing else reads, if they are made here."""
    result = list(lowerings)
    readers = Counter(value for one in result for value in one.inputs)
    private = {
        one.result: index
        for index, one in enumerate(result)
        if readers[one.result] == 1 and one.result not in outputs
    }
    for index, one in enumerate(result):
        kept = list(one.steps)
        for step in one.steps:
            maker = private.get(step.ifm.source) if isinstance(step.ifm.source, ir.Value) else None
            if maker is None or not _is_copy(step, one):
                continue
            result[maker] = _redirected(result[maker], step.ofm)
            del private[result[maker].op.results[0]]
            kept.remove(step)
        result[index] = replace(lowering(one.op, kept), result=result[index].result)
    return [one for one in result if one.steps]


def _is_copy(step: Step, one: Lowering) -> bool:
    """Whether a step copies a whole value, once, into a part of another."""
    source = step.ifm.source
    # Behind a reshape the rows of a value are other ones than those that its maker writes.
    whole = isinstance(source, ir.Value) and shape_of(source) == step.ifm.shape
    whole = whole and step.ifm.strides is None and step.ifm.offset == 0
    copies = [other for other in one.steps if other.ifm.source == step.ifm.source]
    plain = step.kind == "pooling" and step.clamp is None and step.table is None
    return whole and plain and len(copies) == 1 and step.ofm.strides is not None


def _redirected(one: Lowering, part: Piece) -> Lowering:
    steps = [replace(step, ofm=_inside(step.ofm, part)) for step in one.steps]
    assert isinstance(part.source, ir.Value)
    return replace(one, steps=tuple(steps), result=part.source)


def _inside(piece: Piece, part: Piece) -> Piece:
    """A piece of the value that was copied, as a piece of the part that it was copied to."""
    assert part.strides is not None
    size = BYTES[piece.element]
    _, width, depth = part.shape
    strides = (width * depth * size, depth * size, size)
    rest, offset = piece.offset, part.offset
    for stride, new in zip(strides, part.strides, strict=True):
        offset += rest // stride * new
        rest %= stride
    return replace(piece, source=part.source, offset=offset, strides=part.strides)
