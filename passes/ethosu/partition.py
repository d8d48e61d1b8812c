"""Which ops run where: NPU regions, as few as the order of dependencies allows.

Every op has a level. A region holds all NPU ops of one level; host ops of a level run behind its
region. A host op lifts what reads it to the next level, and nothing else begins a new region.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mlir import ir

from lutfuse.passes.ethosu.steps import ALIASES, Lowering
from lutfuse.passes.ir.constants import makes_constant


@dataclass
class Partition:
    """Host ops and lowerings by level, from -1 (before all regions) on; the rest is dead."""

    host: dict[int, list[ir.Operation]] = field(default_factory=dict[int, list[ir.Operation]])
    npu: dict[int, list[Lowering]] = field(default_factory=dict[int, list[Lowering]])
    dead: list[ir.Operation] = field(default_factory=list[ir.Operation])

    @property
    def levels(self) -> range:
        """All levels, in the order in which they run."""
        return range(-1, max([-1, *self.host, *self.npu]) + 1)


def partition(block: ir.Block, lowered: Mapping[ir.Operation, Lowering]) -> Partition:
    """Divides a block whose last op is its terminator."""
    ops = [op.operation for op in block]
    kept = _live(ops, lowered)
    levels: dict[ir.Value, tuple[bool, int]] = {}
    result = Partition()
    for op in ops[:-1]:
        if op not in kept:
            result.dead.append(op)
            continue
        on_npu = op in lowered
        reads = lowered[op].inputs if on_npu else tuple(op.operands)
        level = max([0 if on_npu else -1, *(_after(levels.get(v), on_npu) for v in reads)])
        if on_npu:
            result.npu.setdefault(level, []).append(lowered[op])
            result.dead.append(op)
        else:
            result.host.setdefault(level, []).append(op)
        for value in op.results:
            levels[value] = (on_npu, level)
    return result


def _after(source: tuple[bool, int] | None, on_npu: bool) -> int:
    """The level that a reader of a value has at least."""
    if source is None:
        return -1
    from_npu, level = source
    return level + 1 if on_npu and not from_npu else level


def _live(ops: list[ir.Operation], lowered: Mapping[ir.Operation, Lowering]) -> set[ir.Operation]:
    """Ops whose results are read: what a lowering looked through may be read by nobody else."""
    needed: set[ir.Value] = set(ops[-1].operands)
    kept: set[ir.Operation] = set()
    for op in reversed(ops[:-1]):
        free = op.name in ALIASES or makes_constant(op)
        pure = op in lowered or free or op.name.startswith("tosa.")
        pure = pure and "variable" not in op.name
        if pure and not any(value in needed for value in op.results):
            continue
        kept.add(op)
        needed.update(lowered[op].inputs if op in lowered else op.operands)
    return kept


def results_read_outside(parts: Partition, level: int, terminator: ir.Operation) -> list[ir.Value]:
    """Results of a region that host ops or later regions read, in order."""
    read: set[ir.Value] = set(terminator.operands)
    for ops in parts.host.values():
        read.update(value for op in ops for value in op.operands)
    for other, lowerings in parts.npu.items():
        if other != level:
            read.update(value for one in lowerings for value in one.inputs)
    return [one.result for one in parts.npu[level] if one.result in read]
