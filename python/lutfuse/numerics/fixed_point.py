"""Fixed-point arithmetic of TFLite's kernels, on int64 arrays that hold int32 and int16 values.

Names and results are those of gemmlowp's `fixedpoint.h` and of TFLite's `common.cc` and
`quantization_util.cc`, built with two roundings (`TFLITE_SINGLE_ROUNDING` is 0).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Int64 = NDArray[np.int64]

INT32_MAX = (1 << 31) - 1


def rounding_high_mul(a: Int64, b: int | Int64, bits: int = 32) -> Int64:
    """`SaturatingRoundingDoublingHighMul`: a * b / 2^(bits - 1), ties away from zero.

    Negative ties go towards zero: the nudge is one short, and the division truncates.
    """
    fraction = bits - 1
    product = a * b
    nudge = np.where(product >= 0, 1 << (fraction - 1), 1 - (1 << (fraction - 1)))
    total = product + nudge
    quotient = np.where(total >= 0, total >> fraction, -(-total >> fraction))
    return np.minimum(quotient, (1 << fraction) - 1)


def rounding_divide_by_pot(x: Int64, exponent: int, bits: int = 32) -> Int64:
    """`RoundingDivideByPOT`: x / 2^exponent, ties away from zero.

    Its mask wraps where the exponent exceeds the type: then all that is not negative becomes 1.
    """
    mask = int(wrap(np.array((1 << exponent) - 1), bits))
    threshold = (mask >> 1) + (x < 0)
    return (x >> exponent) + ((x & mask) > threshold)


def wrap(x: Int64, bits: int = 32) -> Int64:
    """The value that a signed integer of `bits` bits holds after overflow."""
    half = 1 << (bits - 1)
    return ((x + half) & ((1 << bits) - 1)) - half


def quantize_multiplier(value: float) -> tuple[int, int]:
    """`QuantizeMultiplier`: value = multiplier * 2^(shift - 31), 0 below 2^-32.

    Rounds half away from zero; the multiplier has 31 bits and the sign of the value.
    """
    if value == 0.0:
        return 0, 0
    fraction, shift = math.frexp(value)
    multiplier = math.floor(abs(fraction) * (1 << 31) + 0.5)
    if multiplier == 1 << 31:
        multiplier, shift = multiplier // 2, shift + 1
    if shift < -31:
        return 0, 0
    return (multiplier if value > 0 else -multiplier), shift


def multiply(x: Int64, multiplier: int | Int64, shift: int) -> Int64:
    """`MultiplyByQuantizedMultiplier`: x * multiplier * 2^(shift - 31), rounded twice.

    Raises ValueError on a shift that C leaves undefined.
    """
    if not -31 <= shift <= 30:
        raise ValueError(f"expected a scale ratio in (2^-32, 2^30) but got about 2^{shift}")
    shifted = wrap(x << max(shift, 0))
    return rounding_divide_by_pot(rounding_high_mul(shifted, multiplier), max(-shift, 0))


def multiply_each(x: Int64, multiplier: Int64, shift: Int64) -> Int64:
    """`multiply` with a multiplier and a shift for each element."""
    result = np.empty_like(x)
    for one in np.unique(shift):
        here = shift == one
        result[here] = multiply(x[here], multiplier[here], int(one))
    return result


def saturating_left_shift(x: Int64, amount: int) -> Int64:
    """`SaturatingLeftShift` of int16 values."""
    return np.clip(x << amount, -32768, 32767)


def _saturating_pot(x: Int64, exponent: int) -> Int64:
    """`SaturatingRoundingMultiplyByPOT` to the left, in int32."""
    return np.clip(x << exponent, -(1 << 31), INT32_MAX)


def inverse_sqrt(x: Int64) -> tuple[Int64, Int64]:
    """`GetInvSqrtQuantizedMultiplierExp`: multiplier and shift of 1 / sqrt(x), for 1 <= x < 2^27.

    Five Newton steps from 1 on a value scaled to [2^27, 2^29) by powers of four.
    """
    pairs = np.array([(31 - int(value).bit_length()) // 2 - 1 for value in x], np.int64)
    whole = (x << (2 * pairs)) >> 1
    half = rounding_divide_by_pot(whole, 1)
    root = np.full_like(x, 1 << 28)
    for _ in range(5):
        cube = _saturating_pot(rounding_high_mul(rounding_high_mul(root, root), root), 6)
        rise = rounding_high_mul(root, (1 << 28) + (1 << 27)) - rounding_high_mul(half, cube)
        root = _saturating_pot(rise, 3)
    root, shift = rounding_high_mul(root, 1518500250), 11 - pairs
    root = np.where(shift < 0, wrap(root << np.maximum(-shift, 0)), root)
    shift = np.maximum(shift, 0)
    return np.where(x == 1, INT32_MAX, root), np.where(x == 1, 0, -shift)
