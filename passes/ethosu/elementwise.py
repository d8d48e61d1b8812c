"""TOSA's rescales, sums, products, poolings and means as steps of the NPU.

TOSA writes a quantized sum as two rescales to 32 bits, a sum, and a rescale to 8 bits. The NPU
does all four in one command, so the last one is lowered and looks through its producers. Each
form is taken only where the command computes the same integers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from mlir import ir

from lutfuse.dialects.ethosu import Kernel, Scale
from lutfuse.numerics.rescale import rescale
from lutfuse.passes.ethosu.steps import (
    Lowering,
    Piece,
    Refusal,
    Step,
    check_window,
    image_of,
    lowering,
    piece_of,
    shape_of,
)
from lutfuse.passes.ethosu.tables import Int64, look_up, tabulated
from lutfuse.passes.ir.constants import scalar

_ROUNDINGS = {"DOUBLE_ROUND": "tfl", "SINGLE_ROUND": "natural"}
# The operand of a sum that is not scaled is shifted left by 19 bits; the other by 20 bits before
# it is scaled, so that its shift is 20 less than the rescale's.
_SUM_SHIFT, _FIRST_SHIFT = 19, 20


@dataclass(frozen=True)
class _Rescale:
    """A per-tensor `tosa.rescale`."""

    op: ir.Operation
    source: ir.Value
    scale: Scale
    input_zero_point: int
    output_zero_point: int
    rounding: str
    input_unsigned: bool
    output_unsigned: bool

    @property
    def is_identity(self) -> bool:
        """Whether it only subtracts the zero point."""
        return self.scale.multiplier == 1 << self.scale.shift

    def piece(self) -> Piece:
        """Its input as a feature map of 8 bits."""
        piece = piece_of(self.source, self.input_zero_point)
        return _unsigned(piece, self.input_unsigned)


def _unsigned(piece: Piece, unsigned: bool) -> Piece:
    return replace(piece, element="u8") if unsigned and piece.element == "i8" else piece


def _width(value: ir.Value) -> int:
    return ir.IntegerType(ir.ShapedType(value.type).element_type).width


def _producer(value: ir.Value, name: str) -> ir.Operation | None:
    owner = value.owner
    if isinstance(owner, ir.OpView) and owner.operation.name == name:
        return owner.operation
    return None


def _flag(op: ir.Operation, name: str) -> bool:
    return ir.BoolAttr(op.attributes[name]).value


def _read_rescale(op: ir.Operation) -> _Rescale:
    operands = list(op.operands)
    numbers = [scalar(operand) for operand in operands[1:]]
    if _flag(op, "per_channel") or any(number is None for number in numbers):
        raise Refusal("rescale", "expected a per-tensor rescale of constants")
    multiplier, shift, x_zero, y_zero = (number or 0 for number in numbers)
    mode = str(op.attributes["rounding_mode"]).split(" ")[-1].rstrip(">")
    mode = mode.split("<")[-1].strip('"')
    if mode not in _ROUNDINGS:
        raise Refusal("rounding", f"expected single or double rounding but got {mode}")
    unsigned = [_flag(op, f"{side}_unsigned") for side in ("input", "output")]
    x_zero, y_zero = (
        zero & 0xFF if flag else zero for zero, flag in zip((x_zero, y_zero), unsigned, strict=True)
    )
    scale = Scale(multiplier, shift)
    return _Rescale(op, operands[0], scale, x_zero, y_zero, _ROUNDINGS[mode], *unsigned)


def lower_rescale(op: ir.Operation) -> Lowering:
    """A rescale to 8 bits and what it closes: a sum, a product, a mean, or 8-bit codes."""
    rescale = _read_rescale(op)
    result = op.results[0]
    if _width(result) != 8:
        raise Refusal("wide-output", f"expected an 8-bit result but got {result.type}")
    ofm = _unsigned(piece_of(result, rescale.output_zero_point), rescale.output_unsigned)
    if _width(rescale.source) == 8:
        return lowering(op, [_requantize(rescale, ofm)])
    for name in ("tosa.maximum", "tosa.minimum"):
        if _producer(rescale.source, name) is not None and not rescale.output_unsigned:
            return lowering(op, [look_up(*tabulated(result, _evaluated), ofm)])
    for name, build in _CLOSED.items():
        inner = _producer(rescale.source, name)
        if inner is not None:
            return lowering(op, [build(inner, rescale, ofm)])
    return lowering(op, [_mean(rescale, ofm)])


def _evaluated(op: ir.Operation) -> tuple[ir.Value, Callable[[Int64], Int64]]:
    """A rescale's source, and what it makes of integers."""
    found = _read_rescale(op)
    if found.input_unsigned or found.output_unsigned:
        raise Refusal("element-type", "expected signed codes")
    multiplier, shift = found.scale.multiplier, found.scale.shift

    def evaluate(values: Int64) -> Int64:
        moved = values - found.input_zero_point
        scaled = rescale(moved, multiplier, shift, double_round=found.rounding == "tfl")
        return scaled + found.output_zero_point

    return found.source, evaluate


