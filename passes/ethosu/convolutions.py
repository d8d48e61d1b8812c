"""Convolutions and activations of the dialect `lutfuse` as steps of the NPU.

The requantization goes into the stream of biases as it is, per channel: it leads to the
intermediate codes, and so do zero point and clamp. The table comes behind them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from mlir import ir
from mlir.dialects.quant import UniformQuantizedPerAxisType, UniformQuantizedType
from numpy.typing import NDArray

from lutfuse.dialects import lutfuse as lf
from lutfuse.dialects.ethosu import Clamp, Kernel
from lutfuse.dialects.quant_types import storage_of
from lutfuse.passes.ethosu.parametric_tables import leaky_table
from lutfuse.passes.ethosu.steps import (
    Filter,
    Lowering,
    Piece,
    Refusal,
    Step,
    check_window,
    identity,
    lowering,
    narrow_range,
    piece_of,
    root,
    tighter,
)
from lutfuse.passes.ir.code_maps import full_table
from lutfuse.passes.ir.constants import constant

AnyConvolution = lf.Conv2DOp | lf.ConvTranspose2DOp | lf.FusedConv2DOp | lf.FusedConvTranspose2DOp
FUSED = (lf.FusedConv2DOp, lf.FusedConvTranspose2DOp)
TRANSPOSED = (lf.ConvTranspose2DOp, lf.FusedConvTranspose2DOp)
# Weights have nine bits once their zero point is subtracted.
_WEIGHT_LIMIT = 255
_ROUNDINGS = {"double_round": "tfl", "single_round": "natural"}


def lower_convolution(op: AnyConvolution) -> Lowering:
    """A convolution of any kind; raises Refusal."""
    operation = op.operation
    template = _transposed(op) if isinstance(op, TRANSPOSED) else _plain(op)
    step = replace(template, **_output(op))
    group = ir.IntegerAttr(operation.attributes["group"]).value
    if group == 1:
        return lowering(operation, [step])
    weights = _filter(step).weights
    if weights.shape[3] == 1 and weights.shape[0] == group:
        return lowering(operation, [replace(step, kind="depthwise_conv2d")])
    return lowering(operation, [_group_part(step, group, number) for number in range(group)])


def _element(value: ir.Value) -> ir.Type:
    return ir.ShapedType(value.type).element_type


def _sizes(op: ir.Operation, name: str, default: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(ir.DenseI64ArrayAttr(op.attributes[name])) if name in op.attributes else default


def _filter(step: Step) -> Filter:
    assert step.filter is not None
    return step.filter


def _output(op: AnyConvolution) -> dict[str, Clamp | bytes | None]:
    """Clamp and table of a convolution: those of the intermediate codes."""
    if not isinstance(op, FUSED):
        return {"clamp": narrow_range(_element(op.operation.results[0]))}
    assert op.intermediate_type is not None  # fused_c1
    domain = op.intermediate_type.value
    clamp = narrow_range(domain)
    if isinstance(op.activation, lf.ClipAttr):
        return {"clamp": tighter(clamp, Clamp(op.activation.min, op.activation.max))}
    result = _element(op.operation.results[0])
    if isinstance(op.activation, lf.LeakyReluAttr):
        return {"clamp": clamp, "table": leaky_table(op.activation, domain, result)}
    assert op.table is not None and op.header is not None  # fused_c2
    return {"clamp": clamp, "table": table_bytes(op.table, op.header)}


def table_bytes(table: ir.Value, header: lf.TableHeaderAttr) -> bytes:
    """256 bytes in the order of codes; raises Refusal for a table that the NPU cannot hold."""
    entries = constant(root(table))
    if entries is None:
        raise Refusal("table-not-constant", "expected a constant table")
    if header.lookup != "direct":
        raise Refusal("table-layout", "expected a direct table but got an interpolated one")
    if entries.ndim != 1:
        raise Refusal("per-channel-table", "expected one table for all channels")
    if storage_of(header.result)[1:] != "8":
        raise Refusal("table-layout", f"expected 8-bit entries but got {header.result}")
    return full_table(entries, header).astype(np.int8).tobytes()


# Reading ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Read:
    """What all convolutions have."""

    ifm: Piece
    ofm: Piece
    filter: Filter
    rounding: str
    stride: tuple[int, int]


def _read(op: AnyConvolution) -> _Read:
    operation, requant = op.operation, op.requant
    if not isinstance(requant, lf.RequantAttr):
        raise Refusal("float-requantization", "expected integer multipliers but got float32 scales")
    x, w = operation.operands[0], operation.operands[1]
    if storage_of(_element(x)) not in ("i8", "u8"):
        raise Refusal("wide-input", f"expected 8-bit inputs but got {_element(x)}")
    domain = _domain(op)
    if storage_of(domain) not in ("i8", "u8"):
        raise Refusal("wide-output", f"expected 8-bit intermediate codes but got {domain}")
    result = piece_of(operation.results[0], domain.zero_point, image=True)
    ofm = replace(result, element=storage_of(domain), source=operation.results[0])
    weights = _weights(w)
    channels = weights.shape[0]
    filter_ = Filter(
        weights,
        _biases(op, channels),
        _each(requant.multiplier, channels),
        _each(requant.shift, channels),
    )
    stride = _sizes(operation, "stride", (1, 1))
    rounding = _ROUNDINGS[requant.rounding]
    return _Read(piece_of(x, image=True), ofm, filter_, rounding, (stride[0], stride[1]))


def _domain(op: AnyConvolution) -> UniformQuantizedType:
    if isinstance(op, FUSED):
        assert op.intermediate_type is not None  # fused_c1
        return UniformQuantizedType(op.intermediate_type.value)
    return UniformQuantizedType(_element(op.operation.results[0]))


def _each(values: list[int], channels: int) -> tuple[int, ...]:
    return tuple(values) if len(values) > 1 else tuple(values) * channels


def _weights(value: ir.Value) -> NDArray[np.int16]:
    codes = constant(root(value))
    if codes is None:
        raise Refusal("filter-not-constant", "expected a constant filter")
    codes = codes.reshape(ir.RankedTensorType(value.type).shape)
    element = _element(value)
    if storage_of(element) == "u8":
        codes = codes.astype(np.uint8)
    if isinstance(element, UniformQuantizedPerAxisType):
        zero_points = np.array(element.zero_points).reshape(-1, 1, 1, 1)
    else:
        zero_points = np.array(UniformQuantizedType(element).zero_point)
    weights = codes.astype(np.int64) - zero_points
    if np.abs(weights).max(initial=0) > _WEIGHT_LIMIT:
        raise Refusal("weight-range", "expected weights within 255 of their zero point")
    return weights.astype(np.int16)


def _biases(op: AnyConvolution, channels: int) -> tuple[int, ...]:
    if op.bias is None:
        return (0,) * channels
    values = constant(root(op.bias))
    if values is None:
        raise Refusal("bias-not-constant", "expected a constant bias")
    return _each([int(v) for v in values.reshape(-1)], channels)


# Windows ----------------------------------------------------------------------------------------


def _plain(op: AnyConvolution) -> Step:
    read = _read(op)
    top, bottom, left, right = _sizes(op.operation, "pad", (0, 0, 0, 0))
    rows, columns = _sizes(op.operation, "dilation", (1, 1))
    height, width = read.filter.weights.shape[1:3]
    out = read.ofm.shape
    # A stride that is never taken may be any: it is larger than the registers in global windows.
    stride = tuple(1 if out[axis] == 1 else read.stride[axis] for axis in (0, 1))
    kernel = Kernel((height, width), (stride[0], stride[1]), (rows, columns))
    return _step(read, kernel, (top, bottom, left, right))


def _transposed(op: AnyConvolution) -> Step:
    """A convolution with the filter turned around, over an input with zeros between elements.

    Doubling is all that the NPU does: strides are 2, or 1.
    """
    read = _read(op)
    if read.stride not in ((1, 1), (2, 2)):
        raise Refusal("stride", f"expected strides of 1 or 2 but got {list(read.stride)}")
    top, _, left, _ = _sizes(op.operation, "out_pad", (0, 0, 0, 0))
    height, width = read.filter.weights.shape[1:3]
    before = (height - 1 + top, width - 1 + left)
    if min(before) < 0:
        raise Refusal("padding", "expected output padding that keeps the first input element")
    grown = [size * read.stride[0] for size in read.ifm.shape[:2]]
    after = [
        max(0, read.ofm.shape[axis] - 1 + size - grown[axis] - before[axis])
        for axis, size in enumerate((height, width))
    ]
    turned = replace(read.filter, weights=read.filter.weights[:, ::-1, ::-1, :])
    pad = (before[0], after[0], before[1], after[1])
    step = _step(replace(read, filter=turned), Kernel((height, width)), pad)
    return replace(step, upscale="zeros" if read.stride == (2, 2) else None)


def _step(read: _Read, kernel: Kernel, pad: tuple[int, int, int, int]) -> Step:
    check_window(kernel, pad)
    return Step(
        "conv2d",
        read.ifm,
        read.ofm,
        kernel=kernel,
        pad=pad,
        filter=read.filter,
        rounding=read.rounding,
    )


def _group_part(step: Step, group: int, number: int) -> Step:
    """One group: slices of the channels, which strides make feature maps."""
    filter_ = _filter(step)
    channels = filter_.weights.shape[0] // group
    kept = slice(number * channels, (number + 1) * channels)
    part = Filter(
        filter_.weights[kept],
        filter_.biases[kept],
        filter_.multipliers[kept],
        filter_.shifts[kept],
    )
    ifm, ofm = (channel_slice(piece, group, number) for piece in (step.ifm, step.ofm))
    return replace(step, ifm=ifm, ofm=ofm, filter=part)


def channel_slice(piece: Piece, group: int, number: int) -> Piece:
    """The channels of one group of a contiguous 8-bit map."""
    height, width, depth = piece.shape
    part = depth // group
    return replace(
        piece,
        shape=(height, width, part),
        offset=piece.offset + number * part,
        strides=(width * depth, depth, 1),
    )


# Activations ------------------------------------------------------------------------------------


def lower_activation(op: lf.LutActivationOp | lf.ClipOp | lf.LeakyReluOp) -> Lowering:
    """A stand-alone activation: a copy through a clamp or a table. Raises Refusal."""
    x, y = op.operation.operands[0], op.operation.results[0]
    if any(storage_of(_element(value)) not in ("i8", "u8") for value in (x, y)):
        raise Refusal("wide-input", f"expected 8-bit codes but got {_element(x)}")
    ifm = piece_of(x)
    # The zero point is subtracted and added again: none says the same.
    ifm = replace(ifm, zero_point=0)
    ofm = replace(ifm, source=y)
    if isinstance(op, lf.ClipOp):
        clamp = Clamp(op.parameters.min, op.parameters.max)
        return lowering(op.operation, [identity(ifm, ofm, clamp=clamp)])
    if isinstance(op, lf.LeakyReluOp):
        table = leaky_table(op.parameters, _element(x), _element(y))
    else:
        table = table_bytes(op.operation.operands[1], op.header)
    return lowering(op.operation, [identity(ifm, ofm, table=table)])
