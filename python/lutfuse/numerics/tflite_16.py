"""TFLite's int16 LOGISTIC and TANH: 256 points of one sigmoid, whatever the input scale.

They share a table over [0, 255 / 24] of the absolute value, so that no table of 513 points
over the input codes gives their results.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from lutfuse.numerics import libm
from lutfuse.numerics.domain import Domain
from lutfuse.numerics.fixed_point import Int64
from lutfuse.numerics.tflite import symmetric

RESULT_SCALE = 2.0**-15


@cache
def _points() -> Int64:
    """`sigmoid_table_uint16` (`internal/common.h`): sigmoid(i / 24) in 16 fraction bits.

    Each point is raised by half of the error of interpolation in the middle of its segment,
    then rounded; the last is 65535.
    """
    halves = np.arange(513) / 48.0
    exact = 65536.0 / (1.0 + np.exp(-halves))
    here, middle, after = exact[:-1:2], exact[1::2], exact[2::2]
    points = np.floor(here + (middle - (here + after) / 2.0) / 2.0 + 0.5).astype(np.int64)
    points[-1] = 65535
    return points


def _scaled(x: Domain, powers: tuple[int, ...]) -> Int64:
    """Input codes in units of 1 / 12288, as `SigmoidPrepare` and `TanhPrepare` set them up.

    `powers` are the left shifts from scale 2^-12 that need no multiplier; a scale within 0.07 %
    counts as a power of two. The multiplier is truncated, not rounded.
    """
    scale = np.array([x.scale, 2.0], np.float32)
    logs = libm.log(scale)
    exponent = logs[0] * (np.float32(1.0) / logs[1])
    power = math.floor(abs(exponent) + 0.5) * (1 if exponent >= 0 else -1)
    codes = x.codes()
    if abs(exponent - np.float32(power)) < np.float32(1e-3) and power + 12 in powers:
        return codes * (3 << (power + 12))
    multiplier, shift = float(scale[0]) * 4096.0 * 3.0, 0
    while multiplier <= 32767.0 / 2.0 and shift <= 30:
        multiplier, shift = multiplier * 2.0, shift + 1
    if not 1.0 <= multiplier < 65536.0:
        raise ValueError(f"expected an int16 input scale in (4e-14, 5.33) but got {x.scale}")
    return (codes * int(multiplier) + (1 << shift >> 1)) >> shift


def _interpolated(magnitude: Int64, bits: int) -> Int64:
    """Sigmoid of a magnitude with `bits` bits below a segment; `bits` more fraction bits."""
    index = np.minimum(magnitude >> bits, 254)
    points = _points()
    start = points[index]
    return (start << bits) + (magnitude & ((1 << bits) - 1)) * (points[index + 1] - start)


def _check(x: Domain, y: Domain) -> None:
    symmetric(x, y)
    if y.scale != RESULT_SCALE:
        raise ValueError(f"expected result scale 2^-15 for int16 but got {y.scale}")


def sigmoid(x: Domain, y: Domain) -> Int64:
    """`Logistic` (`internal/reference/integer_ops/logistic.h`) for int16.

    Raises ValueError on zero points and result scales that the kernel refuses.
    """
    _check(x, y)
    return scaled_sigmoid(_scaled(x, (0,)))


def scaled_sigmoid(scaled: Int64) -> Int64:
    """Sigmoid of values in units of 1 / 12288, in 15 fraction bits."""
    magnitude = np.abs(scaled)
    result = np.where(magnitude >> 9 >= 255, 0x7FFF << 10, _interpolated(magnitude, 9))
    flipped = (1 << 25) - result + (1 << 9) - 1
    return np.where(scaled >= 0, result + (1 << 9), flipped) >> 10


def tanh(x: Domain, y: Domain) -> Int64:
    """`Tanh` (`internal/reference/integer_ops/tanh.h`) for int16: `2 * sigmoid(2 * x) - 1`.

    Raises ValueError on zero points and result scales that the kernel refuses.
    """
    _check(x, y)
    return scaled_tanh(_scaled(x, (0, 1)))


def scaled_tanh(scaled: Int64) -> Int64:
    """Tanh of values in units of 1 / 12288, in 15 fraction bits."""
    magnitude = np.abs(scaled)
    result = np.where(magnitude >> 8 >= 255, 0xFFFF << 8, _interpolated(magnitude, 8))
    above, below = result - (1 << 23) + (1 << 7), -result + (1 << 23) + (1 << 7) - 1
    return np.where(scaled >= 0, above, below) >> 8
