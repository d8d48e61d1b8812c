"""Parts of what a convolution has for each of its channels: filters, biases, factors, slopes.

What all channels share is shared by the parts as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from mlir import ir
from mlir.dialects.quant import UniformQuantizedPerAxisType

from lutfuse.dialects.lutfuse import LeakyReluAttr, RequantAttr, RequantF32Attr
from lutfuse.passes.ir.constants import constant, make_constant
from lutfuse.passes.ir.storage import as_quantized, behind_casts
from lutfuse.passes.ir.views import element_of

T = TypeVar("T")


def part_of(values: Sequence[T], channels: slice) -> list[T]:
    """The values of some channels, or the one value of all."""
    return list(values) if len(values) == 1 else list(values[channels])


def with_channels(type_: ir.Type, channels: int) -> ir.Type:
    """An NHWC tensor type with another number of channels."""
    tensor = ir.RankedTensorType(type_)
    return ir.RankedTensorType.get([*tensor.shape[:-1], channels], tensor.element_type)


def part_of_filter(value: ir.Value, channels: slice) -> ir.Value:
    """Some filters of a constant OHWI tensor, with their scales and zero points."""
    codes = constant(behind_casts(value))
    assert codes is not None  # checked before anything was made
    return as_quantized(make_constant(codes[channels]), _part_of_type(value.type, channels))


def _part_of_type(type_: ir.Type, channels: slice) -> ir.Type:
    element = element_of(type_)
    if not isinstance(element, UniformQuantizedPerAxisType):
        return element
    return UniformQuantizedPerAxisType.get(
        int(element.is_signed),
        element.storage_type,
        element.expressed_type,
        list(element.scales)[channels],
        list(element.zero_points)[channels],
        element.quantized_dimension,
        element.storage_type_min,
        element.storage_type_max,
    )


def part_of_rows(value: ir.Value, channels: slice) -> ir.Value:
    """Some elements of a constant bias, or some rows of a constant table."""
    array = constant(behind_casts(value))
    assert array is not None
    if len(array) == 1:
        return value
    return make_constant(array[channels], ir.IntegerType(element_of(value.type)).width)


def part_of_requant(attribute: ir.Attribute, channels: slice) -> ir.Attribute:
    """`#lutfuse.requant` or `#lutfuse.requant_f32` of some channels."""
    if isinstance(attribute, RequantF32Attr):
        return RequantF32Attr.get(part_of(attribute.scale, channels))
    requant = RequantAttr(attribute)
    pairs = part_of(requant.multiplier, channels), part_of(requant.shift, channels)
    return RequantAttr.get(*pairs, requant.rounding, requant.multiplier_bits)


def part_of_parameters(attribute: ir.Attribute, channels: slice) -> ir.Attribute:
    """`#lutfuse.clip` as it is, or `#lutfuse.leaky_relu` of some channels."""
    if not isinstance(attribute, LeakyReluAttr):
        return attribute
    negative = part_of_requant(attribute.negative, channels)
    factor = part_of(attribute.factor, channels)
    return LeakyReluAttr.get(attribute.positive, RequantAttr(negative), factor, attribute.negate)
