"""TOSA's quantized forms as plain values: RESCALE, the three convolutions, wide TABLE.

`convert-tosa-to-lutfuse` reads these and says in one word why it cannot; `convert-lutfuse-to-tosa`
writes them. Source: TOSA 1.0 specification, sections RESCALE, TABLE and convolutions.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from mlir import ir
from mlir.dialects import tosa

from lutfuse.passes.ir.constants import constant, make_constant, scalar

CONVOLUTIONS = ("tosa.conv2d", "tosa.depthwise_conv2d", "tosa.transpose_conv2d")


class NotRepresentable(Exception):
    """An op that the other dialect cannot say exactly: `reason` in one word, then a line."""

    def __init__(self, reason: str, line: str) -> None:
        super().__init__(line)
        self.reason = reason


@dataclass(frozen=True)
class Rescale:
    """The constants of a `tosa.rescale`. Zero points are as its unsigned flags read them."""

    multiplier: tuple[int, ...]
    shift: tuple[int, ...]
    rounding: str  # "single_round" or "double_round"
    input_zero_point: int = 0
    output_zero_point: int = 0
    scale32: bool = True
    per_channel: bool = False
    input_unsigned: bool = False
    output_unsigned: bool = False


def element_width(value: ir.Value) -> int:
    """Bits of a ranked tensor's signless integer elements, 0 for any other type."""
    if not isinstance(value.type, ir.RankedTensorType):
        return 0
    element = value.type.element_type
    if not isinstance(element, ir.IntegerType) or not element.is_signless:
        return 0
    return element.width


def _flag(op: ir.Operation, name: str) -> bool:
    return ir.BoolAttr(op.attributes[name]).value


def _zero_point(value: ir.Value, unsigned: bool) -> int:
    found = scalar(value)
    if found is None:
        raise NotRepresentable("not-constant", "expected a constant zero point")
    return found & ((1 << element_width(value)) - 1) if unsigned else found


def read_rescale(op: ir.Operation) -> Rescale:
    """The constants of a `tosa.rescale`; raises NotRepresentable."""
    mode = str(op.attributes["rounding_mode"])
    rounding = "double_round" if "DOUBLE_ROUND" in mode else "single_round"
    if "INEXACT_ROUND" in mode:
        raise NotRepresentable(
            "inexact-rounding", "expected SINGLE_ROUND or DOUBLE_ROUND but got INEXACT_ROUND"
        )
    multiplier, shift = constant(op.operands[1]), constant(op.operands[2])
    if multiplier is None or shift is None:
        raise NotRepresentable("not-constant", "expected constant multipliers and shifts")
    input_unsigned, output_unsigned = _flag(op, "input_unsigned"), _flag(op, "output_unsigned")
    return Rescale(
        tuple(int(m) for m in multiplier.reshape(-1)),
        tuple(int(s) for s in shift.reshape(-1)),
        rounding,
        _zero_point(op.operands[3], input_unsigned),
        _zero_point(op.operands[4], output_unsigned),
        _flag(op, "scale32"),
        _flag(op, "per_channel"),
        input_unsigned,
        output_unsigned,
    )


def write_rescale(value: ir.Value, element: ir.Type, rescale: Rescale) -> ir.Value:
    """A `tosa.rescale` of `value` to signless `element`."""
    source = ir.RankedTensorType(value.type)
    mode = rescale.rounding.upper()
    multiplier_width = 32 if rescale.scale32 else 16
    op = tosa.RescaleOp(
        ir.RankedTensorType.get(source.shape, element),
        value,
        make_constant(np.array(rescale.multiplier, np.int64), multiplier_width),
        make_constant(np.array(rescale.shift, np.int64), 8),
        make_constant(np.array([rescale.input_zero_point], np.int64), element_width(value)),
        make_constant(
            np.array([rescale.output_zero_point], np.int64), ir.IntegerType(element).width
        ),
        rescale.scale32,
        ir.Attribute.parse(f"#tosa.rounding_mode<{mode}>"),
        rescale.per_channel,
        rescale.input_unsigned,
        rescale.output_unsigned,
    )
    return op.output


@dataclass(frozen=True)
class TosaConvolution:
    """What a TOSA convolution says beside its input, filter and bias values."""

    is_transposed: bool
    is_depthwise: bool  # its filter is HWCM, not OHWI
    stride: tuple[int, ...]
    pad: tuple[int, ...]  # out_pad where transposed
    dilation: tuple[int, ...]
    input_zero_point: int
    filter_zero_point: int


def _sizes(op: ir.Operation, name: str) -> tuple[int, ...]:
    return tuple(ir.DenseI64ArrayAttr(op.attributes[name]))


def read_convolution(op: ir.Operation) -> TosaConvolution:
    """The constants of a TOSA convolution on 8-bit filters; raises NotRepresentable."""
    input_width, filter_width = element_width(op.operands[0]), element_width(op.operands[1])
    if input_width not in (8, 16) or filter_width != 8:
        raise NotRepresentable(
            "unsupported-element-type",
            "expected 8-bit or 16-bit integer inputs and 8-bit filters but got "
            f"{op.operands[0].type} and {op.operands[1].type}",
        )
    if "local_bound" in op.attributes and _flag(op, "local_bound"):
        raise NotRepresentable("local-bound", "expected no 'local_bound' but got true")
    transposed = op.name == "tosa.transpose_conv2d"
    return TosaConvolution(
        transposed,
        op.name == "tosa.depthwise_conv2d",
        _sizes(op, "stride"),
        _sizes(op, "out_pad" if transposed else "pad"),
        (1, 1) if transposed else _sizes(op, "dilation"),
        _zero_point(op.operands[3], unsigned=False),
        _zero_point(op.operands[4], unsigned=False),
    )
