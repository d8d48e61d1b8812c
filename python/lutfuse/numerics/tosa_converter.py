"""What `tosa-converter-for-tflite` (2026.2) writes into tables: i8 and i16, never u8.

The sources are `legalize_tfl.cc` and `legalize_utils.cc` of TensorFlow's TOSA transforms. SiLU
and leaky ReLU are no tables there, but several ops on one value, which amount to one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lutfuse.numerics import libm, tflite
from lutfuse.numerics.domain import Domain, FloatArray
from lutfuse.numerics.fixed_point import Int64, quantize_multiplier, wrap
from lutfuse.numerics.lut import Function, Grid, dequantized, round_away, saturate
from lutfuse.numerics.rescale import rescale


def sigmoid(x: FloatArray) -> FloatArray:
    """`1 / (1 + exp(-x))` in float64, where TFLite has float32."""
    return tflite.sigmoid(x.astype(np.float64)).astype(x.dtype)


def tanh(x: FloatArray) -> FloatArray:
    """`(1 - e) / (1 + e)` with `e = exp(-2 * x)` in float64: NaN below -354.8."""
    with np.errstate(over="ignore", invalid="ignore"):
        e = libm.exp(-2.0 * x.astype(np.float64))
        return ((1.0 - e) / (1.0 + e)).astype(x.dtype)


def to_int32(x: FloatArray) -> Int64:
    """The machine's own conversion of float32 to int32.

    C leaves it undefined where the value does not fit or is NaN: x86 gives -2^31, so that what
    overflows becomes the lowest code; Arm saturates, and gives 0 for NaN.
    """
    with np.errstate(invalid="ignore"):
        return x.astype(np.int32).astype(np.int64)


def populate_8(function: Function, x: Domain, y: Domain) -> NDArray[np.int64]:
    """`getTosaConst8bitTable`: as `LUTPopulateInt8`, but the zero point is added to integers:

        y = sat(int32(round(f(sx * (u - zx)) * (1 / sy))) + zy)

    and 127 where f is FLT_MAX * min(sy, 1) or more.
    """
    scale = np.float32(y.scale)
    with np.errstate(over="ignore", invalid="ignore"):
        values = function(dequantized(x)).astype(np.float32)
        rounded = round_away(values * (np.float32(1.0) / scale))
        ceiling = np.finfo(np.float32).max * np.minimum(scale, np.float32(1.0))
    codes = saturate(wrap(to_int32(rounded) + y.zero_point), y)
    return np.where(values >= ceiling, 127, codes)


def unit_range(x: Domain, y: Domain) -> Grid[np.float64]:
    """The grid of 16-bit sigmoid and tanh: gain 2^15 whatever the result scale.

    Raises ValueError on a zero point, which the converter refuses.
    """
    tflite.symmetric(x, y)
    start, end = (np.float64(np.float32(x.scale)) * code for code in (-32768, 32767))
    return Grid(start, end, np.float64(32768))


def _rescale(value: Int64, factor: float) -> Int64:
    """TOSA RESCALE with DOUBLE_ROUND, its multiplier from `computeMultiplierAndShift`."""
    multiplier, left = quantize_multiplier(factor)
    shift = 31 - left
    if not 2 <= shift <= 62:
        raise ValueError(f"expected a scale ratio in [2^-32, 2^29) but got {factor}")
    return rescale(value, multiplier, shift, double_round=True)


def leaky_relu(x: Domain, y: Domain, slope: float) -> Int64:
    """Two rescales, and their maximum (minimum for a slope above 1); factors in float64."""
    scale = float(np.float32(x.scale)) / float(np.float32(y.scale))
    steep = float(np.float32(x.scale)) * float(np.float32(slope)) / float(np.float32(y.scale))
    value = x.codes() - x.zero_point
    either = np.maximum if slope <= 1.0 else np.minimum
    return saturate(either(_rescale(value, scale), _rescale(value, steep)) + y.zero_point, y)


def silu(x: Domain, y: Domain) -> Int64:
    """A sigmoid table of scale 1/256, a product in int32, a rescale by a float32 factor."""
    half = np.float32(1.0 / 256.0)
    gate = populate_8(sigmoid, x, Domain("i8", float(half), -128)) + 128
    factor = np.float32(x.scale) * half / np.float32(y.scale)
    product = _rescale((x.codes() - x.zero_point) * gate, float(factor))
    return saturate(product + y.zero_point, y)
