"""Gives every truth value in memory a byte: upstream aborts on a load of less."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from mlir import ir
from mlir.dialects import arith, memref

from lutfuse.passes.core.registry import ModulePass, register
from lutfuse.passes.ir.constants import with_contents


@register
@dataclass(frozen=True)
class WidenBoolBuffers(ModulePass):
    """Turn buffers of `i1` into buffers of `i8`, of which anything but 0 is true.

    It comes when loads and stores are all that reads and writes them.

    Before:

    ```mlir
    %1 = memref.load %0[%i] : memref<8xi1>
    memref.store %1, %2[%i] : memref<8xi1>
    ```

    After:

    ```mlir
    %1 = memref.load %0[%i] : memref<8xi8>
    %2 = arith.cmpi ne, %1, %c0_i8 : i8
    %3 = arith.extui %2 : i1 to i8
    memref.store %3, %4[%i] : memref<8xi8>
    ```
    """

    name: ClassVar[str] = "widen-bool-buffers"
    dialects: ClassVar[tuple[str, ...]] = ("arith", "memref")

    def run(self, module: ir.Operation) -> None:
        ops: list[ir.Operation] = []

        def visit(op: ir.Operation) -> ir.WalkResult:
            ops.append(op)
            return ir.WalkResult.ADVANCE

        module.walk(visit, ir.WalkOrder.PRE_ORDER)
        with ir.Location.unknown():
            for op in ops:
                _widen_values(op)
            for op in ops:
                _widen_op(op)


def _wide(type_: ir.Type) -> ir.Type | None:
    """The type of the wider buffer, None for any other type."""
    if not isinstance(type_, ir.MemRefType) or not _is_bool(type_.element_type):
        return None
    return ir.MemRefType.get(type_.shape, _byte(), type_.layout, type_.memory_space)


def _is_bool(type_: ir.Type) -> bool:
    return isinstance(type_, ir.IntegerType) and type_.width == 1


def _byte() -> ir.IntegerType:
    return ir.IntegerType.get_signless(8)


def _widen_values(op: ir.Operation) -> None:
    for result in op.results:
        if wide := _wide(result.type):
            result.set_type(wide)
    for argument in (
        a for region in op.regions for block in region.blocks for a in block.arguments
    ):
        if wide := _wide(argument.type):
            argument.set_type(wide)


def _widen_op(op: ir.Operation) -> None:
    if op.name == "func.func":
        _widen_signature(op)
    elif op.name == "memref.global":
        _widen_global(op)
    elif op.name == "memref.load" and _is_bool(op.results[0].type):
        _widen_load(op)
    elif op.name == "memref.store" and _is_bool(op.operands[0].type):
        with ir.InsertionPoint(op), op.location:
            op.operands[0] = arith.extui(_byte(), op.operands[0])


def _widen_signature(function: ir.Operation) -> None:
    type_ = ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value)
    inputs, results = ([_wide(t) or t for t in side] for side in (type_.inputs, type_.results))
    function.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(inputs, results))


def _widen_global(op: ir.Operation) -> None:
    wide = _wide(ir.TypeAttr(op.attributes["type"]).value)
    if wide is None:
        return
    op.attributes["type"] = ir.TypeAttr.get(wide)
    if "initial_value" in op.attributes:
        values: Any = np.array(with_contents(op.attributes["initial_value"])).astype(np.int8)
        op.attributes["initial_value"] = ir.DenseElementsAttr.get(values, type=_byte())


def _widen_load(op: ir.Operation) -> None:
    with ir.InsertionPoint(op), op.location:
        byte = memref.load(op.operands[0], list(op.operands)[1:])
        zero = arith.constant(_byte(), 0)
        value = arith.cmpi(arith.CmpIPredicate.ne, byte, zero)
    op.results[0].replace_all_uses_with(value)
    op.erase()
