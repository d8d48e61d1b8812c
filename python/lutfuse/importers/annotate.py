"""Write onto TOSA ops what only the flatbuffer knows: scales, zero points, activation names.

Convolutions get `lutfuse.input_type`, `lutfuse.filter_type` and `lutfuse.result_type`; tables get
`lutfuse.kind`, `lutfuse.input_type` and `lutfuse.result_type`. Where an operator became
element-wise ops, the last of them gets `lutfuse.result_type`. TOSA ops and TFLite operators meet
by the name of the operator's result, in order where a name repeats. Whatever TOSA says as well
(storage, zero points, channels, multipliers) must agree, else the op stays bare and a warning says
why.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from typing import TypeAlias

from mlir import ir
from mlir.dialects import tosa

from lutfuse.importers.flatbuffer import FileTensor, Model, Operator
from lutfuse.passes.ir.constants import sizes

# Storage type in `!quant.uniform`, lowest and highest code.
_STORAGE = {
    "int4": ("i4", -8, 7),
    "int8": ("i8", -128, 127),
    "uint8": ("u8", 0, 255),
    "int16": ("i16", -32768, 32767),
}

# Positions of the data and the filter among the inputs of a TFLite operator.
_DATA_AND_FILTER = {
    "CONV_2D": (0, 1),
    "DEPTHWISE_CONV_2D": (0, 1),
    "FULLY_CONNECTED": (0, 1),
    "TRANSPOSE_CONV": (2, 1),
}

_KINDS = {
    "COS": "cos",
    "ELU": "elu",
    "EXP": "exp",
    "GELU": "gelu",
    "HARD_SWISH": "hard_swish",
    "LEAKY_RELU": "leaky_relu",
    "LOG": "log",
    "LOGISTIC": "sigmoid",
    "RSQRT": "rsqrt",
    "SIN": "sin",
    "SQRT": "sqrt",
    "TANH": "tanh",
}

# How far a multiplier may be from `sx * sw / su * 2^shift`. The converter computes it in doubles
# from the same float32 scales and rounds it: half a unit, and a whole one where it truncates.
_MULTIPLIER_UNITS = 1.0

# What the last op of an element-wise operator can be; tables are annotated as such.
_ELEMENTWISE = (tosa.ClampOp, tosa.MaximumOp, tosa.MinimumOp, tosa.RescaleOp, tosa.SelectOp)

_Convolution: TypeAlias = tosa.Conv2DOp | tosa.DepthwiseConv2DOp | tosa.TransposeConv2DOp


class _MismatchError(Exception):
    """Why a TOSA op and a TFLite operator do not agree."""


def annotate(module: ir.Module, model: Model) -> tuple[str, ...]:
    """Annotate quantized convolutions and tables; the warnings, one line each.

    Expects a module with plain name locations and signless integers.
    """
    sources: defaultdict[tuple[bool, str], list[Operator]] = defaultdict(list)
    for operator in model.operators:
        sources[operator.kind in _DATA_AND_FILTER, operator.name].append(operator)
    warnings: list[str] = []
    with module.context:
        for key, ops in _annotatable(module).items():
            found = sources[key]
            for index, op in enumerate(ops):
                try:
                    _check("operator count", len(ops), len(found))
                    _annotate_op(op, found[index])
                except _MismatchError as mismatch:
                    warnings.append(f"'{key[1]}': {op.operation.name} left bare: {mismatch}")
        _annotate_results(module, model)
    return tuple(dict.fromkeys(warnings))


def is_typed(tensor: FileTensor) -> bool:
    """Whether `quantized_type` can state the tensor's type."""
    if tensor.dtype not in _STORAGE or not tensor.is_quantized:
        return False
    _, low, high = _STORAGE[tensor.dtype]
    return all(low <= zero_point <= high for zero_point in tensor.zero_points)


