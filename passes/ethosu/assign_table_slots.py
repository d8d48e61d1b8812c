"""Gives tables their slots, and loads them.

Which table gives way when all slots are taken is decided by looking ahead: the one that is read
again last, or never (Belady's rule, which needs the fewest loads). A load stands as early as its
slot allows, directly behind the last command that reads what was there.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar

from mlir import ir

from lutfuse.dialects import ethosu
from lutfuse.dialects.accelerators import find_accelerator
from lutfuse.passes.core import remarks
from lutfuse.passes.core.registry import ModulePass, register
from lutfuse.passes.core.remarks import Remark
from lutfuse.passes.ethosu import programs as ep


@register
@dataclass(frozen=True)
class AssignTableSlots(ModulePass):
    """Assign table slots by next use, and load each table before its first use.

    Before:

    ```mlir
    ethosu.conv2d ... table <<constants + 0, 256>>
    ethosu.conv2d ... table <<constants + 0, 256>>
    ```

    After:

    ```mlir
    ethosu.dma <constants + 0, 256> to <shram + 22528, 256>
    ethosu.conv2d ... table <<constants + 0, 256> slot = 0>
    ethosu.conv2d ... table <<constants + 0, 256> slot = 0>
    ```

    Loads and slots that are there already are replaced. Tables of equal bytes are one table. On
    accelerators with 16 banks of shared memory a command without a table overwrites all slots,
    and tables are loaded again behind it.
    """

    name: ClassVar[str] = "assign-table-slots"
    dialects: ClassVar[tuple[str, ...]] = ("ethosu",)

    def run(self, module: ir.Operation) -> None:
        for program in ep.programs(module):
            before = _erase_loads(program)
            plan = _plan(program)
            _write(program, plan)
            if plan.uses:
                _say(program, plan, before)


@dataclass(frozen=True)
class _Use:
    """A command that reads a table; `key` is its bytes."""

    index: int
    table: ethosu.Table
    key: bytes


@dataclass(frozen=True)
class _Load:
    """A load behind command `after` (-1: first of all), for the command `reader`."""

    after: int
    slot: int
    source: ethosu.Range
    reader: int


@dataclass
class _Plan:
    """Slots of uses by the command's index, and loads."""

    uses: list[_Use]
    slots: dict[int, int] = field(default_factory=dict[int, int])
    loads: list[_Load] = field(default_factory=list[_Load])


@dataclass
class _Slot:
    """What a slot holds, and the last command that forbids to overwrite it (-1: none)."""

    key: bytes | None = None
    free_after: int = -1


def _erase_loads(program: ethosu.ProgramOp) -> int:
    old = list(ep.loads(program))
    for load in old:
        load.op.erase()
    return len(old)


def _uses(program: ethosu.ProgramOp) -> list[_Use]:
    data = ep.constants(program)
    tables = [(index, ep.table_of(op)) for index, op in enumerate(ep.commands(program))]
    return [
        _Use(index, table, data[table.source.address : table.source.end])
        for index, table in tables
        if table is not None
    ]


def _clears(program: ethosu.ProgramOp) -> set[int]:
    """Commands that overwrite all slots."""
    if find_accelerator(ep.accelerator(program)).keeps_tables:
        return set()
    return {
        index
        for index, op in enumerate(ep.commands(program))
        if op.name != "ethosu.dma" and ep.table_of(op) is None
    }


def _plan(program: ethosu.ProgramOp) -> _Plan:
    plan, clears = _Plan(_uses(program)), _clears(program)
    slots = [_Slot() for _ in range(ethosu.SLOTS)]
    source: dict[bytes, ethosu.Range] = {}
    for position, use in enumerate(plan.uses):
        previous = plan.uses[position - 1].index if position else -1
        cleared = [index for index in clears if previous < index < use.index]
        if cleared:
            slots = [_Slot(None, max(cleared)) for _ in slots]
        first = source.setdefault(use.key, use.table.source)
        width = len(use.key) // ethosu.SLOT_BYTES
        slot = _find(slots, use.key, plan.uses[position + 1 :], width)
        group = slots[slot : slot + width]
        if any(one.key != use.key for one in group):
            after = max(one.free_after for one in group)
            plan.loads.append(_Load(after, slot, first, use.index))
        for one in group:
            one.key, one.free_after = use.key, use.index
        plan.slots[use.index] = slot
    return plan


def _find(slots: list[_Slot], key: bytes, later: list[_Use], width: int) -> int:
    """The slot that holds a table, or the one whose table is read again last."""
    if width == ethosu.SLOTS:
        return 0
    for number, slot in enumerate(slots):
        if slot.key == key:
            return number

    def next_use(number: int) -> tuple[int, int]:
        held = slots[number].key
        if held is None:
            return (len(later) + 1, -number)
        indices = [position for position, use in enumerate(later) if use.key == held]
        return (indices[0] if indices else len(later), -slots[number].free_after)

    return max(range(ethosu.SLOTS), key=next_use)


def _write(program: ethosu.ProgramOp, plan: _Plan) -> None:
    ops, name = ep.commands(program), ep.accelerator(program)
    first = {use.key: use.table.source for use in reversed(plan.uses)}
    for use in plan.uses:
        table = replace(use.table, source=first[use.key], slot=plan.slots[use.index])
        ops[use.index].attributes["table"] = table.attr()
    # Loads behind one command are created last first, as each goes directly behind it.
    plan.loads.sort(key=lambda one: one.after)
    for load in reversed(plan.loads):
        destination = ethosu.slot_range(name, load.slot, load.source.length)
        with _behind(program, ops, load.after), ops[load.reader].location:
            ethosu.DmaOp(load.source.attr(), destination.attr())


def _behind(program: ethosu.ProgramOp, ops: list[ir.Operation], index: int) -> ir.InsertionPoint:
    if index < 0:
        return ir.InsertionPoint.at_block_begin(program.body.blocks[0])
    return ir.InsertionPoint.after(ops[index])


def _say(program: ethosu.ProgramOp, plan: _Plan, before: int) -> None:
    op = program.operation
    details = {
        "Tables": str(len({use.key for use in plan.uses})),
        "Uses": str(len(plan.uses)),
        "Loads": str(len(plan.loads)),
        "LoadsBefore": str(before),
    }
    remarks.emit(Remark("analysis", AssignTableSlots.name, "summary", op.location, (), details), op)
