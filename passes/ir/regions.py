"""Ops with all that their regions hold: what they read from outside, and reading something else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mlir import ir


def nested(op: ir.Operation) -> Iterator[ir.Operation]:
    """An op and all that its regions hold, in program order."""
    yield op
    for region in op.regions:
        for block in region.blocks:
            for inner in block.operations:
                yield from nested(inner.operation)


def reads(op: ir.Operation) -> list[ir.Value]:
    """Operands of an op, and the values from outside that its regions read."""
    found = dict.fromkeys(op.operands)
    if not len(op.regions):
        return list(found)
    inside = list(nested(op))
    made = {value for inner in inside[1:] for value in inner.results}
    made.update(a for one in inside for r in one.regions for b in r.blocks for a in b.arguments)
    found.update(dict.fromkeys(v for one in inside[1:] for v in one.operands if v not in made))
    return list(found)


def replace_reads(op: ir.Operation, values: Mapping[ir.Value, ir.Value]) -> None:
    """Lets an op, and all that its regions hold, read other values."""
    for inner in nested(op):
        for position, value in enumerate(inner.operands):
            if value in values:
                inner.operands[position] = values[value]


def top_level(op: ir.Operation, block: ir.Block) -> ir.Operation:
    """The op of `block` that `op` is, or is inside of."""
    while op.block != block:
        parent = op.parent
        assert parent is not None
        op = parent.operation
    return op
