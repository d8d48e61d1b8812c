"""Leaky ReLUs on 8-bit codes as tables: every code is evaluated, so nothing is lost."""

from __future__ import annotations

from mlir import ir
from mlir.dialects.quant import UniformQuantizedType

from lutfuse.dialects import lutfuse as lf
from lutfuse.dialects.quant_types import storage_of, storage_range
from lutfuse.passes.ethosu.steps import Refusal


def leaky_table(parameters: lf.LeakyReluAttr, input_type: ir.Type, result_type: ir.Type) -> bytes:
    """256 bytes in the order of codes; raises Refusal where channels differ, or for wide codes."""
    if len(parameters.factor) > 1 or len(parameters.negative.multiplier) > 1:
        raise Refusal("per-channel-table", "expected one slope for all channels")
    x, y = UniformQuantizedType(input_type), UniformQuantizedType(result_type)
    if any(storage_of(one)[1:] != "8" for one in (x, y)):
        raise Refusal("wide-input", f"expected 8-bit codes but got {x} to {y}")
    low, high = storage_range(storage_of(x))
    codes = [_leaky(parameters, code - x.zero_point) for code in range(low, high + 1)]
    kept = [min(max(code + y.zero_point, y.storage_type_min), y.storage_type_max) for code in codes]
    return bytes(code & 0xFF for code in kept)


def _leaky(parameters: lf.LeakyReluAttr, value: int) -> int:
    """The formula of `#lutfuse.leaky_relu`, without zero points."""
    if value >= 0:
        return requantized(value, parameters.positive)
    result = requantized(value * parameters.factor[0], parameters.negative)
    return -result if parameters.negate else result


def requantized(value: int, requant: lf.RequantAttr) -> int:
    """The formula of `#lutfuse.requant` with its first multiplier."""
    multiplier, shift = requant.multiplier[0], requant.shift[0]
    nudge = 1 << (shift - 1)
    if requant.rounding == "double_round" and shift > 31:
        nudge += (1 << 30) if value >= 0 else -(1 << 30)
    return (value * multiplier + nudge) >> shift
