"""A functional simulator of Ethos-U55 and -U65: it executes command words on memory.

It knows what the words say and nothing of what made them. Results are those of the hardware;
time is not simulated. Commands run one after the other, and what the hardware may run at the same
time is checked instead: `hazards`.

What public sources do not say is inferred from streams that Vela makes (both of its compilers) and
from the results that TFLite's reference kernels give: an average with padding is divided by the
hardware, one without by `OFM_SCALE` (`pooling`); results of 32-bit inputs are shifted, not
multiplied, and values that stay 32 bits wide have neither clamp nor zero point (`output`); the
clamp comes before a table and after a function; a scaled operand of a sum rounds as TFLite's ADD
(`elementwise`); the operands are swapped before either is scaled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from lutfuse.dialects.accelerators import ACCELERATORS, Accelerator
from lutfuse.ethosu.commands import Command, decode
from lutfuse.ethosu.convolution import convolve
from lutfuse.ethosu.elementwise import combine
from lutfuse.ethosu.faults import Fault, UnknownCommandFault
from lutfuse.ethosu.fields import FIELDS, field
from lutfuse.ethosu.hazards import Access, Hazards
from lutfuse.ethosu.machine import Machine
from lutfuse.ethosu.memory import SHARED, Memory
from lutfuse.ethosu.payload import Placed, VelaModel
from lutfuse.ethosu.pooling import pool
from lutfuse.ethosu.statistics import Statistics
from lutfuse.ethosu.transfers import transfer

Array = NDArray[np.generic]

_KINDS: dict[str, tuple[str, Callable[[Machine, str], None]]] = {
    "NPU_OP_CONV": ("conv", lambda machine, _: convolve(machine, False)),
    "NPU_OP_DEPTHWISE": ("depthwise", lambda machine, _: convolve(machine, True)),
    "NPU_OP_POOL": ("pool", pool),
    "NPU_OP_ELEMENTWISE": ("elementwise", combine),
    "NPU_OP_DMA_START": ("dma", lambda machine, _: transfer(machine)),
}
_WAITS = {"NPU_OP_DMA_WAIT": "transfer", "NPU_OP_KERNEL_WAIT": "operation"}
_IGNORED = ("NPU_OP_IRQ", "NPU_OP_PMU_MASK")


class Simulator:
    """One NPU with its memory.

    `regions` are sizes in bytes by number; shared RAM is added. `memory` is for the host to fill
    inputs and constants in, and to read results from.
    """

    def __init__(self, accelerator: Accelerator | str, regions: dict[int, int]) -> None:
        if isinstance(accelerator, str):
            accelerator = ACCELERATORS[accelerator]
        self.memory = Memory(regions | {SHARED: accelerator.shared_bytes})
        self._machine = Machine(accelerator, self.memory)
        self._hazards = Hazards(accelerator.transfers)

    @property
    def statistics(self) -> Statistics:
        """Counts of all streams that were run."""
        return self._machine.statistics

    def run(self, words: Sequence[int]) -> None:
        """Execute a command stream to its NPU_OP_STOP; raises Fault, which names the word."""
        for command in decode(words):
            self.statistics.commands[command.name.removeprefix("NPU_")] += 1
            if command.name == "NPU_OP_STOP":
                return
            try:
                self._execute(command)
            except Fault as fault:
                raise fault.at(command.position, command.name) from None
        raise UnknownCommandFault(f"word {len(words)}: expected NPU_OP_STOP, got the end")

    def _execute(self, command: Command) -> None:
        if not command.is_operation:
            self._machine.registers.set(command)
        elif command.name in _WAITS:
            count = field(command.name, "outstanding").get(command.parameter)
            self._hazards.wait(_WAITS[command.name], count)
        elif command.name not in _IGNORED:
            self._operate(command)

    def _operate(self, command: Command) -> None:
        machine, (kind, function) = self._machine, _KINDS[command.name]
        mode = _mode(command)
        machine.begin()
        function(machine, mode)
        machine.statistics.operations[f"{kind}.{mode}" if mode else kind] += 1
        reads, writes = (self.memory.same(one) for one in (machine.reads, machine.writes))
        access = Access(command.position, reads, writes)
        self._hazards.start("transfer" if kind == "dma" else "operation", access)


def _mode(command: Command) -> str:
    """The named mode of a pooling or element-wise operation; none of others."""
    values = FIELDS[command.name][0].values if command.name in FIELDS else None
    if values is None:
        return ""
    if command.parameter not in values:
        raise UnknownCommandFault(f"expected a known mode, got {command.parameter}")
    return values[command.parameter]


def load_model(model: VelaModel) -> Simulator:
    """A simulator with the memory of a model that Vela compiled, constants in place."""
    sizes = {0: len(model.constants), 1: model.scratch}
    if model.fast_scratch is not None:
        sizes[2] = model.fast_scratch
    simulator = Simulator(model.payload.accelerator, sizes)
    if model.fast_scratch is None:
        simulator.memory.alias(2, 1)
    simulator.memory.region(0).fill(0, model.constants)
    return simulator


def run_model(model: VelaModel, inputs: Sequence[Array]) -> tuple[list[Array], Statistics]:
    """Outputs of a model that Vela compiled, and what running it took.

    Raises ValueError on inputs that do not fit.
    """
    simulator = load_model(model)
    for place, values in zip(model.inputs, inputs, strict=True):
        _check(place, values)
        simulator.memory.region(place.region).fill(place.offset, values.tobytes())
    simulator.run(model.payload.words)
    return [_output(simulator.memory, place) for place in model.outputs], simulator.statistics


def _check(place: Placed, values: Array) -> None:
    if values.shape != place.shape or values.dtype != place.dtype:
        got = f"{values.dtype} of {values.shape}"
        raise ValueError(f"expected {place.name} as {place.dtype} of {place.shape}, got {got}")


def _output(memory: Memory, place: Placed) -> Array:
    region = memory.region(place.region)
    data = region.data[place.offset : place.offset + place.size]
    if not region.written[place.offset : place.offset + place.size].all():
        raise Fault(f"expected all of output {place.name} to be written")
    return data.copy().view(place.dtype).reshape(place.shape)
