"""Ops between convolution and activation that hand on every element, and the proof that they do.

An activation may move above such a view, `activation(view(u)) = view(activation(u))`, because

1. an activation is element-wise: what it makes of an element follows from its code, and from its
   channel where a table has a row, or a leaky ReLU a slope, for each;
2. a view keeps row-major order: element i of its result is element i of its operand. Reshapes
   are that by definition; a transposition is where all axes that it moves have size 1
   (`keeps_order`);
3. no element is lost and none is added (`keeps_count`);
4. the channel of element i is i modulo the last size, which is the same on both sides
   (`same_channels`).

The first is the definition of the activations, the guards of fusion ask for the others. A view
never reads an element: of result codes it is the same op on other types (`rebuild`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from mlir import ir
from mlir.dialects.quant import QuantizedType

from lutfuse.passes.ir.constants import sizes

VIEWS = (
    "quant.scast",
    "tensor.cast",
    "tensor.collapse_shape",
    "tensor.expand_shape",
    "tensor.reshape",
    "tosa.reshape",
    "tosa.transpose",
)
# Same shape, as far as it is known.
CASTS = ("quant.scast", "tensor.cast")
# Other shapes, of which an operand may say how large they are.
RESHAPES = ("tensor.reshape", "tosa.reshape")
TRANSPOSITIONS = {"linalg.transpose": "permutation", "tosa.transpose": "perms"}


def is_view(op: ir.Operation) -> bool:
    """Whether the producer of codes is looked for behind `op`, which may not keep their order.

    What a `linalg.transpose` of unit axes writes to has a type of its own: it is left alone.
    """
    if op.name == "linalg.transpose":
        return not keeps_order(op)
    return op.name in VIEWS


def sizes_of(type_: ir.Type) -> list[int | None] | None:
    """Sizes of a tensor, None where open; None in place of all where the rank is open."""
    shaped = ir.ShapedType(type_)
    if not shaped.has_rank:
        return None
    return [None if shaped.is_dynamic_dim(i) else n for i, n in enumerate(shaped.shape)]


def shape_text(type_: ir.Type) -> str:
    """A shape as types print it."""
    sizes = sizes_of(type_)
    return "*" if sizes is None else "x".join("?" if n is None else str(n) for n in sizes)


def element_of(type_: ir.Type) -> ir.Type:
    """Element type of a tensor of any rank."""
    return ir.ShapedType(type_).element_type


# Obligations ----------------------------------------------------------------------------------


def permutation(op: ir.Operation) -> list[int] | None:
    """Operand axis of each result axis of a transposition, None for all other ops."""
    name = TRANSPOSITIONS.get(op.name)
    if name is None:
        return None
    return [int(axis) for axis in cast(Iterable[int], op.attributes[name])]


def keeps_order(op: ir.Operation) -> bool:
    """Whether element i of a view's result, in row-major order, is element i of its operand."""
    axes = permutation(op)
    if axes is None:
        return True
    sizes = sizes_of(op.operands[0].type) or [None] * len(axes)
    moving = [axis for axis in axes if sizes[axis] != 1]
    return moving == sorted(moving)


def keeps_count(op: ir.Operation) -> bool:
    """Whether a view's result is known to have as many elements as its operand.

    Two static shapes have been compared by the verifier. Else constant sizes say it: all of them,
    or all but an inferred one, which takes the rest if they divide what is static.
    """
    if op.name not in RESHAPES:
        return True
    before, after = (sizes_of(value.type) for value in (op.operands[0], op.results[0]))
    if before is None or after is None:
        return False
    if None not in before and None not in after:
        return True
    target = sizes(op.operands[1])
    if target is None:
        return False
    if -1 not in target:
        return None not in before and _product(before) == _product(target)
    known, rest = _product(before), abs(_product(target))
    return rest > 0 and known % rest == 0


def _product(sizes: Sequence[int | None]) -> int:
    product = 1
    for size in sizes:
        product *= 1 if size is None else size
    return product


def same_channels(first: ir.Value, views: Sequence[ir.OpView]) -> bool:
    """Whether elements are of the same channel before and after `views` (last first) of `first`."""
    if all(view.operation.name in CASTS for view in views):
        return True
    before, after = (sizes_of(value.type) for value in (first, views[0].operation.results[0]))
    return bool(before and after and before[-1] is not None and before[-1] == after[-1])


# Rebuilding -----------------------------------------------------------------------------------


def rebuild(
    views: Sequence[ir.OpView], value: ir.Value, domain: ir.Type, ip: ir.InsertionPoint
) -> ir.Value:
    """`views` (last first) on `value`: quantized ones of `domain`, the others of its storage."""
    storage = QuantizedType(domain).storage_type
    for view in reversed(views):
        type_ = view.operation.results[0].type
        quantized = isinstance(element_of(type_), QuantizedType)
        copy = view.operation.clone(ip)
        copy.operands[0] = value
        copy.results[0].set_type(with_element(type_, domain if quantized else storage))
        value = copy.results[0]
    return value


def with_element(type_: ir.Type, element: ir.Type) -> ir.Type:
    """A tensor type with other elements."""
    if isinstance(type_, ir.RankedTensorType):
        return ir.RankedTensorType.get(type_.shape, element, type_.encoding)
    return ir.UnrankedTensorType.get(element)
