"""Vela's estimate of cycles for each command of a stream, whoever wrote the stream.

Vela's `npu_performance` estimates the operations of its own schedules. Here its functions get what
the registers say, so that streams of different origin are compared by one measure. Memory is SRAM
for feature maps and flash for constants, as in Vela's memory mode `Shared_Sram`.
"""

from __future__ import annotations

import functools
import importlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from lutfuse.dialects.accelerators import ACCELERATORS, Accelerator
from lutfuse.ethosu import vela
from lutfuse.ethosu.commands import Command, decode
from lutfuse.ethosu.feature_maps import FeatureMap, feature_map
from lutfuse.ethosu.fields import FIELDS, kernel_strides
from lutfuse.ethosu.fields import field as bits_of
from lutfuse.ethosu.memory import SHARED, Block
from lutfuse.ethosu.registers import Registers
from lutfuse.ethosu.transfers import end_of_transfer
from lutfuse.ethosu.window import window

MEMORY_MODE = "Shared_Sram"
_SYSTEM_OF_U55, _SYSTEM_OF_U65 = "Ethos_U55_High_End_Embedded", "Ethos_U65_Embedded"
_WAITS = {"NPU_OP_DMA_WAIT": "transfer", "NPU_OP_KERNEL_WAIT": "operation"}
_WINDOWED = ("conv", "depthwise", "pool")
# Names of operations, and of Vela's `Op` and `NpuBlockType` for them.
_KINDS = {
    "NPU_OP_CONV": ("conv", "Conv2DBias", "ConvolutionMxN"),
    "NPU_OP_DEPTHWISE": ("depthwise", "DepthwiseConv2DBias", "ConvolutionDepthWise"),
    "NPU_OP_POOL": ("pool", "AvgPool", "Pooling"),
    "NPU_OP_ELEMENTWISE": ("elementwise", "Mul", "ElementWise"),
}
_MODES = {
    "max": ("MaxPool", "Pooling"),
    "average": ("AvgPool", "Pooling"),
    "reduce_sum": ("ReduceSum", "ReduceSum"),
    "min": ("Minimum", "ElementWise"),
    "max2": ("Maximum", "ElementWise"),
    "lrelu": ("LeakyRelu", "ElementWise"),
    "clz": ("CLZ", "ElementWise"),
    "shr": ("SHR", "ElementWise"),
    "shl": ("SHL", "ElementWise"),
}
_UNARY = ("lrelu", "abs", "clz")
_ACCUMULATORS = {"int32": "Acc32", "int40": "Acc40", "fp16": "Acc16"}


@dataclass(frozen=True)
class Timed:
    """One operation or transfer: the word that it stands at, its name, its cycles alone.

    `moved` is the bytes of a transfer; `table` whether it fills table slots.
    """

    position: int
    name: str
    cycles: int
    moved: int = 0
    table: bool = False


@dataclass(frozen=True)
class Estimate:
    """All that a stream starts, and the cycles from its first command to its last.

    Transfers and operations overlap unless the stream waits.
    """

    commands: int
    cycles: int
    timed: tuple[Timed, ...]

    @property
    def table_loads(self) -> int:
        """Transfers that fill table slots."""
        return sum(one.table for one in self.timed)

    @property
    def moved(self) -> int:
        """Bytes of all transfers."""
        return sum(one.moved for one in self.timed)

    @property
    def operations(self) -> int:
        """Operations on feature maps, that is, all but transfers."""
        return sum(one.name != "dma" for one in self.timed)


def vela_system(accelerator: str) -> str:
    """Vela's name of the system that is estimated: clock, memories, their speed."""
    return _SYSTEM_OF_U65 if ACCELERATORS[accelerator].is_u65 else _SYSTEM_OF_U55


def estimate(words: Sequence[int], accelerator: str) -> Estimate:
    """Times every operation of a command stream. Raises MissingVela, and Fault on bad words."""
    timer = _Timer(ACCELERATORS[accelerator], _architecture(accelerator))
    commands = decode(words)
    for command in commands:
        timer.take(command)
    return Estimate(len(commands), timer.timeline.end, tuple(timer.timed))


@functools.cache
def _module(name: str) -> Any:
    vela.api()  # raises MissingVela
    return importlib.import_module(f"ethosu.vela.{name}")


@functools.cache
def _architecture(accelerator: str) -> Any:
    features = _module("architecture_features")
    with vela.quiet():
        return features.ArchitectureFeatures(
            vela_config_files=[str(Path(features.CONFIG_FILES_PATH) / "Arm" / "vela.ini")],
            accelerator_config=accelerator,
            system_config=vela_system(accelerator),
            memory_mode=MEMORY_MODE,
            max_blockdep=features.ArchitectureFeatures.MAX_BLOCKDEP,
            verbose_config=False,
            arena_cache_size=None,
        )


