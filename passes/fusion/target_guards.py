"""What a target's post-processing cannot take: the guards that ask the target's description."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from mlir import ir

from lutfuse.dialects.lutfuse import (
    ClipOp,
    ConvTranspose2DOp,
    FusedConvTranspose2DOp,
    LeakyReluOp,
    LutActivationOp,
)
from lutfuse.dialects.quant_types import storage_of
from lutfuse.numerics.parametric import clip_codes
from lutfuse.passes.fusion.candidates import (
    FUSED,
    AnyConvolution,
    Candidate,
    activation_name,
    domain,
)
from lutfuse.targets import PRODUCERS, ConvolutionShape

TRANSPOSED = (ConvTranspose2DOp, FusedConvTranspose2DOp)


def _group(conv: AnyConvolution) -> int:
    attributes = conv.operation.attributes
    return ir.IntegerAttr(attributes["group"]).value if "group" in attributes else 1


def _producer_name(conv: AnyConvolution) -> str:
    """What a target calls the convolution. One group is none, whatever it was called before."""
    if isinstance(conv, TRANSPOSED):
        return "transposed"
    if _group(conv) == 1:
        return "convolution"
    filter_type = ir.RankedTensorType(conv.operation.operands[1].type)
    return "depthwise" if filter_type.get_dim_size(3) == 1 else "convolution"


def unsupported_producer(c: Candidate) -> str | None:
    if c.target.producers == PRODUCERS or c.convolution is None:
        return None
    got = _producer_name(c.convolution)
    if got in c.target.producers:
        return None
    return f"expected a producer among {', '.join(sorted(c.target.producers))} but got {got}"


def grouped_convolution(c: Candidate) -> str | None:
    if c.target.groups is True or c.convolution is None:
        return None
    group = _group(c.convolution)
    if group == 1:
        return None
    if c.target.groups == "depthwise":
        if _producer_name(c.convolution) == "depthwise":
            return None
        return f"expected group 1 or a depthwise convolution but got group {group}"
    return f"expected group 1 but got group {group}"


def unsupported_activation(c: Candidate) -> str | None:
    name = activation_name(c.activation)
    if c.target.takes(name, table=isinstance(c.activation, LutActivationOp)):
        return None
    tables = ["any table"] if c.target.activations is None else sorted(c.target.activations)
    kinds = [*tables, *sorted(c.target.parameters)]
    return f"expected an activation among {', '.join(kinds)} but got {name}"


def unsupported_clip_bounds(c: Candidate) -> str | None:
    bounds = c.target.clip_bounds
    if bounds is None or not isinstance(c.activation, ClipOp):
        return None
    codes = c.activation.parameters.min, c.activation.parameters.max
    type_ = ir.RankedTensorType(c.activation.operation.results[0].type).element_type
    if any(clip_codes(type_, *pair) == codes for pair in bounds):
        return None
    real = ", ".join(f"[{low:g}, {high:g}]" for low, high in bounds)
    return f"expected clip bounds among {real} but got codes [{codes[0]}, {codes[1]}] of {type_}"


def unsupported_slope(c: Candidate) -> str | None:
    bounds = c.target.slopes
    if bounds is None or not isinstance(c.activation, LeakyReluOp):
        return None
    low, high = bounds
    for slope in _slopes(c.activation):
        if slope is None or not low <= slope <= high:
            got = "none" if slope is None else f"{float(slope)}"
            return f"expected slopes in [{low:g}, {high:g}] but got {got}"
    return None


def _slopes(op: LeakyReluOp) -> list[Fraction | None]:
    """Exact slopes, of each channel where there are several; None where the positive half is 0."""
    parameters = op.parameters
    positive, negative = parameters.positive, parameters.negative
    unit = Fraction(positive.multiplier[0], 1 << positive.shift[0])
    sign = -1 if parameters.negate else 1
    count = max(len(parameters.factor), len(negative.multiplier))
    factors, multipliers, shifts = (
        values * count if len(values) == 1 else values
        for values in (parameters.factor, negative.multiplier, negative.shift)
    )
    return [
        Fraction(sign * factor * multiplier, 1 << shift) / unit if unit else None
        for factor, multiplier, shift in zip(factors, multipliers, shifts, strict=True)
    ]


def unsupported_per_channel_table(c: Candidate) -> str | None:
    if c.target.per_channel_tables or not isinstance(c.activation, LutActivationOp):
        return None
    rows = ir.RankedTensorType(c.activation.operation.operands[1].type).shape[:-1]
    if prod(rows) == 1:
        return None
    return f"expected one table for all channels but got one for each of {rows[0]}"


def table_too_large(c: Candidate) -> str | None:
    limit = c.target.table_bytes
    if limit is None or not isinstance(c.activation, LutActivationOp):
        return None
    type_ = ir.RankedTensorType(c.activation.operation.operands[1].type)
    size = prod(type_.shape) * ((ir.IntegerType(type_.element_type).width + 7) // 8)
    return None if size <= limit else f"expected a table of at most {limit} bytes but got {size}"


def unsupported_intermediate_storage(c: Candidate) -> str | None:
    if c.convolution is None or isinstance(c.convolution, FUSED):
        return None
    got = storage_of(domain(c.convolution))
    if got in c.target.storages:
        return None
    return (
        f"expected intermediate storage among {', '.join(sorted(c.target.storages))} but got {got}"
    )


def loses_specialized_kernel(c: Candidate) -> str | None:
    kernels = c.target.faster_unfused
    if not kernels or c.convolution is None or isinstance(c.convolution, FUSED):
        return None
    shape, name = _shape(c.convolution), activation_name(c.activation)
    for kernel in kernels:
        if name not in kernel.activations and kernel.serves(shape):
            return f"expected no faster kernel without an activation but got '{kernel.description}'"
    return None


def _shape(conv: AnyConvolution) -> ConvolutionShape:
    op = conv.operation
    x, w = (ir.RankedTensorType(operand.type) for operand in list(op.operands)[:2])
    result = ir.RankedTensorType(op.results[0].type).shape
    return ConvolutionShape(
        producer=_producer_name(conv),
        storage=storage_of(x.element_type),
        kernel=(w.shape[1], w.shape[2]),
        stride=_pair(op, "stride"),
        dilation=_pair(op, "dilation"),
        group=_group(conv),
        input_channels=x.shape[3],
        output_channels=result[3],
        height=result[1],
        width=result[2],
    )


def _pair(op: ir.Operation, name: str) -> tuple[int, int]:
    """Stride or dilation; a transposed convolution has no dilation."""
    if name not in op.attributes:
        return 1, 1
    pair = list(ir.DenseI64ArrayAttr(op.attributes[name]))
    return pair[0], pair[1]
