"""Why an activation must not be fused into a convolution: one guard for each reason.

A guard gets a `Candidate` and returns None, or one line that says what was expected and what
was got. `GUARDS` maps the machine-readable reason to its guard and to a hint that says what
would make the activation fuse. Guards are independent: a refusal lists all that block.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mlir import ir

from lutfuse import _lutfuse
from lutfuse.dialects.lutfuse import (
    ClipOp,
    Conv2DOp,
    ConvTranspose2DOp,
    FusedConv2DOp,
    FusedConvTranspose2DOp,
    LeakyReluOp,
    LutActivationOp,
)
from lutfuse.domains import storage_of
from lutfuse.targets import Target

PLAIN = (Conv2DOp, ConvTranspose2DOp)
FUSED = (FusedConv2DOp, FusedConvTranspose2DOp)
ACTIVATIONS = (LutActivationOp, ClipOp, LeakyReluOp)
USERS_COUNTED = 10  # a value may have very many users, and two are enough to refuse
CONSTANTS = ("tosa.const", "arith.constant")

# Ops that neither compute nor reorder: the producer is looked for behind them, so that the
# refusal names what really blocks. Only `quant.scast` leaves shape and elements alone.
VIEWS = (
    "quant.scast",
    "tensor.cast",
    "tensor.collapse_shape",
    "tensor.expand_shape",
    "tensor.reshape",
    "tosa.reshape",
)

AnyConvolution = Conv2DOp | ConvTranspose2DOp | FusedConv2DOp | FusedConvTranspose2DOp
AnyActivation = LutActivationOp | ClipOp | LeakyReluOp


@dataclass(frozen=True, slots=True)
class Candidate:
    """An activation, what produces its codes, and the views between the two (last first)."""

    activation: AnyActivation
    producer: ir.OpView | None  # None for a block argument
    convolution: AnyConvolution | None  # the producer where it is a convolution, fused or not
    views: tuple[ir.OpView, ...]
    target: Target


def candidate(activation: AnyActivation, target: Target) -> Candidate:
    """Looks for the producer of the activation's codes."""
    views: list[ir.OpView] = []
    owner = activation.operation.operands[0].owner
    while isinstance(owner, ir.OpView) and owner.operation.name in VIEWS:
        views.append(owner)
        owner = owner.operation.operands[0].owner
    producer = owner if isinstance(owner, ir.OpView) else None
    convolution = producer if isinstance(producer, (*PLAIN, *FUSED)) else None
    return Candidate(activation, producer, convolution, tuple(views), target)


def activation_name(activation: AnyActivation) -> str:
    """Kind of a table, or what an activation without one is called among a target's parameters."""
    if isinstance(activation, LutActivationOp):
        return activation.kind.value
    if isinstance(activation, ClipOp):
        return "clip"
    parameters = activation.parameters
    channels = max(len(parameters.factor), len(parameters.negative.multiplier))
    return "prelu" if channels > 1 else "leaky_relu"


def domain(conv: AnyConvolution) -> ir.Type:
    """Type of the codes that a plain convolution's result holds."""
    return ir.RankedTensorType(conv.operation.results[0].type).element_type


def not_a_convolution(c: Candidate) -> str | None:
    if c.convolution is not None:
        return None
    got = "a block argument" if c.producer is None else f"'{c.producer.operation.name}'"
    return f"expected a convolution as producer but got {got}"


def multiple_users(c: Candidate) -> str | None:
    if c.convolution is None:
        return None
    for op in (c.convolution, *c.views):
        users = _lutfuse.use_count(op.operation.results[0], USERS_COUNTED)
        if users != 1:
            got = f"{users} or more" if users == USERS_COUNTED else str(users)
            return f"expected one user of the convolution's result but got {got}"
    return None


def already_fused(c: Candidate) -> str | None:
    if not isinstance(c.producer, FUSED):
        return None
    return f"expected a convolution without an activation but got '{c.producer.operation.name}'"


def grouped_convolution(c: Candidate) -> str | None:
    if c.target.groups or c.convolution is None:
        return None
    attributes = c.convolution.operation.attributes
    group = ir.IntegerAttr(attributes["group"]).value if "group" in attributes else 1
    return None if group == 1 else f"expected group 1 but got group {group}"


