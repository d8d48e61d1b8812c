"""Requantization stages as step functions of the accumulator, decided exactly.

    code(c) = sat(requant(c + bias) + zero point)

Every stage is monotone: `value * multiplier + round` grows with the value, on either side of 0,
and DOUBLE_ROUND's second nudge jumps upwards at 0; float32 products and roundings are monotone as
well. So a stage over an interval of accumulators is at most one step for each code, and its steps
follow in closed form, in Python's integers. Two stages are equal over an interval if and only if
their steps are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from lutfuse.passes.proof.nodes import Array, stored

T = TypeVar("T")


@dataclass(frozen=True)
class FixedPoint:
    """`(value * multiplier + round) >> shift`, the arithmetic of TOSA RESCALE without overflow.

    Written out again, and not taken from `lutfuse.numerics`: a proof must not share the error that
    it is there to find.
    """

    multiplier: int
    shift: int
    double: bool

    def __call__(self, value: int) -> int:
        """The requantized value."""
        return (value * self.multiplier + self._round(value >= 0)) >> self.shift

    def of_each(self, values: Array) -> Array:
        """The requantized int64 values."""
        nudge = np.where(values >= 0, self._round(True), self._round(False))
        return (values * self.multiplier + nudge) >> self.shift

    def _round(self, positive: bool) -> int:
        nudge = 1 << (self.shift - 1)
        if self.double and self.shift > 31:
            nudge += (1 << 30) if positive else -(1 << 30)
        return nudge

    def first(self, results: Array, low: int, high: int) -> Array:
        """For each result, the smallest value in [low, high] that reaches it, or high + 1."""
        if self.multiplier == 0:  # every value becomes 0
            return np.where(results <= 0, low, high + 1)
        # value * multiplier + round >= result << shift, solved for negative values and for the
        # others. The function is monotone: a negative solution is the smallest of all.
        exact = results.astype(np.int64 if self.shift <= 44 else object) << self.shift
        negative = -((self._round(False) - exact) // self.multiplier)
        positive = np.maximum(-((self._round(True) - exact) // self.multiplier), 0)
        found = np.where(negative < 0, negative, positive)
        return np.minimum(np.maximum(found, low), high + 1).astype(np.int64)


@dataclass(frozen=True)
class FloatScale:
    """`round_half_even(float32(value) * scale)` in float32, as ONNX runtimes do it."""

    scale: float

    def __call__(self, value: int) -> int:
        """The requantized value; beyond 2^40, where every storage is saturated, 2^40."""
        return int(self._requantized(np.array(value)))

    def _requantized(self, values: Array) -> Array:
        with np.errstate(over="ignore"):
            product = np.rint(values.astype(np.float32) * np.float32(self.scale))
        return np.clip(product, -(2.0**40), 2.0**40).astype(np.int64)

    def first(self, results: Array, low: int, high: int) -> Array:
        """For each result, the smallest value in [low, high] that reaches it, or high + 1."""
        first, beyond = (np.full(results.shape, end, np.int64) for end in (low, high + 1))
        while (first < beyond).any():
            middle = (first + beyond) // 2
            reached = self._requantized(middle) >= results
            beyond = np.where(reached, middle, beyond)
            first = np.where(reached, first, np.minimum(middle + 1, beyond))
        return first


Requantization = FixedPoint | FloatScale


@dataclass(frozen=True)
class Steps:
    """A step function: `values[i]` from `starts[i]` on, to `high` where it is the last."""

    starts: Array
    values: Array
    high: int

    def through(self, row: Array) -> Steps:
        """With a map applied: `row` holds a value for every stored code, in ascending order."""
        return Steps(self.starts, row[self.values + len(row) // 2], self.high)

    def differences(self, other: Steps) -> Array:
        """Rows (first, last, own value, other's value): intervals in which the two differ."""
        first = np.union1d(self.starts, other.starts)
        last = np.append(first[1:] - 1, self.high)
        own, others = (
            steps.values[np.searchsorted(steps.starts, first, "right") - 1]
            for steps in (self, other)
        )
        return np.stack([first, last, own, others], axis=1)[own != others]


@dataclass(frozen=True)
class Stage:
    """Wide integers to codes. Requantizations and biases are one, or one for each channel."""

    requantizations: tuple[Requantization, ...]
    bias: tuple[int, ...]
    zero_point: int
    low: int
    high: int
    unsigned: bool
    width: int

    @property
    def channels(self) -> int:
        """Number of channels that differ, 1 where all are the same."""
        return max(len(self.requantizations), len(self.bias))

    def requantization(self, channel: int) -> Requantization:
        """That of a channel."""
        return self.requantizations[channel if len(self.requantizations) > 1 else 0]

    def bias_of(self, channel: int) -> int:
        """That of a channel."""
        return self.bias[channel if len(self.bias) > 1 else 0]

    def code(self, channel: int, accumulator: int) -> int:
        """Code of an accumulator that has its bias, in the stage's own storage."""
        value = self.requantization(channel)(accumulator) + self.zero_point
        return min(max(value, self.low), self.high)

    def codes(self) -> Array:
        """All codes that the stage can make, as they are stored."""
        return stored(np.arange(self.low, self.high + 1), self.width)

    def steps(self, channel: int, offset: int, low: int, high: int) -> Steps:
        """Codes as stored for all sums c in [low, high], where the accumulator is c + offset."""
        ends = [self.code(channel, end + offset) for end in (low, high)]
        codes = np.arange(ends[0], ends[1] + 1)
        requant = self.requantization(channel)
        firsts = requant.first(codes[1:] - self.zero_point, low + offset, high + offset) - offset
        starts = np.concatenate([[low], firsts])
        last = np.append(starts[1:] != starts[:-1], True)  # a code that is skipped has no place
        return Steps(starts[last], stored(codes, self.width)[last], high)


def canonical(values: Sequence[T]) -> tuple[T, ...]:
    """One value where all are the same."""
    return tuple(values[:1] if all(value == values[0] for value in values) else values)
