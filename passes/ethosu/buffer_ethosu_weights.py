"""Copies weights from slow constants to scratch where a command reads them many times.

An NPU reads the weights of a convolution again for every block of output rows. From flash that
takes longer than the arithmetic. So the streams go to scratch once, before the command, while the
one before it runs: two buffers take turns.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar

from mlir import ir

from lutfuse.dialects import ethosu
from lutfuse.passes.core import remarks
from lutfuse.passes.core.registry import ModulePass, option, register
from lutfuse.passes.core.remarks import Remark
from lutfuse.passes.ethosu import programs as ep

_ALIGNMENT = 16


@register
@dataclass(frozen=True)
class BufferEthosuWeights(ModulePass):
    """Copy weights that a command reads many times from constants to scratch.

    Before:

    ```mlir
    ethosu.conv2d ... weights [<constants + 0, 34304>] biases [<constants + 34304, 640>]
    ```

    After:

    ```mlir
    ethosu.dma <constants + 0, 34304> to <scratch + 401408, 34304>
    ethosu.conv2d ... weights [<scratch + 401408, 34304>] biases [<constants + 34304, 640>]
    ```

    Scratch grows by two buffers of the largest streams, or by one where one is enough. Biases are
    read once and stay; the weights of depthwise convolutions are few and stay too. A command
    with fewer blocks of rows and columns than `blocks` stays as it is.
    """

    name: ClassVar[str] = "buffer-ethosu-weights"
    dialects: ClassVar[tuple[str, ...]] = ("ethosu",)
    blocks: int = option(2, "copy from this many blocks of output rows and columns on")

    def run(self, module: ir.Operation) -> None:
        for program in ep.programs(module):
            found = [_Use(op) for op in ep.commands(program) if _refetches(op) >= self.blocks]
            used = [one for one in found if one.streams]
            if used:
                _buffer(program, used)


@dataclass
class _Use:
    """A command, and those of its weight streams that are constants."""

    op: ir.Operation
    streams: list[ethosu.Range] = field(default_factory=list[ethosu.Range])

    def __post_init__(self) -> None:
        streams: tuple[ethosu.Range, ...] = ethosu.read(self.op.attributes["weights"])
        if all(one.region == "constants" for one in streams):
            self.streams = list(streams)

    @property
    def size(self) -> int:
        """Bytes of all streams, one for each core."""
        return sum(_aligned(one.length) for one in self.streams)


def _aligned(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT


def _refetches(op: ir.Operation) -> int:
    """How often a command reads its weights: once for each block of rows and columns.

    Those of a depthwise convolution are too few to be waited for.
    """
    if op.name != "ethosu.conv2d":
        return 0
    ofm: ethosu.FeatureMap = ethosu.read(op.attributes["ofm"])
    block = ir.DenseI64ArrayAttr(op.attributes["block"])
    return -(-ofm.shape[0] // block[0]) * -(-ofm.shape[1] // block[1])


def _buffer(program: ethosu.ProgramOp, used: list[_Use]) -> None:
    attributes = program.operation.attributes
    start = ir.IntegerAttr(attributes["scratch"]).value
    halves = [max((one.size for one in used[turn::2]), default=0) for turn in (0, 1)]
    bases = (start, start + halves[0])
    for index, use in enumerate(used):
        _copy(use, bases[index % 2])
    type_ = ir.IntegerAttr(attributes["scratch"]).type
    attributes["scratch"] = ir.IntegerAttr.get(type_, start + sum(halves))
    details = {"Commands": str(len(used)), "Bytes": str(sum(halves))}
    remark = Remark(
        "passed", BufferEthosuWeights.name, "buffered", program.operation.location, (), details
    )
    remarks.emit(remark, program.operation)


def _copy(use: _Use, address: int) -> None:
    """Transfers before the command, and the command on what they write."""
    moved: list[ethosu.Range] = []
    for one in use.streams:
        target = replace(one, region="scratch", address=address)
        address += _aligned(one.length)
        with ir.InsertionPoint(use.op), use.op.location:
            ethosu.DmaOp(one.attr(), target.attr())
        moved.append(target)
    use.op.attributes["weights"] = ir.ArrayAttr.get([one.attr() for one in moved])
