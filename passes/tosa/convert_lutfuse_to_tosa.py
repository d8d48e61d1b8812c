"""Lowers the dialect `lutfuse` to TOSA with the same integers, fused ops included.

Every TOSA compiler can take the result. The scales of the types are dropped: the integers say
all that is computed. What TOSA cannot say exactly stays, with a remark.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from mlir import ir, rewrite
from mlir.dialects import tosa
from mlir.dialects.quant import QuantizedType, UniformQuantizedPerAxisType, UniformQuantizedType

from lutfuse.dialects import lutfuse as lf
from lutfuse.dialects.quant_types import storage_of, storage_range, zero_points_of
from lutfuse.passes.core import remarks
from lutfuse.passes.core.patterns import apply_patterns
from lutfuse.passes.core.registry import ModulePass, register
from lutfuse.passes.core.remarks import Remark
from lutfuse.passes.ir.code_maps import full_table
from lutfuse.passes.ir.constants import constant, make_constant
from lutfuse.passes.ir.convolution import (
    CONVOLUTIONS,
    AnyConvolution,
    Convolution,
    as_convolution,
    input_type,
    result_type,
)
from lutfuse.passes.ir.rescale import (
    NotRepresentable,
    Rescale,
    TosaConvolution,
    element_width,
    write_rescale,
)
from lutfuse.passes.ir.storage import as_quantized, as_storage, behind_casts, erase_unused
from lutfuse.passes.tosa.accumulators import Plan, accumulate, cut
from lutfuse.passes.tosa.codes import narrow, signed
from lutfuse.passes.tosa.gathered_table import look_up_by_gather
from lutfuse.passes.tosa.parametric import apply_parameters, check_parameters
from lutfuse.passes.tosa.regions import store_codes_in_regions


@register
@dataclass(frozen=True)
class ConvertLutfuseToTosa(ModulePass):
    """Convert lutfuse ops to TOSA ops with the same integers.

    Before:

    ```mlir
    %y = lutfuse.fused_conv2d %x, %w bias %b lut %t kind <sigmoid> header #h intermediate !u
        requant #r : (...) -> tensor<1x8x8x8x!y>
    ```

    After:

    ```mlir
    %acc = tosa.conv2d %0, %1, %b, %xzp, %wzp {...} : (...) -> tensor<1x8x8x8xi32>
    %u = tosa.rescale %acc, %m, %s, %c0, %uzp {...} : (...) -> tensor<1x8x8x8xi8>
    %y = tosa.table %u, %t : (tensor<1x8x8x8xi8>, tensor<256xi8>) -> tensor<1x8x8x8xi8>
    ```
    """

    name: ClassVar[str] = "convert-lutfuse-to-tosa"
    dialects: ClassVar[tuple[str, ...]] = ("quant", "tosa")

    def run(self, module: ir.Operation) -> None:
        store_codes_in_regions(module)
        apply_patterns(
            module,
            {
                **dict.fromkeys(CONVOLUTIONS, _rewrite_convolution),
                lf.LutActivationOp: _rewrite_lut,
                lf.ClipOp: _rewrite_parametric,
                lf.LeakyReluOp: _rewrite_parametric,
            },
        )


def _refuse(op: ir.Operation, why: NotRepresentable) -> None:
    category = ConvertLutfuseToTosa.name
    details = {"Op": op.name, why.reason: str(why)}
    remark = Remark("missed", category, "left-alone", op.location, (why.reason,), details)
    remarks.emit(remark, op)


# Convolutions ---------------------------------------------------------------------------------


def _element(value: ir.Value) -> ir.Type:
    return ir.ShapedType(value.type).element_type


def _filter_zero_point(conv: Convolution) -> tuple[int, int]:
    """The one signed zero point of the filter, and what was subtracted to get there."""
    element = _element(conv.filter)
    zero_points = set(zero_points_of(element))
    if len(zero_points) != 1:
        raise NotRepresentable(
            "filter-zero-points", "expected one filter zero point but got several"
        )
    offset = 128 if storage_of(element) == "u8" else 0
    if offset and constant(behind_casts(conv.filter)) is None:
        raise NotRepresentable("not-constant", "expected a constant filter of u8 storage")
    return zero_points.pop() - offset, offset


def _requant(conv: Convolution) -> lf.RequantAttr:
    if not isinstance(conv.requant, lf.RequantAttr):
        raise NotRepresentable(
            "float-requantization", "expected integer multipliers but got float32 scales"
        )
    return conv.requant


def _plan(conv: Convolution) -> Plan:
    """Reads a convolution; raises NotRepresentable."""
    requant, source, domain = _requant(conv), input_type(conv), conv.intermediate_type
    filter_zero_point, offset = _filter_zero_point(conv)
    if any(size < 0 for size in ir.RankedTensorType(conv.filter.type).shape):
        raise NotRepresentable("dynamic-filter", "expected a filter of static shape")
    _check_group(conv)
    if conv.is_fused:
        _check_activation(conv)
    _check_zero_point(source)
    _check_zero_point(domain)
    per_channel = isinstance(_element(conv.filter), UniformQuantizedPerAxisType)
    if per_channel and ir.RankedTensorType(conv.result.type).shape[3] < 0:
        raise NotRepresentable("dynamic-shape", "expected result channels of static size")
    integers = TosaConvolution(
        conv.is_transposed,
        _is_depthwise(conv),
        conv.stride,
        conv.pad,
        conv.dilation,
        source.zero_point - (128 if storage_of(source) == "u8" else 0),
        filter_zero_point,
    )
    if not conv.is_transposed:
        _check_window(conv, integers)
    rescale = Rescale(
        tuple(requant.multiplier),
        tuple(requant.shift),
        requant.rounding,
        output_zero_point=domain.zero_point,
        scale32=requant.multiplier_bits == 32,
        per_channel=per_channel,
        output_unsigned=storage_of(domain) == "u8",
    )
    return Plan(integers, rescale, conv.group, domain, offset)


def _check_zero_point(domain: UniformQuantizedType) -> None:
    """TOSA's convolutions and RESCALE have zero points on 8-bit tensors only."""
    if storage_of(domain) == "i16" and domain.zero_point != 0:
        raise NotRepresentable(
            "zero-point", f"expected zero point 0 of i16 storage but got {domain.zero_point}"
        )


