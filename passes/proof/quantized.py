"""Normal forms of quantized ops: TOSA's and the dialect's say the same, so they get the same node.

A convolution is three things: sums (`acc`), a requantization with the bias (`stage`), and the
activation (`map`). In TOSA these are ops of their own, in a fused op they are parts. 8-bit
unsigned codes enter a convolution moved down by 128, as TOSA needs them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from mlir import ir
from mlir.dialects.quant import UniformQuantizedPerAxisType, UniformQuantizedType

from lutfuse.dialects.lutfuse import RequantAttr, RequantF32Attr, TableHeaderAttr
from lutfuse.dialects.quant_types import storage_of, storage_range
from lutfuse.passes.ir.constants import constant
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
    depthwise = op.name == "tosa.depthwise_conv2d"
    array = constant(op.operands[1])
    if (depthwise and array is None) or DYNAMIC in filter_shape:
        return None
    weights, group = None, 1
    if array is not None:
        group = array.shape[2] if depthwise else 1
        array = _ohwi(array) if depthwise else array
        weights = (array.astype(np.int16) - conv.filter_zero_point).astype(np.int16)
        filter_shape = weights.shape
    window = Window(
        op.name == "tosa.transpose_conv2d",
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


def _sizes(op: ir.Operation, name: str, default: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(ir.DenseI64ArrayAttr(op.attributes[name])) if name in op.attributes else default


def _filter(op: ir.Operation) -> tuple[Array | None, tuple[object, ...]]:
    """`w - zw` of a constant filter, or None and what its codes are read with."""
    element = element_of(op.operands[1])
    if isinstance(element, UniformQuantizedPerAxisType):
        zero_points = list(element.zero_points)
    else:
        zero_points = [UniformQuantizedType(element).zero_point]
    array = _constant_codes(op.operands[1])
    if array is None:
        return None, (storage_of(element), *zero_points)
    codes = array.astype(np.int16)
    if storage_of(element) == "u8":
        codes = codes & 255
    return codes - np.array(zero_points, np.int16).reshape(-1, 1, 1, 1), ()


def _constant_codes(value: ir.Value) -> Array | None:
    """The stored integers of a constant behind casts."""
    owner = value.owner
    while isinstance(owner, ir.OpView) and owner.operation.name == "quant.scast":
        value = owner.operation.operands[0]
        owner = value.owner
    return constant(value)


def _convolution(pool: Pool, op: ir.Operation, operands: Operands) -> Node | None:
    """Any convolution of the dialect; operands are input, filter, and the bias where it has one."""
    transposed = "transpose" in op.name
    input_type = UniformQuantizedType(element_of(op.operands[0]))
    weights, read_with = _filter(op)
    shapes = [shape_of(value.type) for value in (op.operands[0], op.results[0], op.operands[1])]
    if any(shape is None for shape in shapes) or DYNAMIC in (shapes[2] or ()):
        return None
    x, zero_point = operands[0], input_type.zero_point
    if storage_of(input_type) == "u8":
        moved = rescale_map(pool, x, MOVE_DOWN, 8)
        assert moved is not None
        x, zero_point = moved, zero_point - 128
    window = Window(
        transposed,
        shapes[0] or (),
        shapes[1] or (),
        shapes[2] or (),
        _sizes(op, "stride", (1, 1)),
        _sizes(op, "out_pad" if transposed else "pad", (0, 0, 0, 0)),
        (1, 1) if transposed else _sizes(op, "dilation", (1, 1)),
        ir.IntegerAttr(op.attributes["group"]).value if "group" in op.attributes else 1,
        zero_point,
        None if weights is None else weights.tobytes(),
        read_with,
    )
    wide = 48 if input_type.storage_type_integral_width == 16 else 32
    read = [x] if weights is not None else [x, operands[1]]
    bias = operands[2] if len(operands) > 2 else None
    return _requantized_codes(pool, op, _accumulated(pool, window, read, bias, wide))


def _requantized_codes(pool: Pool, op: ir.Operation, value: Node) -> Node | None:
    requant = op.attributes["requant"]
    if isinstance(requant, RequantF32Attr):
        factors: list[Requantization] | None = [FloatScale(scale) for scale in requant.scale]
    else:
        assert isinstance(requant, RequantAttr)
        factors = _fixed_points(requant.multiplier, requant.shift, requant.rounding)
    domain = element_of(op.results[0])
    if "fused" in op.name:
        domain = ir.TypeAttr(op.attributes["intermediate_type"]).value
    domain = UniformQuantizedType(domain)
    if factors is None:
        return None
    limits = domain.storage_type_min, domain.storage_type_max
    unsigned, width = not domain.is_signed, domain.storage_type_integral_width
    return _staged(pool, value, factors, domain.zero_point, limits, unsigned, width)


def _fused(pool: Pool, op: ir.Operation, operands: Operands) -> Node | None:
    """A table is the last operand; parameters are an attribute."""
    if "activation" in op.attributes:
        codes = _convolution(pool, op, operands)
        domain = ir.TypeAttr(op.attributes["intermediate_type"]).value
        result = element_of(op.results[0])
        if codes is None:
            return None
        return activated(pool, codes, op.attributes["activation"], domain, result)
    header = op.attributes["header"]
    assert isinstance(header, TableHeaderAttr)
    codes = _convolution(pool, op, operands[:-1])
    return None if codes is None else looked_up(pool, codes, operands[-1], header)


_BUILDERS: dict[str, Callable[[Pool, ir.Operation, Operands], Node | None]] = {
    "lutfuse.clip": parametric,
    "lutfuse.conv2d": _convolution,
    "lutfuse.conv_transpose2d": _convolution,
    "lutfuse.fused_conv2d": _fused,
    "lutfuse.fused_conv_transpose2d": _fused,
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
