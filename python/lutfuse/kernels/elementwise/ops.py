"""Element-wise integer ops as a graph of nodes: what they compute, and how they are emitted.

Every value is a signed number of 1, 8, 16 or 32 bits as it is stored; booleans are 0 and 1. A node
has three readings that belong together: `value` is its exact meaning on NumPy integers, `real` the
same without rounding and saturation (from which float forms are guessed, never proved), and
`emit` vector ops on 32-bit lanes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from mlir import ir
from mlir.dialects import arith

from lutfuse.kernels.codes.requantize import (
    Requantization,
    RequantizationConstants,
    emit_requantization,
)
from lutfuse.kernels.codes.tables import CodeMap
from lutfuse.kernels.unit import emit
from lutfuse.kernels.unit.constants import Constants
from lutfuse.kernels.unit.emit import i, vec
from lutfuse.numerics.rescale import rescale

Array = np.ndarray[Any, np.dtype[Any]]
SAFE_SHIFT = 48  # of a rescale whose zero point may go into the rounding term


class NoRealError(Exception):
    """A node that is no smooth function of real numbers."""


def wrap(values: Array, bits: int) -> Array:
    """Integers reduced to signed ones of so many bits, booleans to 0 and 1."""
    if bits == 1:
        return values & 1
    half = 1 << (bits - 1)
    return ((values + half) & ((1 << bits) - 1)) - half


def limits(bits: int, unsigned: bool) -> tuple[int, int]:
    """Lowest and highest number of a storage."""
    return (0, (1 << bits) - 1) if unsigned else (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)


@dataclass(frozen=True, eq=False)
class Node:
    """A value: its bits, and the nodes that it is computed from."""

    bits: int
    sources: tuple[Node, ...] = ()

    def value(self, *args: Array) -> Array:
        """The exact result for int64 arguments."""
        raise NotImplementedError

    def real(self, *args: Array) -> Array:
        """The result without rounding and saturation; raises NoRealError where that is nothing."""
        raise NoRealError(type(self).__name__)

    def emit(self, constants: Constants, *args: ir.Value) -> ir.Value:
        """The result in 32-bit lanes for arguments in 32-bit lanes."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class Read(Node):
    """Elements of a buffer, which repeat after `period` of them.

    `buffer` is the number of the kernel's buffer, or the content of a constant. Where `outer`
    holds, each outer index has its own elements.
    """

    buffer: int | Array = 0
    period: int = 1
    outer: bool = True


@dataclass(frozen=True, eq=False)
class Constant(Node):
    """One number, or one for each channel."""

    values: Array = field(default_factory=lambda: np.zeros(1, np.int64))

    def value(self, *args: Array) -> Array:
        return self.values[0] if self.values.size == 1 else self.values[:, None]

    def real(self, *args: Array) -> Array:
        return self.value().astype(np.float64)

    def emit(self, constants: Constants, *args: ir.Value) -> ir.Value:
        raise NotImplementedError("constants are emitted with the lanes of their user")