def _check_window(conv: Convolution, integers: TosaConvolution) -> None:
    x_shape, w_shape = (ir.RankedTensorType(v.type).shape for v in (conv.input, conv.filter))
    _, kept = cut(integers, x_shape, w_shape[1:3])
    if any(left < 1 <= size for left, size in zip(kept, x_shape, strict=True)):
        raise NotRepresentable("only-padding", "expected a window that reads more than padding")


def _is_depthwise(conv: Convolution) -> bool:
    """Whether TOSA has an op for these groups: one input channel in each, not transposed."""
    channels = ir.RankedTensorType(conv.filter.type).shape[3]
    return conv.group != 1 and channels == 1 and not conv.is_transposed


def _check_group(conv: Convolution) -> None:
    """Groups that are no depthwise convolution are cut out of the channels: sizes are needed."""
    shape = ir.RankedTensorType(conv.input.type).shape
    if conv.group != 1 and not _is_depthwise(conv) and any(size < 0 for size in shape):
        raise NotRepresentable("dynamic-shape", "expected a grouped input of static shape")


def _rewrite_convolution(op: AnyConvolution, rewriter: rewrite.PatternRewriter) -> bool:
    conv = as_convolution(op)
    assert conv is not None
    try:
        plan = _plan(conv)
    except NotRepresentable as why:
        _refuse(op.operation, why)
        return False
    operands = list(op.operation.operands)
    shape = ir.RankedTensorType(conv.result.type).shape
    with rewriter.ip, op.location:
        x = signed(as_storage(conv.input), _element(conv.input))
        w = _filter(conv.filter, plan.filter_offset)
        bias = conv.bias if conv.bias is not None else _zero_bias(element_width(x))
        acc = accumulate(plan, x, w, bias, shape)
        u = narrow(write_rescale(acc, plan.domain.storage_type, plan.rescale), plan.domain)
        if conv.is_fused:
            u = _activate(u, conv)
        new = as_quantized(u, result_type(conv))
    rewriter.replace_op(op.operation, [new])
    erase_unused(operands, rewriter.erase_op)
    return True


def _zero_bias(input_width: int) -> ir.Value:
    return make_constant(np.zeros(1, np.int64), 48 if input_width == 16 else 32)


def _filter(value: ir.Value, offset: int) -> ir.Value:
    if not offset:
        return as_storage(value)
    codes = constant(behind_casts(value))
    assert codes is not None  # _plan checked it
    return make_constant(codes.astype(np.uint8).astype(np.int16) - offset, 8)


# Activations ----------------------------------------------------------------------------------


