"""The real function, correctly rounded: what a table ought to hold, whoever built it.

The value is `f((code - zx) * sx) / sy + zy`, rounded once and saturated to the range of the
result. Rational functions round exactly, ties included. The others are computed in float64 and
are right unless they come within 2^-40 of a tie without being on it.
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


def _clip6(x: Fraction) -> Fraction:
    return min(max(x + 3, Fraction(0)), Fraction(6))


_RATIONAL: dict[str, Callable[[Fraction], Fraction]] = {
    "hard_swish": lambda x: x * _clip6(x) / 6,
    "hard_sigmoid": lambda x: _clip6(x) / 6,
    "reciprocal": lambda x: 1 / x,
}

# Functions whose square is rational.
_SQUARED: dict[str, Callable[[Fraction], Fraction]] = {
    "sqrt": lambda x: x,
    "rsqrt": lambda x: 1 / x,
}


def _side(kind: str, slope: float | None, x: Fraction, tie: Fraction) -> int | None:
    """Sign of `f(x) - tie` for what can be decided exactly, None for the rest."""
    if kind in _SQUARED:
        difference = _SQUARED[kind](x) - tie * tie
    elif kind == "leaky_relu":
        difference = (x if x >= 0 else x * Fraction(slope or 0.0)) - tie
    elif kind == "elu" and x >= 0:
        difference = x - tie
    elif kind in _RATIONAL:
        difference = _RATIONAL[kind](x) - tie
    else:
        return None
    return (difference > 0) - (difference < 0)


def _settle(v: Real, kind: str, slope: float | None, reals: Real, y: Domain) -> None:
    """Moves values near a tie onto it or clearly beside it, by exact arithmetic."""
    ties = np.floor(v) + 0.5
    for i in np.flatnonzero(np.abs(v - ties) <= NEAR * np.maximum(1.0, np.abs(v))):
        tie = Fraction(float(ties[i])) * Fraction(y.scale)
        side = _side(kind, slope, Fraction(float(reals[i])), tie)
        if side is not None:
            v[i] = ties[i] + 0.25 * side


def results(kind: str, slope: float | None, reals: Real, y: Domain, rounding: Rounding) -> Int64:
    """The codes in the range of `y` for the values `f(reals)`."""
    low, high = y.range
    values = real_function(kind, slope)(reals) / np.float64(y.scale)
    values = np.clip(values, low - y.zero_point - 1.0, high - y.zero_point + 1.0)
    _settle(values, kind, slope, reals, y)
    return np.clip(rounding(values) + y.zero_point, low, high).astype(np.int64)
