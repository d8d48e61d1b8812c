"""Scaling of accumulators and operands, with the rounding modes of the output stage.

`tfl` rounds as TFLite's reference kernels: above a shift of 31 twice (`DOUBLE_ROUND` of TOSA's
RESCALE, equal to gemmlowp's high multiplication and division for every 32-bit accumulator), else
once, half up. `natural` rounds half up, `truncate` towards zero (Vela's `NpuRoundingMode`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lutfuse.ethosu.faults import ArithmeticFault
from lutfuse.numerics.rescale import rescale

Int64 = NDArray[np.int64]

SCALE_RECORD = 10
_BIAS_BITS, _SCALE_BITS, _SHIFT_BITS = 40, 32, 6
_LIMIT = 1 << 62


def check_width(values: Int64, bits: int, what: str) -> None:
    """Raises ArithmeticFault on values that a signed number of `bits` bits does not hold."""
    half = 1 << (bits - 1)
    low, high = int(values.min(initial=0)), int(values.max(initial=0))
    if low < -half or high >= half:
        raise ArithmeticFault(f"expected {bits}-bit {what}, got values from {low} to {high}")


def scale(values: Int64, multiplier: Int64 | int, shift: Int64 | int, rounding: str) -> Int64:
    """values * multiplier / 2^shift, rounded; multiplier and shift for all or the last axis."""
    m, s = np.asarray(multiplier, np.int64), np.asarray(shift, np.int64)
    largest = int(np.abs(values).max(initial=0)) * int(m.max(initial=0))
    if largest + (1 << int(s.max(initial=0))) < _LIMIT:
        return _rounded(values * m, s, rounding)
    whole = _rounded(values.astype(object) * m.astype(object), s.astype(object), rounding)
    return np.clip(whole, -_LIMIT, _LIMIT).astype(np.int64)


def _rounded(product: Int64, shift: Int64, rounding: str) -> Int64:
    if rounding == "truncate":
        magnitude = np.abs(product) >> shift
        return np.where(product < 0, -magnitude, magnitude)
    rounded = rescale(product, 1, np.maximum(shift, 1), double_round=rounding == "tfl")
    return np.where(shift > 0, rounded, product)


def unpack_scales(data: bytes, channels: int) -> tuple[Int64, Int64, Int64]:
    """(bias, multiplier, shift) for each channel: `encode_bias` in `vela/weight_compressor.py`."""
    if len(data) < channels * SCALE_RECORD:
        raise ArithmeticFault(f"expected {channels} scale records, got {len(data)} bytes")
    records = [
        int.from_bytes(data[n : n + SCALE_RECORD], "little")
        for n in range(0, channels * SCALE_RECORD, SCALE_RECORD)
    ]
    half = 1 << (_BIAS_BITS - 1)
    bias = [((one + half) & (2 * half - 1)) - half for one in records]
    multiplier = [one >> _BIAS_BITS & ((1 << _SCALE_BITS) - 1) for one in records]
    shift = [one >> (_BIAS_BITS + _SCALE_BITS) & ((1 << _SHIFT_BITS) - 1) for one in records]
    return np.array(bias, np.int64), np.array(multiplier, np.int64), np.array(shift, np.int64)
