"""Functions of two 8-bit codes as a few float32 ops, proved on all 65,536 pairs.

A quantized addition or multiplication is a plane or a product with one rounding at its end, up to
what its own roundings in between do:

    sum      y = rint(fma(a, sa, fma(b, sb, c)))
    product  y = rint(fma(a, B, a >= za ? C + D : C - D)),  B = (b - zb) * s,
             C = fma(B, -za, c),  D = copysign(d, B)

D stands for DOUBLE_ROUND's extra rounding term, whose sign is the product's. Constants start from
the ops read as real arithmetic and are nudged until every pair agrees; saturation follows. What is
computed from `b` alone is *prepared*: where `b` is one value for each channel, once for all pixels.

One description of a form serves NumPy (where the proof is made) and emission: `Floats` are the
ops that both have.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, ClassVar, Protocol

import numpy as np
from mlir import ir
from mlir.dialects import arith, math

from lutfuse.kernels.codes.float_requantize import fma
from lutfuse.kernels.unit import emit

Array = np.ndarray[Any, np.dtype[Any]]
Single = np.ndarray[Any, np.dtype[np.float32]]
CRITICAL = 2.0**-6  # distance from a rounding boundary below which a pair is tried first
LARGEST = 2.0**20  # of a result before saturation


class Floats(Protocol):
    """Float32 ops with one rounding each."""

    def constant(self, like: Any, value: float) -> Any:
        """A constant in the shape of `like`."""
        ...

    def fma(self, x: Any, y: Any, z: Any) -> Any:
        """x * y + z; rounded once, or after each step where the unit has no such instruction."""
        ...

    def mul(self, x: Any, y: Any) -> Any:
        """x * y."""
        ...

    def sub(self, x: Any, y: Any) -> Any:
        """x - y."""
        ...

    def with_sign(self, x: Any, sign: Any) -> Any:
        """The magnitude of `x` with the sign of `sign`."""
        ...

    def where_at_least(self, x: Any, least: Any, yes: Any, no: Any) -> Any:
        """`yes` where x >= least, else `no`."""
        ...


@dataclass(frozen=True)
class NumpyFloats:
    """The ops on float32 arrays, bit for bit as hardware rounds them."""

    fused: bool

    def constant(self, like: Single, value: float) -> Single:
        return np.full_like(like, value)

    def fma(self, x: Single, y: Single, z: Single) -> Single:
        if not self.fused:
            return x * y + z
        return fma(x.astype(np.float64), y, z, rounds_down=False)

    def mul(self, x: Single, y: Single) -> Single:
        return x * y

    def sub(self, x: Single, y: Single) -> Single:
        return x - y

    def with_sign(self, x: Single, sign: Single) -> Single:
        return np.copysign(x, sign)

    def where_at_least(self, x: Single, least: Single, yes: Single, no: Single) -> Single:
        return np.where(x >= least, yes, no)


@dataclass(frozen=True)
class EmittedFloats:
    """The ops on vectors of float32 lanes."""

    fused: bool

    def constant(self, like: ir.Value, value: float) -> ir.Value:
        return emit.splat(like.type, float(np.float32(value)))

    def fma(self, x: ir.Value, y: ir.Value, z: ir.Value) -> ir.Value:
        return math.fma(x, y, z) if self.fused else arith.addf(arith.mulf(x, y), z)

    def mul(self, x: ir.Value, y: ir.Value) -> ir.Value:
        return arith.mulf(x, y)

    def sub(self, x: ir.Value, y: ir.Value) -> ir.Value:
        return arith.subf(x, y)

    def with_sign(self, x: ir.Value, sign: ir.Value) -> ir.Value:
        return math.copysign(x, sign)

    def where_at_least(self, x: ir.Value, least: ir.Value, yes: ir.Value, no: ir.Value) -> ir.Value:
        return arith.select(arith.cmpf(arith.CmpFPredicate.OGE, x, least), yes, no)


def emit_larger(x: ir.Value, y: ir.Value) -> ir.Value:
    """The larger of float lanes, none of which is NaN."""
    return arith.select(arith.cmpf(arith.CmpFPredicate.OGT, x, y), x, y)


def emit_smaller(x: ir.Value, y: ir.Value) -> ir.Value:
    """The smaller of float lanes, none of which is NaN."""
    return arith.select(arith.cmpf(arith.CmpFPredicate.OLT, x, y), x, y)


@dataclass(frozen=True)
class Sum:
    """A plane over both codes."""

    scale_a: float
    scale_b: float
    offset: float
    prepared: ClassVar[int] = 1

    def prepare(self, ops: Floats, b: Any) -> list[Any]:
        """What `combine` needs of `b`."""
        return [ops.fma(b, ops.constant(b, self.scale_b), ops.constant(b, self.offset))]

    def combine(self, ops: Floats, a: Any, prepared: Sequence[Any]) -> Any:
        """The result before it is rounded."""
        return ops.fma(a, ops.constant(a, self.scale_a), prepared[0])


@dataclass(frozen=True)
class Product:
    """A product of both codes less their zero points. `bias` is d of the module's formula."""

    zero_a: float
    zero_b: float
    scale: float
    offset: float
    bias: float = 0.0

    @property
    def prepared(self) -> int:
        """Vectors that `prepare` makes."""
        return 3 if self.bias else 2

    def prepare(self, ops: Floats, b: Any) -> list[Any]:
        """What `combine` needs of `b`."""
        scale = ops.mul(ops.sub(b, ops.constant(b, self.zero_b)), ops.constant(b, self.scale))
        zero = ops.constant(b, -self.zero_a)
        if not self.bias:
            return [scale, ops.fma(scale, zero, ops.constant(b, self.offset))]
        bias = ops.with_sign(ops.constant(b, self.bias), scale)
        offset = ops.constant(b, self.offset)
        one = ops.constant(b, 1.0)
        above = ops.fma(scale, zero, ops.fma(bias, one, offset))
        below = ops.fma(scale, zero, ops.fma(bias, ops.constant(b, -1.0), offset))
        return [scale, above, below]

    def combine(self, ops: Floats, a: Any, prepared: Sequence[Any]) -> Any:
        """The result before it is rounded."""
        scale, offset = prepared[:2]
        if self.bias:
            offset = ops.where_at_least(a, ops.constant(a, self.zero_a), offset, prepared[2])
        return ops.fma(a, scale, offset)