@dataclass
class _Timeline:
    """Two queues that work at the same time: `limits` says how many may be outstanding."""

    limits: dict[str, int]
    now: int = 0
    _ends: dict[str, list[int]] = field(default_factory=lambda: {"transfer": [], "operation": []})

    def start(self, queue: str, cycles: int) -> None:
        """Starts one behind what its queue holds; a full queue holds up the stream."""
        ends = self._ends[queue]
        self.wait(queue, self.limits[queue] - 1)
        ends.append(max(self.now, ends[-1] if ends else 0) + cycles)

    def wait(self, queue: str, outstanding: int) -> None:
        """Lets the stream go on when no more than `outstanding` are under way."""
        ends = self._ends[queue]
        if len(ends) > outstanding:
            self.now = max(self.now, ends[-1 - outstanding])

    @property
    def end(self) -> int:
        """When the last has ended."""
        return max((ends[-1] for ends in self._ends.values() if ends), default=0)


class _Timer:
    """Follows the registers of a stream, and times what it starts."""

    def __init__(self, accelerator: Accelerator, architecture: Any) -> None:
        self._accelerator, self._architecture = accelerator, architecture
        self._registers = Registers()
        self.timed: list[Timed] = []
        limits = accelerator.transfers, architecture.max_outstanding_kernels
        self.timeline = _Timeline({"transfer": limits[0], "operation": limits[1]})

    def take(self, command: Command) -> None:
        """Sets a register, waits, or times what starts."""
        if not command.is_operation:
            self._registers.set(command)
        elif command.name in _WAITS:
            outstanding = bits_of(command.name, "outstanding").get(command.parameter)
            self.timeline.wait(_WAITS[command.name], outstanding)
        elif command.name == "NPU_OP_DMA_START":
            self._add("transfer", self._transfer(command))
        elif command.name in _KINDS:
            self._add("operation", self._operation(command))

    def _add(self, queue: str, one: Timed) -> None:
        self.timed.append(one)
        self.timeline.start(queue, one.cycles)

    def _transfer(self, command: Command) -> Timed:
        source, target = (end_of_transfer(self._registers, end) for end in ("SRC", "DST"))
        moved = int(np.prod(source.shape))
        areas = [_area(self._architecture, one) for one in (source, target)]
        measure = _module("npu_performance").measure_mem2mem_cycles
        cycles = int(measure(self._architecture, *areas, moved))
        table = target.region == SHARED and target.start >= self._accelerator.table_address
        return Timed(command.position, "dma", cycles, moved, table)

    def _operation(self, command: Command) -> Timed:
        kind, op, block_type = _KINDS[command.name]
        mode = _mode(command)
        key = "max2" if (kind, mode) == ("elementwise", "max") else mode
        if key:
            op, block_type = _MODES.get(key, (key.capitalize(), "ElementWise"))
        query = _query(self._registers, self._architecture, kind, block_type, mode)
        cycles = _cycles(self._registers, self._architecture, query, op)
        return Timed(command.position, f"{kind}.{mode}" if mode else kind, cycles)


def _mode(command: Command) -> str:
    if command.name not in FIELDS:
        return ""
    return (FIELDS[command.name][0].values or {}).get(command.parameter, "")


def _area(architecture: Any, place: Block | FeatureMap) -> Any:
    """Vela's memory area of a region."""
    areas = {
        0: architecture.permanent_storage_mem_area,
        SHARED: _module("tensor").MemArea.Shram,
    }
    return areas.get(place.region, architecture.feature_map_storage_mem_area)


# What Vela's functions ask about ------------------------------------------------------------------


def _shape(*extents: int) -> Any:
    return _module("shape4d").Shape4D(1, *extents)


def _query(registers: Registers, architecture: Any, kind: str, block_type: str, mode: str) -> Any:
    """Vela's description of an operation, as the registers give it."""
    query = _module("npu_performance").PerformanceQuery(
        getattr(_module("operation").NpuBlockType, block_type)
    )
    height, width, depth = (registers.count(f"OFM_{axis}") for axis in ("HEIGHT", "WIDTH", "DEPTH"))
    given = (height, width, depth)
    if kind in _WINDOWED:
        view = window(registers, (height, width))
        given = (*view.input_extent, registers.count("IFM_DEPTH"))
        query.kernel = _kernel(registers, view.y.kernel, view.x.kernel)
    _describe(query, "ifm", feature_map(registers, "IFM", given), architecture)
    _describe(query, "ofm", feature_map(registers, "OFM", (height, width, depth)), architecture)
    if kind == "elementwise" and mode not in _UNARY:
        _second(query, registers, given, architecture)
    if kind in ("conv", "depthwise"):
        query.const_shape = _shape(1, 1, depth)
        query.const_memory_area = _stream_area(architecture, registers, "SCALE")
    query.config = _config(registers, architecture, query, kind)
    return query