def _check_header(header: lf.TableHeaderAttr, table: ir.Value) -> None:
    """TOSA tables have 256 entries from code -128, or 513 points 128 codes apart."""
    if header.lookup == "interpolated":
        if (header.first, header.entries, header.fraction_bits) != (-32768, 513, 7):
            raise NotRepresentable(
                "table-layout", "expected 513 entries from code -32768 with 7 fraction bits"
            )
        return
    first = -128 if QuantizedType(header.input).is_signed else 0
    if (header.first, header.entries) != (first, 256) and constant(table) is None:
        raise NotRepresentable("table-layout", "expected a constant table or one of 256 entries")


def _is_gathered(table: ir.Value, header: lf.TableHeaderAttr) -> bool:
    """Whether TOSA has no such table: one for each channel, or of wide entries for 8-bit codes."""
    rows = len(ir.RankedTensorType(table.type).shape) == 2
    return rows or (header.lookup == "direct" and element_width(table) != 8)


def _check_shape(result: ir.Value, table: ir.Value, header: lf.TableHeaderAttr) -> None:
    dynamic = any(size < 0 for size in ir.RankedTensorType(result.type).shape)
    if dynamic and _is_gathered(table, header):
        raise NotRepresentable("dynamic-shape", "expected a static shape with a 2D or wide table")


def _check_activation(conv: Convolution) -> None:
    if conv.activation is not None:
        return check_parameters(conv.activation, conv.result)
    table, header = _table(conv)
    _check_header(header, behind_casts(table))
    return _check_shape(conv.result, table, header)


def _table(conv: Convolution) -> tuple[ir.Value, lf.TableHeaderAttr]:
    assert conv.table is not None and conv.header is not None  # fused_c2
    return conv.table, conv.header


def _full_table(table: ir.Value, header: lf.TableHeaderAttr) -> ir.Value:
    low, _ = storage_range(storage_of(header.input))
    if (header.first, header.entries) == (low, 256):
        return table
    entries = constant(table)
    assert entries is not None  # _check_header checked it
    return make_constant(full_table(entries, header))


def _look_up(codes: ir.Value, table: ir.Value, header: lf.TableHeaderAttr) -> ir.Value:
    shape = ir.RankedTensorType(codes.type).shape
    if header.lookup == "interpolated":
        wide = ir.RankedTensorType.get(shape, ir.IntegerType.get_signless(32))
        values = tosa.TableOp(wide, codes, table).output
        rescale = Rescale((1 << 30,), (30 + header.fraction_bits,), header.rounding)
        result = UniformQuantizedType(header.result)
        return narrow(write_rescale(values, ir.IntegerType.get_signless(16), rescale), result)
    codes, entries = signed(codes, header.input), _full_table(table, header)
    if _is_gathered(entries, header):
        return look_up_by_gather(codes, entries)
    result = ir.RankedTensorType.get(shape, ir.IntegerType.get_signless(8))
    return tosa.TableOp(result, codes, entries).output


def _activate(codes: ir.Value, conv: Convolution) -> ir.Value:
    if conv.activation is None:
        return _look_up(codes, *_table(conv))
    return apply_parameters(codes, conv.activation, conv.intermediate_type, result_type(conv))


def _rewrite_lut(op: lf.LutActivationOp, rewriter: rewrite.PatternRewriter) -> bool:
    operands, header = list(op.operation.operands), op.header
    try:
        _check_header(header, operands[1])
        _check_shape(op.operation.results[0], operands[1], header)
    except NotRepresentable as why:
        _refuse(op.operation, why)
        return False
    with rewriter.ip, op.location:
        y = _look_up(as_storage(operands[0]), operands[1], header)
        new = as_quantized(y, header.result)
    rewriter.replace_op(op.operation, [new])
    erase_unused(operands, rewriter.erase_op)
    return True


def _rewrite_parametric(op: lf.ClipOp | lf.LeakyReluOp, rewriter: rewrite.PatternRewriter) -> bool:
    source, result = op.operation.operands[0], op.operation.results[0]
    try:
        check_parameters(op.parameters, result)
    except NotRepresentable as why:
        _refuse(op.operation, why)
        return False
    domains = [UniformQuantizedType(_element(value)) for value in (source, result)]
    with rewriter.ip, op.location:
        y = apply_parameters(as_storage(source), op.parameters, domains[0], domains[1])
        new = as_quantized(y, domains[1])
    rewriter.replace_op(op.operation, [new])
    erase_unused([source], rewriter.erase_op)
    return True
