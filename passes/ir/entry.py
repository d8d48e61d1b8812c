"""The function of a module that a caller means."""

from __future__ import annotations

from mlir import ir
from mlir.dialects import func


def find_entry(module: ir.Operation, name: str = "") -> func.FuncOp:
    """The function of that name; by default `main`, or the only public one with a body.

    Raises ValueError, which says what there is.
    """
    block: ir.Block = module.regions[0].blocks[0]
    functions = [op for op in block.operations if isinstance(op, func.FuncOp) and op.body.blocks]
    public = [f for f in functions if _is_public(f)]
    named = [f for f in functions if f.name.value == (name or "main")]
    if named:
        return named[0]
    if not name and len(public) == 1:
        return public[0]
    got = ", ".join(f"'{f.name.value}'" for f in public) or "none"
    wanted = f"a function '{name}'" if name else "a function 'main' or one public function"
    raise ValueError(f"expected {wanted} with a body but got {got}")


def _is_public(function: func.FuncOp) -> bool:
    attributes = function.operation.attributes
    if "sym_visibility" not in attributes:
        return True
    return ir.StringAttr(attributes["sym_visibility"]).value == "public"
