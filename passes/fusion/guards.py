"""Why an activation must not be fused into a convolution: one guard for each reason.

A guard gets a `Candidate` and returns None, or one line that says what was expected and what
was got. `GUARDS` maps the machine-readable reason to its guard and to a hint that says what
would make the activation fuse. Guards are independent: a refusal lists all that block.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mlir import ir
from mlir.dialects.quant import QuantizedType

from lutfuse.dialects.lutfuse import LutActivationOp
from lutfuse.passes.fusion.candidates import Candidate, channels_of
from lutfuse.passes.fusion.merge import merge_difference_too_large
from lutfuse.passes.fusion.target_guards import (
    grouped_convolution,
    loses_specialized_kernel,
    table_too_large,
    unsupported_activation,
    unsupported_clip_bounds,
    unsupported_input_storage,
    unsupported_intermediate_storage,
    unsupported_lookup,
    unsupported_per_channel_table,
    unsupported_producer,
    unsupported_result_storage,
    unsupported_slope,
)
from lutfuse.passes.fusion.users import multiple_users
from lutfuse.passes.ir.constants import is_constant
from lutfuse.passes.ir.views import (
    element_of,
    keeps_count,
    keeps_order,
    permutation,
    same_channels,
    shape_text,
)

RESCALES = ("quant.scast", "tosa.rescale")


def not_a_convolution(c: Candidate) -> str | None:
    if c.convolution is not None:
        return None
    return f"expected a convolution as producer but got {_computation(c.producer)}"


def _computation(op: ir.OpView | None) -> str:
    """An op by name; a rescale, with which most integer ops of TOSA end, with what it rescales."""
    if op is None:
        return "a block argument"
    if op.operation.name != "tosa.rescale":
        return f"'{op.operation.name}'"
    source = op.operation.operands[0].owner
    while isinstance(source, ir.OpView) and source.operation.name in RESCALES:
        source = source.operation.operands[0].owner
    found = _computation(source if isinstance(source, ir.OpView) else None)
    return f"'{op.operation.name}' of {found}"


def already_fused(c: Candidate) -> str | None:
    if c.convolution is None or not c.convolution.is_fused:
        return None
    return f"expected a convolution without an activation but got '{c.convolution.operation.name}'"


def shape_mismatch(c: Candidate) -> str | None:
    """Rows of a table and slopes are the convolution's channels where the last sizes agree."""
    if c.convolution is None or not c.views:
        return None
    channels = channels_of(c.activation)
    result = c.convolution.result
    if channels == 1 or same_channels(result, c.views):
        return None
    produced, consumed = shape_text(result.type), shape_text(c.views[0].operation.results[0].type)
    return (
        f"expected the {channels} channels of the activation to be those of shape {produced} "
        f"but got shape {consumed}"
    )


def unproven_dynamic_shape(c: Candidate) -> str | None:
    if c.convolution is None:
        return None
    for op in (view.operation for view in reversed(c.views)):
        if not keeps_count(op):
            given, wanted = shape_text(op.operands[0].type), shape_text(op.results[0].type)
            return f"expected shape {given} to have provably as many elements as {wanted}"
    return None


def layout_mismatch(c: Candidate) -> str | None:
    if c.convolution is None:
        return None
    for op in (view.operation for view in reversed(c.views)):
        if not keeps_order(op):
            shape = shape_text(op.operands[0].type)
            return f"expected row-major order but got '{op.name}' by {permutation(op)} of {shape}"
    return None


def domain_mismatch(c: Candidate) -> str | None:
    if c.convolution is None or not c.views or c.convolution.is_fused:
        return None
    produced = c.convolution.intermediate_type
    for index, view in enumerate(c.views):
        element = element_of(view.operation.results[0].type)
        if isinstance(element, QuantizedType) and element != produced:
            reader = "a view" if index else "an activation"
            return f"expected {reader} of codes {produced} but got one of {element}"
    return None


def different_region(c: Candidate) -> str | None:
    if c.convolution is None or c.convolution.operation.block == c.activation.operation.block:
        return None
    return "expected convolution and activation in one block but got two"


def table_not_constant(c: Candidate) -> str | None:
    if not isinstance(c.activation, LutActivationOp):
        return None
    table = c.activation.operation.operands[1]
    if is_constant(table):
        return None
    owner = table.owner
    got = f"'{owner.operation.name}'" if isinstance(owner, ir.OpView) else "a block argument"
    return f"expected a constant table but got {got}"


@dataclass(frozen=True)
class Guard:
    """A guard with the hint that says what would make the activation fuse."""

    check: Callable[[Candidate], str | None]
    hint: str
    of_target: bool = False  # whether it refuses only what `Candidate.refusal` is about


GUARDS: dict[str, Guard] = {
    "not-a-convolution": Guard(not_a_convolution, "the activation stays an op of its own"),
    "already-fused": Guard(already_fused, "compose the two tables into one"),
    "multiple-users": Guard(multiple_users, "give each user a convolution of its own"),
    "unsupported-producer": Guard(
        unsupported_producer, "use a target with post-processing after this convolution", True
    ),
    "grouped-convolution": Guard(
        grouped_convolution,
        "use a target that takes groups, or one that asks to decompose them",
        True,
    ),
    "unsupported-input-storage": Guard(
        unsupported_input_storage, "use a target with this storage", True
    ),
    "unsupported-activation": Guard(
        unsupported_activation, "use a target that takes this kind", True
    ),
    "unsupported-clip-bounds": Guard(
        unsupported_clip_bounds, "make a table of the clip, or use a target with these bounds", True
    ),
    "unsupported-slope": Guard(
        unsupported_slope, "make a table of the activation, or use a target with this slope", True
    ),
    "unsupported-lookup": Guard(unsupported_lookup, "use a target with this look-up", True),
    "unsupported-per-channel-table": Guard(
        unsupported_per_channel_table, "use a target with a table for each channel", True
    ),
    "table-too-large": Guard(table_too_large, "use a target with room for this table", True),
    "shape-mismatch": Guard(shape_mismatch, "apply the activation before the reshape"),
    "layout-mismatch": Guard(layout_mismatch, "apply the activation before the transposition"),
    "unproven-dynamic-shape": Guard(unproven_dynamic_shape, "make the shapes static"),
    "unsupported-intermediate-storage": Guard(
        unsupported_intermediate_storage, "use a target with this storage", True
    ),
    "unsupported-result-storage": Guard(
        unsupported_result_storage, "use a target with this storage", True
    ),
    "domain-mismatch": Guard(
        domain_mismatch, "rebuild the activation for the convolution's domain"
    ),
    "different-region": Guard(different_region, "move the activation to the convolution"),
    "table-not-constant": Guard(table_not_constant, "make the table a constant"),
    "loses-specialized-kernel": Guard(
        loses_specialized_kernel, "use a target description without this kernel"
    ),
    "merge-difference-too-large": Guard(
        merge_difference_too_large, "keep the boundary, or raise max-difference"
    ),
}
OF_GRAPH = {reason: guard for reason, guard in GUARDS.items() if not guard.of_target}


def refusals(c: Candidate) -> dict[str, str]:
    """Every reason that blocks, with its line."""
    guards = OF_GRAPH if c.refusal is None else GUARDS
    return {
        reason: line for reason, guard in guards.items() if (line := guard.check(c)) is not None
    }
