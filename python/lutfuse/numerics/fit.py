"""The kind, runtime and slope that explain a table best."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lutfuse.numerics.compare import Difference, Table
from lutfuse.numerics.functions import KINDS, real_function
from lutfuse.numerics.slopes import find_slope, guess_slope


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


def fit_kind(table: Table, kind: str, runtimes: Sequence[str]) -> Fit:
    """The first of `runtimes` that builds this very table for `kind`, else the closest.

    Raises ValueError with the first runtime's reason where none has the kind for these domains.
    """
    fits: list[Fit] = []
    refusals: list[ValueError] = []
    for runtime in runtimes:
        try:
            slope = find_slope(table, runtime) if kind == "leaky_relu" else None
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
    slope = guess_slope(table) if kind == "leaky_relu" else None
    values = real_function(kind, slope)(table.x.reals(table.codes)) / table.y.scale
    codes = np.clip(values + table.y.zero_point, *table.y.range)
    return float(np.abs(codes - table.entries).max())
