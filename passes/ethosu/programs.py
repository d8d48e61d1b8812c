"""Programs of the dialect `ethosu` as passes read them: constants, tables, what loads them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from mlir import ir

from lutfuse.dialects import ethosu

# The contents of one slot: 256 bytes, or why they are not known.
Chunk = bytes


def programs(module: ir.Operation) -> list[ethosu.ProgramOp]:
    """All programs of a module."""
    block = module.regions[0].blocks[0]
    return [op for op in block if isinstance(op, ethosu.ProgramOp)]


def commands(program: ethosu.ProgramOp) -> list[ir.Operation]:
    """The commands of a program, in order."""
    return [op.operation for op in program.body.blocks[0]]


def constants(program: ethosu.ProgramOp) -> bytes:
    """The bytes of the region `constants`."""
    attr: Any = program.operation.attributes["constants"]
    return np.array(attr).astype(np.int8).tobytes()


def accelerator(program: ethosu.ProgramOp) -> str:
    """Name of the accelerator that a program is for."""
    return ir.StringAttr(program.operation.attributes["accelerator"]).value


def table_of(op: ir.Operation) -> ethosu.Table | None:
    """The table that a command's codes go through."""
    return ethosu.read(op.attributes["table"]) if "table" in op.attributes else None


def chunks(data: bytes, source: ethosu.Range) -> list[Chunk | None]:
    """What a range holds, slot by slot; None where only running the program would tell."""
    count = source.length // ethosu.SLOT_BYTES
    if source.region != "constants":
        return [None] * count
    size = ethosu.SLOT_BYTES
    starts = range(source.address, source.address + count * size, size)
    return [data[start : start + size] for start in starts]


@dataclass(frozen=True)
class Load:
    """A DMA that fills slots from `slot` on."""

    op: ir.Operation
    slot: int
    source: ethosu.Range


def load_of(op: ir.Operation, name: str) -> Load | None:
    """The load of a table that a command is, None of all other commands."""
    if op.name != "ethosu.dma":
        return None
    slot = ethosu.slot_of(name, ethosu.read(op.attributes["destination"]))
    return None if slot is None else Load(op, slot, ethosu.read(op.attributes["source"]))


def loads(program: ethosu.ProgramOp) -> Iterator[Load]:
    """All loads of tables, in order."""
    name = accelerator(program)
    for op in commands(program):
        load = load_of(op, name)
        if load is not None:
            yield load
