"""Frees what kernels allocate: each buffer at the end of the block that made it.

Upstream's ownership-based deallocation refuses functions that call intrinsics. It is not needed
where no control flow chooses a buffer: a kernel writes its results into buffers that it is given,
so what it allocates stays inside. Branches and loops that hand buffers on call no intrinsics, and
are left to upstream.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from mlir import ir
from mlir.dialects import func, memref
from mlir.passmanager import PassManager

from lutfuse.passes.core.registry import ModulePass, PassError, register
from lutfuse.passes.ir.regions import nested
from lutfuse.passes.upstream.pipeline import OWNERSHIP


@register
@dataclass(frozen=True)
class FreeKernelBuffers(ModulePass):
    """Free every buffer at the end of the block that allocates it.

    Before:

    ```mlir
    %0 = memref.alloc() : memref<8xi32>
    linalg.copy ins(%0 : memref<8xi32>) outs(%y : memref<8xi32>)
    return
    ```

    After:

    ```mlir
    %0 = memref.alloc() : memref<8xi32>
    linalg.copy ins(%0 : memref<8xi32>) outs(%y : memref<8xi32>)
    memref.dealloc %0 : memref<8xi32>
    return
    ```
    """

    name: ClassVar[str] = "free-kernel-buffers"
    dialects: ClassVar[tuple[str, ...]] = ("memref",)

    def run(self, module: ir.Operation) -> None:
        block: ir.Block = module.regions[0].blocks[0]
        functions = [op for op in block.operations if isinstance(op, func.FuncOp)]
        chosen = [f for f in functions if any(map(_chooses_buffer, nested(f.operation)))]
        for function in functions:
            if function not in chosen:
                _free_at_end(function)
        _free_by_owner(module, chosen)


def _chooses_buffer(op: ir.Operation) -> bool:
    """Whether it is known at run time only which buffer an op's result is."""
    made = any(isinstance(value.type, ir.MemRefType) for value in op.results)
    return made and (len(op.regions) > 0 or op.name == "arith.select")


def _free_at_end(function: func.FuncOp) -> None:
    for op in [op for op in nested(function.operation) if op.name == "memref.alloc"]:
        block: ir.Block = op.block
        end = block.operations[len(block.operations) - 1].operation
        if op.results[0] in list(end.operands):
            raise PassError("expected a buffer that stays in its block", op.location)
        memref.dealloc(op.results[0], loc=op.location, ip=ir.InsertionPoint(end))


def _free_by_owner(module: ir.Operation, functions: Sequence[func.FuncOp]) -> None:
    """Upstream's deallocation, in a module that holds nothing but these functions."""
    if not functions:
        return
    inner = ir.Module.create(module.location)
    _declare_constants(module, inner)
    for function in functions:
        clone = function.operation.clone(ip=ir.InsertionPoint(inner.body)).operation
        clone.attributes["sym_visibility"] = ir.StringAttr.get("public")  # else it is unused
    try:
        PassManager.parse(f"builtin.module({OWNERSHIP},inline)").run(inner.operation)
    except ir.MLIRError as error:  # pyright: ignore
        found = error.error_diagnostics[0]
        raise PassError(found.message, found.location) from None
    for op in inner.body.operations:
        if op.operation.name == "func.func":
            clone = op.operation.clone(ip=ir.InsertionPoint(functions[0])).operation
            clone.attributes["sym_visibility"] = ir.StringAttr.get("private")
    for function in functions:
        function.operation.erase()


def _declare_constants(module: ir.Operation, inner: ir.Module) -> None:
    for op in module.regions[0].blocks[0].operations:
        if op.operation.name == "memref.global":
            declaration = op.operation.clone(ip=ir.InsertionPoint(inner.body)).operation
            if "initial_value" in declaration.attributes:
                del declaration.attributes["initial_value"]