@dataclass(frozen=True, eq=False)
class Rescale(Node):
    """TOSA RESCALE: a multiplier and a shift, or one for each channel."""

    multiplier: Array = field(default_factory=lambda: np.ones(1, np.int64))
    shift: Array = field(default_factory=lambda: np.ones(1, np.int64))
    double_round: bool = False
    zero_points: tuple[int, int] = (0, 0)
    unsigned: tuple[bool, bool] = (False, False)

    def _input(self, x: Array) -> Array:
        if self.unsigned[0]:
            x = x & ((1 << self.sources[0].bits) - 1)
        return x - self.zero_points[0]

    def value(self, *args: Array) -> Array:
        x = self._input(args[0])
        one = self.multiplier.size == 1
        multiplier, shift = (v[0] if one else v[:, None] for v in (self.multiplier, self.shift))
        scaled = wrap(rescale(x, multiplier, shift, self.double_round), 32)
        kept = np.clip(wrap(scaled + self.zero_points[1], 32), *self.range)
        return wrap(kept, self.bits)

    @property
    def range(self) -> tuple[int, int]:
        """Where results are saturated."""
        return limits(self.bits, self.unsigned[1])

    @property
    def bias(self) -> float:
        """What DOUBLE_ROUND adds to the magnitude of a result before it is rounded."""
        shift = int(self.shift[0])
        return 2.0 ** (30 - shift) if self.double_round and shift > 31 else 0.0

    def real(self, *args: Array) -> Array:
        if self.multiplier.size > 1:
            raise NoRealError("channels")
        factor = float(self.multiplier[0]) * 2.0 ** -float(self.shift[0])
        return (args[0] - self.zero_points[0]) * factor + self.zero_points[1]

    def emit(self, constants: Constants, *args: ir.Value) -> ir.Value:
        """The result before saturation; one multiplier for all channels."""
        x, lanes = args[0], emit.size_of(args[0])
        if self.unsigned[0]:
            x = arith.andi(x, emit.splat(x.type, (1 << self.sources[0].bits) - 1))
        if self.zero_points[0]:
            x = arith.subi(x, emit.splat(x.type, self.zero_points[0]))
        multiplier, shift = int(self.multiplier[0]), int(self.shift[0])
        left = multiplier.bit_length() - 1 - shift
        if multiplier == 1 << (shift + left) and left >= 0:
            x = arith.shli(x, emit.splat(x.type, left)) if left else x
            return self._moved(x)
        folded = shift <= SAFE_SHIFT
        requantization = Requantization(
            np.repeat(self.multiplier, lanes),
            np.repeat(self.shift, lanes),
            self.double_round,
            self.zero_points[1] if folded else 0,
        )
        x = emit_requantization(x, RequantizationConstants(requantization, lanes, constants), 0)
        return x if folded else self._moved(x)

    def _moved(self, x: ir.Value) -> ir.Value:
        zero = self.zero_points[1]
        return arith.addi(x, emit.splat(x.type, zero)) if zero else x


@dataclass(frozen=True, eq=False)
class Clamp(Node):
    """Signed bounds."""

    low: int = 0
    high: int = 0

    def value(self, *args: Array) -> Array:
        return np.clip(args[0], self.low, self.high)

    def emit(self, constants: Constants, *args: ir.Value) -> ir.Value:
        return emit_clamp(args[0], self.low, self.high)


@dataclass(frozen=True, eq=False)
class Cast(Node):
    """Integers of other bits: truncated, sign-extended, or compared with zero."""

    def value(self, *args: Array) -> Array:
        return (args[0] != 0).astype(np.int64) if self.bits == 1 else wrap(args[0], self.bits)

    def real(self, *args: Array) -> Array:
        if self.bits < self.sources[0].bits:
            raise NoRealError("cast")
        return args[0]

    def emit(self, constants: Constants, *args: ir.Value) -> ir.Value:
        if self.bits == 1:
            return _compared(arith.CmpIPredicate.ne, args[0], emit.splat(args[0].type, 0))
        return emit_wrap(args[0], self.bits)


@dataclass(frozen=True, eq=False)
class Binary(Node):
    """An op of `BINARY` on two numbers."""

    kind: str = "add"

    def value(self, *args: Array) -> Array:
        return wrap(np.asarray(BINARY[self.kind].value(*args)).astype(np.int64), self.bits)

    def real(self, *args: Array) -> Array:
        if not BINARY[self.kind].smooth or self.bits < 32:
            raise NoRealError(self.kind)
        return BINARY[self.kind].value(*args)

    def emit(self, constants: Constants, *args: ir.Value) -> ir.Value:
        return emit_wrap(BINARY[self.kind].emit(*args), self.bits)


@dataclass(frozen=True, eq=False)
class Select(Node):
    """The second number where the first one is true, else the third."""

    def value(self, *args: Array) -> Array:
        return np.where(args[0] != 0, args[1], args[2])

    def emit(self, constants: Constants, *args: ir.Value) -> ir.Value:
        zero = emit.splat(args[0].type, 0)
        true = arith.cmpi(arith.CmpIPredicate.ne, args[0], zero)
        return arith.select(true, args[1], args[2])


