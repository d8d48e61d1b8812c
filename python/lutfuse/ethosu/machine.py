"""State that operations work on: registers, memory, and what they have read and written."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lutfuse.dialects.accelerators import Accelerator
from lutfuse.ethosu.feature_maps import FeatureMap, feature_map
from lutfuse.ethosu.memory import SHARED, Block, Memory, Range
from lutfuse.ethosu.registers import Registers
from lutfuse.ethosu.statistics import Statistics

Int64 = NDArray[np.int64]


class Machine:
    """One NPU; `reads` and `writes` are the accesses of the operation under way."""

    def __init__(self, accelerator: Accelerator, memory: Memory) -> None:
        self.accelerator = accelerator
        self.memory = memory
        self.registers = Registers()
        self.statistics = Statistics()
        self.reads: list[Range] = []
        self.writes: list[Range] = []

    def begin(self) -> None:
        """Forget the accesses of the operation before."""
        self.reads, self.writes = [], []

    def map(self, name: str, shape: tuple[int, int, int]) -> FeatureMap:
        """The feature map of registers `IFM`, `IFM2` or `OFM`."""
        return feature_map(self.registers, name, shape)

    def ofm(self) -> FeatureMap:
        """The output, whose shape has registers of its own."""
        height, width, depth = (
            self.registers.count(f"OFM_{axis}") for axis in ("HEIGHT", "WIDTH", "DEPTH")
        )
        return self.map("OFM", (height, width, depth))

    def read_map(self, name: str, source: FeatureMap) -> Int64:
        """Elements of an input as stored."""
        self.reads += source.ranges()
        self.statistics.read[name.lower(), source.region] += source.size
        return source.read(self.memory)

    def write_map(self, target: FeatureMap, values: Int64) -> None:
        """Store the output."""
        self.writes += target.ranges()
        self.statistics.written["ofm", target.region] += target.size
        target.write(self.memory, values)

    def read_stream(self, name: str, region: str) -> bytes:
        """The bytes that `name`_BASE and `name`_LENGTH give; none where the length is 0."""
        length = self.registers.length(f"{name}_LENGTH")
        if not length:
            return b""
        start = self.registers.address(f"{name}_BASE")
        span = Range(self.registers.unsigned(f"{region}_REGION"), start, start + length)
        self.statistics.read[region.lower(), span.region] += length
        self.reads.append(span)
        return self.memory.read_flat(span)

    def read_block(self, block: Block) -> NDArray[np.uint8]:
        """Bytes of a transfer."""
        self.statistics.read["dma", block.region] += int(np.prod(block.shape))
        self.reads.append(block.range)
        return self.memory.read(block)

    def write_block(self, block: Block, data: NDArray[np.uint8]) -> None:
        """Bytes of a transfer."""
        self.statistics.written["dma", block.region] += data.size
        self.writes.append(block.range)
        self.memory.write(block, data.reshape(block.shape))

    def use_shared(self, looks_up: bool) -> None:
        """An operation uses shared RAM for its own, up to the slots or over them as well.

        Like Vela, this takes all that an operation may use (`available_shram_banks`).
        """
        accelerator = self.accelerator
        kept = looks_up or accelerator.keeps_tables
        end = accelerator.table_address if kept else accelerator.shared_bytes
        self.writes.append(Range(SHARED, 0, end))
        if not kept:
            self.memory.region(SHARED).written[:] = False
