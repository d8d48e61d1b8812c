"""The part of an arena that outlives a run: the barrier of its threads, and the model's state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from mlir import ir
from mlir.dialects import arith, func, memref

from lutfuse.kernels.unit import emit

SYNC = 0  # offset of the barrier in every arena
RUN, RESET = "_run", "_reset"  # suffixes of the functions that run a plan and prepare its arena


@dataclass(frozen=True)
class Variable:
    """Place and first value of a variable; None stands for zero."""

    offset: int
    type: ir.MemRefType
    initial: ir.Attribute | None


def define_reset(function: func.FuncOp, arena: ir.MemRefType, state: Sequence[Variable]) -> None:
    """Adds `@NAME_reset(%arena)` beside `@NAME_run` or `@NAME`.

    It makes the barrier idle, and the state what it is at first.
    """
    parent: ir.Block = function.operation.block
    prefix = function.name.value.removesuffix(RUN)
    with ir.InsertionPoint(parent), function.location as where:
        reset = func.FuncOp(prefix + RESET, ([arena], []))
        body = reset.add_entry_block([where])
        words = ir.MemRefType.get([2], ir.IntegerType.get_signless(64))
        with ir.InsertionPoint(body):
            _fill(Variable(SYNC, words, None), body.arguments[0], "")
            for number, variable in enumerate(state):
                _fill(variable, body.arguments[0], f"{prefix}_state_{number}")
            func.ReturnOp([])


def _fill(variable: Variable, arena: ir.Value, name: str) -> None:
    from mlir.dialects import linalg  # not above: it takes longer to load than most passes run

    type_ = variable.type
    start = arith.constant(ir.IndexType.get(), variable.offset)
    target = memref.view(type_, arena, start, [])
    value = _first_value(variable)
    if value.is_splat:
        linalg.fill(arith.constant(type_.element_type, value.get_splat_value()), outs=[target])
        return
    memref.global_(
        sym_name=name,
        type_=type_,
        sym_visibility="private",
        initial_value=value,
        constant=True,
        ip=ir.InsertionPoint.at_block_begin(_outermost(start)),
    )
    linalg.copy(memref.get_global(type_, name), outs=[target])


def _first_value(variable: Variable) -> ir.DenseElementsAttr:
    type_ = variable.type
    tensor = ir.RankedTensorType.get(type_.shape, type_.element_type)
    if variable.initial is not None:
        return ir.DenseElementsAttr(variable.initial)
    zero = (
        ir.IntegerAttr.get(type_.element_type, 0)
        if isinstance(type_.element_type, ir.IntegerType)
        else ir.FloatAttr.get(type_.element_type, 0.0)
    )
    return ir.DenseElementsAttr.get_splat(tensor, zero)


def _outermost(value: ir.Value) -> ir.Block:
    """The block of the module that a value is in."""
    op: ir.Operation = value.owner.operation
    while op.parent is not None and op.parent.operation.name != "builtin.module":
        op = op.parent.operation
    return op.block


def signless(attribute: ir.Attribute) -> ir.Attribute:
    """The same bits, as `tosa-convert-integer-type-to-signless` leaves them in types."""
    dense = ir.DenseElementsAttr(attribute)
    type_ = ir.RankedTensorType(dense.type)
    if not isinstance(type_.element_type, ir.IntegerType) or type_.element_type.is_signless:
        return attribute
    plain = ir.IntegerType.get_signless(type_.element_type.width)
    values = np.array(dense).astype(f"i{type_.element_type.width // 8}")
    return emit.dense(values, ir.RankedTensorType.get(type_.shape, plain))
