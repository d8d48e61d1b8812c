"""Lets a profile or a crash lead back to a layer: lines and names for debuggers.

What a kernel was made of stands in its location, which all its code has. DWARF has one place for
an address, but any number of calls that were inlined around it: so each source is a call that the
one before made, and `llvm-symbolizer` prints all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mlir import ir

from lutfuse import _lutfuse
from lutfuse.passes.core.registry import ModulePass, register


@register
@dataclass(frozen=True)
class AttachDebugInfo(ModulePass):
    """Make line tables of the locations of LLVM's functions.

    Before:

    ```mlir
    llvm.func @conv2d_0(...) { ... } loc(fused["conv", "model.mlir":8:10])
    ```

    After, an instruction is at line 8 of a function `model.mlir:8`, inlined into a function `conv`,
    inlined into `conv2d_0`:

    ```mlir
    llvm.func @conv2d_0(...) { ... } loc(fused<#di_subprogram>["model":0:0])
    ```
    """

    name: ClassVar[str] = "attach-debug-info"
    dialects: ClassVar[tuple[str, ...]] = ("llvm",)

    def run(self, module: ir.Operation) -> None:
        _lutfuse.attach_debug_info(module)
