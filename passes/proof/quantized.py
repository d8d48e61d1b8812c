"""Normal forms of quantized ops: TOSA's and the dialect's say the same, so they get the same node.

A convolution is three things: sums (`acc`), a requantization with the bias (`stage`), and the
activation (`map`). In TOSA these are ops of their own, in a fused op they are parts. 8-bit
unsigned codes enter a convolution moved down by 128, as TOSA needs them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from mlir import ir

from lutfuse.dialects.lutfuse import RequantAttr, RequantF32Attr
from lutfuse.dialects.quant_types import storage_of, storage_range, zero_points_of
from lutfuse.passes.ir.constants import constant
from lutfuse.passes.ir.convolution import (
    Convolution,
    as_convolution,
    input_type,
    result_type,
    weights,
)
from lutfuse.passes.ir.rescale import NotRepresentable, Rescale, read_convolution, read_rescale
from lutfuse.passes.proof.activations import (
    Operands,
    activated,
    element_of,
    looked_up,
    lut_activation,
    parametric,
    rescale_map,
    shape_of,
    tosa_clamp,
    tosa_table,
    width_of,
)
from lutfuse.passes.proof.groups import concatenated, sliced
from lutfuse.passes.proof.nodes import (
    CODE_WIDTHS,
    DYNAMIC,
    Array,
    Node,
    Pool,
    array_of,
    is_codes,
    is_integers,
)
from lutfuse.passes.proof.stages import FixedPoint, FloatScale, Requantization, Stage, canonical
from lutfuse.passes.proof.views import reshaped, transposed
from lutfuse.passes.proof.windows import Window, canonical_window

MOVE_DOWN = Rescale((1 << 30,), (30,), "single_round", 0, -128, input_unsigned=True)


def build(pool: Pool, op: ir.Operation, operands: Operands) -> Node | None:
    """The normal form of a quantized op, None where it has none but its name."""
    builder = _BUILDERS.get(op.name)
    return None if builder is None else builder(pool, op, operands)


def _cast(pool: Pool, op: ir.Operation, operands: Operands) -> Node | None:
    """A cast between a quantized type and its storage leaves every bit alone."""
    del pool, op
    return operands[0]


# Requantization -------------------------------------------------------------------------------


def _fixed_points(
    multiplier: Sequence[int], shift: Sequence[int], rounding: str
) -> list[Requantization] | None:
    if any(m < 0 for m in multiplier) or any(not 2 <= s <= 62 for s in shift):
        return None
    double = rounding == "double_round"
    return [FixedPoint(m, s, double) for m, s in zip(multiplier, shift, strict=True)]


def requantizations(requant: RequantAttr | RequantF32Attr) -> list[Requantization] | None:
    """Those of an attribute; None for factors of which no closed form is known."""
    if isinstance(requant, RequantF32Attr):
        return [FloatScale(scale) for scale in requant.scale]
    return _fixed_points(requant.multiplier, requant.shift, requant.rounding)


def _staged(
    pool: Pool,
    value: Node,
    requantizations: Sequence[Requantization],
    zero_point: int,
    limits: tuple[int, int],
    unsigned: bool,
    width: int,
    offset: int = 0,
) -> Node:
    """Codes of a wide integer value, its constant bias moved into the stage."""
    core, bias = value, (0,)
    if value.kind == "accumulator":
        core, bias = value.operands[0], value.data
    assert isinstance(bias, tuple)
    stage = Stage(
        canonical(requantizations),
        tuple(b + offset for b in bias),
        zero_point,
        *limits,
        unsigned,
        width,
    )
    return pool.make("stage", stage, [core], value.shape, width)


def _rescale(pool: Pool, op: ir.Operation, operands: Operands) -> Node | None:
    value, width = operands[0], width_of(op.results[0].type)
    try:
        rescale = read_rescale(op)
    except NotRepresentable:
        return None
    factors = _fixed_points(rescale.multiplier, rescale.shift, rescale.rounding)
    if factors is None or width == 0:
        return None
    if is_codes(value):
        return rescale_map(pool, value, rescale, width)
    if value.root is not None or width not in CODE_WIDTHS or rescale.input_unsigned:
        return None
    if value.width < 32:
        return None
    limits = storage_range(f"{'u' if rescale.output_unsigned else 'i'}{width}")
    unsigned, zero_point = rescale.output_unsigned, rescale.output_zero_point
    offset = -rescale.input_zero_point
    return _staged(pool, value, factors, zero_point, limits, unsigned, width, offset)


# Convolutions ---------------------------------------------------------------------------------


def _accumulated(
    pool: Pool, window: Window, operands: Operands, bias: Node | None, width: int
) -> Node:
    """Sums and bias. `operands` are the input and, where it is no constant, the filter."""
    window = canonical_window(window)
    acc = pool.make("acc", window, operands, window.result_shape, width)
    if bias is None:
        return pool.make("accumulator", (0,), [acc], window.result_shape, width)
    if not is_integers(bias):
        return pool.make("biased", (), [acc, bias], window.result_shape, width)
    values = canonical(array_of(bias).reshape(-1).tolist())
    return pool.make("accumulator", values, [acc], window.result_shape, width)


def _ohwi(array: Array) -> Array:
    """A depthwise filter of TOSA: output channel c * M + m reads input channel c."""
    height, width, channels, multiples = array.shape
    return array.transpose(2, 3, 0, 1).reshape(channels * multiples, height, width, 1)


def _tosa_convolution(pool: Pool, op: ir.Operation, operands: Operands) -> Node | None:
    input_shape, result_shape = shape_of(op.operands[0].type), shape_of(op.results[0].type)
    filter_shape = shape_of(op.operands[1].type)
    try:
        conv = read_convolution(op)
    except NotRepresentable:
        return None
    if input_shape is None or result_shape is None or filter_shape is None:
        return None
    array = constant(op.operands[1])
    if (conv.is_depthwise and array is None) or DYNAMIC in filter_shape:
        return None
    weights, group = None, 1
    if array is not None:
        group = array.shape[2] if conv.is_depthwise else 1
        array = _ohwi(array) if conv.is_depthwise else array
        weights = (array.astype(np.int16) - conv.filter_zero_point).astype(np.int16)
        filter_shape = weights.shape
    window = Window(
        conv.is_transposed,
        input_shape,
        result_shape,
        filter_shape,
        conv.stride,
        conv.pad,
        conv.dilation,
        group,
        conv.input_zero_point,
        None if weights is None else weights.tobytes(),
        () if weights is not None else (conv.filter_zero_point,),
    )
    read = operands[:1] if weights is not None else operands[:2]
    return _accumulated(pool, window, read, operands[2], width_of(op.results[0].type))


def _convolution(pool: Pool, op: ir.Operation, operands: Operands) -> Node | None:
    """Any convolution of the dialect, with its activation where it has one."""
    conv = as_convolution(op)
    assert conv is not None
    codes = _codes(pool, conv, operands)
    if codes is None or not conv.is_fused:
        return codes
    if conv.activation is not None:
        domain, result = conv.intermediate_type, result_type(conv)
        return activated(pool, codes, conv.activation, domain, result)
    assert conv.header is not None  # fused_c2: the table is the last operand
    return looked_up(pool, codes, operands[-1], conv.header)


def _codes(pool: Pool, conv: Convolution, operands: Operands) -> Node | None:
    """The codes between convolution and activation."""
    domain, filter_ = input_type(conv), weights(conv)
    shapes = [shape_of(value.type) for value in (conv.input, conv.result, conv.filter)]
    if any(shape is None for shape in shapes) or DYNAMIC in (shapes[2] or ()):
        return None
    x, zero_point = operands[0], domain.zero_point
    if storage_of(domain) == "u8":
        moved = rescale_map(pool, x, MOVE_DOWN, 8)
        assert moved is not None
        x, zero_point = moved, zero_point - 128
    window = Window(
        conv.is_transposed,
        shapes[0] or (),
        shapes[1] or (),
        shapes[2] or (),
        conv.stride,
        conv.pad,
        conv.dilation,
        conv.group,
        zero_point,
        None if filter_ is None else filter_.tobytes(),
        () if filter_ is not None else _read_with(conv),
    )
    wide = 48 if domain.storage_type_integral_width == 16 else 32
    read = [x] if filter_ is not None else [x, operands[1]]
    bias = None if conv.bias is None else operands[2]
    return _requantized_codes(pool, conv, _accumulated(pool, window, read, bias, wide))


def _read_with(conv: Convolution) -> tuple[object, ...]:
    """What the codes of a filter that is no constant are read with."""
    element = element_of(conv.filter)
    return storage_of(element), *zero_points_of(element)


def _requantized_codes(pool: Pool, conv: Convolution, value: Node) -> Node | None:
    factors, domain = requantizations(conv.requant), conv.intermediate_type
    if factors is None:
        return None
    limits = domain.storage_type_min, domain.storage_type_max
    unsigned, width = not domain.is_signed, domain.storage_type_integral_width
    return _staged(pool, value, factors, domain.zero_point, limits, unsigned, width)


_BUILDERS: dict[str, Callable[[Pool, ir.Operation, Operands], Node | None]] = {
    "lutfuse.clip": parametric,
    "lutfuse.conv2d": _convolution,
    "lutfuse.conv_transpose2d": _convolution,
    "lutfuse.fused_conv2d": _convolution,
    "lutfuse.fused_conv_transpose2d": _convolution,
    "lutfuse.leaky_relu": parametric,
    "lutfuse.lut_activation": lut_activation,
    "quant.scast": _cast,
    "tensor.cast": reshaped,
    "tensor.collapse_shape": reshaped,
    "tensor.expand_shape": reshaped,
    "tensor.reshape": reshaped,
    "tosa.clamp": tosa_clamp,
    "tosa.concat": concatenated,
    "tosa.conv2d": _tosa_convolution,
    "tosa.depthwise_conv2d": _tosa_convolution,
    "tosa.rescale": _rescale,
    "tosa.reshape": reshaped,
    "tosa.slice": sliced,
    "tosa.table": tosa_table,
    "tosa.transpose": transposed,
    "tosa.transpose_conv2d": _tosa_convolution,
}
