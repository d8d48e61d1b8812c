"""What a target's post-processing takes, combination by combination."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import isnan
from typing import Any, NamedTuple

from lutfuse.targets.words import (
    KINDS,
    LOOKUPS,
    PARAMETRIC,
    PRODUCERS,
    STORAGES,
    Bounds,
    outside,
    own_kinds,
    raise_problems,
)


class Combination(NamedTuple):
    """A convolution and an activation as a target sees them. None is not known, and no limit."""

    producer: str | None
    input: str | None  # storages
    intermediate: str | None
    result: str | None
    activation: str  # kind of a table, or which activation without one
    lookup: str | None = None  # None without a table
    rows: int = 1  # of a table: one for all channels, or one for each
    table_bytes: int = 0
    bounds: frozenset[Bounds] | None = None  # of those that the target names, which a clip has
    slopes: tuple[Fraction | None, ...] = ()  # None where the positive half is 0


@dataclass(frozen=True, kw_only=True)
class Capability:
    """Combinations of convolution and activation that fuse: each field must admit its part.

    - `producers`: among `convolution`, `depthwise` (groups of one input channel), `transposed`, and
      `grouped`, which is any other with several groups, transposed ones included.
    - `activations`: kinds of table. Those of other dialects have a dot (`npu.softsign`).
    - `parameters`: activations without a table, among `clip`, `leaky_relu` and `prelu`, which is
      a leaky ReLU with slopes for each channel.
    - `input_storages`, `storages`, `result_storages`: storage types of the convolution's input, of
      the intermediate codes, and of the activation's result.
    - `lookups`: how tables are read, `direct` or `interpolated`.
    - `table_bytes`: largest table: entries times bytes of the result's storage, and all rows of
      a table for each channel together. 256 8-bit entries are 256 bytes, an interpolated 16-bit
      table of 513 points is 1026.
    - `per_channel_tables`: whether tables with a row for each channel fuse.
    - `clip_bounds`: real bounds of clips: `(0, inf)` is ReLU, `(0, 6)` is ReLU6. A clip has one of
      them if its codes are those which TFLite computes.
    - `slopes`: smallest and largest slope of leaky ReLUs and PReLUs.

    What is left out is no limit, except that no activation without a table fuses unless
    `parameters` says so. In a rule of a target it is what the target says for all rules.
    """

    producers: frozenset[str] | None = None
    activations: frozenset[str] | None = None
    parameters: frozenset[str] | None = None
    input_storages: frozenset[str] | None = None
    storages: frozenset[str] | None = None
    result_storages: frozenset[str] | None = None
    lookups: frozenset[str] | None = None
    table_bytes: int | None = None
    per_channel_tables: bool | None = None
    clip_bounds: tuple[Bounds, ...] | None = None
    slopes: Bounds | None = None

    def __post_init__(self) -> None:
        raise_problems(self._problems())

    def _problems(self) -> Iterator[str]:
        yield from outside("producers", self.producers, PRODUCERS)
        yield from outside("activations", self.activations, KINDS | own_kinds(self.activations))
        yield from outside("parameters", self.parameters, PARAMETRIC)
        for field in ("input_storages", "storages", "result_storages"):
            yield from outside(field, getattr(self, field), STORAGES)
        yield from outside("lookups", self.lookups, LOOKUPS)
        if self.table_bytes is not None and self.table_bytes < 1:
            yield f"expected a positive table_bytes but got {self.table_bytes}"
        slopes = () if self.slopes is None else (self.slopes,)
        for field, pairs in (("clip_bounds", self.clip_bounds or ()), ("slopes", slopes)):
            for low, high in pairs:
                if isnan(low) or isnan(high) or low > high:
                    yield f"expected {field} from low to high but got [{low:g}, {high:g}]"

    def within(self, outer: Capability) -> Capability:
        """With what `outer` says where this one says nothing."""
        said = {field: getattr(self, field) for field in FIELDS}
        found: dict[str, Any] = {
            field: getattr(outer, field) if value is None else value
            for field, value in said.items()
        }
        return Capability(**found)

    def misses(self, what: Combination) -> tuple[str, ...]:
        """The fields that do not admit their part of a combination; none where it fuses."""
        return tuple(field for field, admits in _ADMITS.items() if not admits(self, what))


FIELDS = tuple(field.name for field in dataclasses.fields(Capability))
# What is no limit, but is to be seen: a description without `parameters` takes none.
NO_LIMIT = Capability(
    producers=PRODUCERS,
    parameters=frozenset(),
    input_storages=STORAGES,
    storages=STORAGES,
    result_storages=STORAGES,
    lookups=LOOKUPS,
    per_channel_tables=True,
)


def _has(allowed: frozenset[str] | None, got: str | None) -> bool:
    return allowed is None or got is None or got in allowed


def _takes_activation(one: Capability, what: Combination) -> bool:
    return _has(one.parameters if what.lookup is None else one.activations, what.activation)


def _takes_slopes(one: Capability, what: Combination) -> bool:
    if one.slopes is None:
        return True
    low, high = one.slopes
    return all(slope is not None and low <= slope <= high for slope in what.slopes)


_ADMITS: dict[str, Callable[[Capability, Combination], bool]] = {
    "producers": lambda one, what: _has(one.producers, what.producer),
    "activations": _takes_activation,
    "input_storages": lambda one, what: _has(one.input_storages, what.input),
    "storages": lambda one, what: _has(one.storages, what.intermediate),
    "result_storages": lambda one, what: _has(one.result_storages, what.result),
    "lookups": lambda one, what: _has(one.lookups, what.lookup),
    "table_bytes": lambda one, what: one.table_bytes is None or what.table_bytes <= one.table_bytes,
    "per_channel_tables": lambda one, what: bool(one.per_channel_tables) or what.rows == 1,
    "clip_bounds": lambda one, what: (
        one.clip_bounds is None
        or what.bounds is None
        or not what.bounds.isdisjoint(one.clip_bounds)
    ),
    "slopes": _takes_slopes,
}
