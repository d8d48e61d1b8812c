"""Checks that every table is in its slot when a command reads it.

A table in the wrong slot, or in the right one too late, gives wrong codes and no error of the
hardware. So each slot is followed through the program, by its bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mlir import ir

from lutfuse.dialects import ethosu
from lutfuse.dialects.accelerators import find_accelerator
from lutfuse.passes.core import remarks
from lutfuse.passes.core.registry import ModulePass, PassError, register
from lutfuse.passes.core.remarks import Remark
from lutfuse.passes.ethosu import programs as ep


@register
@dataclass(frozen=True)
class CheckTableResidency(ModulePass):
    """Check that each table of an Ethos-U program is in its slot when it is read.

    The module stays as it is:

    ```mlir
    // error: table <constants + 256, 256> in slot 2 is late: it is loaded after the command
    ethosu.conv2d ... table <<constants + 256, 256> slot = 2>
    ethosu.dma <constants + 256, 256> to <shram + 23040, 256>
    ```

    A table is `missing` (nothing loads it to this slot), `late` (something does, but afterwards),
    `clobbered` (it was there and something else is now), or `unassigned` (it has no slot). The
    first fault is an error, and each is a remark with its reason.
    """

    name: ClassVar[str] = "check-table-residency"

    def run(self, module: ir.Operation) -> None:
        faults = [fault for program in ep.programs(module) for fault in find_faults(program)]
        for fault in faults:
            details = {"Table": str(fault)}
            remark = Remark(
                "failed", self.name, fault.reason, fault.op.location, (fault.reason,), details
            )
            remarks.emit(remark, fault.op)
        if faults:
            raise PassError(str(faults[0]), faults[0].op.location)


@dataclass(frozen=True)
class Fault:
    """A command that reads a slot which does not hold its table."""

    op: ir.Operation
    table: ethosu.Table
    reason: str
    why: str

    def __str__(self) -> str:
        slot = "" if self.table.slot is None else f" in slot {self.table.slot}"
        return f"table <{self.table.source.text()}>{slot} is {self.reason}: {self.why}"


@dataclass
class _Slots:
    """What the slots hold (None: nothing known), and all that they held before."""

    now: list[ep.Chunk | None]
    before: list[set[ep.Chunk]]

    def put(self, slot: int, chunk: ep.Chunk | None) -> None:
        """Overwrites a slot."""
        held = self.now[slot]
        if held is not None:
            self.before[slot].add(held)
        self.now[slot] = chunk


def find_faults(program: ethosu.ProgramOp) -> list[Fault]:
    """All reads of a slot that does not hold the command's table, in order."""
    data, name, ops = ep.constants(program), ep.accelerator(program), ep.commands(program)
    slots = _Slots([None] * ethosu.SLOTS, [set() for _ in range(ethosu.SLOTS)])
    faults: list[Fault] = []
    for index, op in enumerate(ops):
        load, table = ep.load_of(op, name), ep.table_of(op)
        if load is not None:
            for offset, chunk in enumerate(ep.chunks(data, load.source)):
                slots.put(load.slot + offset, chunk)
        elif table is not None:
            later = [ep.load_of(after, name) for after in ops[index + 1 :]]
            faults += _check(op, table, data, slots, [one for one in later if one is not None])
        elif op.name != "ethosu.dma" and not find_accelerator(name).keeps_tables:
            for slot in range(ethosu.SLOTS):
                slots.put(slot, None)
    return faults


def _check(
    op: ir.Operation, table: ethosu.Table, data: bytes, slots: _Slots, later: list[ep.Load]
) -> list[Fault]:
    if table.slot is None:
        return [Fault(op, table, "unassigned", "expected a slot but got none")]
    wanted = ep.chunks(data, table.source)
    for slot, chunk in enumerate(wanted, table.slot):
        if slots.now[slot] == chunk:
            continue
        if chunk in slots.before[slot]:
            return [Fault(op, table, "clobbered", "it was overwritten before the command")]
        if any(_fills(load, slot, chunk, data) for load in later):
            return [Fault(op, table, "late", "it is loaded after the command")]
        return [Fault(op, table, "missing", _where(chunk, slots))]
    return []


def _fills(load: ep.Load, slot: int, chunk: ep.Chunk | None, data: bytes) -> bool:
    """Whether a load puts this chunk into this slot."""
    return (slot, chunk) in enumerate(ep.chunks(data, load.source), load.slot)


def _where(chunk: ep.Chunk | None, slots: _Slots) -> str:
    """What is known of a table that no load puts where it is read."""
    if chunk in slots.now:
        return f"nothing loads it to this slot, and slot {slots.now.index(chunk)} holds it"
    return "nothing loads it to this slot"
