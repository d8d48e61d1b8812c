"""Codes of a quantized domain in TOSA: as signed integers, and kept between bounds."""

from __future__ import annotations

from mlir import ir
from mlir.dialects import tosa
from mlir.dialects.quant import UniformQuantizedType

from lutfuse.dialects.quant_types import storage_of, storage_range
from lutfuse.passes.ir.rescale import Rescale, write_rescale


def signed(value: ir.Value, element: ir.Type) -> ir.Value:
    """8-bit codes as TOSA reads them, signed: unsigned ones are moved down by 128, exactly."""
    if storage_of(element) != "u8":
        return value
    move = Rescale((1 << 30,), (30,), "single_round", 0, -128, input_unsigned=True)
    return write_rescale(value, ir.IntegerType.get_signless(8), move)


def narrow(value: ir.Value, domain: UniformQuantizedType) -> ir.Value:
    """Saturation to a narrow storage range: RESCALE saturates to the full one only."""
    low, high = domain.storage_type_min, domain.storage_type_max
    if (low, high) == storage_range(storage_of(domain)):
        return value
    return clamp(value, low, high, domain)


def clamp(value: ir.Value, low: int, high: int, domain: ir.Type) -> ir.Value:
    """Codes of a domain kept in [low, high].

    TOSA CLAMP compares signed codes: unsigned ones are clamped 128 lower and moved back up.
    """
    if storage_of(domain) != "u8":
        return clamp_signed(value, low, high)
    up = Rescale((1 << 30,), (30,), "single_round", -128, 0, output_unsigned=True)
    moved = clamp_signed(signed(value, domain), low - 128, high - 128)
    return write_rescale(moved, ir.IntegerType.get_signless(8), up)


def clamp_signed(value: ir.Value, low: int, high: int) -> ir.Value:
    """`tosa.clamp` of signed integers of any width."""
    element = ir.ShapedType(value.type).element_type
    bounds = [ir.IntegerAttr.get(element, bound) for bound in (low, high)]
    return tosa.ClampOp(value.type, value, bounds[0], bounds[1]).output
