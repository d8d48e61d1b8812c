"""`tosa.clamp` on codes as a `lutfuse.clip`, where a pass is asked for it."""

from __future__ import annotations

from mlir import ir, rewrite
from mlir.dialects import tosa
from mlir.dialects.quant import UniformQuantizedType

from lutfuse.dialects import lutfuse as lf
from lutfuse.dialects.quant_types import uniform
from lutfuse.passes.ir.rescale import NotRepresentable, element_width
from lutfuse.passes.ir.storage import as_quantized, as_storage, erase_unused, move_to_producers
from lutfuse.passes.tosa.domains import domain_of_producer


def check_clamp(op: ir.Operation) -> None:
    """Raises NotRepresentable for a clamp of anything but 8-bit or 16-bit codes."""
    source, result = op.operands[0].type, op.results[0].type
    if element_width(op.operands[0]) not in (8, 16):
        raise NotRepresentable(
            "unsupported-element-type", f"expected 8-bit or 16-bit signless codes but got {source}"
        )
    if result != source:
        raise NotRepresentable(
            "shape-mismatch", f"expected a result of the type {source} but got {result}"
        )


def _bounds(op: ir.Operation) -> tuple[int, int]:
    low, high = (ir.IntegerAttr(op.attributes[name]).value for name in ("min_val", "max_val"))
    return low, high


def _domain(op: ir.Operation) -> ir.Type:
    """The producer's domain where it holds the bounds: a clip's result has no other."""
    storage = f"i{element_width(op.operands[0])}"
    known = domain_of_producer(op.operands[0], storage)
    if known is None:
        return uniform(storage, 1.0, 0)
    low, high = _bounds(op)
    type_ = UniformQuantizedType(known)
    holds = type_.storage_type_min <= low and high <= type_.storage_type_max
    return known if holds else uniform(storage, 1.0, 0)


def rewrite_clamp(op: tosa.ClampOp, rewriter: rewrite.PatternRewriter) -> bool:
    """Pattern: `tosa.clamp` becomes `lutfuse.clip`."""
    operation = op.operation
    try:
        check_clamp(operation)
    except NotRepresentable:
        return False  # reported after the walk, with all others
    source, domain = operation.operands[0], _domain(operation)
    with rewriter.ip, op.location:
        y = lf.clip(as_quantized(source, domain), *_bounds(operation))
        move_to_producers(y.owner.operation)
        new = as_storage(y)
    rewriter.replace_op(operation, [new])
    erase_unused([source], rewriter.erase_op)
    return True
