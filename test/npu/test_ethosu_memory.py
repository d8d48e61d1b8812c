"""Feature maps in tiles and bricks, written and read where a formula says; regions."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from lutfuse.ethosu.faults import UnwrittenFault
from lutfuse.ethosu.feature_maps import FeatureMap
from lutfuse.ethosu.hazards import Access, Hazards
from lutfuse.ethosu.memory import Block, Memory, Range

SHAPE = (5, 7, 37)


def feature_map(bricks: bool, dtype: str, tiles: tuple[int, int, int]) -> FeatureMap:
    item = np.dtype(dtype).itemsize
    row = 7 * 48 * item
    strides = (row, 37 * item, 0) if not bricks else (row, 0, 7 * 16 * item)
    bases = (0, 6 * row, 12 * row, 18 * row)
    return FeatureMap(0, SHAPE, np.dtype(dtype), bricks, bases, *tiles, strides, 0)


def address(one: FeatureMap, y: int, x: int, c: int) -> int:
    """Where an element lies: tile, row, column, channel in turn."""
    right = x >= one.width0
    height = one.height1 if right else one.height0
    below = y >= height
    tile = right + 2 * below
    y, x = y - height * below, x - one.width0 * right
    row, column, brick = one.strides
    if one.bricks:
        return one.bases[tile] + y * row + c // 16 * brick + (x * 16 + c % 16) * one.item
    return one.bases[tile] + y * row + x * column + c * one.item


@pytest.mark.parametrize("tiles", [(5, 5, 7), (2, 5, 7), (2, 3, 4), (5, 5, 4), (64, 64, 64)])
@pytest.mark.parametrize("dtype", ["i1", "<i2", "<i4"])
@pytest.mark.parametrize("bricks", [False, True])
def test_elements_lie_where_the_formula_says(
    bricks: bool, dtype: str, tiles: tuple[int, int, int]
) -> None:
    one = feature_map(bricks, dtype, tiles)
    memory, item = Memory({0: 1 << 16}), one.item
    info = np.iinfo(dtype)
    values = np.random.default_rng(0).integers(info.min, info.max, SHAPE, np.int64)
    one.write(memory, values)
    region = memory.region(0)
    for y, x, c in itertools.product(*map(range, SHAPE)):
        start = address(one, y, x, c)
        assert region.data[start : start + item].view(dtype)[0] == values[y, x, c]
    assert region.written.sum() == values.size * item
    assert np.array_equal(one.read(memory), values)


def test_padding_channels_may_be_unwritten_but_no_others() -> None:
    one = feature_map(True, "i1", (5, 5, 7))
    memory = Memory({0: 1 << 16})
    one.write(memory, np.zeros(SHAPE, np.int64))
    memory.region(0).written[address(one, 3, 2, 36)] = False
    with pytest.raises(UnwrittenFault, match=f"reads region 0 at {address(one, 3, 2, 36):#x}"):
        one.read(memory)


def test_aliases_are_one_memory() -> None:
    memory = Memory({1: 16})
    memory.alias(2, 1)
    memory.write(Block(2, 4, (3,), (1,)), np.array([7, 8, 9], np.uint8))
    assert memory.read_flat(Range(1, 4, 7)) == b"\x07\x08\x09"
    assert memory.same([Range(2, 4, 7)]) == (Range(1, 4, 7),)


def test_waits_let_all_but_the_latest_finish() -> None:
    hazards = Hazards(2)
    first, second = (Access(n, (), (Range(0, n * 8, n * 8 + 8),)) for n in range(2))
    hazards.start("transfer", first)
    hazards.start("transfer", second)
    hazards.wait("transfer", 1)
    hazards.start("operation", Access(2, (Range(0, 0, 8),), ()))
    with pytest.raises(ValueError, match="does not wait for the transfer at word 1"):
        hazards.start("operation", Access(3, (Range(0, 8, 16),), ()))
