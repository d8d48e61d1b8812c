"""Keeps buffers within what the lowering to LLVM can do without a runtime library.

A strided `memref.copy` is a call into `libmlir_c_runner_utils.so`, which loads a second MLIR into
the process; `linalg.copy` becomes a loop. Buffers of less than a byte abort the process;
`widen-bool-buffers` takes care of those of one bit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mlir import ir

from lutfuse.passes.core.registry import ModulePass, PassError, register


@register
@dataclass(frozen=True)
class ReplaceMemrefCopies(ModulePass):
    """Turn `memref.copy` into `linalg.copy`, and refuse buffers of integers of 2 to 7 bits.

    Before:

    ```mlir
    memref.copy %x, %y : memref<8xi8> to memref<8xi8>
    ```

    After:

    ```mlir
    linalg.copy ins(%x : memref<8xi8>) outs(%y : memref<8xi8>)
    ```
    """

    name: ClassVar[str] = "replace-memref-copies"
    dialects: ClassVar[tuple[str, ...]] = ("linalg",)

    def run(self, module: ir.Operation) -> None:
        from mlir.dialects import linalg  # not above: it takes longer to load than most passes run

        ops: list[ir.Operation] = []

        def visit(op: ir.Operation) -> ir.WalkResult:
            ops.append(op)
            return ir.WalkResult.ADVANCE

        module.walk(visit, ir.WalkOrder.PRE_ORDER)
        for op in ops:
            _check(op)
            if op.name == "memref.copy":
                source, target = op.operands
                with ir.InsertionPoint(op), op.location:
                    linalg.copy(source, outs=[target])
                op.erase()


def _check(op: ir.Operation) -> None:
    for result in op.results:
        type_ = result.type
        if not isinstance(type_, ir.MemRefType | ir.UnrankedMemRefType):
            continue
        element = type_.element_type
        if isinstance(element, ir.IntegerType) and 1 < element.width < 8:
            raise PassError(f"'{op.name}': cannot hold '{type_}' in memory", op.location)
