"""Feature maps as registers describe them: up to four tiles, NHWC or NHCWB16, 8 to 32 bits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lutfuse.ethosu.memory import Block, Memory, Range
from lutfuse.ethosu.registers import Registers

Int64 = NDArray[np.int64]

BRICK = 16
_BITS = {"8": 1, "16": 2, "32": 4}


@dataclass(frozen=True)
class Part:
    """Rows, columns and channels of one block: slices of the feature map, and its bytes.

    The block has the axes of the slices, channels split as `bricks` says, then bytes.
    """

    rows: slice
    columns: slice
    channels: slice
    block: Block


@dataclass(frozen=True)
class FeatureMap:
    """Shape (height, width, depth), element type, and where each element lies.

    `bases` of tiles 0 to 3; `height0`, `height1` rows of the left and right upper tiles, `width0`
    columns of the left ones; byte `strides` of rows, columns and bricks of 16 channels.
    """

    region: int
    shape: tuple[int, int, int]
    dtype: np.dtype[np.generic]
    bricks: bool
    bases: tuple[int, ...]
    height0: int
    height1: int
    width0: int
    strides: tuple[int, int, int]
    zero_point: int

    @property
    def item(self) -> int:
        """Bytes of an element."""
        return self.dtype.itemsize

    @property
    def size(self) -> int:
        """Bytes of all elements."""
        return int(np.prod(self.shape, dtype=np.int64)) * self.item

    def read(self, memory: Memory) -> Int64:
        """All elements as stored, (height, width, depth)."""
        result = np.empty(self.shape, np.int64)
        for part in self.parts():
            data = memory.read(part.block).view(self.dtype)
            here = result[part.rows, part.columns, part.channels]
            here[...] = data.reshape(here.shape)
        return result

    def write(self, memory: Memory, values: Int64) -> None:
        """Store all elements, which must fit the type."""
        stored = values.astype(self.dtype)
        for part in self.parts():
            here = stored[part.rows, part.columns, part.channels]
            data = np.ascontiguousarray(here).view(np.uint8)
            memory.write(part.block, data.reshape(part.block.shape))

    def ranges(self) -> tuple[Range, ...]:
        """Bytes from first to last of each tile."""
        found: dict[tuple[int, int], Range] = {}
        for part in self.parts():
            span, key = part.block.range, (part.rows.start, part.columns.start)
            old = found.get(key, span)
            found[key] = Range(self.region, min(old.start, span.start), max(old.end, span.end))
        return tuple(found.values())

    def parts(self) -> Iterator[Part]:
        """The blocks that make up the feature map."""
        for tile, (rows, columns) in enumerate(self._tiles()):
            if rows.start >= rows.stop or columns.start >= columns.stop:
                continue
            extent = (rows.stop - rows.start, columns.stop - columns.start)
            for channels, offset, inner, inner_strides in self._channels():
                y, x, c = self.strides
                shape = (*extent, *inner, self.item)
                strides = (y, BRICK * self.item if self.bricks else x, *inner_strides, 1)
                start = self.bases[tile] + offset * c
                yield Part(rows, columns, channels, Block(self.region, start, shape, strides))

    def _tiles(self) -> tuple[tuple[slice, slice], ...]:
        """Rows and columns of tiles 0 (upper left), 1 (upper right), 2 and 3 (below them)."""
        height, width, _ = self.shape
        split = min(self.width0, width)
        left, right = min(self.height0, height), min(self.height1, height)
        return (
            (slice(0, left), slice(0, split)),
            (slice(0, right), slice(split, width)),
            (slice(left, height), slice(0, split)),
            (slice(right, height), slice(split, width)),
        )

    def _channels(self) -> Iterator[tuple[slice, int, tuple[int, ...], tuple[int, ...]]]:
        """Channels, number of the first brick, extents and strides: whole bricks, then the rest."""
        depth = self.shape[2]
        if not self.bricks:
            yield slice(0, depth), 0, (depth,), (self.item,)
            return
        whole, rest = depth // BRICK, depth % BRICK
        if whole:
            extents, strides = (whole, BRICK), (self.strides[2], self.item)
            yield slice(0, whole * BRICK), 0, extents, strides
        if rest:
            yield slice(whole * BRICK, depth), whole, (rest,), (self.item,)


def _dtype(precision: str) -> np.dtype[np.generic]:
    kind = "u" if precision[0] == "u" else "i"
    return np.dtype(f"<{kind}{_BITS[precision[1:]]}")


def feature_map(registers: Registers, name: str, shape: tuple[int, int, int]) -> FeatureMap:
    """The feature map of registers `IFM`, `IFM2` or `OFM`, with the shape that an operation has."""
    dtype = _dtype(registers.choice(f"{name}_PRECISION", "precision"))
    zero_point = f"{name}_ZERO_POINT"
    unsigned = dtype.kind == "u"
    return FeatureMap(
        region=registers.unsigned(f"{name}_REGION"),
        shape=shape,
        dtype=dtype,
        bricks=registers.choice(f"{name}_PRECISION", "format") == "nhcwb16",
        bases=tuple(registers.address(f"{name}_BASE{tile}") for tile in range(4)),
        height0=registers.count(f"{name}_HEIGHT0"),
        height1=registers.count(f"{name}_HEIGHT1"),
        width0=registers.count(f"{name}_WIDTH0"),
        strides=(
            registers.address(f"{name}_STRIDE_Y"),
            registers.address(f"{name}_STRIDE_X"),
            registers.address(f"{name}_STRIDE_C"),
        ),
        zero_point=registers.unsigned(zero_point) if unsigned else registers.signed(zero_point),
    )
