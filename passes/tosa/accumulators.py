"""Accumulators of a convolution in TOSA: one op, a depthwise one, or one for each group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from mlir import ir
from mlir.dialects import tosa
from mlir.dialects.quant import UniformQuantizedType

from lutfuse.passes.ir.constants import constant, make_constant, reshape, shape_constant
from lutfuse.passes.ir.rescale import Rescale, TosaConvolution, element_width


@dataclass(frozen=True)
class Plan:
    """A convolution's integers, all checked: what the rewrite needs."""

    conv: TosaConvolution
    rescale: Rescale
    group: int
    domain: UniformQuantizedType  # of the intermediate codes
    filter_offset: int  # 128 where unsigned filter codes become signed ones


def accumulate(
    plan: Plan, x: ir.Value, w: ir.Value, bias: ir.Value, shape: Sequence[int]
) -> ir.Value:
    """The int32 or int48 accumulators of any group count."""
    if plan.group == 1:
        return _one_group(plan, x, w, bias, shape)
    if plan.conv.is_depthwise:
        return _depthwise(plan, x, w, bias, shape)
    return _each_group(plan, x, w, bias, shape)


def _acc_type(x: ir.Value) -> ir.IntegerType:
    return ir.IntegerType.get_signless(48 if element_width(x) == 16 else 32)


def _zero_points(plan: Plan, x: ir.Value) -> tuple[ir.Value, ir.Value]:
    return (
        make_constant(np.array([plan.conv.input_zero_point], np.int64), element_width(x)),
        make_constant(np.array([plan.conv.filter_zero_point], np.int64), 8),
    )


def cut(
    conv: TosaConvolution, shape: Sequence[int], kernel: Sequence[int]
) -> tuple[list[int], list[int]]:
    """Padding and input shape whose span is a multiple of the stride, as TOSA demands.

    Rows and columns that no filter position reaches are taken from the padding at the end, and
    beyond that from the input, of which nothing may be left.
    """
    pad, kept = list(conv.pad), list(shape)
    for axis in (0, 1):
        if shape[axis + 1] < 0:
            continue
        reach = (kernel[axis] - 1) * conv.dilation[axis] + 1
        span = shape[axis + 1] + pad[2 * axis] + pad[2 * axis + 1] - reach
        extra = span % conv.stride[axis]
        from_pad = min(extra, pad[2 * axis + 1])
        pad[2 * axis + 1] -= from_pad
        kept[axis + 1] -= extra - from_pad
    return pad, kept


def _exact(plan: Plan, x: ir.Value, kernel: Sequence[int]) -> tuple[ir.Value, ir.DenseI64ArrayAttr]:
    shape = list(ir.RankedTensorType(x.type).shape)
    pad, kept = cut(plan.conv, shape, kernel)
    if kept == shape:
        return x, ir.DenseI64ArrayAttr.get(pad)
    return _slice(x, [0, 0, 0, 0], kept), ir.DenseI64ArrayAttr.get(pad)


def _one_group(
    plan: Plan, x: ir.Value, w: ir.Value, bias: ir.Value, shape: Sequence[int]
) -> ir.Value:
    acc = ir.RankedTensorType.get(list(shape), _acc_type(x))
    acc_type = ir.TypeAttr.get(_acc_type(x))
    stride = ir.DenseI64ArrayAttr.get(plan.conv.stride)
    if plan.conv.is_transposed:
        zero_points = _zero_points(plan, x)
        pad = ir.DenseI64ArrayAttr.get(plan.conv.pad)
        return tosa.TransposeConv2DOp(acc, x, w, bias, *zero_points, pad, stride, acc_type).output
    x, pad = _exact(plan, x, ir.RankedTensorType(w.type).shape[1:3])
    zero_points = _zero_points(plan, x)
    dilation = ir.DenseI64ArrayAttr.get(plan.conv.dilation)
    return tosa.Conv2DOp(acc, x, w, bias, *zero_points, pad, stride, dilation, acc_type).output


def _depthwise(
    plan: Plan, x: ir.Value, w: ir.Value, bias: ir.Value, shape: Sequence[int]
) -> ir.Value:
    out, height, width, _ = ir.RankedTensorType(w.type).shape
    channels = plan.group
    array = constant(w)
    split = [channels, out // channels, height, width]
    if array is not None:
        hwcm = make_constant(array.reshape(split).transpose(2, 3, 0, 1))
    else:
        order = [split[2], split[3], split[0], split[1]]
        hwcm_type = ir.RankedTensorType.get(order, ir.RankedTensorType(w.type).element_type)
        hwcm = tosa.TransposeOp(hwcm_type, reshape(w, split), [2, 3, 0, 1]).output
    x, pad = _exact(plan, x, (height, width))
    acc = ir.RankedTensorType.get(list(shape), _acc_type(x))
    return tosa.DepthwiseConv2DOp(
        acc,
        x,
        hwcm,
        bias,
        *_zero_points(plan, x),
        pad,
        ir.DenseI64ArrayAttr.get(plan.conv.stride),
        ir.DenseI64ArrayAttr.get(plan.conv.dilation),
        ir.TypeAttr.get(_acc_type(x)),
    ).output


def _slice(value: ir.Value, start: Sequence[int], size: Sequence[int]) -> ir.Value:
    source = ir.RankedTensorType(value.type)
    result = ir.RankedTensorType.get(list(size), source.element_type)
    sizes = [max(length, -1) for length in size]  # -1, the rest, where the length is dynamic
    return tosa.SliceOp(result, value, shape_constant(start), shape_constant(sizes)).output


def _each_group(
    plan: Plan, x: ir.Value, w: ir.Value, bias: ir.Value, shape: Sequence[int]
) -> ir.Value:
    """One convolution a group on slices of the channels: TOSA has no groups."""
    x_shape, w_shape = (list(ir.RankedTensorType(v.type).shape) for v in (x, w))
    ins, outs = x_shape[3] // plan.group, w_shape[0] // plan.group
    bias_length = ir.RankedTensorType(bias.type).shape[0]
    parts: list[ir.Value] = []
    for g in range(plan.group):
        x_g = _slice(x, [0, 0, 0, g * ins], [*x_shape[:3], ins])
        w_g = _slice(w, [g * outs, 0, 0, 0], [outs, *w_shape[1:]])
        b_g = bias if bias_length == 1 else _slice(bias, [g * outs], [outs])
        one = replace(plan, group=1)
        parts.append(_one_group(one, x_g, w_g, b_g, [*list(shape)[:3], outs]))
    return tosa.ConcatOp(parts, 3).output
