"""Convolutions and activations of the dialect `lutfuse` as steps of the NPU.

The requantization goes into the stream of biases as it is, per channel: it leads to the
intermediate codes, and so do zero point and clamp. The table comes behind them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from mlir import ir

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
from lutfuse.passes.ir.convolution import (
    Convolution,
    as_convolution,
    biases,
    input_type,
    result_type,
    weights,
)

# Weights have nine bits once their zero point is subtracted.
_WEIGHT_LIMIT = 255
_ROUNDINGS = {"double_round": "tfl", "single_round": "natural"}


def lower_convolution(op: ir.Operation) -> Lowering:
    """A convolution of any kind; raises Refusal."""
    conv = as_convolution(op)
    assert conv is not None
    template = _transposed(conv) if conv.is_transposed else _plain(conv)
    step = replace(template, **_output(conv))
    group = conv.group
    if group == 1:
        return lowering(op, [step])
    filter_shape = _filter(step).weights.shape
    if filter_shape[3] == 1 and filter_shape[0] == group:
        return lowering(op, [replace(step, kind="depthwise_conv2d")])
    return lowering(op, [_group_part(step, group, number) for number in range(group)])


def _element(value: ir.Value) -> ir.Type:
    return ir.ShapedType(value.type).element_type


def _filter(step: Step) -> Filter:
    assert step.filter is not None
    return step.filter


def _output(conv: Convolution) -> dict[str, Clamp | bytes | None]:
    """Clamp and table of a convolution: those of the intermediate codes."""
    domain = conv.intermediate_type
    clamp = narrow_range(domain)
    if not conv.is_fused:
        return {"clamp": clamp}
    if isinstance(conv.activation, lf.ClipAttr):
        return {"clamp": tighter(clamp, Clamp(conv.activation.min, conv.activation.max))}
    if isinstance(conv.activation, lf.LeakyReluAttr):
        return {"clamp": clamp, "table": leaky_table(conv.activation, domain, result_type(conv))}
    assert conv.table is not None and conv.header is not None  # fused_c2
    return {"clamp": clamp, "table": table_bytes(conv.table, conv.header)}


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


def _read(conv: Convolution) -> _Read:
    requant = conv.requant
    if not isinstance(requant, lf.RequantAttr):
        raise Refusal("float-requantization", "expected integer multipliers but got float32 scales")
    x, domain = input_type(conv), conv.intermediate_type
    if storage_of(x) not in ("i8", "u8"):
        raise Refusal("wide-input", f"expected 8-bit inputs but got {x}")
    if storage_of(domain) not in ("i8", "u8"):
        raise Refusal("wide-output", f"expected 8-bit intermediate codes but got {domain}")
    result = piece_of(conv.result, domain.zero_point, image=True)
    ofm = replace(result, element=storage_of(domain), source=conv.result)
    filter_ = _read_filter(conv, requant)
    return _Read(
        piece_of(conv.input, image=True), ofm, filter_, _ROUNDINGS[requant.rounding], conv.stride
    )


def _read_filter(conv: Convolution, requant: lf.RequantAttr) -> Filter:
    filter_ = weights(conv)
    if filter_ is None:
        raise Refusal("filter-not-constant", "expected a constant filter")
    if np.abs(filter_).max(initial=0) > _WEIGHT_LIMIT:
        raise Refusal("weight-range", "expected weights within 255 of their zero point")
    bias = biases(conv)
    if bias is None:
        raise Refusal("bias-not-constant", "expected a constant bias")
    channels = len(filter_)
    return Filter(
        filter_,
        tuple(bias.tolist()),
        _each(requant.multiplier, channels),
        _each(requant.shift, channels),
    )


def _each(values: list[int], channels: int) -> tuple[int, ...]:
    return tuple(values) if len(values) > 1 else tuple(values) * channels


# Windows ----------------------------------------------------------------------------------------


def _plain(conv: Convolution) -> Step:
    read = _read(conv)
    height, width = read.filter.weights.shape[1:3]
    out = read.ofm.shape
    # A stride that is never taken may be any: it is larger than the registers in global windows.
    stride = tuple(1 if out[axis] == 1 else read.stride[axis] for axis in (0, 1))
    kernel = Kernel((height, width), (stride[0], stride[1]), conv.dilation)
    return _step(read, kernel, conv.pad)


def _transposed(conv: Convolution) -> Step:
    """A convolution with the filter turned around, over an input with zeros between elements.

    Doubling is all that the NPU does: strides are 2, or 1.
    """
    read = _read(conv)
    if read.stride not in ((1, 1), (2, 2)):
        raise Refusal("stride", f"expected strides of 1 or 2 but got {list(read.stride)}")
    top, _, left, _ = conv.pad
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


def lower_activation(op: ir.Operation) -> Lowering:
    """A stand-alone activation: a copy through a clamp or a table. Raises Refusal."""
    x, y, view = op.operands[0], op.results[0], op.opview
    if any(storage_of(_element(value)) not in ("i8", "u8") for value in (x, y)):
        raise Refusal("wide-input", f"expected 8-bit codes but got {_element(x)}")
    ifm = piece_of(x)
    # The zero point is subtracted and added again: none says the same.
    ifm = replace(ifm, zero_point=0)
    ofm = replace(ifm, source=y)
    if isinstance(view, lf.ClipOp):
        clamp = Clamp(view.parameters.min, view.parameters.max)
        return lowering(op, [identity(ifm, ofm, clamp=clamp)])
    if isinstance(view, lf.LeakyReluOp):
        table = leaky_table(view.parameters, _element(x), _element(y))
    else:
        assert isinstance(view, lf.LutActivationOp)
        table = table_bytes(view.table, view.header)
    return lowering(op, [identity(ifm, ofm, table=table)])
