"""Pooling against NumPy: windows inside of the image and over its edges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lutfuse.kernels.window.pooling import reciprocal
from support.contract import requantize
from support.kernels import runnable
from support.tosa_kernels import Array, Compiled, function, number, random, tensor, upstream

# Input, kernel, stride, and padding (top, bottom, left, right).
Case = tuple[Sequence[int], tuple[int, int], tuple[int, int], tuple[int, int, int, int]]

CASES: dict[str, Case] = {
    "2x2": ([1, 8, 6, 24], (2, 2), (2, 2), (0, 0, 0, 0)),
    "3x3, padded": ([2, 7, 9, 33], (3, 3), (1, 1), (1, 1, 1, 1)),
    "3x3, stride 2, padded at the end": ([1, 8, 8, 72], (3, 3), (2, 2), (0, 1, 0, 1)),
    "all of the image": ([2, 9, 11, 20], (9, 11), (1, 1), (0, 0, 0, 0)),
    "rows": ([1, 9, 5, 16], (9, 1), (1, 2), (0, 0, 0, 0)),
    "large, padded": ([1, 12, 10, 5], (7, 5), (3, 2), (3, 2, 2, 1)),
    "one channel": ([1, 6, 6, 1], (2, 3), (2, 1), (0, 0, 1, 1)),
}


def windows(data: Array, case: Case) -> tuple[list[int], Any]:
    """The size of the result, and the elements of each window (batch, elements, channels)."""
    (batch, height, width, channels), kernel, stride, pad = case
    rows = (height + pad[0] + pad[1] - kernel[0]) // stride[0] + 1
    columns = (width + pad[2] + pad[3] - kernel[1]) // stride[1] + 1

    def each() -> Any:
        for y in range(rows):
            for x in range(columns):
                top, left = y * stride[0] - pad[0], x * stride[1] - pad[2]
                part = data[
                    :, max(top, 0) : top + kernel[0], max(left, 0) : left + kernel[1]
                ].astype(np.int64)
                yield y, x, part.reshape(batch, -1, channels)

    return [batch, rows, columns, channels], each()


def maximum(data: Array, case: Case) -> Array:
    size, each = windows(data, case)
    result = np.zeros(size, data.dtype)
    for y, x, part in each:
        result[:, y, x] = part.max(axis=1)
    return result


def mean(data: Array, case: Case, zero: tuple[int, int]) -> Array:
    """TOSA 1.0, AVG_POOL2D."""
    size, each = windows(data, case)
    result = np.zeros(size, np.int8)
    for y, x, part in each:
        count = part.shape[1]
        bits = 0
        while 1 << bits < count:
            bits += 1
        multiplier, shift = ((1 << 30) + 1 << bits) // count, 30 + bits
        total = (part - zero[0]).sum(axis=1)
        scaled = requantize(total, np.int64(multiplier), np.int64(shift), double_round=False)
        result[:, y, x] = np.clip(scaled + zero[1], -128, 127)
    return result


def attributes(case: Case) -> str:
    _, kernel, stride, pad = case
    names = {"kernel": kernel, "pad": pad, "stride": stride}
    return ", ".join(f"{k} = array<i64: {', '.join(map(str, v))}>" for k, v in names.items())


def trimmed(case: Case) -> Case:
    """The case without rows and columns that no window reads, which TOSA refuses."""
    size, kernel, stride, pad = case
    extra = [(size[1 + a] + pad[2 * a] + pad[2 * a + 1] - kernel[a]) % stride[a] for a in (0, 1)]
    batch, height, width, channels = size
    return [batch, height - extra[0], width - extra[1], channels], kernel, stride, pad


def max_text(case: Case, result: Sequence[int], element: str) -> str:
    source, target = tensor(case[0], element), tensor(result, element)
    body = f"%r = tosa.max_pool2d %0 {{{attributes(case)}}} : ({source}) -> {target}"
    return function([source], target, body)


def mean_text(case: Case, result: Sequence[int], zero: tuple[int, int]) -> str:
    source, target = tensor(case[0], "i8"), tensor(result, "i8")
    types = f"({source}, tensor<1xi8>, tensor<1xi8>) -> {target}"
    body = number("a", zero[0], "i8") + number("b", zero[1], "i8")
    body += f"%r = tosa.avg_pool2d %0, %a, %b {{acc_type = i32, {attributes(case)}}} : {types}"
    return function([source], target, body)


@pytest.mark.parametrize("cpu", runnable())
@pytest.mark.parametrize("name", CASES)
def test_maximum(name: str, cpu: str) -> None:
    case = trimmed(CASES[name])
    for element in ("i8", "i16") if cpu == "host" else ("i8",):
        data = random(np.random.default_rng(0), case[0], element)
        expected = maximum(data, case)
        Compiled(max_text(case, expected.shape, element), cpu).check(expected, data)


@pytest.mark.parametrize("cpu", runnable())
@pytest.mark.parametrize("name", CASES)
def test_mean(name: str, cpu: str) -> None:
    case, zero = trimmed(CASES[name]), (-7, 30)
    data = random(np.random.default_rng(1), case[0])
    expected = mean(data, case, zero)
    Compiled(mean_text(case, expected.shape, zero), cpu).check(expected, data)


@settings(max_examples=8)
@given(st.integers(0, 2**32))
def test_random_windows(seed: int) -> None:
    rng = np.random.default_rng(seed)
    kernel = (int(rng.integers(1, 6)), int(rng.integers(1, 6)))
    pad = tuple(int(rng.integers(0, k)) for k in kernel for _ in range(2))
    size = [int(n) for n in (rng.integers(1, 3), *rng.integers(6, 14, 2), rng.integers(1, 80))]
    stride = (int(rng.integers(1, 4)), int(rng.integers(1, 4)))
    case = trimmed((size, kernel, stride, (pad[0], pad[1], pad[2], pad[3])))
    data, zero = random(rng, case[0]), (int(rng.integers(-128, 128)), int(rng.integers(-128, 128)))
    expected = mean(data, case, zero)
    Compiled(mean_text(case, expected.shape, zero)).check(expected, data)
    expected = maximum(data, case)
    Compiled(max_text(case, expected.shape, "i8")).check(expected, data)


def test_upstream_computes_the_same_mean() -> None:
    case = trimmed(CASES["3x3, padded"])
    data = random(np.random.default_rng(2), case[0])
    expected = mean(data, case, (3, -4))
    assert np.array_equal(upstream(mean_text(case, expected.shape, (3, -4)), data), expected)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 49, 4096, 65536])
def test_reciprocals_of_whole_means(count: int) -> None:
    means = np.arange(-255, 256)
    assert np.array_equal(reciprocal(count, 5).apply(means * count), means + 5)
