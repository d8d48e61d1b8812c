"""Reads a convolution of the dialect into what kernel generators take."""

from __future__ import annotations

from typing import Any

import numpy as np
from mlir import ir
from mlir.dialects.quant import UniformQuantizedPerAxisType, UniformQuantizedType

from lutfuse.dialects import lutfuse as lf
from lutfuse.dialects.quant_types import storage_of, storage_range
from lutfuse.kernels.codes.requantize import Requantization
from lutfuse.kernels.codes.tables import CodeMap
from lutfuse.kernels.conv.convolution import Convolution
from lutfuse.numerics.parametric import parametric_results
from lutfuse.passes.ir.code_maps import full_table
from lutfuse.passes.ir.constants import constant

Array = np.ndarray[Any, np.dtype[Any]]
EIGHT_BITS = ("i8", "u8")
TRANSPOSED = (lf.ConvTranspose2DOp, lf.FusedConvTranspose2DOp)
CONVOLUTIONS = (lf.Conv2DOp, lf.FusedConv2DOp, *TRANSPOSED)


def read_convolution(op: ir.Operation) -> Convolution | None:
    """The convolution, fused or not; None where it is not 8-bit or its data are no constants."""
    if not isinstance(op.opview, CONVOLUTIONS):
        return None
    source, intermediate = _element(op.operands[0]), _intermediate(op)
    result = _element(op.results[0])
    if any(storage_of(t) not in EIGHT_BITS for t in (source, intermediate, result)):
        return None
    weights, bias = _weights(op), _bias(op)
    requant = op.attributes["requant"]
    if weights is None or bias is None or not isinstance(requant, lf.RequantAttr):
        return None
    channels = weights.shape[0]
    code_map = _code_map(op, intermediate, result)
    if isinstance(code_map, bool) or requant.multiplier_bits != 32:
        return None
    return Convolution(
        input=_shape(op.operands[0]),
        output=_shape(op.results[0]),
        weights=weights,
        bias=bias,
        stride=_pair(op, "stride"),
        dilation=_pair(op, "dilation"),
        group=ir.IntegerAttr(op.attributes["group"]).value if "group" in op.attributes else 1,
        input_zero_point=UniformQuantizedType(source).zero_point,
        input_signed=storage_of(source) == "i8",
        requantization=_requantization(requant, channels, intermediate),
        output_signed=storage_of(intermediate) == "i8",
        code_map=code_map,
    )


def out_pad(op: ir.Operation) -> tuple[int, int, int, int]:
    """Top, bottom, left, right of a transposed convolution's output padding."""
    if "out_pad" not in op.attributes:
        return 0, 0, 0, 0
    top, bottom, left, right = ir.DenseI64ArrayAttr(op.attributes["out_pad"])
    return top, bottom, left, right


def _element(value: ir.Value) -> ir.Type:
    return ir.ShapedType(value.type).element_type


def _shape(value: ir.Value) -> tuple[int, int, int, int]:
    batch, height, width, channels = ir.RankedTensorType(value.type).shape
    return batch, height, width, channels


def _pair(op: ir.Operation, name: str) -> tuple[int, int]:
    if name not in op.attributes:
        return 1, 1
    first, second = ir.DenseI64ArrayAttr(op.attributes[name])
    return first, second


def _intermediate(op: ir.Operation) -> ir.Type:
    """The domain of the codes before the activation."""
    if "intermediate_type" in op.attributes:
        return ir.TypeAttr(op.attributes["intermediate_type"]).value
    return _element(op.results[0])


def _integers(value: ir.Value) -> Array | None:
    """A constant, looked for behind casts."""
    owner = value.owner
    if isinstance(owner, ir.OpView) and owner.operation.name == "quant.scast":
        return _integers(owner.operation.operands[0])
    return constant(value)


def _weights(op: ir.Operation) -> Array | None:
    """The filter less its zero points, None where that leaves 8 bits."""
    domain = _element(op.operands[1])
    codes = _integers(op.operands[1])
    if codes is None or storage_of(domain) not in EIGHT_BITS:
        return None
    if isinstance(domain, UniformQuantizedPerAxisType):
        zero = np.array(domain.zero_points).reshape(-1, 1, 1, 1)
    else:
        zero = np.array(UniformQuantizedType(domain).zero_point)
    unsigned = storage_of(domain) == "u8"
    stored = codes.astype(np.int8).view(np.uint8 if unsigned else np.int8)
    weights = stored.astype(np.int64) - zero
    if weights.min() < -128 or weights.max() > 127:
        return None
    return weights.astype(np.int8)


def _bias(op: ir.Operation) -> Array | None:
    """A bias for each output channel, zero where there is none."""
    channels = ir.RankedTensorType(op.results[0].type).shape[-1]
    segments = op.attributes.get("operandSegmentSizes", None)
    has_bias = len(op.operands) > 2 if segments is None else list(ir.DenseI32ArrayAttr(segments))[2]
    if not has_bias:
        return np.zeros(channels, np.int64)
    bias = _integers(op.operands[2])
    return None if bias is None else np.broadcast_to(bias.astype(np.int64), channels)


def _requantization(requant: lf.RequantAttr, channels: int, domain: ir.Type) -> Requantization:
    zero_point = UniformQuantizedType(domain).zero_point
    return requantization(requant, channels, zero_point)


def requantization(requant: lf.RequantAttr, channels: int, zero_point: int) -> Requantization:
    """The attribute with a multiplier and a shift for each channel."""
    return Requantization(
        np.broadcast_to(np.array(requant.multiplier, np.int64), channels),
        np.broadcast_to(np.array(requant.shift, np.int64), channels),
        requant.rounding == "double_round",
        zero_point,
    )


def _code_map(op: ir.Operation, domain: ir.Type, result: ir.Type) -> CodeMap | bool | None:
    """The activation as a map of codes; None is the identity, False one that is not known."""
    low, high = storage_range(storage_of(domain))
    codes = np.arange(low, high + 1)
    held = np.clip(
        codes,
        UniformQuantizedType(domain).storage_type_min,
        UniformQuantizedType(domain).storage_type_max,
    )
    entries = _entries(op, held, domain, result)
    if entries is None:
        return False
    return None if np.array_equal(entries, codes) else CodeMap(low, entries)


def _entries(op: ir.Operation, codes: Array, domain: ir.Type, result: ir.Type) -> Array | None:
    """Result for each code, or a row for each channel; None for a table that is no constant."""
    opview = op.opview
    if not isinstance(opview, (lf.FusedConv2DOp, lf.FusedConvTranspose2DOp)):
        return codes
    if opview.activation is not None:
        return parametric_results(opview.activation, codes, domain, result)
    header, table = opview.header, _integers(opview.table)
    if table is None or header is None:
        return None
    entries = full_table(table, header).astype(np.int8).astype(np.int64)
    if storage_of(result) == "u8":
        entries = entries & 255
    return entries[..., codes - storage_range(storage_of(domain))[0]]
