"""Reads a convolution of the dialect into what kernel generators take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from mlir import ir
from mlir.dialects.quant import UniformQuantizedType

from lutfuse.dialects import lutfuse as lf
from lutfuse.dialects.quant_types import storage_of, storage_range
from lutfuse.kernels.codes.requantize import Requantization
from lutfuse.kernels.codes.tables import CodeMap
from lutfuse.kernels.conv.convolution import Convolution
from lutfuse.numerics.parametric import parametric_results
from lutfuse.passes.ir.code_maps import full_table
from lutfuse.passes.ir.constants import constant
from lutfuse.passes.ir.convolution import Convolution as View
from lutfuse.passes.ir.convolution import (
    as_convolution,
    biases,
    input_type,
    result_type,
    weights,
)
from lutfuse.passes.ir.storage import behind_casts

Array = np.ndarray[Any, np.dtype[Any]]
EIGHT_BITS = ("i8", "u8")


def read_convolution(op: ir.Operation, *, transposed: bool = False) -> Convolution | None:
    """A plain or a transposed convolution, fused or not.

    None where it is of the other form, where it is not 8-bit, or where its data are no constants.
    """
    conv = as_convolution(op)
    if conv is None or conv.is_transposed != transposed:
        return None
    source, intermediate, result = input_type(conv), conv.intermediate_type, result_type(conv)
    if any(storage_of(t) not in EIGHT_BITS for t in (source, intermediate, result)):
        return None
    filter_, requant = weights(conv), conv.requant
    bias = None if filter_ is None else biases(conv)
    if filter_ is None or bias is None or not isinstance(requant, lf.RequantAttr):
        return None
    code_map = _code_map(conv, intermediate, result)
    is_wide = filter_.min() < -128 or filter_.max() > 127  # less its zero points
    if is_wide or isinstance(code_map, bool) or requant.multiplier_bits != 32:
        return None
    return Convolution(
        input=_shape(conv.input),
        output=_shape(conv.result),
        weights=filter_.astype(np.int8),
        bias=bias,
        stride=conv.stride,
        dilation=conv.dilation,
        group=conv.group,
        input_zero_point=source.zero_point,
        input_signed=source.is_signed,
        requantization=requantization(requant, len(filter_), intermediate.zero_point),
        output_signed=intermediate.is_signed,
        code_map=code_map,
    )


def _shape(value: ir.Value) -> tuple[int, int, int, int]:
    batch, height, width, channels = ir.RankedTensorType(value.type).shape
    return batch, height, width, channels


def requantization(requant: lf.RequantAttr, channels: int, zero_point: int) -> Requantization:
    """The attribute with a multiplier and a shift for each channel."""
    return Requantization(
        np.broadcast_to(np.array(requant.multiplier, np.int64), channels),
        np.broadcast_to(np.array(requant.shift, np.int64), channels),
        requant.rounding == "double_round",
        zero_point,
    )


def _code_map(
    conv: View, domain: UniformQuantizedType, result: UniformQuantizedType
) -> CodeMap | bool | None:
    """The activation as a map of codes; None is the identity, False one that is not known."""
    low, high = storage_range(storage_of(domain))
    codes = np.arange(low, high + 1)
    held = np.clip(codes, domain.storage_type_min, domain.storage_type_max)
    entries = _entries(conv, held, domain, result)
    if entries is None:
        return False
    return None if np.array_equal(entries, codes) else CodeMap(low, entries)


def _entries(
    conv: View, codes: Array, domain: UniformQuantizedType, result: UniformQuantizedType
) -> Array | None:
    """Result for each code, or a row for each channel; None for a table that is no constant."""
    if not conv.is_fused:
        return codes
    if conv.activation is not None:
        return parametric_results(conv.activation, codes, domain, result)
    assert conv.table is not None and conv.header is not None  # fused_c2
    table = constant(behind_casts(conv.table))
    if table is None:
        return None
    entries = full_table(table, conv.header).astype(np.int8).astype(np.int64)
    if not result.is_signed:
        entries = entries & 255
    return entries[..., codes - storage_range(storage_of(domain))[0]]


@dataclass(frozen=True)
class Padding:
    """Top, bottom, left and right of a padded input, and the attribute that changes by it."""

    amounts: tuple[int, ...]
    attribute: str
    value: tuple[int, ...] = (0, 0, 0, 0)


def padding_of(op: ir.Operation) -> Padding | None:
    """The padding of an 8-bit convolution, so that it only reads what is there."""
    conv = as_convolution(op)
    if conv is None or input_type(conv).storage_type_integral_width != 8:
        return None
    found = _transposed(conv) if conv.is_transposed else Padding(conv.pad, conv.pad_name)
    return found if any(found.amounts) else None


def _transposed(conv: View) -> Padding:
    """As much as the first and the last output pixel read beyond the input.

    Every input that is added at one side moves that side of the output by a stride.
    """
    kernel = ir.RankedTensorType(conv.filter.type).shape[1:3]
    sides = [(k, s) for k, s in zip(kernel, conv.stride, strict=True) for _ in range(2)]
    amounts = tuple((o + k - 1) // s for o, (k, s) in zip(conv.pad, sides, strict=True))
    moved = tuple(o - a * s for o, a, (_, s) in zip(conv.pad, amounts, sides, strict=True))
    return Padding(amounts, conv.pad_name, moved)
