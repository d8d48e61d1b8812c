"""Which quantized types TOSA's integers get: those of its annotations, or integer-unit ones.

An annotation counts where it agrees with the integers. Without one, input and intermediate
scale are 1 and the filter scale is the rescale factor, which says the same integers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from mlir import ir
from mlir.dialects.quant import UniformQuantizedPerAxisType, UniformQuantizedType

from lutfuse.dialects.quant_types import scales_of, storage_of, uniform, uniform_per_axis
from lutfuse.passes.ir.rescale import Rescale, TosaConvolution, element_width

Types = tuple[ir.Type, ir.Type, ir.Type]  # input, filter, result


class AnnotationError(Exception):
    """Annotated types that disagree with the op's integers; says what was expected."""


@dataclass(frozen=True)
class Requantized:
    """A convolution with its rescale, all constants read and checked."""

    conv: TosaConvolution
    rescale: Rescale
    group: int


def _annotated(op: ir.Operation, name: str) -> ir.Type | None:
    key = f"lutfuse.{name}"
    return ir.TypeAttr(op.attributes[key]).value if key in op.attributes else None


def unit_domains(op: ir.Operation, rescale_op: ir.Operation, pair: Requantized) -> Types:
    """Input, filter and result type with input and intermediate scale 1."""
    rescale = pair.rescale
    factors = [m * 2.0**-s for m, s in zip(rescale.multiplier, rescale.shift, strict=True)]
    zero_points = [pair.conv.filter_zero_point] * len(factors)
    sign = "u" if rescale.output_unsigned else "i"
    filter_type = (
        uniform_per_axis("i8", factors, zero_points, 0)
        if rescale.per_channel
        else uniform("i8", factors[0], zero_points[0])
    )
    return (
        uniform(f"i{element_width(op.operands[0])}", 1.0, pair.conv.input_zero_point),
        filter_type,
        uniform(f"{sign}{element_width(rescale_op.results[0])}", 1.0, rescale.output_zero_point),
    )


def annotated_domains(op: ir.Operation, units: Types, rescale: Rescale) -> Types | None:
    """The annotated types, None without any; raises AnnotationError if they do not agree."""
    names = ("input_type", "filter_type", "result_type")
    known = [_annotated(op, name) for name in names]
    if known == [None, None, None]:
        return None
    for name, type_, unit in zip(names, known, units, strict=True):
        if type_ is None:
            raise AnnotationError(f"expected 'lutfuse.{name}' beside the others but got none")
        if not _same_codes(type_, unit):
            raise AnnotationError(
                f"expected 'lutfuse.{name}' with storage and zero points of {unit} but got {type_}"
            )
    input_type, filter_type, result_type = known
    assert input_type is not None and filter_type is not None and result_type is not None
    _check_scales((input_type, filter_type, result_type), rescale)
    return input_type, filter_type, result_type


def _same_codes(a: ir.Type, b: ir.Type) -> bool:
    """Whether two types differ in nothing but their scales."""
    if type(a) is not type(b) or storage_of(a) != storage_of(b):
        return False
    if isinstance(a, UniformQuantizedPerAxisType):
        other = UniformQuantizedPerAxisType(b)
        return a.zero_points == other.zero_points and a.quantized_dimension == 0
    x, y = UniformQuantizedType(a), UniformQuantizedType(b)
    ranges = (x.storage_type_min, x.storage_type_max), (y.storage_type_min, y.storage_type_max)
    return x.zero_point == y.zero_point and ranges[0] == ranges[1]


def _check_scales(types: Types, rescale: Rescale) -> None:
    """Constraint conv_c12: multipliers equal sx * sw / su, to the resolution of either side."""
    input_type, filter_type, result_type = types
    factor = UniformQuantizedType(input_type).scale / UniformQuantizedType(result_type).scale
    scales = np.array(scales_of(filter_type))
    unit = 2.0 ** -np.array(rescale.shift, np.float64)
    got, expected = np.array(rescale.multiplier) * unit, factor * scales
    wrong = np.abs(got - expected) > np.maximum(unit, expected * 2.0**-22)
    if wrong.any():
        channel = int(np.argmax(wrong))
        raise AnnotationError(
            f"expected scales whose factor in channel {channel} is {got[channel]:.9g} as the "
            f"rescale says but got {expected[channel]:.9g}"
        )


def table_domains(op: ir.Operation, width: int) -> tuple[ir.Type, ir.Type]:
    """Domains of a table: annotated, the producer's, or integer-unit.

    Raises AnnotationError where an annotated type is not one of the table's integers.
    """
    known = _annotated(op, "input_type"), _annotated(op, "result_type")
    for type_ in known:
        if type_ is not None and not _is_domain(type_, f"i{width}"):
            raise AnnotationError(
                f"expected a per-tensor i{width} type, zero point in range, but got {type_}"
            )
    plain = plain_table_domains(op, width)
    return known[0] or plain[0], known[1] or plain[1]


def _is_domain(type_: ir.Type, storage: str) -> bool:
    if not isinstance(type_, UniformQuantizedType) or storage_of(type_) != storage:
        return False
    return type_.storage_type_min <= type_.zero_point <= type_.storage_type_max


def plain_table_domains(op: ir.Operation, width: int) -> tuple[ir.Type, ir.Type]:
    """Domains of a table that is not annotated: the producer's or unit, and unit."""
    unit = uniform(f"i{width}", 1.0, 0)
    return domain_of_producer(op.operands[0], f"i{width}") or unit, unit


def domain_of_producer(value: ir.Value, storage: str) -> ir.Type | None:
    """The quantized type that a cast to plain integers was made from, if of that storage."""
    owner = value.owner
    if not isinstance(owner, ir.OpView) or owner.operation.name != "quant.scast":
        return None
    element = ir.ShapedType(owner.operation.operands[0].type).element_type
    if not isinstance(element, UniformQuantizedType) or storage_of(element) != storage:
        return None
    return element