def _requantize(rescale: _Rescale, ofm: Piece) -> Step:
    return Step(
        "pooling",
        replace(rescale.piece(), shape=ofm.shape),
        ofm,
        "average",
        kernel=Kernel(),
        scale=rescale.scale,
        rounding=rescale.rounding,
    )


# Sums and products -------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Operand:
    """Codes less their zero point, times a scale."""

    piece: Piece
    scale: Scale


def _is_power(scale: Scale, bits: int) -> bool:
    """Whether a scale is 2^bits."""
    return scale.multiplier == 1 << (scale.shift + bits)


def _operand(value: ir.Value, inner: str) -> _Operand:
    """An operand in 32 bits: codes in one rescale, or shifted left by one and scaled by another."""
    outer = _producer(value, "tosa.rescale")
    if outer is None:
        raise Refusal("operand", f"expected rescaled 8-bit operands of {inner}")
    rescale = _read_rescale(outer)
    if rescale.output_zero_point:
        raise Refusal("zero-point", f"expected operands of {inner} without a zero point")
    if _width(rescale.source) == 8:
        return _Operand(rescale.piece(), rescale.scale)
    first = _operand(rescale.source, inner)
    shift = rescale.scale.shift - _FIRST_SHIFT
    if not _is_power(first.scale, _FIRST_SHIFT) or rescale.input_zero_point or shift < 0:
        raise Refusal("operand-scale", f"expected operands of {inner} shifted left by 20 bits")
    if rescale.rounding != "tfl":
        raise Refusal("rounding", "expected double rounding of a scaled operand")
    return _Operand(first.piece, Scale(rescale.scale.multiplier, shift))


def _operands(inner: ir.Operation, ofm: Piece) -> tuple[_Operand, _Operand]:
    """Both operands, the one that is broadcast second."""
    one, two = (_operand(value, inner.name) for value in list(inner.operands)[:2])
    if one.piece.shape != ofm.shape:
        one, two = two, one
    sizes = zip(two.piece.shape, ofm.shape, strict=True)
    if one.piece.shape != ofm.shape or any(size not in (1, whole) for size, whole in sizes):
        raise Refusal("broadcast", f"expected one operand of shape {list(ofm.shape)}")
    if one.piece.element != two.piece.element:
        raise Refusal("element-type", "expected operands of one storage")
    return one, two


def _multiply(inner: ir.Operation, rescale: _Rescale, ofm: Piece) -> Step:
    one, two = _operands(inner, ofm)
    shift = scalar(list(inner.operands)[2]) if len(inner.operands) > 2 else 0
    if shift != 0 or not (_is_power(one.scale, 0) and _is_power(two.scale, 0)):
        raise Refusal("operand-scale", "expected factors that are codes less their zero point")
    step = Step("elementwise", one.piece, ofm, "mul", two.piece)
    return replace(step, scale=rescale.scale, rounding=rescale.rounding)


