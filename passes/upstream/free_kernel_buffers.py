"""Frees what kernels allocate: each buffer at the end of the block that made it.

Upstream's ownership-based deallocation refuses functions that call intrinsics. It is not needed:
a kernel writes its results into buffers that it is given, so what it allocates stays inside.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mlir import ir
from mlir.dialects import memref

from lutfuse.passes.core.registry import ModulePass, PassError, register


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

    def run(self, module: ir.Operation) -> None:
        found: list[ir.Operation] = []

        def visit(op: ir.Operation) -> ir.WalkResult:
            if op.name == "memref.alloc":
                found.append(op)
            return ir.WalkResult.ADVANCE

        module.walk(visit, ir.WalkOrder.PRE_ORDER)
        for op in found:
            block: ir.Block = op.block
            end = block.operations[len(block.operations) - 1].operation
            if op.results[0] in list(end.operands):
                raise PassError("expected a buffer that stays in its block", op.location)
            memref.dealloc(op.results[0], loc=op.location, ip=ir.InsertionPoint(end))