def _describe(query: Any, side: str, one: FeatureMap, architecture: Any) -> None:
    formats = _module("tensor").TensorFormat
    setattr(query, f"{side}_shape", _shape(*one.shape))
    setattr(query, f"{side}_format", formats.NHCWB16 if one.bricks else formats.NHWC)
    setattr(query, f"{side}_bits", 8 * one.item)
    setattr(query, f"{side}_memory_area", _area(architecture, one))


def _second(
    query: Any, registers: Registers, shape: tuple[int, int, int], architecture: Any
) -> None:
    """The second operand: a number is of one element."""
    if registers.flag("IFM2_BROADCAST", "scalar"):
        query.ifm2_shape, query.ifm2_bits = _shape(1, 1, 1), query.ifm_bits
        query.ifm2_memory_area = query.ifm_memory_area
        return
    broadcast = [registers.flag("IFM2_BROADCAST", axis) for axis in ("height", "width", "depth")]
    height, width, depth = (
        1 if one else extent for one, extent in zip(broadcast, shape, strict=True)
    )
    _describe(query, "ifm2", feature_map(registers, "IFM2", (height, width, depth)), architecture)


def _kernel(registers: Registers, height: int, width: int) -> Any:
    x, y = kernel_strides(registers.unsigned("KERNEL_STRIDE"))
    dilation = [registers.flag("KERNEL_STRIDE", f"dilation_{axis}") for axis in "xy"]
    return _module("operation").Kernel(width, height, x, y, *dilation)


def _config(registers: Registers, architecture: Any, query: Any, kind: str) -> Any:
    """Block sizes: that of the output has registers, that of the input follows from it."""
    config = _module("architecture_allocator").ArchitectureBlockConfig()
    height, width, depth = (
        registers.count(f"OFM_BLK_{axis}") for axis in ("HEIGHT", "WIDTH", "DEPTH")
    )
    config.ofm_block = _shape(height, width, depth)
    config.is_partkernel = kind == "conv" and bool(
        registers.flag("KERNEL_STRIDE", "part_kernel_first")
    )
    if kind in _WINDOWED:
        form = registers.choice("ACC_FORMAT", "accumulator")
        elements = _module("architecture_features").SHRAMElements
        config.acc_type = getattr(elements, _ACCUMULATORS[form])
    reduces = kind == "conv" or query.ifm_shape.depth != query.ofm_shape.depth
    channels = _input_depth(query, config.is_partkernel) if reduces else depth
    block = _module("architecture_features").Block(width, height, depth)
    mode = registers.choice("IFM_UPSCALE", "upscale")
    upscale = _module("ethos_u55_regs.ethos_u55_regs").resampling_mode[mode.upper()]
    found = architecture.get_ifm_block_size(
        channels, block, query.kernel, ifm_resampling_mode=upscale
    )
    config.ifm_block = _shape(*found.to_hwc())
    return config


def _input_depth(query: Any, part_kernel: bool) -> int:
    """Channels of an input block, as Vela's `architecture_allocator` decides it."""
    most = 16 if part_kernel or query.ifm_bits != 8 else 32
    depth = -(-query.ifm_shape.depth // 8) * 8
    return min(most, depth)


# Cycles -------------------------------------------------------------------------------------------


def _cycles(registers: Registers, architecture: Any, query: Any, op: str) -> int:
    """The slower of computing and of reading and writing memory."""
    performance, ops = _module("npu_performance"), _module("operation").Op
    looks_up = registers.choice("ACTIVATION", "function").startswith("table")
    cost = performance.measure_cycle_cost(
        architecture, getattr(ops, op), ops.LUT if looks_up else None, query
    )
    moved = _accesses(registers, architecture, query)
    speed = architecture.memory_bandwidths_per_cycle
    return max(int(cost.op_cycles), *(int(size / speed[area]) for area, size in moved.items()))


def _accesses(registers: Registers, architecture: Any, query: Any) -> Counter[Any]:
    """Bytes that an operation moves by memory area, short bursts counted as what they cost."""
    performance = _module("npu_performance")
    access = performance.measure_element_access(architecture, query)
    moved: Counter[Any] = Counter()
    for side, count in zip(
        ("ifm", "ifm2", "ofm"), (*access.ifm_read, access.ofm_write), strict=True
    ):
        if not count:
            continue
        area, form, bits, shape = (
            getattr(query, f"{side}_{name}") for name in ("memory_area", "format", "bits", "shape")
        )
        block = query.config.ofm_block if side == "ofm" else query.config.ifm_block
        moved[area] += performance._estimate_memory_transfer_efficiency(
            architecture, side != "ofm", area, form, bits, block, shape, count * bits // 8
        )
    if query.const_shape.depth:
        for name, times in (("WEIGHT", access.weights_refetch), ("SCALE", 1)):
            area = _stream_area(architecture, registers, name)
            moved[area] += registers.length(f"{name}_LENGTH") * times
    return moved


def _stream_area(architecture: Any, registers: Registers, name: str) -> Any:
    number = registers.unsigned(f"{name}_REGION")
    return _area(architecture, Block(number, 0, (), ()))
