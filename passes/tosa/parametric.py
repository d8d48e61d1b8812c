"""Clip and leaky ReLU in TOSA, by their definitions: CLAMP; or two RESCALEs and a SELECT."""

from __future__ import annotations

import numpy as np
from mlir import ir
from mlir.dialects import tosa
from mlir.dialects.quant import UniformQuantizedType

from lutfuse.dialects import lutfuse as lf
from lutfuse.dialects.quant_types import storage_of
from lutfuse.passes.ir.constants import make_constant
from lutfuse.passes.ir.rescale import NotRepresentable, Rescale, write_rescale
from lutfuse.passes.tosa.codes import clamp, clamp_signed, narrow

ONE = (1 << 30,), (30,), "single_round"  # a RESCALE that scales nothing


def check_parameters(parameters: lf.Parameters, result: ir.Value) -> None:
    """Raises NotRepresentable: RESCALE has a multiplier for each channel of a static size only."""
    if isinstance(parameters, lf.ClipAttr) or len(parameters.negative.multiplier) == 1:
        return
    if ir.RankedTensorType(result.type).shape[-1] < 0:
        raise NotRepresentable("dynamic-shape", "expected channels of static size")


def apply_parameters(
    codes: ir.Value,
    parameters: lf.Parameters,
    domain: UniformQuantizedType,
    result: UniformQuantizedType,
) -> ir.Value:
    """The activation of plain integers that store codes of `domain`."""
    if isinstance(parameters, lf.ClipAttr):
        return clamp(codes, parameters.min, parameters.max, domain)
    value = _values(codes, domain)
    i32 = ir.IntegerType.get_signless(32)
    above = write_rescale(value, i32, _rescale(parameters.positive))
    below = write_rescale(_times(value, parameters.factor), i32, _rescale(parameters.negative))
    if parameters.negate:
        below = tosa.SubOp(value.type, _broadcast(value, [0]), below).output
    shape = ir.RankedTensorType(value.type).shape
    i1 = ir.RankedTensorType.get(shape, ir.IntegerType.get_signless(1))
    is_above = tosa.GreaterEqualOp(i1, value, _broadcast(value, [0])).output
    chosen = tosa.SelectOp(value.type, is_above, above, below).output
    return _codes(chosen, result)


def _is_offset_i16(domain: UniformQuantizedType) -> bool:
    """RESCALE has zero points of 8 bits only."""
    return storage_of(domain) == "i16" and domain.zero_point != 0


def _values(codes: ir.Value, domain: UniformQuantizedType) -> ir.Value:
    """Codes less their zero point, in 32 bits."""
    i32 = ir.IntegerType.get_signless(32)
    if not _is_offset_i16(domain):
        unsigned = storage_of(domain) == "u8"
        widen = Rescale(*ONE, domain.zero_point, 0, input_unsigned=unsigned)
        return write_rescale(codes, i32, widen)
    wide = ir.RankedTensorType.get(ir.RankedTensorType(codes.type).shape, i32)
    value = tosa.CastOp(wide, codes).output
    return tosa.SubOp(wide, value, _broadcast(value, [domain.zero_point])).output


def _codes(value: ir.Value, result: UniformQuantizedType) -> ir.Value:
    """32-bit values with the zero point added, saturated."""
    if not _is_offset_i16(result):
        unsigned = storage_of(result) == "u8"
        saturate = Rescale(*ONE, 0, result.zero_point, output_unsigned=unsigned)
        return narrow(write_rescale(value, result.storage_type, saturate), result)
    moved = tosa.AddOp(value.type, value, _broadcast(value, [result.zero_point])).output
    kept = clamp_signed(moved, result.storage_type_min, result.storage_type_max)
    shape = ir.RankedTensorType(value.type).shape
    return tosa.CastOp(ir.RankedTensorType.get(shape, result.storage_type), kept).output


def _rescale(requant: lf.RequantAttr) -> Rescale:
    return Rescale(
        tuple(requant.multiplier),
        tuple(requant.shift),
        requant.rounding,
        scale32=requant.multiplier_bits == 32,
        per_channel=len(requant.multiplier) > 1,
    )


def _times(value: ir.Value, factor: list[int]) -> ir.Value:
    if factor == [1]:
        return value
    no_shift = make_constant(np.zeros(1, np.int8))
    return tosa.MulOp(value.type, value, _broadcast(value, factor), no_shift).output


def _broadcast(value: ir.Value, entries: list[int]) -> ir.Value:
    """A constant of the rank of `value`, one entry or one along the last axis."""
    rank = len(ir.RankedTensorType(value.type).shape)
    shape = [1] * (rank - 1) + [len(entries)] if rank else []
    return make_constant(np.array(entries, np.int32).reshape(shape))
