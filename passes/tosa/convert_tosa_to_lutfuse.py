"""Raises TOSA's quantized convolutions and tables to the dialect `lutfuse`.

TOSA spells a quantized convolution as an integer convolution, whose result is the accumulator,
and a RESCALE. A file without scales gets integer-unit ones: input and intermediate scale 1,
filter scale equal to the rescale factor, which say the same integers. An op that carries
`lutfuse.input_type`, `lutfuse.filter_type`, `lutfuse.result_type` and `lutfuse.kind` gets those,
provided that they agree with its integers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from mlir import ir, rewrite
from mlir.dialects import tosa

from lutfuse import _lutfuse
from lutfuse.dialects import lutfuse as lf
from lutfuse.passes.core import remarks
from lutfuse.passes.core.patterns import Pattern, apply_patterns
from lutfuse.passes.core.registry import ModulePass, option, register
from lutfuse.passes.core.remarks import Remark
from lutfuse.passes.ir.constants import constant, make_constant, reshape
from lutfuse.passes.ir.rescale import (
    CONVOLUTIONS,
    NotRepresentable,
    Rescale,
    element_width,
    read_convolution,
    read_rescale,
)
from lutfuse.passes.ir.storage import as_quantized, as_storage, erase_unused, move_to_producers
from lutfuse.passes.tosa.clamps import check_clamp, rewrite_clamp
from lutfuse.passes.tosa.domains import (
    AnnotationError,
    Requantized,
    Types,
    annotated_domains,
    plain_table_domains,
    table_domains,
    unit_domains,
)

# RESCALE that narrows the 23-bit result of a 16-bit TABLE to its 16 bits.
INTERPOLATION = ((1 << 30,), (37,))


@register
@dataclass(frozen=True)
class ConvertTosaToLutfuse(ModulePass):
    """Convert TOSA convolutions with their rescale, and tables, to lutfuse ops.

    Before:

    ```mlir
    %acc = tosa.conv2d %x, %w, %b, %xzp, %wzp {...} : (...) -> tensor<1x8x8x8xi32>
    %u = tosa.rescale %acc, %m, %s, %c0, %uzp {...} : (...) -> tensor<1x8x8x8xi8>
    %y = tosa.table %u, %t : (tensor<1x8x8x8xi8>, tensor<256xi8>) -> tensor<1x8x8x8xi8>
    ```

    After:

    ```mlir
    %0 = quant.scast %x : tensor<1x8x8x4xi8> to tensor<1x8x8x4x!x>
    %1 = quant.scast %w : tensor<8x3x3x4xi8> to tensor<8x3x3x4x!w>
    %2 = lutfuse.conv2d %0, %1 bias %b pad [1, 1, 1, 1] requant #r : (...) -> tensor<1x8x8x8x!u>
    %3 = lutfuse.lut_activation <custom> %2, %t header #h : (...) -> tensor<1x8x8x8x!y>
    %y = quant.scast %3 : tensor<1x8x8x8x!y> to tensor<1x8x8x8xi8>
    ```

    What cannot be said exactly stays as it is, with a remark. So does every `tosa.clamp`, unless
    `clamp-to-clip` makes a `lutfuse.clip` of those on 8-bit and 16-bit codes.
    """

    name: ClassVar[str] = "convert-tosa-to-lutfuse"
    dialects: ClassVar[tuple[str, ...]] = ("lutfuse", "quant", "tosa")
    clamp_to_clip: bool = option(False, "convert 'tosa.clamp' on codes to 'lutfuse.clip'")

    def run(self, module: ir.Operation) -> None:
        patterns: dict[type[ir.OpView], Pattern] = {
            tosa.RescaleOp: _rewrite_rescale,
            tosa.TableOp: _rewrite_table,
        }
        checks: dict[str, Callable[[ir.Operation], None]] = {"tosa.table": _check_left}
        checks.update((name, _check_left) for name in CONVOLUTIONS)
        if self.clamp_to_clip:
            patterns[tosa.ClampOp] = rewrite_clamp
            checks["tosa.clamp"] = check_clamp
        apply_patterns(module, patterns)
        if remarks.wanted(module.context):
            _report_left_alone(module, checks)


def _single_user(value: ir.Value) -> ir.OpView | None:
    if _lutfuse.use_count(value, 2) != 1:
        return None
    return next(iter(value.uses)).owner


def _rescale_after(op: ir.Operation) -> ir.Operation:
    """The rescale that alone reads an accumulator; raises NotRepresentable."""
    user = _single_user(op.results[0])
    if user is None:
        raise NotRepresentable("multiple-users", "expected one user of the accumulator")
    if user.operation.name != "tosa.rescale":
        raise NotRepresentable(
            "not-requantized", f"expected 'tosa.rescale' as user but got '{user.operation.name}'"
        )
    if user.operation.block != op.block:  # a loop would repeat what moves into it
        raise NotRepresentable("different-region", "expected both ops in one block but got two")
    return user.operation


def _read_pair(op: ir.Operation, rescale_op: ir.Operation) -> Requantized:
    """Reads convolution and rescale; raises NotRepresentable."""
    conv, rescale = read_convolution(op), read_rescale(rescale_op)
    if element_width(rescale_op.results[0]) not in (8, 16):
        raise NotRepresentable(
            "unsupported-element-type",
            f"expected an 8-bit or 16-bit signless result but got {rescale_op.results[0].type}",
        )
    if rescale.output_unsigned and element_width(rescale_op.results[0]) == 16:
        raise NotRepresentable("unsupported-element-type", "expected a signed 16-bit result")
    if rescale.input_zero_point != 0 or rescale.input_unsigned:
        raise NotRepresentable("accumulator-offset", "expected a signed accumulator without offset")
    if 0 in rescale.multiplier:
        raise NotRepresentable("zero-multiplier", "expected positive multipliers but got 0")
    filter_shape = ir.RankedTensorType(op.operands[1].type).shape
    if any(size < 0 for size in filter_shape):
        raise NotRepresentable("dynamic-filter", "expected a filter of static shape")
    if not isinstance(op.operands[2].type, ir.RankedTensorType):
        raise NotRepresentable(
            "unranked-bias", f"expected a ranked bias but got {op.operands[2].type}"
        )
    group = filter_shape[2] if conv.is_depthwise else 1
    channels = group * filter_shape[3] if conv.is_depthwise else filter_shape[0]
    _check_multipliers(rescale, channels, element_width(op.operands[0]))
    return Requantized(conv, rescale, group)


def _check_multipliers(rescale: Rescale, channels: int, input_width: int) -> None:
    expected = channels if rescale.per_channel else 1
    if len(rescale.multiplier) != expected:
        raise NotRepresentable(
            "invalid-rescale", f"expected {expected} multipliers but got {len(rescale.multiplier)}"
        )
    if input_width == 16 and rescale.scale32:
        raise NotRepresentable("invalid-rescale", "expected 'scale32' false on 48-bit accumulators")
    try:
        _requant(rescale)
    except ValueError as error:
        raise NotRepresentable("invalid-rescale", str(error)) from None


def _rewrite_rescale(op: tosa.RescaleOp, rewriter: rewrite.PatternRewriter) -> bool:
    producer = op.operation.operands[0].owner
    if not isinstance(producer, ir.OpView):
        return False
    try:
        if producer.operation.name in CONVOLUTIONS:
            _rescale_after(producer.operation)
            pair = _read_pair(producer.operation, op.operation)
            _replace_convolution(producer.operation, op.operation, pair, rewriter)
            return True
        if producer.operation.name == "tosa.table":
            _replace_wide_table(producer.operation, op.operation, rewriter)
            return True
    except NotRepresentable:
        return False  # reported after the walk, with all others
    return False


def _location(*ops: ir.Operation) -> ir.Location:
    return ir.Location.fused([op.location for op in ops])


# Convolutions ---------------------------------------------------------------------------------


def _domains(op: ir.Operation, rescale_op: ir.Operation, pair: Requantized) -> Types:
    units = unit_domains(op, rescale_op, pair)
    try:
        return annotated_domains(op, units, pair.rescale) or units
    except AnnotationError as error:
        _say(op, "ignored-annotation", "disagrees", str(error))
        return units


def _depthwise_filter(value: ir.Value) -> ir.Value:
    """OHWI filter of a HWCM one: output channel c * M + m reads input channel c."""
    height, width, channels, multiples = ir.RankedTensorType(value.type).shape
    shape = [channels * multiples, height, width, 1]
    array = constant(value)
    if array is not None:
        return make_constant(array.transpose(2, 3, 0, 1).reshape(shape))
    element = ir.RankedTensorType(value.type).element_type
    moved = ir.RankedTensorType.get([channels, multiples, height, width], element)
    transposed = tosa.TransposeOp(moved, value, [2, 3, 0, 1]).output
    return reshape(transposed, shape)


def _requant(rescale: Rescale) -> lf.RequantAttr:
    return lf.requant(
        rescale.multiplier, rescale.shift, rescale.rounding, 32 if rescale.scale32 else 16
    )


def _replace_convolution(
    op: ir.Operation, rescale_op: ir.Operation, pair: Requantized, rewriter: rewrite.PatternRewriter
) -> None:
    operands = [*op.operands, *list(rescale_op.operands)[1:]]
    input_type, filter_type, result_type = _domains(op, rescale_op, pair)
    shape = ir.RankedTensorType(rescale_op.results[0].type).shape
    result = ir.RankedTensorType.get(shape, result_type)
    conv = pair.conv
    with rewriter.ip, _location(op, rescale_op):
        filter_value = _depthwise_filter(operands[1]) if conv.is_depthwise else operands[1]
        x = as_quantized(operands[0], input_type)
        w = as_quantized(filter_value, filter_type)
        requant = _requant(pair.rescale)
        if conv.is_transposed:
            u = lf.conv_transpose2d(
                result, x, w, operands[2], requant=requant, stride=conv.stride, out_pad=conv.pad
            )
        else:
            u = lf.conv2d(
                result,
                x,
                w,
                operands[2],
                requant=requant,
                stride=conv.stride,
                pad=conv.pad,
                dilation=conv.dilation,
                group=pair.group,
            )
        new = as_storage(u)
    rewriter.replace_op(rescale_op, [new])
    rewriter.erase_op(op)
    erase_unused(operands, rewriter.erase_op)


# Tables ---------------------------------------------------------------------------------------


def _table_domains(op: ir.Operation, width: int) -> tuple[ir.Type, ir.Type]:
    try:
        return table_domains(op, width)
    except AnnotationError as error:
        _say(op, "ignored-annotation", "disagrees", str(error))
        return plain_table_domains(op, width)


def _kind(op: ir.Operation) -> str:
    key = "lutfuse.kind"
    return ir.StringAttr(op.attributes[key]).value if key in op.attributes else "custom"


def _check_table(op: ir.Operation, width: int, entries: int) -> None:
    table = op.operands[1].type
    if element_width(op.operands[0]) != width or element_width(op.operands[1]) != width:
        raise NotRepresentable(
            "unsupported-element-type",
            f"expected i{width} codes and entries but got {op.operands[0].type} and {table}",
        )
    if list(ir.RankedTensorType(table).shape) != [entries]:
        raise NotRepresentable(
            "table-length", f"expected a table of {entries} entries but got {table}"
        )
    _check_same_shape(op.operands[0], op.results[0])


def _check_same_shape(source: ir.Value, result: ir.Value) -> None:
    """TOSA lets a result leave sizes open that its input knows."""
    if (
        not isinstance(result.type, ir.RankedTensorType)
        or result.type.shape != ir.RankedTensorType(source.type).shape
    ):
        raise NotRepresentable(
            "shape-mismatch",
            f"expected a result of the shape of {source.type} but got {result.type}",
        )


def _rewrite_table(op: tosa.TableOp, rewriter: rewrite.PatternRewriter) -> bool:
    try:
        _check_table(op.operation, 8, 256)
    except NotRepresentable:
        return False
    input_type, result_type = _table_domains(op.operation, 8)
    header = lf.TableHeaderAttr.get(-128, 256, input_type, result_type)
    _replace_table(op.operation, op.operation, header, rewriter)
    return True


def _check_interpolation(op: ir.Operation, rescale_op: ir.Operation) -> Rescale:
    _check_table(op, 16, 513)
    _rescale_after(op)
    _check_same_shape(op.operands[0], rescale_op.results[0])
    rescale = read_rescale(rescale_op)
    narrow = (
        (rescale.multiplier, rescale.shift) == INTERPOLATION
        and (rescale.input_zero_point, rescale.output_zero_point) == (0, 0)
        and not (rescale.input_unsigned or rescale.output_unsigned)
        and rescale.scale32
        and element_width(rescale_op.results[0]) == 16
    )
    if not narrow:
        raise NotRepresentable(
            "not-an-interpolation",
            "expected a rescale by 2^-7 to i16 after a 16-bit table, multiplier 2^30 and shift 37, "
            f"but got multiplier {rescale.multiplier[0]} and shift {rescale.shift[0]}",
        )
    return rescale


def _replace_wide_table(
    op: ir.Operation, rescale_op: ir.Operation, rewriter: rewrite.PatternRewriter
) -> None:
    rescale = _check_interpolation(op, rescale_op)
    input_type, result_type = _table_domains(op, 16)
    header = lf.TableHeaderAttr.get(
        -32768, 513, input_type, result_type, "interpolated", 7, rescale.rounding
    )
    _replace_table(op, rescale_op, header, rewriter)


def _replace_table(
    op: ir.Operation,
    last: ir.Operation,
    header: lf.TableHeaderAttr,
    rewriter: rewrite.PatternRewriter,
) -> None:
    """Replaces `last`, the table itself or the rescale after it, by a table activation."""
    operands = [*op.operands, *(list(last.operands)[1:] if last != op else [])]
    result = ir.RankedTensorType.get(ir.RankedTensorType(last.results[0].type).shape, header.result)
    with rewriter.ip, _location(op, last):
        x = as_quantized(operands[0], header.input)
        y = lf.lut_activation(result, x, operands[1], kind=_kind(op), header=header)
        move_to_producers(y.owner.operation)
        new = as_storage(y)
    wide = last != op
    rewriter.replace_op(last, [new])
    if wide:
        rewriter.erase_op(op)
    erase_unused(operands, rewriter.erase_op)


# Remarks --------------------------------------------------------------------------------------


def _say(op: ir.Operation, name: str, reason: str, line: str) -> None:
    category = ConvertTosaToLutfuse.name
    details = {"Op": op.name, reason: line}
    remarks.emit(Remark("missed", category, name, op.location, (reason,), details), op)


def _check_left(op: ir.Operation) -> None:
    """Raises the NotRepresentable for which a pattern left `op` alone."""
    if op.name == "tosa.table":
        wide = element_width(op.operands[0]) == 16
        _check_table(op, 16 if wide else 8, 513 if wide else 256)
        _check_interpolation(op, _rescale_after(op))
        return
    read_convolution(op)
    _read_pair(op, _rescale_after(op))


def _report_left_alone(
    module: ir.Operation, checks: Mapping[str, Callable[[ir.Operation], None]]
) -> None:
    def visit(op: ir.Operation) -> ir.WalkResult:
        if op.name in checks:
            try:
                checks[op.name](op)
            except NotRepresentable as why:
                _say(op, "left-alone", why.reason, str(why))
        return ir.WalkResult.ADVANCE

    module.walk(visit, ir.WalkOrder.PRE_ORDER)
