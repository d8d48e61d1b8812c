"""Puts the rounding of `tosa.resize` right.

TOSA rounds a sampling position down. Upstream's `tosa-to-linalg` divides towards zero, which
differs where the offset makes a position negative.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mlir import ir
from mlir.dialects import arith

from lutfuse.passes.core.registry import ModulePass, register


@register
@dataclass(frozen=True)
class RoundResizeDown(ModulePass):
    """Make the positions of a lowered `tosa.resize` round down; runs behind `tosa-to-linalg`.

    Before:

    ```mlir
    %0 = linalg.generic ... {
      %y = linalg.index 1 : index
      ...
      %q = arith.divsi %n, %d : i32
    ```

    After:

    ```mlir
      %q = arith.floordivsi %n, %d : i32
    ```
    """

    name: ClassVar[str] = "round-resize-down"
    dialects: ClassVar[tuple[str, ...]] = ("arith",)

    def run(self, module: ir.Operation) -> None:
        found: list[ir.Operation] = []

        def visit(op: ir.Operation) -> ir.WalkResult:
            if op.name == "arith.divsi" and _has_indices(op):
                found.append(op)
            return ir.WalkResult.ADVANCE

        module.walk(visit, ir.WalkOrder.PRE_ORDER)
        for op in found:
            with ir.InsertionPoint(op), op.location:
                quotient = arith.floordivsi(*op.operands)
            op.results[0].replace_all_uses_with(quotient)
            op.erase()


def _has_indices(op: ir.Operation) -> bool:
    """Before fusion, no lowering but that of resize divides in a body that has indices."""
    return any(sibling.operation.name == "linalg.index" for sibling in op.block)
