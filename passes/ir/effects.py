"""Which ops may have side effects, by name: MLIR's Python bindings have no interface to ask."""

from __future__ import annotations

from mlir import ir

# Dialects whose ops have no effects, apart from those listed and from what their regions do.
PURE = ("arith", "lutfuse", "math", "quant", "tensor", "tosa")
EFFECTS = ("tosa.custom", "tosa.variable", "tosa.variable_read", "tosa.variable_write")


def is_pure(op: ir.Operation) -> bool:
    """Whether an op is known to have no effects of its own; its regions are not looked at."""
    return op.name.split(".")[0] in PURE and op.name not in EFFECTS
