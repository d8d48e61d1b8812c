"""What `fuse-lut-activation` looks at: an activation, and the convolution that makes its codes."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from mlir import ir
from mlir.dialects.quant import UniformQuantizedType

from lutfuse.dialects.lutfuse import (
    ClipAttr,
    ClipOp,
    LeakyReluAttr,
    LeakyReluOp,
    LutActivationOp,
    RequantAttr,
    RequantF32Attr,
    TableHeaderAttr,
)
from lutfuse.passes.fusion.boundary_difference import Difference
from lutfuse.passes.ir.convolution import Convolution
from lutfuse.targets import Combination, Nearest, Target

ACTIVATIONS = (LutActivationOp, ClipOp, LeakyReluOp)

MERGED_BOUNDARY = "lutfuse.merged_boundary"

AnyRequant = RequantAttr | RequantF32Attr
AnyActivation = LutActivationOp | ClipOp | LeakyReluOp


@dataclass(frozen=True)
class Kept:
    """A merge was asked for, but the boundary stays."""

    why: str


@dataclass(frozen=True)
class Merged:
    """What a convolution is made with instead of its own requantization and the activation."""

    domain: UniformQuantizedType
    requant: AnyRequant
    clip: ClipAttr
    given_up: UniformQuantizedType
    difference: Difference
    limit: int | None

    @property
    def attribute(self) -> ir.DictAttr:
        """The type given up, the largest difference in codes, and where it is if there is one."""
        i64 = ir.IntegerType.get_signless(64)
        facts = {"max_difference": self.difference.largest}
        if self.difference.largest:
            facts.update(asdict(self.difference))
            del facts["largest"]
        integers = {name: ir.IntegerAttr.get(i64, value) for name, value in facts.items()}
        return ir.DictAttr.get({"intermediate_type": ir.TypeAttr.get(self.given_up), **integers})

    def __str__(self) -> str:
        d = self.difference
        if not d.largest:
            return "difference 0 on every accumulator"
        return (
            f"difference {d.largest} in channel {d.channel} at accumulator {d.accumulator}: "
            f"{d.kept} kept and {d.merged} merged"
        )


@dataclass(frozen=True, slots=True)
class Candidate:
    """An activation, what produces its codes, and the views between the two (last first)."""

    activation: AnyActivation
    producer: ir.OpView | None  # None for a block argument
    convolution: Convolution | None  # the producer where it is a convolution, fused or not
    views: tuple[ir.OpView, ...]
    target: Target
    what: Combination  # the pair as the target sees it
    header: TableHeaderAttr | None = None  # of a table: reading one takes its time
    domain: ir.Type | None = None  # of the convolution's result
    refusal: Nearest | None = None  # None where the target takes the combination
    boundary: Merged | Kept | None = None  # None where no merge is asked for
    duplicate_up_to: int = 0  # multiply-accumulates that a second convolution may cost


def activation_name(activation: AnyActivation) -> str:
    """Kind of a table, or what an activation without one is called among a target's parameters."""
    if isinstance(activation, LutActivationOp):
        return activation.kind.value
    if isinstance(activation, ClipOp):
        return "clip"
    return "prelu" if channels_of(activation) > 1 else "leaky_relu"


def channels_of(op: AnyActivation | Convolution) -> int:
    """Rows of a table, or slopes: one for each channel; 1 where all channels share one."""
    table = None if isinstance(op, ClipOp | LeakyReluOp) else op.table
    if table is not None:
        shape = ir.RankedTensorType(table.type).shape
        return shape[0] if len(shape) == 2 else 1
    is_convolution = isinstance(op, Convolution)
    parameters = op.activation if is_convolution else op.operation.attributes["parameters"]
    if not isinstance(parameters, LeakyReluAttr):
        return 1
    return max(len(parameters.factor), len(parameters.negative.multiplier))
