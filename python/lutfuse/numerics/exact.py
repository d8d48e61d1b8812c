"""The real function, correctly rounded: what a table ought to hold, whoever built it.

The value is `f((code - zx) * sx) / sy + zy`, rounded once and saturated to the range of the
result. It is computed in float64, and right unless it comes within 2^-40 of a tie without being
on it. Ties themselves are hit: `sy * (k + 1/2)` has few bits, and division and square root round
correctly. A product with a slope is not so lucky, and is settled by exact arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from lutfuse.numerics.domain import Domain
from lutfuse.numerics.fixed_point import Int64
from lutfuse.numerics.functions import Real, real_function

# How far from a tie float64 needs no help, relative to the value: its error is far below.
NEAR = 2.0**-40

Rounding = Callable[[Real], Real]


def half_away(v: Real) -> Real:
    """To nearest, ties away from zero."""
    whole = np.trunc(v)
    return whole + np.where(np.abs(v - whole) >= 0.5, np.copysign(1.0, v), 0.0)


half_even: Rounding = np.rint


def _settle(v: Real, slope: float, reals: Real, y: Domain) -> None:
    """Moves values of a leaky ReLU near a tie onto it, or clearly beside it."""
    ties = np.floor(v) + 0.5
    for i in np.flatnonzero(np.abs(v - ties) <= NEAR * np.maximum(1.0, np.abs(v))):
        factor = Fraction(slope) if reals[i] < 0 else 1
        exact = Fraction(float(reals[i])) * factor / Fraction(y.scale)
        v[i] = ties[i] + 0.25 * ((exact > ties[i]) - (exact < ties[i]))


def results(kind: str, slope: float | None, reals: Real, y: Domain, rounding: Rounding) -> Int64:
    """The codes in the range of `y` for the values `f(reals)`."""
    low, high = y.range
    values = real_function(kind, slope)(reals) / np.float64(y.scale)
    values = np.clip(values, low - y.zero_point - 1.0, high - y.zero_point + 1.0)
    if slope is not None:
        _settle(values, slope, reals, y)
    return np.clip(rounding(values) + y.zero_point, low, high).astype(np.int64)
