"""`tosa.clamp` as bounds of the commands that make its input, or of a copy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from mlir import ir

from lutfuse.dialects.ethosu import Clamp
from lutfuse.passes.ethosu.convolutions import lower_convolution
from lutfuse.passes.ethosu.elementwise import lower_rescale
from lutfuse.passes.ethosu.steps import (
    ALIASES,
    Lowering,
    Refusal,
    Step,
    identity,
    lowering,
    piece_of,
    root,
    tighter,
)

_PRODUCERS: dict[str, Callable[[ir.Operation], Lowering]] = {
    "lutfuse.conv2d": lower_convolution,
    "lutfuse.conv_transpose2d": lower_convolution,
    "tosa.rescale": lower_rescale,
}


def lower_clamp(op: ir.Operation) -> Lowering:
    """A clamp of signed 8-bit codes. Raises Refusal."""
    ifm, ofm = piece_of(op.operands[0], 0), piece_of(op.results[0], 0)
    if ifm.element != "i8":
        raise Refusal("element-type", f"expected signed codes of 8 bits but got {ifm.element}")
    low, high = (ir.IntegerAttr(op.attributes[name]).value for name in ("min_val", "max_val"))
    clamp = Clamp(low, high)
    return lowering(op, _bounded(op, clamp) or [identity(ifm, ofm, clamp)])


def _bounded(op: ir.Operation, clamp: Clamp) -> list[Step]:
    """The commands of the producer with bounds; none where others read what it makes."""
    source = root(op.operands[0])
    owner = source.owner
    if not isinstance(owner, ir.OpView) or owner.operation.name not in _PRODUCERS:
        return []
    if _readers(source) != 1:
        return []
    try:
        steps = _PRODUCERS[owner.operation.name](owner.operation).steps
    except Refusal:
        return []
    if any(step.table is not None or step.ofm.source != source for step in steps):
        return []
    return [
        replace(
            step,
            ofm=replace(step.ofm, source=op.results[0]),
            clamp=tighter(step.clamp, clamp),
        )
        for step in steps
    ]


def _readers(value: ir.Value) -> int:
    """How many ops read a value, under whatever type."""
    users = [use.owner.operation for use in value.uses]
    return sum(_readers(user.results[0]) if user.name in ALIASES else 1 for user in users)
