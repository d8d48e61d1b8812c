"""`quant.scast` between quantized tensors and the plain integers that store them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from mlir import ir
from mlir.dialects.quant import QuantizedType

CASTS = ("quant.scast",)
# What may be erased once nobody reads it: pure ops that feed a replaced op.
ERASABLE = ("quant.scast", "tosa.const", "tosa.const_shape", "tosa.reshape")


def behind(value: ir.Value, names: Collection[str]) -> ir.Value:
    """The value that a chain of ops of these names begins with, each on its first operand."""
    owner = value.owner
    while isinstance(owner, ir.OpView) and owner.operation.name in names:
        value = owner.operation.operands[0]
        owner = value.owner
    return value


def behind_casts(value: ir.Value) -> ir.Value:
    """The value that a chain of casts between quantized types and storage begins with."""
    return behind(value, CASTS)


def _scast(value: ir.Value, element: ir.Type) -> ir.Value:
    type_ = ir.RankedTensorType.get(ir.RankedTensorType(value.type).shape, element)
    return ir.Operation.create("quant.scast", results=[type_], operands=[value]).results[0]


def _source(value: ir.Value) -> ir.Value | None:
    owner = value.owner
    if isinstance(owner, ir.OpView) and owner.operation.name == "quant.scast":
        return owner.operation.operands[0]
    return None


def as_quantized(value: ir.Value, domain: ir.Type) -> ir.Value:
    """`value` with element type `domain`: a cast, or what a cast to storage was made from."""
    if ir.ShapedType(value.type).element_type == domain:
        return value
    source = _source(value)
    if source is not None and ir.ShapedType(source.type).element_type == domain:
        return source
    return _scast(value, domain)


def as_storage(value: ir.Value) -> ir.Value:
    """The integers of a quantized `value`: a cast, or what a cast from storage was made from."""
    element = ir.ShapedType(value.type).element_type
    if not isinstance(element, QuantizedType):
        return value
    storage = element.storage_type
    source = _source(value)
    if source is not None and ir.ShapedType(source.type).element_type == storage:
        return source
    return _scast(value, storage)


def move_to_producers(op: ir.Operation) -> None:
    """Moves `op` directly behind the last op of its block that it reads.

    An activation then stands beside its convolution, where fusing and unfusing leave it.
    """
    last: ir.Operation | None = None
    for operand in op.operands:
        owner = operand.owner
        if not isinstance(owner, ir.OpView) or owner.operation.block != op.block:
            continue
        if last is None or last.is_before_in_block(owner.operation):
            last = owner.operation
    if last is not None:
        op.move_after(last)


def erase_unused(values: Sequence[ir.Value], erase: Callable[[ir.Operation], None]) -> None:
    """Erases casts and constants among the producers of `values` that lost their last user."""
    pending = dict.fromkeys(
        _producers(values)
    )  # an op named twice would be touched after it is gone
    while pending:
        op, _ = pending.popitem()
        if op.name not in ERASABLE or any(True for _ in op.results[0].uses):
            continue
        pending.update(dict.fromkeys(_producers(op.operands)))
        erase(op)


def _producers(values: Iterable[ir.Value]) -> list[ir.Operation]:
    owners = (value.owner for value in values)
    return [owner.operation for owner in owners if isinstance(owner, ir.OpView)]


def is_scalar(type_: ir.Type) -> bool:
    """Whether a type is that of a number."""
    return isinstance(type_, ir.IntegerType | ir.IndexType | ir.FloatType)


def tensor_of(scalar: ir.Type) -> ir.RankedTensorType:
    """The type of a tensor without axes that holds a number."""
    return ir.RankedTensorType.get([], scalar)
