"""Quantized types by plain values: storage, scale and zero point.

A storage is named `i8`, `u8` or `i16`. The classes of `mlir.dialects.quant` abort the process
on values that their verifier rejects; these functions check first.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from mlir import ir
from mlir.dialects.quant import QuantizedType, UniformQuantizedPerAxisType, UniformQuantizedType

# Scales are stored as float32 in every runtime: MLIR demands the range of the expressed type.
SMALLEST_SCALE = float(np.finfo(np.float32).smallest_subnormal)
LARGEST_SCALE = float(np.finfo(np.float32).max)

_FLAG_SIGNED = 1


def storage_range(storage: str) -> tuple[int, int]:
    """Lowest and highest code of a storage such as `i8`."""
    width = int(storage[1:])
    if storage.startswith("u"):
        return 0, (1 << width) - 1
    return -(1 << (width - 1)), (1 << (width - 1)) - 1


def storage_of(type_: ir.Type) -> str:
    """Storage of a quantized type, without its range: `i8`, `u8`, `i16`, ..."""
    quantized = QuantizedType(type_)
    sign = "i" if quantized.is_signed else "u"
    return f"{sign}{quantized.storage_type_integral_width}"


def zero_points_of(type_: ir.Type) -> list[int]:
    """Zero points of a quantized type: one, or one for each index of its axis."""
    if isinstance(type_, UniformQuantizedPerAxisType):
        return list(type_.zero_points)
    return [UniformQuantizedType(type_).zero_point]


def scales_of(type_: ir.Type) -> list[float]:
    """Scales of a quantized type: one, or one for each index of its axis."""
    if isinstance(type_, UniformQuantizedPerAxisType):
        return list(type_.scales)
    return [UniformQuantizedType(type_).scale]


def _check_scale(scale: float) -> float:
    if not SMALLEST_SCALE <= scale <= LARGEST_SCALE:
        raise ValueError(f"expected a positive float32 scale but got {scale}")
    return scale


def uniform(storage: str, scale: float, zero_point: int) -> UniformQuantizedType:
    """`!quant.uniform<storage:f32, scale:zero_point>` over the full storage range."""
    low, high = storage_range(storage)
    if not low <= zero_point <= high:
        raise ValueError(f"expected a zero point in [{low}, {high}] but got {zero_point}")
    return UniformQuantizedType.get(
        _FLAG_SIGNED if storage.startswith("i") else 0,
        ir.IntegerType.get_signless(int(storage[1:])),
        ir.F32Type.get(),
        _check_scale(scale),
        zero_point,
        low,
        high,
    )


def uniform_per_axis(
    storage: str, scales: Sequence[float], zero_points: Sequence[int], axis: int
) -> UniformQuantizedPerAxisType:
    """`!quant.uniform<storage:f32:axis, {scale:zero_point, ...}>` over the full storage range."""
    low, high = storage_range(storage)
    return UniformQuantizedPerAxisType.get(
        _FLAG_SIGNED if storage.startswith("i") else 0,
        ir.IntegerType.get_signless(int(storage[1:])),
        ir.F32Type.get(),
        [_check_scale(scale) for scale in scales],
        list(zero_points),
        axis,
        low,
        high,
    )
