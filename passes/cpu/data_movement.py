"""Reads an op that only moves elements into the runs that its kernel copies or fills."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from mlir import ir

from lutfuse.kernels.memory import copies
from lutfuse.kernels.memory.copies import Move
from lutfuse.passes.ir.constants import IntArray, constant, scalar, sizes
from lutfuse.passes.ir.storage import behind_casts


@dataclass(frozen=True)
class Movement:
    """What moves: numbers of the kernel's inputs or constants, and how; `fill` is a border's."""

    sources: tuple[int | IntArray, ...]
    moves: tuple[Move, ...]
    fill: int = 0


def read_movement(ops: Sequence[ir.Operation]) -> Movement | None:
    """The movement that a kernel is, None where it computes anything or is not static."""
    if len(ops) != 1 or ops[0].name not in READERS or element_bytes(ops[0].results[0]) is None:
        return None
    return READERS[ops[0].name](ops[0])


def shape_of(value: ir.Value) -> list[int]:
    """Sizes of a tensor."""
    return list(ir.RankedTensorType(value.type).shape)


def element_bytes(value: ir.Value) -> int | None:
    """Bytes of an integer element that fills whole bytes, else None."""
    element = ir.ShapedType(value.type).element_type
    bits = element.width if isinstance(element, ir.IntegerType) else 0
    return bits // 8 if bits in (8, 16, 32, 64) else None


def input_of(value: ir.Value) -> int | None:
    """The number of the kernel's input that a tensor is, None for anything else."""
    owner = behind_casts(value).owner
    if not isinstance(owner, ir.OpView) or owner.operation.name != "bufferization.to_tensor":
        return None
    return ir.BlockArgument(owner.operation.operands[0]).arg_number - 2


def _sources(values: Sequence[ir.Value]) -> tuple[int | IntArray, ...] | None:
    found: list[int | IntArray] = []
    for value in values:
        number = input_of(value)
        source = constant(value) if number is None else number
        if source is None:
            return None
        found.append(source)
    return tuple(found)


def _movement(
    op: ir.Operation, moves: Sequence[Move], operands: int = 1, fill: int = 0
) -> Movement | None:
    sources = _sources(list(op.operands)[:operands])
    return None if sources is None else Movement(sources, tuple(moves), fill)


@dataclass(frozen=True)
class Border:
    """Padding of a tensor: elements before and after it along each axis, and their value."""

    shape: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    value: int

    def moves(self) -> list[Move]:
        """Those that fill the border, and the one of the inside."""
        return copies.pad(self.shape, self.before, self.after)


def read_border(op: ir.Operation) -> Border | None:
    """Constant padding by a constant."""
    if op.name != "tosa.pad":
        return None
    amounts, value = sizes(op.operands[1]), scalar(op.operands[2])
    if amounts is None or value is None:
        return None
    shape = tuple(shape_of(op.operands[0]))
    return Border(shape, tuple(amounts[::2]), tuple(amounts[1::2]), value)


def _pad(op: ir.Operation) -> Movement | None:
    border = read_border(op)
    return None if border is None else _movement(op, border.moves(), fill=border.value)


def _concat(op: ir.Operation) -> Movement | None:
    axis = ir.IntegerAttr(op.attributes["axis"]).value
    moves = copies.concat([shape_of(operand) for operand in op.operands], axis)
    return _movement(op, moves, operands=len(op.operands))


def _slice(op: ir.Operation) -> Movement | None:
    start, size = sizes(op.operands[1]), sizes(op.operands[2])
    if start is None or size is None:
        return None
    return _movement(op, copies.cut(shape_of(op.operands[0]), start, size))


def _transpose(op: ir.Operation) -> Movement | None:
    order = list(ir.DenseI32ArrayAttr(op.attributes["perms"]))
    return _movement(op, copies.transpose(shape_of(op.operands[0]), order))


def _reverse(op: ir.Operation) -> Movement | None:
    axis = ir.IntegerAttr(op.attributes["axis"]).value
    return _movement(op, copies.reverse(shape_of(op.operands[0]), axis))


def _tile(op: ir.Operation) -> Movement | None:
    multiples = sizes(op.operands[1])
    if multiples is None:
        return None
    return _movement(op, copies.tile(shape_of(op.operands[0]), multiples))


def _identity(op: ir.Operation) -> Movement | None:
    shape = shape_of(op.operands[0])
    return _movement(op, copies.cut(shape, [0] * len(shape), shape))


READERS: dict[str, Callable[[ir.Operation], Movement | None]] = {
    "tosa.pad": _pad,
    "tosa.concat": _concat,
    "tosa.slice": _slice,
    "tosa.transpose": _transpose,
    "tosa.reverse": _reverse,
    "tosa.tile": _tile,
    "tosa.identity": _identity,
}


def plain(values: IntArray, element: ir.Type) -> IntArray:
    """A constant in the width of its buffer."""
    return np.asarray(values).astype(f"int{ir.IntegerType(element).width}")
