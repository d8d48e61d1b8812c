"""TFLite's reference kernels (LiteRT 2.3, `OpResolverType.BUILTIN_REF`) for every input code.

Sources are named relative to `tflite/kernels/`. Scales are float32 there, and here.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from lutfuse.numerics import libm
from lutfuse.numerics.domain import Domain, FloatArray
from lutfuse.numerics.fixed_point import (
    Int64,
    inverse_sqrt,
    multiply,
    multiply_each,
    quantize_multiplier,
    rounding_divide_by_pot,
    rounding_high_mul,
    saturating_left_shift,
)
from lutfuse.numerics.lut import Function, dequantized, populate_8, saturate

Float32 = NDArray[np.float32]

# Float functions -------------------------------------------------------------------------------


def sigmoid(x: FloatArray) -> FloatArray:
    """`SigmoidPrepare` (`activations.cc`): `1 / (1 + exp(-x))`."""
    one = x.dtype.type(1)
    return one / (one + libm.exp(-x))


def gelu(x: FloatArray) -> FloatArray:
    """`GeluTransform` (`internal/reference/gelu.h`): `0.5 * x * erfc(x * -sqrt(0.5))`."""
    return np.float32(0.5) * x * libm.erfc(x * np.float32(-math.sqrt(0.5)))


def gelu_tanh(x: FloatArray) -> FloatArray:
    """`GeluTransformApproximate` (`internal/reference/gelu.h`), its cube from left to right."""
    cubic = x + np.float32(0.044715) * x * x * x
    inner = libm.tanh(np.float32(math.sqrt(2.0 / math.pi)) * cubic)
    return np.float32(0.5) * x * (np.float32(1.0) + inner)


def elu(x: FloatArray) -> FloatArray:
    """`EluPrepare` (`activations.cc`): `expm1(x)` below zero."""
    return np.where(x < 0, libm.expm1(np.minimum(x, np.float32(0.0))), x)


def log(y: Domain) -> Function:
    """`LogLUTPrepare` (`elementwise.cc`): the lowest real of the result where x <= 0."""
    lowest = np.float32(np.iinfo(y.dtype).min - y.zero_point) * np.float32(y.scale)

    def function(x: FloatArray) -> FloatArray:
        return np.where(x <= 0, lowest, libm.log(np.where(x <= 0, x.dtype.type(1), x)))

    return function


def rsqrt_16(y: Domain) -> Function:
    """`GenericPrepare` (`elementwise.cc`) for int16: the highest real where x <= 0."""
    highest = np.float32(32767) * np.float32(y.scale)

    def function(x: FloatArray) -> FloatArray:
        positive = np.where(x <= 0, np.float32(1.0), x)
        return np.where(x <= 0, highest, np.float32(1.0) / np.sqrt(positive))

    return function


# What kernels demand --------------------------------------------------------------------------


def symmetric(x: Domain, y: Domain) -> None:
    """Raises ValueError on a zero point, as int16 kernels do (all but GELU's)."""
    if x.zero_point or y.zero_point:
        raise ValueError(
            f"expected zero points 0 for int16 but got {x.zero_point} and {y.zero_point}"
        )


def sigmoid_8(x: Domain, y: Domain) -> Int64:
    """`SigmoidPrepare` (`activations.cc`); raises ValueError on a result scale it refuses."""
    if np.float32(y.scale) != np.float32(1.0 / 256.0):
        raise ValueError(f"expected result scale 1/256 for 8-bit sigmoid but got {y.scale}")
    return populate_8(sigmoid, x, y)


# Fixed point -----------------------------------------------------------------------------------


def _int16_multiplier(value: np.float32) -> tuple[int, int]:
    """`QuantizeMultiplier`, then `DownScaleInt32ToInt16Multiplier`."""
    multiplier, exponent = quantize_multiplier(float(value))
    return min((multiplier + (1 << 15)) >> 16, 32767), exponent


def hard_swish(x: Domain, y: Domain) -> Int64:
    """`HardSwish` (`internal/reference/hard_swish.h`): int16 fixed point, 8-bit storages.

    Raises ValueError where the kernel refuses: it shifts the result right only.
    """
    fine = np.float32(1.0 / 128.0) * np.float32(x.scale)
    factor, exponent = _int16_multiplier(fine / np.float32(y.scale))
    if exponent > 0:
        raise ValueError(f"expected a scale ratio below 128 but got {x.scale / y.scale}")
    value = (x.codes() - x.zero_point) << 7
    preshift = rounding_high_mul(value, factor, 16)
    product = _reluish(value, fine) * preshift
    high = np.where(product >= 0, product >> 15, -(-product >> 15))
    return saturate(rounding_divide_by_pot(high, -exponent, 16) + y.zero_point, y)


def _reluish(value: Int64, fine: np.float32) -> Int64:
    """`clip(x + 3, 0, 6) / 6` in 15 fraction bits; raises ValueError on an undefined shift."""
    factor, exponent = _int16_multiplier(fine / np.float32(3.0 / 32768.0))
    if exponent > 31:
        raise ValueError(f"expected an input scale below 2^24 but got {fine * 128}")
    if exponent > 0:
        value = saturating_left_shift(value, exponent - 1)
    value = rounding_high_mul(value, factor, 16)
    if exponent > 0:
        value = saturating_left_shift(value, 1)
    if exponent < 0:
        value = rounding_divide_by_pot(value, -exponent, 16)
    return (value + (1 << 15)) >> 1


def leaky_relu(x: Domain, y: Domain, slope: float) -> Int64:
    """`QuantizeLeakyRelu` (`internal/reference/leaky_relu.h`): two multipliers, every storage."""
    if x.storage == "i16":
        symmetric(x, y)
    scale = np.float32(x.scale) / np.float32(y.scale)
    steep = np.float32(x.scale) * np.float32(slope) / np.float32(y.scale)
    value = x.codes() - x.zero_point
    above = multiply(value, *quantize_multiplier(float(scale)))
    below = multiply(value, *quantize_multiplier(float(steep)))
    return saturate(np.where(value >= 0, above, below) + y.zero_point, y)


def sqrt(x: Domain, y: Domain) -> Int64:
    """SQRT for int8 and int16: `floor(sqrt(x) / sy) + zy`, truncated where others round.

    The kernel refuses codes below the zero point; their entry is the zero point.
    """
    if x.storage == "i16":
        symmetric(x, y)
    root = np.sqrt(np.maximum(dequantized(x), np.float32(0.0))) / np.float32(y.scale)
    return saturate(np.floor(root) + y.zero_point, y)


def rsqrt(x: Domain, y: Domain) -> Int64:
    """`RsqrtEvalQuantizedInt8` (`elementwise.cc`): 1 / sqrt(code) in 20 fraction bits, rescaled.

    The kernel refuses codes below the zero point; their entry is the highest, as at zero.
    """
    value = np.maximum(x.codes() - x.zero_point, 1)
    root, shift = inverse_sqrt(value)
    factor, exponent = quantize_multiplier(
        1.0 / float(np.sqrt(np.float32(x.scale)) * np.float32(y.scale))
    )
    fixed = multiply_each(np.ones_like(value), root, shift + 20)
    result = multiply(fixed, factor, exponent - 20)
    return saturate(np.where(x.codes() <= x.zero_point, 127, result + y.zero_point), y)


def silu(x: Domain, y: Domain) -> Int64:
    """LOGISTIC, then MUL (`internal/reference/integer_ops/mul.h`) of the input with its result.

    The sigmoid has the domain that LOGISTIC demands: scale 1/256 from the lowest code.
    """
    half = np.float32(1.0 / 256.0)
    gate = populate_8(sigmoid, x, Domain(x.storage, float(half), int(x.codes()[0]))) - x.codes()[0]
    scale = np.float32(x.scale) * half / np.float32(y.scale)
    product = multiply((x.codes() - x.zero_point) * gate, *quantize_multiplier(float(scale)))
    return saturate(product + y.zero_point, y)