def unsupported_activation(c: Candidate) -> str | None:
    name = activation_name(c.activation)
    if c.target.takes(name, table=isinstance(c.activation, LutActivationOp)):
        return None
    tables = ["any table"] if c.target.activations is None else sorted(c.target.activations)
    kinds = [*tables, *sorted(c.target.parameters)]
    return f"expected an activation among {', '.join(kinds)} but got {name}"


def _shapes(c: Candidate) -> tuple[list[int], list[int]]:
    assert c.convolution is not None
    produced = ir.RankedTensorType(c.convolution.operation.results[0].type).shape
    return produced, ir.RankedTensorType(c.activation.operation.operands[0].type).shape


def _text(shape: list[int]) -> str:
    dynamic = ir.ShapedType.get_dynamic_size()
    return "x".join("?" if size == dynamic else str(size) for size in shape)


def shape_mismatch(c: Candidate) -> str | None:
    if c.convolution is None or not c.views:
        return None
    produced, consumed = _shapes(c)
    dynamic = ir.ShapedType.get_dynamic_size()
    same = len(produced) == len(consumed) and all(
        a == b or dynamic in (a, b) for a, b in zip(produced, consumed, strict=True)
    )
    if same:
        return None
    return f"expected the activation on shape {_text(produced)} but got {_text(consumed)}"


def unproven_dynamic_shape(c: Candidate) -> str | None:
    """A dynamic size is the same one only where every view between leaves shapes alone."""
    if c.convolution is None or not c.views:
        return None
    if all(view.operation.name == "quant.scast" for view in c.views):
        return None
    produced, consumed = _shapes(c)
    if ir.ShapedType.get_dynamic_size() not in (*produced, *consumed):
        return None
    return f"expected shape {_text(produced)} to be provably {_text(consumed)}"


def unsupported_intermediate_storage(c: Candidate) -> str | None:
    if c.convolution is None or isinstance(c.convolution, FUSED):
        return None
    got = storage_of(domain(c.convolution))
    if got in c.target.storages:
        return None
    return (
        f"expected intermediate storage among {', '.join(sorted(c.target.storages))} but got {got}"
    )


def domain_mismatch(c: Candidate) -> str | None:
    if c.convolution is None or not c.views or isinstance(c.convolution, FUSED):
        return None
    produced = domain(c.convolution)
    consumed = ir.RankedTensorType(c.activation.operation.operands[0].type).element_type
    if produced == consumed:
        return None
    return f"expected an activation of codes {produced} but got one of {consumed}"


def different_region(c: Candidate) -> str | None:
    if c.convolution is None or c.convolution.operation.block == c.activation.operation.block:
        return None
    return "expected convolution and activation in one block but got two"


def table_not_constant(c: Candidate) -> str | None:
    if not isinstance(c.activation, LutActivationOp):
        return None
    owner = c.activation.operation.operands[1].owner
    if isinstance(owner, ir.OpView) and owner.operation.name in CONSTANTS:
        return None
    got = f"'{owner.operation.name}'" if isinstance(owner, ir.OpView) else "a block argument"
    return f"expected a constant table but got {got}"


@dataclass(frozen=True)
class Guard:
    """A guard with the hint that says what would make the activation fuse."""

    check: Callable[[Candidate], str | None]
    hint: str


GUARDS: dict[str, Guard] = {
    "not-a-convolution": Guard(not_a_convolution, "the activation stays an op of its own"),
    "already-fused": Guard(already_fused, "compose the two tables into one"),
    "multiple-users": Guard(multiple_users, "give each user a convolution of its own"),
    "grouped-convolution": Guard(grouped_convolution, "use a target with grouped post-processing"),
    "unsupported-activation": Guard(unsupported_activation, "use a target that takes this kind"),
    "shape-mismatch": Guard(shape_mismatch, "apply the activation before the reshape"),
    "unproven-dynamic-shape": Guard(unproven_dynamic_shape, "make the shapes static"),
    "unsupported-intermediate-storage": Guard(
        unsupported_intermediate_storage, "use a target with this storage"
    ),
    "domain-mismatch": Guard(
        domain_mismatch, "rebuild the activation for the convolution's domain"
    ),
    "different-region": Guard(different_region, "move the activation to the convolution"),
    "table-not-constant": Guard(table_not_constant, "make the table a constant"),
}


def refusals(c: Candidate) -> dict[str, str]:
    """Every reason that blocks, with its line."""
    return {
        reason: line for reason, guard in GUARDS.items() if (line := guard.check(c)) is not None
    }
