"""Names what a lowering left behind, before LLVM's translation says less about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mlir import ir

from lutfuse import _lutfuse
from lutfuse.passes.core.registry import ModulePass, PassError, register

# `arm_neon` has ops for intrinsics, which the translation to LLVM takes like its own.
TRANSLATED = ["arm_neon", "builtin", "llvm"]


@register
@dataclass(frozen=True)
class CheckLowered(ModulePass):
    """Report the first op that LLVM's translation does not know; change nothing.

    ```mlir
    %0 = "linalg.softmax"(%x, %y) ...
    // error: expected an op that is lowered to LLVM but got 'linalg.softmax'
    ```
    """

    name: ClassVar[str] = "check-lowered"

    def run(self, module: ir.Operation) -> None:
        found = _lutfuse.find_foreign_op(module, TRANSLATED)
        if found is not None:
            op = found.operation
            message = f"expected an op that is lowered to LLVM but got '{op.name}'"
            raise PassError(message, op.location)
