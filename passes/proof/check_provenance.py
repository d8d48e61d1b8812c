"""Fails where a source location of a reference module is in the module no more.

A pass that replaces ops must hand on where they came from. Run it last in a pipeline, with the
file that the pipeline read as reference: every tensor name and file position of an op in that
file must still be the location, or part of the location, of some op.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mlir import ir

from lutfuse.passes.core.locations import leaves
from lutfuse.passes.core.registry import ModulePass, PassError, option, register
from lutfuse.passes.proof.reference_module import read_reference

# Constants and casts have no computation to trace; folding them loses nothing.
UNTRACED = (
    "arith.constant",
    "builtin.module",
    "quant.scast",
    "tosa.const",
    "tosa.const_shape",
    "tosa.reshape",
)


@register
@dataclass(frozen=True)
class CheckProvenance(ModulePass):
    """Check that no source location of a reference module was lost.

    Passes:

    ```mlir
    %y = lutfuse.fused_conv2d ...
      loc(fused<#lutfuse.fused<"fuse-lut-activation">>["conv", "sigmoid"])
    ```

    Fails, where the reference had an op at `loc("sigmoid")`:

    ```mlir
    %y = lutfuse.fused_conv2d ... loc("conv")
    ```
    """

    name: ClassVar[str] = "check-provenance"
    reference: str = option("", "MLIR file, text or bytecode, whose locations must remain")

    def run(self, module: ir.Operation) -> None:
        reference = read_reference(self.reference)
        expected = _locations(reference.operation, UNTRACED)
        remaining = set(_locations(module))
        lost = [place for place in dict.fromkeys(expected) if place not in remaining]
        if lost:
            more = f" and {len(lost) - 5} more" if len(lost) > 5 else ""
            raise PassError(
                f"expected every source location of '{self.reference}' but {len(lost)} are lost: "
                f"{', '.join(lost[:5])}{more}",
                module.location,
            )


def _locations(module: ir.Operation, untraced: tuple[str, ...] = ()) -> list[str]:
    places: list[str] = []

    def visit(op: ir.Operation) -> ir.WalkResult:
        if op.name not in untraced:
            places.extend(leaves(op.location))
        return ir.WalkResult.ADVANCE

    module.walk(visit, ir.WalkOrder.PRE_ORDER)
    return places
