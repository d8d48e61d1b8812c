"""Operations by streams made by hand: each element-wise mode, each kind of table, transfers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from lutfuse.ethosu import Simulator
from support.layers import Array
from support.npu_streams import Stream

SHAPE = (2, 3, 4)
CODES = np.array([-128, -100, -65, -64, -3, -2, -1, 0, 1, 2, 3, 5, 63, 64, 65, 100, 126, 127])
A = np.resize(CODES, SHAPE)
B = np.resize(CODES[::-1] * 3 % 251 - 125, SHAPE)
MODES = ("mul", "add", "sub", "min", "max", "lrelu", "abs", "clz", "shr", "shl")
GLOBAL, NATURAL = 1 << 8, 2 << 14
S32_OFM = 5
TABLES = 22 * 1024


def simulator(*maps: Array) -> Simulator:
    """Region 0 holds maps 256 bytes apart, region 1 nothing."""
    found = Simulator("ethos-u55-128", {0: 4096, 1: 4096})
    for number, values in enumerate(maps):
        found.memory.region(0).fill(256 * number, values.tobytes())
    return found


def result(found: Simulator, stream: Stream, dtype: str = "i1") -> list[int]:
    found.run(stream.words())
    count = 2 * 3 * 4 * int(dtype[1])
    return found.memory.region(1).data[:count].view(f"<{dtype}").tolist()


def binary(dtype: str = "i1") -> Stream:
    stream = Stream().map("IFM", 0, 0, SHAPE, dtype).map("IFM2", 0, 256, SHAPE, dtype).plain()
    stream.map("OFM", 1, 0, SHAPE, dtype).set(IFM2_BROADCAST=0)
    return stream.scale("OPA_SCALE", 1, 0).scale("OPB_SCALE", 1, 0)


def run(mode: str, a: Array, b: Array, stream: Stream, dtype: str = "i1") -> list[int]:
    found = simulator(a.astype(f"<{dtype}"), b.astype(f"<{dtype}"))
    return result(found, stream.start("ELEMENTWISE", MODES.index(mode)), dtype)


def clamped(values: Array) -> list[int]:
    return np.clip(values, -128, 127).reshape(-1).tolist()


@pytest.mark.parametrize(
    ("mode", "want"),
    [
        ("mul", A * B),
        ("add", A + B),
        ("sub", A - B),
        ("min", np.minimum(A, B)),
        ("max", np.maximum(A, B)),
        ("abs", np.abs(A)),
        ("lrelu", A),
    ],
)
def test_8_bit_modes_without_scale(mode: str, want: Array) -> None:
    assert run(mode, A, B, binary()) == clamped(want)


def test_zero_points_are_taken_off_and_put_on() -> None:
    stream = binary().set(IFM_ZERO_POINT=-5, IFM2_ZERO_POINT=7, OFM_ZERO_POINT=-3)
    assert run("mul", A, B, stream) == clamped((A + 5) * (B - 7) - 3)


def test_lrelu_scales_what_is_negative() -> None:
    stream = binary().set(OFM_PRECISION=1 | GLOBAL | NATURAL).scale("OFM_SCALE", 3, 4)
    want = np.where(A < 0, (A * 3 + 8) >> 4, A)
    assert run("lrelu", A, B, stream) == clamped(want)


def test_scalar_operand() -> None:
    stream = binary().set(IFM2_BROADCAST=1 << 7, IFM2_SCALAR=-20)
    assert run("sub", A, B, stream) == clamped(A + 20)


def test_reversed_scalar_operand() -> None:
    stream = binary().set(IFM2_BROADCAST=1 << 7 | 1 << 6, IFM2_SCALAR=-20)
    assert run("sub", A, B, stream) == clamped(-20 - A)


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_broadcast(axis: int) -> None:
    second = B.take([0], axis)
    stream = binary().map("IFM2", 0, 256, second.shape).set(IFM2_BROADCAST=1 << axis)
    assert run("max", A, second, stream) == clamped(np.maximum(A, second))


@pytest.mark.parametrize("mode", ["truncate", "natural"])
def test_shift_right(mode: str) -> None:
    a, b = A.astype(np.int64) * 65537, np.resize(np.arange(0, 31, 3), SHAPE)
    precision = S32_OFM | (NATURAL if mode == "natural" else 1 << 14)
    stream = binary("i4").set(OFM_PRECISION=precision)
    exact = a / 2.0**b
    want = np.trunc(exact) if mode == "truncate" else np.floor(exact + 0.5)
    assert run("shr", a, b, stream, "i4") == want.reshape(-1).tolist()


def test_shift_left_and_leading_zeros() -> None:
    b = np.resize(np.arange(0, 32, 5), SHAPE)
    want = (A.astype(np.int32) << b.astype(np.int32)).reshape(-1).tolist()
    assert run("shl", A, b, binary("i4"), "i4") == want
    zeros = [32 - int(n & 0xFFFFFFFF).bit_length() for n in A.reshape(-1)]
    assert run("clz", A, b, binary("i4"), "i4") == zeros


def test_32_bit_results_are_shifted_and_not_multiplied() -> None:
    stream = binary("i4").set(OFM_PRECISION=S32_OFM | GLOBAL | NATURAL)
    stream.scale("OFM_SCALE", 12345, 3)
    want = (A.astype(np.int64) * B + 4) >> 3
    assert run("mul", A, B, stream, "i4") == want.reshape(-1).tolist()


def look_up(table: Array, dtype: str, activation: int, slot: int = 0) -> list[int]:
    """Codes of A through a table in a slot: a copy, then the output stage."""
    source = "i2" if dtype == "i2" and not activation >> 12 else "i1"
    found = simulator(A.astype(f"<{source}"))
    found.memory.region(0).fill(1024, table.tobytes())
    stream = Stream().copy((0, 1024), (256, TABLES + 256 * slot), table.nbytes).plain()
    stream.map("IFM", 0, 0, SHAPE, source).map("OFM", 1, 0, SHAPE, dtype)
    stream.set(ACTIVATION=activation | 16 + slot, ACTIVATION_MIN=-32768, ACTIVATION_MAX=32767)
    return result(found, stream.start("POOL"), dtype)


def test_8_bit_table() -> None:
    table = (np.arange(256) * 37 % 256 - 128).astype(np.int8)
    assert look_up(table, "i1", 0, slot=7) == table[A + 128].reshape(-1).tolist()


@pytest.mark.parametrize("dtype", ["i2", "i4"])
def test_table_of_wide_results_by_8_bit_codes(dtype: str) -> None:
    table = (np.arange(256) * 12345 % 65536 - 32768).astype(f"<{dtype}")
    assert look_up(table, dtype, 3 << 12, slot=4) == table[A + 128].reshape(-1).tolist()


def test_interpolated_table() -> None:
    """512 points 128 codes apart; a base below zero borrows nothing from its slope."""
    base = np.arange(512) * 77 % 3000 - 1500
    slope = np.arange(512) * 55 % 2000 - 1000
    table = ((base & 0xFFFF) | (slope << 16)).astype("<i4")
    index, rest = (A + 32768) >> 7, (A + 32768) & 127
    want = base[index] + ((slope[index] * rest + 64) >> 7)
    assert look_up(table, "i2", 0) == want.reshape(-1).tolist()


def test_clamp_comes_before_the_table() -> None:
    table = (127 - np.arange(256)).astype(np.int8)
    found = simulator(A.astype(np.int8))
    found.memory.region(0).fill(1024, table.tobytes())
    stream = Stream().copy((0, 1024), (256, TABLES), 256).plain().set(ACTIVATION=16)
    stream.map("IFM", 0, 0, SHAPE).map("OFM", 1, 0, SHAPE).set(ACTIVATION_MIN=-10)
    want = table[np.maximum(A, -10) + 128]
    assert result(found, stream.start("POOL")) == want.reshape(-1).tolist()


def moved(registers: dict[str, int]) -> list[int]:
    """A transfer from bytes 0, 1, 2, ... on U65; what of region 1 was written, else -1."""
    found = Simulator("ethos-u65-256", {0: 256, 1: 64})
    found.memory.region(0).fill(0, bytes(range(256)))
    stream = Stream().set(DMA0_SRC_REGION=0, DMA0_DST_REGION=1, DMA0_SRC=0, DMA0_DST=0)
    found.run(stream.set(**registers).start("DMA_START").words())
    target = found.memory.region(1)
    return np.where(target.written, target.data.astype(int), -1).tolist()


def expect(values: Sequence[int]) -> list[int]:
    return [*values, *[-1] * (64 - len(values))]


def test_rows_of_a_transfer() -> None:
    two = {"DMA0_SRC_REGION": 1 << 9, "DMA0_DST_REGION": 1 << 9 | 1}
    sizes = {"DMA0_LEN": 3, "DMA0_SIZE0": 2, "DMA0_SKIP0": 1}
    assert moved(two | sizes) == expect([0, 1, 2, -1, 4, 5, 6])


def test_planes_of_a_transfer() -> None:
    three = {"DMA0_SRC_REGION": 2 << 9, "DMA0_DST_REGION": 2 << 9 | 1}
    sizes = {"DMA0_LEN": 2, "DMA0_SIZE0": 2, "DMA0_SKIP0": 1, "DMA0_SIZE1": 2, "DMA0_SKIP1": 3}
    assert moved(three | sizes) == expect([0, 1, -1, 3, 4, -1, -1, -1, -1, 9, 10, -1, 12, 13])
