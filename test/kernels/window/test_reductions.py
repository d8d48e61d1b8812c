"""Sums over axes against NumPy, with and without the rescales around them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.contract import requantize
from support.kernels import runnable
from support.tosa_kernels import Array, Compiled, function, number, random, tensor

Rescale = tuple[int, int, int, bool]  # multiplier, shift, zero point, unsigned codes

CASES = {
    "mean of an image": ([1, 6, 7, 48], (1, 2)),
    "odd channels": ([2, 3, 5, 21], (1, 2)),
    "rows": ([2, 9, 4, 16], (1,)),
    "channels": ([1, 5, 3, 50], (3,)),
    "few channels": ([3, 2, 2, 7], (3,)),
    "batch": ([5, 2, 3, 4], (0,)),
    "everything": ([2, 3, 4, 5], (0, 1, 2, 3)),
    "in another order": ([1, 8, 9, 17], (2, 1)),
}


def rescale_text(
    name: str, source: tuple[str, str, int], result: tuple[str, str, int], rescale: Rescale
) -> str:
    """`source` and `result` are (name, type, zero point)."""
    multiplier, shift, _, unsigned = rescale
    narrow = source[1].endswith("i8>"), result[1].endswith("i8>")
    types = ["i8" if one else "i32" for one in narrow]
    flags = [str(one and unsigned).lower() for one in narrow]
    return (
        number(f"{name}m", multiplier, "i32")
        + number(f"{name}s", shift, "i8")
        + number(f"{name}i", source[2], types[0])
        + number(f"{name}o", result[2], types[1])
        + f"%{result[0]} = tosa.rescale %{source[0]}, %{name}m, %{name}s, %{name}i, %{name}o "
        f"{{input_unsigned = {flags[0]}, output_unsigned = {flags[1]}, per_channel = false, "
        "rounding_mode = DOUBLE_ROUND, scale32 = true} : "
        f"({source[1]}, tensor<1xi32>, tensor<1xi8>, tensor<1x{types[0]}>, "
        f"tensor<1x{types[1]}>) -> {result[1]}\n"
    )


def text(size: Sequence[int], axes: Sequence[int], before: bool, after: Rescale | None) -> str:
    """Sums of the input, rescaled where wanted; codes have the zero point 5 before."""
    current, name, body = tensor(size, "i8" if before else "i32"), "0", ""
    source, shape = current, list(size)
    if before:
        wide = tensor(size, "i32")
        unsigned = after is not None and after[3]
        body += rescale_text("a", ("0", current, 5), ("w", wide, 0), (1 << 30, 30, 5, unsigned))
        current, name = wide, "w"
    for axis in axes:
        shape[axis] = 1
        target = f"s{axis}" if axis != axes[-1] or after else "r"
        body += f"%{target} = tosa.reduce_sum %{name} {{axis = {axis} : i32}} : "
        body += f"({current}) -> {tensor(shape, 'i32')}\n"
        current, name = tensor(shape, "i32"), target
    if after is None:
        return function([source], current, body)
    result = tensor(shape, "i8")
    body += rescale_text("b", (name, current, 0), ("r", result, after[2]), after)
    return function([source], result, body)


def reference(data: Array, axes: Sequence[int], before: bool, after: Rescale | None) -> Array:
    values = data.astype(np.int64)
    if before:
        values = (values & 255 if after is not None and after[3] else values) - 5
    sums = values.sum(axis=tuple(axes), keepdims=True).astype(np.int32).astype(np.int64)
    if after is None:
        return sums.astype(np.int32)
    multiplier, shift, zero, unsigned = after
    scaled = requantize(sums, np.int64(multiplier), np.int64(shift), double_round=True)
    low, high = (0, 255) if unsigned else (-128, 127)
    return np.clip(scaled + zero, low, high).astype(np.int8)


def check(
    size: Sequence[int], axes: Sequence[int], before: bool, after: Rescale | None, cpu: str
) -> None:
    data = random(np.random.default_rng(len(axes)), size, "i8" if before else "i32")
    if not before and after is not None:
        data //= 1 << 20
    expected = reference(data, axes, before, after)
    Compiled(text(size, axes, before, after), cpu).check(expected, data)


@pytest.mark.parametrize("cpu", runnable())
@pytest.mark.parametrize("name", CASES)
def test_sums_of_codes(name: str, cpu: str) -> None:
    size, axes = CASES[name]
    shift = 30 + int(np.prod([size[axis] for axis in axes])).bit_length()
    check(size, axes, True, (1518500250, shift, -3, False), cpu)


@pytest.mark.parametrize("name", CASES)
def test_sums_of_integers(name: str) -> None:
    check(*CASES[name], False, None, "host")


@pytest.mark.parametrize("after", [(1 << 30, 29, 9, False), (1 << 30, 40, 0, False)])
def test_integers_to_codes(after: Rescale) -> None:
    check([1, 4, 5, 19], (1, 2), False, after, "host")


def test_codes_to_integers() -> None:
    check([1, 4, 5, 19], (1, 2), True, None, "host")


def test_unsigned_codes() -> None:
    check([1, 4, 5, 19], (1, 2), True, (1 << 30, 34, 128, True), "host")


@settings(max_examples=8)
@given(
    st.lists(st.integers(1, 30), min_size=1, max_size=4),
    st.integers(0, 3),
    st.integers(1 << 30, (1 << 31) - 1),
    st.integers(31, 40),
)
def test_random_sums(size: list[int], axis: int, multiplier: int, shift: int) -> None:
    check(size, (axis % len(size),), True, (multiplier, shift, 7, False), "host")