def quantized_type(tensor: FileTensor, channels: int | None = None) -> ir.Type:
    """`!quant.uniform` element type of a tensor; with `channels`, per axis 0 whatever the file's.

    Needs a current context.
    """
    # Parsing is used because `UniformQuantizedType.get` aborts where parsing raises.
    pairs = [
        f"{scale:.17e}:{zero_point}"
        for scale, zero_point in zip(tensor.scales, tensor.zero_points, strict=True)
    ]
    storage = f"{_STORAGE[tensor.dtype][0]}:f32"
    if channels is None:
        return ir.Type.parse(f"!quant.uniform<{storage}, {pairs[0]}>")
    pairs = pairs * channels if len(pairs) == 1 else pairs
    return ir.Type.parse(f"!quant.uniform<{storage}:0, {{{', '.join(pairs)}}}>")


def _annotatable(module: ir.Module) -> dict[tuple[bool, str], list[ir.OpView]]:
    """Integer convolutions and tables in program order, by whether convolution, and name."""
    groups: defaultdict[tuple[bool, str], list[ir.OpView]] = defaultdict(list)

    def visit(operation: ir.Operation) -> ir.WalkResult:
        op = operation.opview
        if isinstance(op, tosa.TableOp) or _is_integer_convolution(op):
            groups[not isinstance(op, tosa.TableOp), _name(op)].append(op)
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    return groups


def _is_integer_convolution(op: ir.OpView) -> bool:
    return isinstance(op, _Convolution) and isinstance(_element(op.input), ir.IntegerType)


def _annotate_results(module: ir.Module, model: Model) -> None:
    """Gives the last element-wise op of an operator its result's domain, if it has 8-bit codes."""
    counts = Counter(operator.name for operator in model.operators)
    results = {o.name: o.outputs[0].signed() for o in model.operators if counts[o.name] == 1}
    last: dict[str, ir.OpView] = {}

    def visit(operation: ir.Operation) -> ir.WalkResult:
        name = _name(operation.opview)
        codes = [r for r in operation.results if _is_integer(r, 8)]
        if name in results and codes:
            last[name] = operation.opview
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    for name, op in last.items():
        tensor = results[name]
        if not isinstance(op, _ELEMENTWISE) or tensor.dtype != "int8" or not is_typed(tensor):
            continue
        if len(tensor.scales) == 1 and _may_result_in(op, tensor):
            op.attributes["lutfuse.result_type"] = ir.TypeAttr.get(quantized_type(tensor))


def _may_result_in(op: ir.OpView, tensor: FileTensor) -> bool:
    """Whether an op is no convolution's own rescale, and has the tensor's zero point."""
    if not isinstance(op, tosa.RescaleOp):
        return True
    own = isinstance(op.input.owner, _Convolution)
    zero_point = op.output_zp.owner
    if own or not isinstance(zero_point, tosa.ConstOp):
        return False
    return _constant(op.output_zp) == list(tensor.zero_points)


def _annotate_op(op: ir.OpView, source: Operator) -> None:
    if isinstance(op, tosa.TableOp):
        types = _table_types(op, source)
        kind = "gelu_tanh" if source.approximate else _KINDS.get(source.kind, "custom")
        op.attributes["lutfuse.kind"] = ir.StringAttr.get(kind)
    elif isinstance(op, _Convolution):
        types = _convolution_types(op, source)
    else:
        raise TypeError(f"expected a convolution or a table, got {op.operation.name}")
    for role, type_ in types.items():
        op.attributes[f"lutfuse.{role}_type"] = ir.TypeAttr.get(type_)


def _convolution_types(op: _Convolution, source: Operator) -> dict[str, ir.Type]:
    rescale = _rescale_after(op.output)
    x, w = (_operand(source, position) for position in _DATA_AND_FILTER[source.kind])
    u = source.outputs[0].signed()
    _check_domain("input", x, op.input, op.input_zp)
    _check_domain("filter", w, op.weight, op.weight_zp)
    _check_domain("result", u, rescale.output, rescale.output_zp)
    channels = ir.ShapedType(rescale.output.type).get_dim_size(3)
    if len(w.scales) != 1:
        _check("filter scale count", channels, len(w.scales))
        _check("quantized filter axis", 3 if source.kind == "DEPTHWISE_CONV_2D" else 0, w.axis)
    _check_multipliers(rescale, x, w, u)
    per_channel = ir.BoolAttr(rescale.per_channel).value
    return {
        "input": quantized_type(x),
        "filter": quantized_type(w, channels if per_channel else None),
        "result": quantized_type(u),
    }