@dataclass(frozen=True, eq=False)
class Mapped(Node):
    """An 8-bit code by a table, or by one for each channel; `rows` are in order of stored code."""

    rows: Array = field(default_factory=lambda: np.arange(-128, 128))

    def value(self, *args: Array) -> Array:
        codes = args[0] + 128
        if self.rows.ndim == 1:
            return self.rows[codes]
        channels = np.arange(len(self.rows))
        return self.rows[channels[:, None], codes]

    @cached_property
    def lines(self) -> CodeMap:
        """The map with a row for each channel."""
        return CodeMap(-128, np.atleast_2d(self.rows))

    @cached_property
    def code_map(self) -> CodeMap:
        """The map in the storage in which it is simplest."""
        if self.rows.ndim == 1:
            unsigned = CodeMap(0, self.rows[np.arange(256) ^ 128] & 255)
            if unsigned.bounds() is not None:
                return unsigned
        return CodeMap(-128, self.rows)


@dataclass(frozen=True)
class BinaryOp:
    """A binary op on NumPy integers and on lanes."""

    value: Callable[..., Any]
    emit: Callable[..., ir.Value]
    smooth: bool = False


def _compared(predicate: Any, a: ir.Value, b: ir.Value) -> ir.Value:
    return arith.extui(a.type, arith.cmpi(predicate, a, b))


def _comparison(predicate: Any) -> Callable[..., ir.Value]:
    def compare(a: ir.Value, b: ir.Value) -> ir.Value:
        return _compared(predicate, a, b)

    return compare


BINARY: dict[str, BinaryOp] = {
    "add": BinaryOp(np.add, arith.addi, True),
    "sub": BinaryOp(np.subtract, arith.subi, True),
    "mul": BinaryOp(np.multiply, arith.muli, True),
    "maximum": BinaryOp(np.maximum, arith.maxsi),
    "minimum": BinaryOp(np.minimum, arith.minsi),
    "bitwise_and": BinaryOp(np.bitwise_and, arith.andi),
    "bitwise_or": BinaryOp(np.bitwise_or, arith.ori),
    "bitwise_xor": BinaryOp(np.bitwise_xor, arith.xori),
    "logical_and": BinaryOp(np.bitwise_and, arith.andi),
    "logical_or": BinaryOp(np.bitwise_or, arith.ori),
    "logical_xor": BinaryOp(np.bitwise_xor, arith.xori),
    "equal": BinaryOp(np.equal, _comparison(arith.CmpIPredicate.eq)),
    "greater": BinaryOp(np.greater, _comparison(arith.CmpIPredicate.sgt)),
    "greater_equal": BinaryOp(np.greater_equal, _comparison(arith.CmpIPredicate.sge)),
}


def emit_clamp(x: ir.Value, low: int, high: int) -> ir.Value:
    """Lanes kept between two numbers."""
    x = arith.maxsi(x, emit.splat(x.type, low))
    return arith.minsi(x, emit.splat(x.type, high))


def emit_wrap(x: ir.Value, bits: int) -> ir.Value:
    """Lanes reduced to signed numbers of so many bits."""
    if bits in (1, 32):
        return x
    narrow = arith.trunci(vec(emit.size_of(x), i(bits)), x)
    return arith.extsi(x.type, narrow)


def evaluate(node: Node, known: Mapping[Node, Array], *, real: bool = False) -> Array:
    """What a node computes from known values, exactly or without rounding."""
    values = dict(known)

    def visit(one: Node) -> Array:
        if one not in values:
            args = [visit(source) for source in one.sources]
            values[one] = one.real(*args) if real else one.value(*args)
        return values[one]

    return visit(node)


def inside(node: Node, ends: Sequence[Node]) -> list[Node]:
    """The nodes between `ends` and `node`, operands first; `node` itself is the last."""
    found: dict[Node, None] = {}

    def visit(one: Node) -> None:
        if one in found or one in ends:
            return
        for source in one.sources:
            visit(source)
        found[one] = None

    visit(node)
    return list(found)
