"""Memory of the NPU: regions that know which of their bytes were written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from lutfuse.ethosu.faults import AddressFault, UnwrittenFault

Bytes = NDArray[np.uint8]

# The number that stands for shared RAM among regions, whose own numbers have eight bits.
SHARED = 256


def region_name(region: int) -> str:
    """How faults and statistics call a region."""
    return "shared RAM" if region == SHARED else f"region {region}"


@dataclass(frozen=True)
class Range:
    """Bytes `[start, end)` of a region."""

    region: int
    start: int
    end: int

    def overlaps(self, other: Range) -> bool:
        """Whether the two have a byte in common."""
        return self.region == other.region and self.start < other.end and other.start < self.end


@dataclass(frozen=True)
class Block:
    """A strided block of bytes: `shape` and byte `strides` of equal length, from `start`."""

    region: int
    start: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]

    @property
    def range(self) -> Range:
        """First to last byte, with what lies between; strides are not negative."""
        last = sum((n - 1) * s for n, s in zip(self.shape, self.strides, strict=True))
        return Range(self.region, self.start, self.start + last + 1)


class Region:
    """Bytes, and for each whether it was written."""

    def __init__(self, size: int) -> None:
        self.data = np.zeros(size, np.uint8)
        self.written = np.zeros(size, np.bool_)

    def fill(self, offset: int, data: bytes) -> None:
        """Write from the host; raises ValueError on what does not fit."""
        if not 0 <= offset <= self.data.size - len(data):
            raise ValueError(f"expected bytes within {self.data.size}, got {len(data)} at {offset}")
        self.data[offset : offset + len(data)] = np.frombuffer(data, np.uint8)
        self.written[offset : offset + len(data)] = True


class Memory:
    """All regions of one NPU; regions may be the same memory (`alias`)."""

    def __init__(self, sizes: dict[int, int]) -> None:
        self._regions = {number: Region(size) for number, size in sizes.items()}
        self._same: dict[int, int] = {}

    def alias(self, number: int, original: int) -> None:
        """Let two numbers name one memory."""
        self._regions[number] = self._regions[original]
        self._same[number] = original

    def region(self, number: int) -> Region:
        """The region of a number; raises AddressFault where there is none."""
        if number not in self._regions:
            known = ", ".join(str(one) for one in sorted(self._regions) if one != SHARED)
            raise AddressFault(f"expected a region of {known}, got {number}")
        return self._regions[number]

    def same(self, ranges: Iterable[Range]) -> tuple[Range, ...]:
        """Ranges with aliases resolved, so that they can be compared."""
        return tuple(Range(self._same.get(r.region, r.region), r.start, r.end) for r in ranges)

    def read(self, block: Block) -> Bytes:
        """A copy of the bytes; raises UnwrittenFault unless all of them were written."""
        region = self._checked(block)
        written = as_strided(region.written[block.start :], block.shape, block.strides)
        if not written.all():
            index = np.argwhere(~written)[0]
            address = block.start + int(index @ np.array(block.strides))
            raise UnwrittenFault(
                f"reads {region_name(block.region)} at {address:#x}, never written"
            )
        return as_strided(region.data[block.start :], block.shape, block.strides).copy()

    def write(self, block: Block, data: Bytes) -> None:
        """Write the bytes of a block."""
        region = self._checked(block)
        as_strided(region.data[block.start :], block.shape, block.strides)[...] = data
        as_strided(region.written[block.start :], block.shape, block.strides)[...] = True

    def read_flat(self, span: Range) -> bytes:
        """Consecutive bytes."""
        return self.read(Block(span.region, span.start, (span.end - span.start,), (1,))).tobytes()

    def _checked(self, block: Block) -> Region:
        region, span = self.region(block.region), block.range
        if not 0 <= span.start < span.end <= region.data.size:
            raise AddressFault(
                f"expected addresses below {region.data.size:#x} in {region_name(block.region)}, "
                f"got [{span.start:#x}, {span.end:#x})"
            )
        return region
