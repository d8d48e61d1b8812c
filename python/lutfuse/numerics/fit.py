"""Compares a table with what runtimes build, and finds the function of a table of unknown kind."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lutfuse.numerics.domain import Domain, IntArray
from lutfuse.numerics.functions import KINDS, real_function
from lutfuse.numerics.tables import build_table, interpolate, results

SHOWN = 3


@dataclass(frozen=True)
class Difference:
    """Entries that differ: how many, by how much at most, the first as (code, expected, got)."""

    count: int
    largest: int
    first: tuple[tuple[int, int, int], ...] = ()

    def __str__(self) -> str:
        shown = [f"code {code}: expected {want}, got {got}" for code, want, got in self.first]
        return "; ".join(shown)


@dataclass(frozen=True)
class Fit:
    """A kind, the runtime whose table comes closest, its slope where it has one, the difference."""

    kind: str
    runtime: str
    slope: float | None
    difference: Difference

    @property
    def rank(self) -> tuple[int, int]:
        """Smaller is closer."""
        return self.difference.largest, self.difference.count


@dataclass(frozen=True)
class Table:
    """A table at hand: entries for the codes from `first`, `step` apart, and the domains.

    With a step above 1 (a power of two) results are interpolated, as `interpolate` says.
    """

    entries: IntArray
    x: Domain
    y: Domain
    first: int
    step: int = 1
    double_round: bool = False

    @property
    def codes(self) -> IntArray:
        """The code of every entry; the last of an interpolated table is one past the storage."""
        return self.first + self.step * np.arange(self.entries.size)

    def difference(self, kind: str, runtime: str, slope: float | None) -> Difference:
        """What differs from the runtime's own table, within the range of the input.

        Where the runtime computes a 16-bit kind without a table, the results of all codes are
        compared instead of entries. Raises ValueError where it does not have the kind.
        """
        try:
            built = build_table(kind, self.x, self.y, runtime, slope)
        except ValueError:
            if self.step == 1:
                raise
            want = results(kind, self.x, self.y, runtime, slope)
            got = interpolate(self.entries, self.step.bit_length() - 1, self.double_round)
            return self._apart(self.x.codes(), want, got)
        codes = self.codes
        used = codes[(codes > self.x.range[0] - self.step) & (codes < self.x.range[1] + self.step)]
        lowest = int(np.iinfo(self.x.dtype).min)
        return self._apart(
            used,
            built[(used - lowest) // self.step],
            self.entries[(used - self.first) // self.step],
        )

    def _apart(self, codes: IntArray, want: IntArray, got: IntArray) -> Difference:
        apart = np.flatnonzero(want != got)
        if not apart.size:
            return Difference(0, 0)
        distance = np.abs(want[apart].astype(np.int64) - got[apart])
        first = tuple((int(codes[i]), int(want[i]), int(got[i])) for i in apart[:SHOWN])
        return Difference(int(apart.size), int(distance.max()), first)


# Half a code on either side, and what a first rounding in finer units may add to it.
_SLACKS = (0.5, 0.516, 0.5625, 0.75)


def fit_slopes(table: Table) -> list[float]:
    """Slopes below zero that a leaky ReLU's table may have: short decimals that explain it.

    Every unsaturated entry bounds the slope, more widely where the runtime rounded twice. The
    likeliest comes first; 0 alone for a table without codes below zero.
    """
    low, high = table.y.range
    reals = table.x.reals(table.codes) / table.y.scale
    got = table.entries.astype(np.int64)
    used = (reals < 0) & (got > low) & (got < high)
    if not used.any():
        return [0.0]
    value, ratio = got[used] - table.y.zero_point, reals[used]
    bounds = [(((value + s) / ratio).max(), ((value - s) / ratio).min()) for s in _SLACKS]
    slopes = [slope for ends in bounds for slope in _decimals(float(ends[0]), float(ends[1]))]
    steepest = int(np.argmin(ratio))
    return list(dict.fromkeys(slopes or [float(value[steepest] / ratio[steepest])]))


def _decimals(lower: float, upper: float) -> list[float]:
    """The decimals of fewest digits in an interval, at most nine, those in its middle first."""
    middle = (lower + upper) / 2
    for digits in range(8):
        unit = 10**digits
        found = range(math.ceil(lower * unit), math.floor(upper * unit) + 1)
        if found:
            return sorted((n / unit for n in found), key=lambda slope: abs(slope - middle))[:9]
    return [middle] if lower <= upper else []


def fit_kind(table: Table, kind: str, runtimes: Sequence[str]) -> Fit:
    """The first of `runtimes` that builds this very table for `kind`, else the closest.

    Raises ValueError with the first runtime's reason where none has the kind for these domains.
    """
    slopes = fit_slopes(table) if kind == "leaky_relu" else [None]
    fits: list[Fit] = []
    refusals: list[ValueError] = []
    for runtime, slope in itertools.product(runtimes, slopes):
        try:
            fits.append(Fit(kind, runtime, slope, table.difference(kind, runtime, slope)))
        except ValueError as refusal:
            refusals.append(refusal)
            continue
        if not fits[-1].difference.count:
            return fits[-1]
    if not fits:
        raise refusals[0]
    return min(fits, key=lambda fit: fit.rank)


def says_something(table: Table) -> bool:
    """Whether a table has more than two values: else it is any function at a coarse scale."""
    return np.unique(table.entries).size > 2


def identify(table: Table, runtimes: Sequence[str], kinds: Sequence[str] = KINDS) -> list[Fit]:
    """The kinds that explain a table, closest first: as a runtime builds it, or the exact function.

    A kind explains a table if no entry is further away than 1/256 of the result's range (one
    code, for 8 bits). A table that says nothing has no kind.
    """
    if not says_something(table):
        return []
    low, high = table.y.range
    limit = math.ceil((high - low) / 256)
    # Fixed-point kernels are up to a few codes from the real function.
    near = [kind for kind in kinds if _from_real(table, kind) <= 8 * limit]
    fits = [fit_kind(table, kind, (*runtimes, "exact")) for kind in near]
    found = [fit for fit in fits if fit.difference.largest <= limit]
    # Where no result is negative, ELU and its like are a ReLU: a slope of 0 says so.
    return sorted(found, key=lambda fit: (fit.rank, fit.kind != "leaky_relu"))


def _from_real(table: Table, kind: str) -> float:
    """The largest distance of an entry from the real function, in codes."""
    slope = fit_slopes(table)[0] if kind == "leaky_relu" else None
    values = real_function(kind, slope)(table.x.reals(table.codes)) / table.y.scale
    codes = np.clip(values + table.y.zero_point, *table.y.range)
    return float(np.abs(codes - table.entries).max())
