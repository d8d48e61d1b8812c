"""Resizing against NumPy, which follows TOSA 1.0's pseudocode pixel by pixel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.contract import requantize
from support.kernels import runnable
from support.tosa_kernels import Array, Compiled, function, number, random, shape, tensor


@dataclass(frozen=True)
class Case:
    """Scales are numerators and denominators of rows and columns, as in TOSA."""

    size: tuple[int, int, int, int]
    scale: tuple[int, int, int, int]
    offset: tuple[int, int]
    border: tuple[int, int]

    def result(self) -> list[int]:
        batch, height, width, channels = self.size
        out = [
            ((n - 1) * up - offset + border) // down + 1
            for n, up, down, offset, border in zip(
                (height, width),
                self.scale[::2],
                self.scale[1::2],
                self.offset,
                self.border,
                strict=True,
            )
        ]
        return [batch, *out, channels]

    def exact(self) -> bool:
        """Whether TOSA allows it: no remainder at the last pixel."""
        parts = zip(self.size[1:3], self.scale[::2], self.scale[1::2], strict=True)
        ends = zip(parts, self.offset, self.border, strict=True)
        return all(((n - 1) * up - o + b) % down == 0 for (n, up, down), o, b in ends)


CASES = {
    "twice, half pixels": Case((1, 5, 6, 24), (4, 2, 4, 2), (-1, -1), (1, 1)),
    "twice, corners": Case((2, 4, 3, 33), (4, 2, 4, 2), (0, 0), (2, 2)),
    "three channels": Case((1, 6, 5, 3), (4, 2, 4, 2), (-1, -1), (1, 1)),
    "one channel": Case((1, 7, 9, 1), (6, 2, 4, 2), (-2, -1), (2, 1)),
    "wide sums": Case((1, 4, 5, 40), (32, 2, 34, 2), (0, 0), (0, 0)),
    "mask": Case((1, 4, 70, 1), (4, 2, 4, 2), (-1, -1), (1, 1)),
    "smaller": Case((1, 9, 9, 70), (2, 4, 2, 4), (0, 0), (0, 0)),
    "four times, long rows": Case((1, 3, 40, 8), (8, 2, 8, 2), (-3, -3), (3, 3)),
}


def resized(data: Array, case: Case, *, nearest: bool) -> Array:
    up_y, down_y, up_x, down_x = case.scale
    height, width = case.size[1:3]
    result = np.zeros(case.result(), data.dtype if nearest else np.int32)
    for oy in range(result.shape[1]):
        for ox in range(result.shape[2]):
            y, x = oy * down_y + case.offset[0], ox * down_x + case.offset[1]
            iy, ix = y // up_y, x // up_x
            dy, dx = y - iy * up_y, x - ix * up_x
            y0, y1 = max(iy, 0), min(iy + 1, height - 1)
            x0, x1 = max(ix, 0), min(ix + 1, width - 1)
            if nearest:
                y0, x0 = y1 if dy * 2 >= up_y else y0, x1 if dx * 2 >= up_x else x0
                result[:, oy, ox] = data[:, y0, x0]
                continue
            v = data.astype(np.int32)
            result[:, oy, ox] = (
                v[:, y0, x0] * (up_y - dy) * (up_x - dx)
                + v[:, y0, x1] * (up_y - dy) * dx
                + v[:, y1, x0] * dy * (up_x - dx)
                + v[:, y1, x1] * dy * dx
            )
    return result


def text(case: Case, mode: str, element: str, rescale: tuple[int, int, int, str] | None) -> str:
    source = tensor(case.size, element)
    sums = tensor(case.result(), element if mode == "NEAREST_NEIGHBOR" else "i32")
    shapes = "!tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>"
    body = shape("s", case.scale) + shape("o", case.offset) + shape("b", case.border)
    name = "%r" if rescale is None else "%t"
    body += (
        f"{name} = tosa.resize %0, %s, %o, %b {{mode = {mode}}} : ({source}, {shapes}) -> {sums}\n"
    )
    if rescale is None:
        return function([source], sums, body)
    multiplier, shift, zero, rounding = rescale
    body += number("m", multiplier, "i32") + number("h", shift, "i8")
    body += number("i", 0, "i32") + number("z", zero, "i8")
    result = tensor(case.result(), "i8")
    body += (
        "%r = tosa.rescale %t, %m, %h, %i, %z {input_unsigned = false, output_unsigned = false, "
        f"per_channel = false, rounding_mode = {rounding}, scale32 = true}} : "
        f"({sums}, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> {result}"
    )
    return function([source], result, body)


def rescaled(sums: Array, multiplier: int, shift: int, zero: int, rounding: str) -> Array:
    scale = np.int64(multiplier), np.int64(shift)
    scaled = requantize(sums.astype(np.int64), *scale, rounding == "DOUBLE_ROUND")
    return np.clip(scaled + zero, -128, 127).astype(np.int8)


@pytest.mark.parametrize("cpu", runnable())
@pytest.mark.parametrize("name", CASES)
def test_bilinear(name: str, cpu: str) -> None:
    case = CASES[name]
    data = random(np.random.default_rng(0), case.size)
    sums = resized(data, case, nearest=False)
    Compiled(text(case, "BILINEAR", "i8", None), cpu).check(sums, data)


def rescales(case: Case) -> list[tuple[int, int, int, str]]:
    """A division by the weights, with and without a zero point, and others."""
    bits = 30 + (case.scale[0] * case.scale[2]).bit_length() - 1
    return [
        (1 << 30, bits, 0, "SINGLE_ROUND"),
        (1 << 30, bits - 1, -20, "SINGLE_ROUND"),
        (1 << 30, bits, 3, "DOUBLE_ROUND"),
        (1518500250, bits + 1, 11, "DOUBLE_ROUND"),
    ]


@pytest.mark.parametrize("cpu", runnable())
@pytest.mark.parametrize("which", range(4))
@pytest.mark.parametrize("name", CASES)
def test_bilinear_to_codes(name: str, which: int, cpu: str) -> None:
    case = CASES[name]
    if cpu != "host" and name not in ("one channel", "twice, half pixels"):
        return
    rescale = rescales(case)[which]
    data = random(np.random.default_rng(1), case.size)
    expected = rescaled(resized(data, case, nearest=False), *rescale)
    Compiled(text(case, "BILINEAR", "i8", rescale), cpu).check(expected, data)


@pytest.mark.parametrize("element", ["i8", "i16"])
@pytest.mark.parametrize("name", CASES)
def test_nearest(name: str, element: str) -> None:
    case = CASES[name]
    data = random(np.random.default_rng(2), case.size, element)
    expected = resized(data, case, nearest=True)
    Compiled(text(case, "NEAREST_NEIGHBOR", element, None)).check(expected, data)


def scales(data: st.DataObject) -> tuple[Sequence[int], Sequence[int], Sequence[int]]:
    size = [data.draw(st.integers(2, 9)) for _ in range(2)]
    ups = [data.draw(st.integers(1, 12)) for _ in range(2)]
    return size, ups, [data.draw(st.integers(-up + 1, up - 1)) for up in ups]


@settings(max_examples=8)
@given(st.data())
def test_random_resizes(data: st.DataObject) -> None:
    size, ups, offsets = scales(data)
    downs = [data.draw(st.integers(1, 4)) for _ in range(2)]
    # TOSA wants the last output to land on a pixel.
    borders = [
        -(((n - 1) * up - o) % down)
        for n, up, o, down in zip(size, ups, offsets, downs, strict=True)
    ]
    case = Case(
        (data.draw(st.integers(1, 2)), size[0], size[1], data.draw(st.integers(1, 40))),
        (ups[0], downs[0], ups[1], downs[1]),
        (offsets[0], offsets[1]),
        (borders[0], borders[1]),
    )
    assert case.exact()
    codes = random(np.random.default_rng(data.draw(st.integers(0, 99))), case.size)
    for mode in ("BILINEAR", "NEAREST_NEIGHBOR"):
        expected = resized(codes, case, nearest=mode != "BILINEAR")
        Compiled(text(case, mode, "i8", None)).check(expected, codes)
