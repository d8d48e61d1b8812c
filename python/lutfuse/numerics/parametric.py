"""Integer parameters of clips and leaky ReLUs: from real numbers as TFLite makes them, to results.

low, high = clip_codes(domain, 0.0, 6.0)                    # ReLU6
parameters = leaky_relu_parameters(x_type, y_type, -0.25)
entries = parametric_results(parameters, np.arange(-128, 128), x_type, y_type)
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from mlir import ir
from mlir.dialects.quant import UniformQuantizedType

from lutfuse.dialects.lutfuse import ClipAttr, LeakyReluAttr, RequantAttr, requant
from lutfuse.numerics.fixed_point import quantize_multiplier
from lutfuse.numerics.rescale import Array, rescale


def clip_codes(domain: ir.Type, low: float, high: float) -> tuple[int, int]:
    """Lowest and highest code of a clip to real bounds: ReLU is (0, inf), ReLU6 is (0, 6).

    `CalculateActivationRangeQuantized`: bounds are divided by the scale in float32, rounded half
    away from zero, moved by the zero point and kept in the storage range. Raises ValueError unless
    `low` is at most `high`.
    """
    if not low <= high:
        raise ValueError(f"expected a lower bound of at most the upper but got {low} and {high}")
    type_ = UniformQuantizedType(domain)
    scaled = (float(np.float32(bound) / np.float32(type_.scale)) for bound in (low, high))
    rounded = (np.copysign(np.floor(abs(value) + 0.5), value) for value in scaled)
    first, last = type_.storage_type_min, type_.storage_type_max
    codes = [int(np.clip(value + type_.zero_point, first, last)) for value in rounded]
    return codes[0], codes[1]


def leaky_relu_parameters(input_type: ir.Type, result_type: ir.Type, slope: float) -> LeakyReluAttr:
    """Leaky ReLU of any finite slope, negative and above one too.

    `LeakyReluPrepare`: both factors are formed in float32. Raises ValueError where a factor is
    beyond what a shift of 2 to 62 can say.
    """
    x, y = _scale(input_type), _scale(result_type)
    factor = float(x * np.float32(slope) / y)
    return LeakyReluAttr.get(_requant(float(x / y)), _requant(abs(factor)), negate=factor < 0)


def prelu_parameters(
    input_type: ir.Type, result_type: ir.Type, slope_type: ir.Type, codes: Sequence[int]
) -> LeakyReluAttr:
    """PReLU whose slopes are codes of the domain `slope_type`, one for each channel.

    `PreluPrepare`: the slope's scale goes into the multiplier, its codes are the factors.
    """
    slope = UniformQuantizedType(slope_type)
    # In double precision, as `GetQuantizedConvolutionMultipler` and unlike leaky ReLU.
    x, y = float(_scale(input_type)), float(_scale(result_type))
    factors = [code - slope.zero_point for code in codes]
    negative = _requant(x * float(np.float32(slope.scale)) / y)
    return LeakyReluAttr.get(_requant(x / y), negative, factors)


def parametric_results(
    parameters: ClipAttr | LeakyReluAttr, codes: Array, domain: ir.Type, result: ir.Type
) -> Array:
    """Results of N codes, [N], or [C, N] where channels differ: formulas are in `LutfuseOps.td`."""
    if isinstance(parameters, ClipAttr):
        return np.clip(codes, parameters.min, parameters.max)
    values = codes - UniformQuantizedType(domain).zero_point
    factors = np.array(parameters.factor, np.int64)[:, None]
    above = _requantized(values, parameters.positive)
    below = _requantized(values * factors, parameters.negative)
    below = -below if parameters.negate else below
    target = UniformQuantizedType(result)
    entries = np.where(values >= 0, above, below) + target.zero_point
    entries = np.clip(entries, target.storage_type_min, target.storage_type_max)
    return entries[0] if len(entries) == 1 else entries


def _requantized(values: Array, factors: RequantAttr) -> Array:
    """Values [N] or [C, N] requantized to [C, N]."""
    m, s = (np.array(v, np.int64)[:, None] for v in (factors.multiplier, factors.shift))
    return rescale(values, m, s, factors.rounding == "double_round")


def _scale(domain: ir.Type) -> np.float32:
    return np.float32(UniformQuantizedType(domain).scale)


def _requant(factor: float) -> RequantAttr:
    """A multiplier of 31 bits, rounded twice."""
    multiplier, shift = quantize_multiplier(factor)
    return requant([multiplier], [31 - shift])
