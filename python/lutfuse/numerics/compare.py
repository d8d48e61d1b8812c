"""A table at hand beside what a runtime builds for the same domains."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lutfuse.numerics.domain import Domain, IntArray
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

    def beside(
        self, kind: str, runtime: str, slope: float | None
    ) -> tuple[IntArray, IntArray, IntArray]:
        """Codes, what the runtime's own table has for them, what this one has.

        Only codes within the range of the input count. Where the runtime computes a 16-bit kind
        without a table these are the results of all codes. Raises ValueError where the runtime
        does not have the kind.
        """
        (low, high), lowest = self.x.range, int(np.iinfo(self.x.dtype).min)
        try:
            built = build_table(kind, self.x, self.y, runtime, slope)
        except ValueError:
            if self.step == 1:
                raise
            want = results(kind, self.x, self.y, runtime, slope)
            got = interpolate(self.entries, self.step.bit_length() - 1, self.double_round)
            inside = slice(low - lowest, high - lowest + 1)
            return self.x.codes()[inside], want[inside], got[inside]
        codes = self.codes
        used = codes[(codes > low - self.step) & (codes < high + self.step)]
        want, got = ((used - start) // self.step for start in (lowest, self.first))
        return used, built[want], self.entries[got]

    def difference(self, kind: str, runtime: str, slope: float | None) -> Difference:
        """What differs from the runtime's own table; raises ValueError as `beside` does."""
        codes, want, got = self.beside(kind, runtime, slope)
        apart = np.flatnonzero(want != got)
        if not apart.size:
            return Difference(0, 0)
        distance = np.abs(want[apart].astype(np.int64) - got[apart])
        first = tuple((int(codes[i]), int(want[i]), int(got[i])) for i in apart[:SHOWN])
        return Difference(int(apart.size), int(distance.max()), first)
