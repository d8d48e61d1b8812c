"""`tosa.clamp` as bounds of the command that makes its input, or of a copy."""

from __future__ import annotations

from dataclasses import replace

from mlir import ir

from lutfuse.dialects.ethosu import Clamp
from lutfuse.passes.ethosu_elementwise import lower_rescale
from lutfuse.passes.ethosu_steps import Lowering, Piece, Refusal, Step, identity, lowering, piece_of


def lower_clamp(op: ir.Operation) -> Lowering:
    """A clamp of signed 8-bit codes. Raises Refusal."""
    ifm, ofm = piece_of(op.operands[0], 0), piece_of(op.results[0], 0)
    if ifm.element != "i8":
        raise Refusal("element-type", f"expected signed codes of 8 bits but got {ifm.element}")
    low, high = (ir.IntegerAttr(op.attributes[name]).value for name in ("min_val", "max_val"))
    clamp = Clamp(low, high)
    return lowering(op, [_with_rescale(ifm, clamp, ofm) or identity(ifm, ofm, clamp)])


def _with_rescale(ifm: Piece, clamp: Clamp, ofm: Piece) -> Step | None:
    """The command of the rescale that makes the input, with bounds; None where there is none."""
    owner = ifm.source.owner if isinstance(ifm.source, ir.Value) else None
    if not isinstance(owner, ir.OpView) or owner.operation.name != "tosa.rescale":
        return None
    try:
        (step,) = lower_rescale(owner.operation).steps
    except Refusal:
        return None
    if step.table is not None or step.ofm.element != ofm.element:
        return None
    target = replace(step.ofm, source=ofm.source)
    return replace(step, ofm=target, clamp=clamp)