def _table_types(op: tosa.TableOp, source: Operator) -> dict[str, ir.Type]:
    x, y = _operand(source, 0), source.outputs[0].signed()
    _check(f"{source.kind} input count", 1, len(source.inputs))
    # A 16-bit table's entries carry 7 more fraction bits, which the next rescale takes away.
    wide = _is_integer(op.output, 32)
    result = _rescale_after(op.output).output if wide else op.output
    neighbours = [op.input1.owner, *(use.owner for use in result.uses)]
    if any(_name(neighbour) == source.name for neighbour in neighbours):
        raise _MismatchError(f"expected all of {source.kind}, got one step of it")
    _check_domain("input", x, op.input1)
    _check_domain("result", y, result)
    return {"input": quantized_type(x), "result": quantized_type(y)}


def _operand(source: Operator, position: int) -> FileTensor:
    tensor = source.inputs[position] if position < len(source.inputs) else None
    if tensor is None:
        raise _MismatchError(f"expected operand {position} of {source.kind}, got none")
    return tensor.signed()


def _rescale_after(value: ir.Value) -> tosa.RescaleOp:
    users = [use.owner for use in value.uses]
    if len(users) == 1 and isinstance(users[0], tosa.RescaleOp):
        return users[0]
    names = ", ".join(user.operation.name for user in users)
    raise _MismatchError(f"expected tosa.rescale as its only user, got {names or 'none'}")


def _check_domain(
    role: str, tensor: FileTensor, value: ir.Value, zero_point: ir.Value | None = None
) -> None:
    """The tensor's domain must be the one the TOSA value and its zero point state."""
    if not is_typed(tensor):
        got = f"that of {tensor.dtype} '{tensor.name}'"
        raise _MismatchError(f"expected valid quantization of the {role}, got {got}")
    if role != "filter":
        _check(f"{role} scale count", 1, len(tensor.scales))
    _check(f"{role} storage", str(_element(value)), _STORAGE[tensor.dtype][0])
    if zero_point is not None:
        expected, got = set(_constant(zero_point)), set(tensor.zero_points)
        _check(f"{role} zero point", *(", ".join(map(str, sorted(z))) for z in (expected, got)))


def _check_multipliers(
    rescale: tosa.RescaleOp, x: FileTensor, w: FileTensor, u: FileTensor
) -> None:
    """Every channel's `multiplier * 2^-shift` must be `sx * sw / su`."""
    multipliers, shifts = _constant(rescale.multiplier), _constant(rescale.shift)
    scales = w.scales * len(multipliers) if len(w.scales) == 1 else w.scales
    _check("multiplier count", len(scales), len(multipliers))
    for channel, scale in enumerate(scales):
        exact = math.ldexp(x.scales[0] * scale / u.scales[0], shifts[channel])
        got = multipliers[channel]
        if abs(got - exact) > _MULTIPLIER_UNITS:
            raise _MismatchError(f"expected multiplier {exact:.2f} at {channel}, got {got}")


def _check(what: str, expected: object, got: object) -> None:
    if expected != got:
        raise _MismatchError(f"expected {what} {expected}, got {got}")


def _constant(value: ir.Value) -> list[int]:
    found = sizes(value)
    if found is None:
        raise _MismatchError("expected a constant, got a computed value")
    return found


def _is_integer(value: ir.Value, width: int) -> bool:
    """Whether a value is a tensor of signless integers of so many bits."""
    if not isinstance(value.type, ir.ShapedType):
        return False
    element = value.type.element_type
    return isinstance(element, ir.IntegerType) and element.is_signless and element.width == width


def _element(value: ir.Value) -> ir.Type:
    return ir.ShapedType(value.type).element_type


def _name(op: ir.OpView | ir.Block) -> str:
    """The name an op was given by the converter; none for a block, which owns arguments."""
    if isinstance(op, ir.Block) or not op.location.is_a_name():
        return ""
    return op.location.name_str