Form = Sum | Product


@dataclass(frozen=True)
class Plane:
    """r(a, b) = constant + a * by_a + b * by_b + a * b * by_both, what is rounded to codes."""

    constant: float
    by_a: float
    by_b: float
    by_both: float

    @staticmethod
    def through(corners: Array) -> Plane:
        """From r at (0, 0), (0, 1), (1, 0) and (1, 1)."""
        zero, b, a, both = (float(c) for c in corners.reshape(-1))
        return Plane(zero, a - zero, b - zero, both - a - b + zero)

    def at(self, a: Array, b: Array) -> Array:
        """r in double precision."""
        return self.constant + a * self.by_a + b * self.by_b + a * b * self.by_both


@dataclass(frozen=True)
class Truth:
    """All that is known of a function: its codes for every pair, `codes[i, j]` for a[i], b[j]."""

    a: Array
    b: Array
    codes: Array
    low: int
    high: int

    def pairs(self) -> tuple[Array, Array, Array]:
        """All pairs and their codes, flat."""
        a, b = np.meshgrid(self.a, self.b, indexing="ij")
        return a.reshape(-1), b.reshape(-1), self.codes.reshape(-1)


def result(form: Form, ops: NumpyFloats, a: Array, b: Array, low: int, high: int) -> Array:
    """Codes that a form makes."""
    x, y = a.astype(np.float32), b.astype(np.float32)
    rounded = np.rint(form.combine(ops, x, form.prepare(ops, y)))
    return np.clip(rounded, low, high).astype(np.int64)


def find_form(truth: Truth, plane: Plane, bias: float, *, fused: bool) -> Form | None:
    """A form that equals the truth on every pair, None where no candidate does."""
    ops = NumpyFloats(fused)
    a, b, codes = truth.pairs()
    ideal = plane.at(a, b)
    if np.abs(ideal).max() > LARGEST:
        return None
    beside = np.abs(ideal - np.floor(ideal) - 0.5) < CRITICAL + bias
    rounded = np.clip(np.floor(ideal + 0.5), truth.low, truth.high)
    if np.any((rounded != codes) & ~beside):
        return None  # out of reach of any nudge
    inside = (ideal > truth.low - 1) & (ideal < truth.high + 1)
    first = np.flatnonzero(beside & inside)

    def agrees(form: Form, which: Any) -> bool:
        made = result(form, ops, a[which], b[which], truth.low, truth.high)
        return bool(np.array_equal(made, codes[which]))

    for form in _candidates(plane, truth, bias):
        if agrees(form, first) and agrees(form, slice(None)):
            return form
    return None


def _nudges(smallest: int, largest: int) -> list[float]:
    powers = [2.0**k for k in range(smallest, largest + 1)]
    return [0.0, *(sign * p for p in powers for sign in (1, -1))]


def _candidates(plane: Plane, truth: Truth, bias: float) -> Iterator[Form]:
    """Forms near the plane, the nearest first."""
    if abs(plane.by_both) < 1e-12 * (abs(plane.by_a) + abs(plane.by_b)):
        yield from _sums(plane)
        return
    zero_a, zero_b = (-v / plane.by_both for v in (plane.by_b, plane.by_a))
    if any(abs(zero - round(zero)) > 1e-6 for zero in (zero_a, zero_b)):
        return
    zero_a, zero_b = float(round(zero_a)), float(round(zero_b))
    offset = plane.constant - plane.by_both * zero_a * zero_b
    base = Product(zero_a, zero_b, plane.by_both, offset)
    positive = zero_a <= truth.a.min() and zero_b <= truth.b.min()
    kind = replace(base, offset=offset + bias) if positive else replace(base, bias=bias)
    if bias and not positive:
        yield base  # a tiny bias may change no pair
    for c, s in product(_nudges(-20, -12), (0, 1, -1, 2, -2, 4, -4)):
        yield replace(kind, offset=kind.offset + c, scale=kind.scale * (1 + s * 2.0**-24))


def _sums(plane: Plane) -> Iterator[Sum]:
    """Planes turned a little about their zero, and moved; then their neighbours by bits."""

    def near(i: int, j: int, turn: float, move: float) -> Sum:
        a = plane.by_a * (1 + i * 2.0**-24) + turn * np.sign(plane.by_a)
        b = plane.by_b * (1 + j * 2.0**-24) + turn * np.sign(plane.by_b)
        return Sum(float(a), float(b), plane.constant + move)

    for c, s, (i, j) in product(_nudges(-19, -14), _nudges(-23, -16), _around(1)):
        yield near(i, j, s, c)
    for c, (i, j) in product(_nudges(-22, -14), _around(4)):
        yield near(i, j, 0.0, c)


def _around(most: int) -> list[tuple[int, int]]:
    """Pairs of small numbers, the smallest first."""
    steps = range(-most, most + 1)
    return sorted(product(steps, steps), key=lambda pair: abs(pair[0]) + abs(pair[1]))
