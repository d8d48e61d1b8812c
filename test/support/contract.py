"""The numeric contract in NumPy: what every layer computes, written down without the passes.

    acc = bias + sum (x - zx)(w - zw)        exact
    u   = sat_u(requant(acc) + zu)           the formula of TOSA RESCALE
    y   = table[u - first]                   or the interpolation of TOSA TABLE

Codes are int64 arrays whatever their storage. Accumulators stay below 2^31 (or 2^47 for 16-bit
inputs with 16-bit multipliers), so that products fit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]

RANGES = {"i8": (-128, 127), "u8": (0, 255), "i16": (-32768, 32767)}


def convolve(
    x: Array,
    w: Array,
    stride: tuple[int, int],
    pad: tuple[int, int, int, int],
    dilation: tuple[int, int] = (1, 1),
    group: int = 1,
) -> Array:
    """Sums of NHWC `x` times OHWI `w`, zero points already subtracted: padding is 0."""
    top, bottom, left, right = pad
    x = np.pad(x, ((0, 0), (top, bottom), (left, right), (0, 0)))
    size = [
        (x.shape[1 + a] - (w.shape[1 + a] - 1) * dilation[a] - 1) // stride[a] + 1 for a in (0, 1)
    ]
    out = np.zeros((x.shape[0], *size, w.shape[0]), np.int64)
    per_group, channels = w.shape[0] // group, x.shape[3] // group
    rows, columns = (slice(0, (size[a] - 1) * stride[a] + 1, stride[a]) for a in (0, 1))
    for g in range(group):
        inputs = slice(g * channels, (g + 1) * channels)
        outputs = slice(g * per_group, (g + 1) * per_group)
        for i in range(w.shape[1]):
            for j in range(w.shape[2]):
                seen = x[:, i * dilation[0] :, j * dilation[1] :, inputs][:, rows, columns]
                out[..., outputs] += seen @ w[outputs, i, j].T
    return out


def convolve_transposed(
    x: Array,
    w: Array,
    stride: tuple[int, int],
    out_pad: tuple[int, int, int, int],
    group: int = 1,
) -> Array:
    """Every position of `x` adds a patch of `w`; what falls outside the result is lost."""
    top, bottom, left, right = out_pad
    height = (x.shape[1] - 1) * stride[0] + top + bottom + w.shape[1]
    width = (x.shape[2] - 1) * stride[1] + left + right + w.shape[2]
    out = np.zeros((x.shape[0], height, width, w.shape[0]), np.int64)
    per_group, channels = w.shape[0] // group, x.shape[3] // group
    for o in range(w.shape[0]):
        first = o // per_group * channels
        for y in range(x.shape[1]):
            for z in range(x.shape[2]):
                for i in range(w.shape[1]):
                    for j in range(w.shape[2]):
                        row, column = y * stride[0] + i + top, z * stride[1] + j + left
                        if 0 <= row < height and 0 <= column < width:
                            patch = x[:, y, z, first : first + channels] @ w[o, i, j]
                            out[:, row, column, o] += patch
    return out


def requantize(value: Array, multiplier: Array, shift: Array, double_round: bool) -> Array:
    """`value * multiplier / 2^shift`, rounded as TOSA RESCALE does it.

    The tests' own: what it judges computes with `lutfuse.numerics.rescale`.
    """
    rounding = np.int64(1) << (shift - 1)
    if double_round:
        second = np.where(value >= 0, 1 << 30, -(1 << 30))
        rounding = rounding + np.where(shift > 31, second, 0)
    return (value * multiplier + rounding) >> shift


def saturate(value: Array, low: int, high: int) -> Array:
    return np.clip(value, low, high)


def look_up(codes: Array, table: Array, first: int) -> Array:
    """In one table, or in the row of each channel."""
    if table.ndim == 1:
        return table[codes - first]
    return table[np.arange(len(table)), codes - first]


def interpolate(codes: Array, table: Array, double_round: bool) -> Array:
    """Between points 128 codes apart, then the rescale by 2^-7 to i16."""
    index, fraction = (codes + 32768) >> 7, (codes + 32768) & 127
    value = (table[index] << 7) + (table[index + 1] - table[index]) * fraction
    narrow = requantize(value, np.int64(1 << 30), np.int64(37), double_round)
    return saturate(narrow, *RANGES["i16"])
