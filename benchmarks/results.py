"""What is measured of one engine on one case, and its place in a JSON file."""

from __future__ import annotations

import json
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Spread:
    """Of the times of single runs, in milliseconds."""

    min_ms: float
    q1_ms: float
    q3_ms: float
    runs: int


@dataclass(frozen=True)
class Record:
    """One engine on one case; `error` is set, and the figures are None, where it cannot run.

    `differing_elements` of `elements` results differ from those of the reference kernels on the
    same input. `cpu_ms` is the processor time of a run, the median of the means of all rounds;
    with one thread, other load on the machine hardly changes it. `load_s` is what compiling or
    loading took, `load_cpu_s` the processor time of that. `ceiling_gmacs` is the machine's
    arithmetic ceiling, measured beside the case; bytes and tables are known of our own engine.
    """

    case: str
    engine: str
    median_ms: float | None = None
    cpu_ms: float | None = None
    spread: Spread | None = None
    macs: int = 0
    differing_elements: int | None = None
    elements: int = 0
    error: str | None = None
    load_s: float | None = None
    load_cpu_s: float | None = None
    threads: int = 1
    ceiling_gmacs: float = 0.0
    intermediate_bytes: int | None = None
    table_loads: int | None = None
    table_lookups: int | None = None
    machine: str = field(default="", kw_only=True)

    @property
    def least_ms(self) -> float | None:
        """The shortest run."""
        return self.spread.min_ms if self.spread else None

    @property
    def utilisation(self) -> float | None:
        """Share of the arithmetic ceiling that the shortest run reaches."""
        if not self.spread or not self.ceiling_gmacs:
            return None
        return self.macs / (self.spread.min_ms * 1e6) / (self.ceiling_gmacs * self.threads)


def summarize(times: Sequence[float]) -> tuple[float, Spread]:
    """Median and spread of times in milliseconds."""
    ordered = sorted(times)
    q1, median, q3 = (
        statistics.quantiles(ordered, n=4, method="inclusive")
        if len(ordered) > 1
        else (ordered[0],) * 3
    )
    return median, Spread(ordered[0], q1, q3, len(ordered))


def write(path: Path, records: Sequence[Record]) -> None:
    """Writes a list of objects."""
    path.write_text(json.dumps([asdict(record) for record in records], indent=1) + "\n", "utf-8")


def read(path: Path) -> list[Record]:
    """Reads what `write` wrote; raises ValueError with one line for anything else."""
    try:
        return [_decode(fields) for fields in json.loads(path.read_text("utf-8"))]
    except (OSError, TypeError, ValueError, KeyError) as error:
        raise ValueError(f"'{path}': expected a list of measurements but got {error}") from None


def _decode(fields: dict[str, object]) -> Record:
    spread = fields.pop("spread")
    known = Spread(**spread) if isinstance(spread, dict) else None
    return Record(**fields, spread=known)  # pyright: ignore[reportArgumentType]
