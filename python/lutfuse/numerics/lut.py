"""Tables built from a float function: TFLite's `LUTPopulate`, which the TOSA converter repeats.

Both compute in float32. Rounding is C's `round`: ties away from zero.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from lutfuse.numerics.domain import Domain, FloatArray
from lutfuse.numerics.fixed_point import Int64, wrap

Float32 = NDArray[np.float32]
Function = Callable[[FloatArray], FloatArray]
FloatT = TypeVar("FloatT", np.float32, np.float64)

POINTS = 513  # 512 segments of 128 codes
INT16 = Domain("i16", 1.0)


def round_away(x: NDArray[FloatT]) -> NDArray[FloatT]:
    """C's `round`: to nearest, ties away from zero, in the precision of `x`."""
    whole = np.trunc(x)
    with np.errstate(invalid="ignore"):
        return whole + np.where(np.abs(x - whole) >= 0.5, np.copysign(1.0, x), 0.0).astype(x.dtype)


def saturate(x: NDArray[np.int64] | FloatArray, domain: Domain) -> NDArray[np.int64]:
    """Codes clamped to the storage of a domain: runtimes know no narrower range. NaN becomes 0."""
    info = np.iinfo(domain.dtype)
    return np.where(np.isnan(x), 0, np.clip(x, info.min, info.max)).astype(np.int64)


def dequantized(x: Domain) -> Float32:
    """`input_scale * (code - input_zero_point)` for every code of an 8-bit domain."""
    return np.float32(x.scale) * (x.codes() - x.zero_point).astype(np.float32)


def populate_8(function: Function, x: Domain, y: Domain) -> NDArray[np.int64]:
    """`LUTPopulateInt8` (`tflite/kernels/internal/common.h`): 256 entries from the lowest code.

        y = sat(round(f(sx * (u - zx)) * (1 / sy)) + zy)

    Every step is float32, the saturation included.
    """
    inverse = np.float32(1.0) / np.float32(y.scale)
    with np.errstate(over="ignore", invalid="ignore"):
        rescaled = round_away(function(dequantized(x)).astype(np.float32) * inverse)
        return saturate(rescaled + np.float32(y.zero_point), y)


@dataclass(frozen=True)
class Grid(Generic[FloatT]):
    """Where an interpolated table samples its function, in the precision of its scalars.

    Samples are `start + i * step`, but the last is `end`; `gain` is codes per unit of result.
    """

    start: FloatT
    end: FloatT
    gain: FloatT

    @property
    def step(self) -> FloatT:
        """Distance of two samples: 65535 / 512 input codes, not 128."""
        return (self.end - self.start) / type(self.start)(512)


def full_range(x: Domain, y: Domain) -> Grid[np.float32]:
    """The grid of `LUTPopulateInt16`: gain 65536 over the range of reals of the result."""
    scale, result = np.float32(x.scale), np.float32(y.scale)
    low, high = (result * np.float32(code - y.zero_point) for code in (-32768, 32767))
    start, end = (scale * np.float32(code - x.zero_point) for code in (-32768, 32767))
    return Grid(start, end, np.float32(65536) / (high - low))


def populate_16(function: Function, grid: Grid[FloatT]) -> Int64:
    """`LUTPopulateInt16` (`tflite/kernels/internal/common.h`): 513 points, zero point left out.

    Every point but the last is moved by half of the error that interpolation makes in the middle
    of the segment after it:

        p[i]    = round(f(x[i]) * gain)
        middle  = round((f(x[i] + step) * gain + p[i]) / 2)
        y[i]    = sat(p[i] - round((middle - round(f(x[i] + step / 2) * gain)) / 2))
    """
    two, step = type(grid.start)(2), grid.step
    index = np.arange(POINTS).astype(grid.start.dtype)
    with np.errstate(over="ignore", invalid="ignore"):
        sample = grid.start + index * step
        centres = function(sample[:-1] + step / two)
        following = function(grid.start + index[1:] * step)
        sample[-1] = grid.end
        points = round_away(function(sample) * grid.gain)
        middle = round_away((following * grid.gain + points[:-1]) / two)
        points[:-1] -= round_away((middle - round_away(centres * grid.gain)) / two)
    return saturate(points, INT16)


def look_up(table: Int64) -> Int64:
    """`LUTLookup` (`tflite/kernels/internal/common.h`): results of 513 points for every code.

    The slope of a segment and the sum wrap in int16.
    """
    codes = np.arange(-32768, 32768)
    index, fraction = (codes >> 7) + 256, codes & 127
    slope = wrap(table[index + 1] - table[index], 16)
    return wrap(table[index] + ((slope * fraction + 64) >> 7), 16)
