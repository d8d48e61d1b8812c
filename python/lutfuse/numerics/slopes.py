"""The slope of a leaky ReLU, found in its table.

A table says the slope only up to half a code, and fixed-point kernels round twice. The slope is
searched with the runtime's own arithmetic: below zero every entry falls as the slope rises.
"""

from __future__ import annotations

import math

import numpy as np

from lutfuse.numerics.compare import Table

STEPS = 40  # halvings of an interval: more than a float32 slope has bits


def slope_bounds(table: Table, slack: float) -> tuple[float, float] | None:
    """Slopes that explain most of the entries below zero to `slack` codes: all, where they can.

    None without an unsaturated entry below zero.
    """
    low, high = table.y.range
    reals = table.x.reals(table.codes) / table.y.scale
    got = table.entries.astype(np.int64)
    used = (reals < 0) & (got > low) & (got < high)
    if not used.any():
        return None
    value, ratio = got[used] - table.y.zero_point, reals[used]
    # Every entry is an interval. The one that most of them share starts where most are open.
    starts, ends = (value + slack) / ratio, (value - slack) / ratio
    points = np.concatenate([starts, ends])
    opened = np.repeat([1, -1], starts.size)
    order = np.lexsort((-opened, points))
    best = int(np.argmax(np.cumsum(opened[order])))
    return float(points[order][best]), float(points[order][best + 1])


def _shortest(lower: float, upper: float) -> float:
    """The decimal of fewest digits in an interval that is nearest to its middle."""
    middle = (lower + upper) / 2
    rounded = (round(middle, digits) for digits in range(9))
    return next((slope + 0.0 for slope in rounded if lower <= slope <= upper), middle)


def guess_slope(table: Table) -> float:
    """A short decimal as slope, whatever the runtime's rounding; 0 without entries below zero."""
    bounds = slope_bounds(table, 0.5)
    return 0.0 if bounds is None else _shortest(*bounds)


def _misses(table: Table, runtime: str, slope: float) -> tuple[bool, bool]:
    """Whether the runtime's entries below zero are above the table's anywhere, and below them."""
    codes, want, got = table.beside("leaky_relu", runtime, slope)
    below = codes < table.x.zero_point
    return bool((want > got)[below].any()), bool((want < got)[below].any())


def _hundredths(lower: float, upper: float) -> list[float]:
    """Slopes that people write: two digits, the nine nearest to the middle of an interval."""
    whole = range(math.ceil(lower * 100), math.floor(upper * 100) + 1)
    return sorted((n / 100 for n in whole), key=lambda slope: abs(slope - (lower + upper) / 2))[:9]


def find_slope(table: Table, runtime: str) -> float:
    """A slope with which `runtime` builds these entries, short if it can be; else the closest.

    Raises ValueError where the runtime has no leaky ReLU for these domains.
    """
    guess, bounds = guess_slope(table), slope_bounds(table, 1.0)
    if bounds is None or _misses(table, runtime, guess) == (False, False):
        return guess
    # A float32 that many entries round on a tie can be the only slope that fits, and is not found
    # by halving.
    likely = [guess, *_hundredths(*bounds)]
    counts = [table.difference("leaky_relu", runtime, slope).count for slope in likely]
    closest = likely[int(np.argmin(counts))]
    found = None if 0 in counts else _halve(table, runtime, *bounds)
    return closest if found is None else _shortened(table, runtime, found)


def _halve(table: Table, runtime: str, lower: float, upper: float) -> float | None:
    """A slope between two with which `runtime` builds these entries, None where none does."""
    for _ in range(STEPS):
        slope = (lower + upper) / 2
        too_small, too_large = _misses(table, runtime, slope)
        if too_small and too_large:
            return None
        if not too_small and not too_large:
            return slope
        lower, upper = (slope, upper) if too_small else (lower, slope)
    return None


def _shortened(table: Table, runtime: str, slope: float) -> float:
    """The decimal of fewest digits near `slope` that does as well."""
    decimals = (round(slope, digits) for digits in range(9))
    good = (short for short in decimals if _misses(table, runtime, short) == (False, False))
    return next(good, slope)
