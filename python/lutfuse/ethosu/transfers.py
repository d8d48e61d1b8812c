"""NPU_OP_DMA_START: bytes from region to region, or into shared RAM, where tables live."""

from __future__ import annotations

from lutfuse.ethosu.faults import AddressFault
from lutfuse.ethosu.machine import Machine
from lutfuse.ethosu.memory import SHARED, Block
from lutfuse.ethosu.registers import Registers


def transfer(machine: Machine) -> None:
    """Run one transfer: rows of `DMA0_LEN` bytes, in U65 up to three dimensions of them."""
    source, target = (end_of_transfer(machine.registers, end) for end in ("SRC", "DST"))
    data = machine.read_block(source)
    if data.size != _size(target):
        raise AddressFault(f"expected {data.size} bytes at the target, got {_size(target)}")
    machine.write_block(target, data)
    if target.region == SHARED and target.start >= machine.accelerator.table_address:
        machine.statistics.table_loads += 1
        machine.statistics.table_bytes += data.size


def _size(block: Block) -> int:
    size = 1
    for extent in block.shape:
        size *= extent
    return size


def end_of_transfer(registers: Registers, end: str) -> Block:
    """Source or target; `DMA0_SKIP` is what lies between rows, and between planes."""
    name = f"DMA0_{end}_REGION"
    region = SHARED if registers.flag(name, "shared") else registers.flag(name, "region")
    dimensions = registers.flag(name, "dimensions")
    shape, strides = [registers.address("DMA0_LEN")], [1]
    for n in range(dimensions - 1):
        pitch = shape[0] * strides[0] + registers.address(f"DMA0_SKIP{n}")
        shape.insert(0, registers.unsigned(f"DMA0_SIZE{n}"))
        strides.insert(0, pitch)
    return Block(region, registers.address(f"DMA0_{end}"), tuple(shape), tuple(strides))