def _add(inner: ir.Operation, rescale: _Rescale, ofm: Piece) -> Step:
    one, two = _operands(inner, ofm)
    shifted, scaled = (two, one) if _is_power(two.scale, _SUM_SHIFT) else (one, two)
    if not _is_power(shifted.scale, _SUM_SHIFT):
        raise Refusal("operand-scale", "expected one operand that is shifted left by 19 bits")
    if min(scaled.scale.multiplier, rescale.scale.multiplier) < 1 << 30:
        raise Refusal("operand-scale", "expected multipliers of 31 bits")
    if scaled.scale.multiplier > 1 << (_SUM_SHIFT + scaled.scale.shift):
        raise Refusal("operand-scale", "expected the operand of the smaller scale to be scaled")
    if rescale.rounding != "tfl":
        raise Refusal("rounding", "expected double rounding of a sum")
    step = Step("elementwise", one.piece, ofm, "add", two.piece, scale=rescale.scale)
    which = {"scale_ifm": scaled.scale} if scaled is one else {"scale_ifm2": scaled.scale}
    return replace(step, rounding="tfl", **which)


_CLOSED = {"tosa.mul": _multiply, "tosa.add": _add}


# Poolings ----------------------------------------------------------------------------------------


def _mean(rescale: _Rescale, ofm: Piece) -> Step:
    """Sums over height and width, then a rescale: an average whose scale is given."""
    value, axes = rescale.source, set[int]()
    while True:
        view, total = _producer(value, "tosa.reshape"), _producer(value, "tosa.reduce_sum")
        if view is not None and not axes:
            value = view.operands[0]
        elif total is not None:
            axes.add(ir.IntegerAttr(total.attributes["axis"]).value)
            value = total.operands[0]
        else:
            break
    inner = _producer(value, "tosa.rescale")
    if axes != {1, 2} or inner is None:
        raise Refusal("producer", "expected a sum, a product or a mean of 8-bit codes")
    codes = _read_rescale(inner)
    if not codes.is_identity or codes.output_zero_point or _width(codes.source) != 8:
        raise Refusal("operand", "expected a mean of codes less their zero point")
    height, width, depth = image_of(codes.source)
    kernel = Kernel((height, width))
    check_window(kernel, (0, 0, 0, 0), pooling=True)
    ofm = replace(ofm, shape=(1, 1, depth))
    step = Step("pooling", codes.piece(), ofm, "average", kernel=kernel, scale=rescale.scale)
    return replace(step, rounding=rescale.rounding)


def _window(op: ir.Operation) -> tuple[Kernel, tuple[int, int, int, int]]:
    size, stride, pad = (
        tuple(ir.DenseI64ArrayAttr(op.attributes[name])) for name in ("kernel", "stride", "pad")
    )
    out = shape_of(op.results[0])
    taken = tuple(1 if out[axis] == 1 else stride[axis] for axis in (0, 1))
    kernel = Kernel((size[0], size[1]), (taken[0], taken[1]))
    check_window(kernel, pad, pooling=True)
    return kernel, (pad[0], pad[1], pad[2], pad[3])


def lower_max_pool(op: ir.Operation) -> Lowering:
    """`tosa.max_pool2d` of 8-bit codes."""
    kernel, pad = _window(op)
    ifm, ofm = (piece_of(value, 0, image=True) for value in (op.operands[0], op.results[0]))
    if ifm.element not in ("i8", "u8"):
        raise Refusal("wide-input", f"expected 8-bit codes but got {ifm.element}")
    return lowering(op, [Step("pooling", ifm, ofm, "max", kernel=kernel, pad=pad)])


def lower_avg_pool(op: ir.Operation) -> Lowering:
    """`tosa.avg_pool2d` without padding: the sum times the reciprocal that TOSA defines."""
    kernel, pad = _window(op)
    zero_points = [scalar(operand) for operand in list(op.operands)[1:3]]
    if any(zero_point is None for zero_point in zero_points):
        raise Refusal("zero-point", "expected constant zero points")
    if any(pad):
        raise Refusal("padding", "expected an average without padding")
    x, y = op.operands[0], op.results[0]
    ifm, ofm = (
        piece_of(value, zero_point or 0, image=True)
        for value, zero_point in zip((x, y), zero_points, strict=True)
    )
    if ifm.element not in ("i8", "u8"):
        raise Refusal("wide-input", f"expected 8-bit codes but got {ifm.element}")
    count = int(np.prod(kernel.size))
    bits = (count - 1).bit_length()
    scale = Scale((((1 << 30) + 1) << bits) // count, 30 + bits)
    step = Step("pooling", ifm, ofm, "average", kernel=kernel, scale=scale, rounding="natural")
    return lowering(op, [step])
