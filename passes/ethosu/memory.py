"""Addresses: feature maps by liveness, constants in one blob."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from mlir import ir

from lutfuse.dialects.ethosu import BYTES, Range
from lutfuse.passes.ethosu.steps import Lowering, element_of

ALIGNMENT = 16


def bytes_of(value: ir.Value) -> int:
    """Bytes of a value of static shape."""
    count = 1
    for size in ir.RankedTensorType(value.type).shape:
        count *= size
    return count * BYTES[element_of(value.type)]


@dataclass(frozen=True)
class Lifetime:
    """Steps from the first that writes a buffer to the last that reads it, both included."""

    first: int
    last: int
    size: int

    def meets(self, other: Lifetime) -> bool:
        """Whether both buffers hold something at one time."""
        return self.first <= other.last and other.first <= self.last


def lifetimes(
    lowerings: Sequence[Lowering], outputs: Sequence[ir.Value]
) -> dict[ir.Value, Lifetime]:
    """Lifetimes of all values of a region; inputs are written before its first step."""
    first: dict[ir.Value, int] = {}
    last: dict[ir.Value, int] = {}
    for position, one in enumerate(lowerings):
        for value in one.inputs:
            first.setdefault(value, -1)
            last[value] = position
        first.setdefault(one.result, position)
        last[one.result] = position
    last.update(dict.fromkeys(outputs, len(lowerings)))
    return {value: Lifetime(first[value], last[value], bytes_of(value)) for value in first}


def place(lives: dict[ir.Value, Lifetime]) -> tuple[dict[ir.Value, int], int]:
    """Addresses, and the size of all: the largest first, each as low as its time allows."""
    addresses: dict[ir.Value, int] = {}
    for value in sorted(lives, key=lambda one: -lives[one].size):
        taken = sorted(
            (addresses[other], addresses[other] + lives[other].size)
            for other in addresses
            if lives[other].meets(lives[value])
        )
        at = 0
        for start, end in taken:
            if at + lives[value].size <= start:
                break
            at = max(at, -(-end // ALIGNMENT) * ALIGNMENT)
        addresses[value] = at
    size = max((addresses[value] + lives[value].size for value in lives), default=0)
    return addresses, -(-size // ALIGNMENT) * ALIGNMENT


@dataclass
class Blob:
    """The constants of a program: equal bytes are stored once."""

    data: bytearray = field(default_factory=bytearray)
    _known: dict[bytes, int] = field(default_factory=dict[bytes, int])

    def add(self, data: bytes) -> Range:
        """Where these bytes are, at a multiple of 16."""
        if data not in self._known:
            self.data += bytes(-len(self.data) % ALIGNMENT)
            self._known[data] = len(self.data)
            self.data += data
        return Range("constants", self._known[data], len(data))
