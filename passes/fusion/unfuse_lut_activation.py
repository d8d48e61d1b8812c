"""Takes fused ops apart again: the exact inverse of `fuse-lut-activation`.

The fused op kept all that the two ops said, so nothing has to be derived: the convolution gets
`intermediate_type` as its result type, the activation gets table, kind and header or its
parameters, and each gets back its own source location. An activation that was behind views of the
codes, as the op's location says, goes behind them again if they are still there. Only what gave
its boundary up (`boundary=merge`) has none to get back, and a remark says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar

from mlir import ir, rewrite
from mlir.dialects.quant import QuantizedType

from lutfuse.dialects.lutfuse import (
    ClipAttr,
    ClipOp,
    LeakyReluOp,
    LutActivationOp,
)
from lutfuse.passes.core import remarks
from lutfuse.passes.core.attribute_rules import give_back
from lutfuse.passes.core.locations import source_locations, views_before_activation
from lutfuse.passes.core.patterns import apply_patterns
from lutfuse.passes.core.registry import ModulePass, register
from lutfuse.passes.fusion.candidates import MERGED_BOUNDARY, AnyActivation, channels_of
from lutfuse.passes.fusion.fuse_lut_activation import CARRIED
from lutfuse.passes.fusion.several_users import join_duplicate
from lutfuse.passes.ir.convolution import (
    FUSED,
    PLAIN_FORM,
    AnyFused,
    Convolution,
    as_convolution,
)
from lutfuse.passes.ir.views import (
    VIEWS,
    element_of,
    keeps_count,
    keeps_order,
    rebuild,
    same_channels,
    with_element,
)


@register
@dataclass(frozen=True)
class UnfuseLutActivation(ModulePass):
    """Split fused convolutions into convolution and activation.

    Before:

    ```mlir
    %y = lutfuse.fused_conv2d %x, %w lut %table kind <sigmoid> header #h intermediate !u
        requant #requant : (...) -> tensor<1x8x8x8x!y>
    ```

    After:

    ```mlir
    %u = lutfuse.conv2d %x, %w requant #requant : (...) -> tensor<1x8x8x8x!u>
    %y = lutfuse.lut_activation <sigmoid> %u, %table header #h : (...) -> tensor<1x8x8x8x!y>
    ```

    Where the activation was behind reshapes or casts of the codes, which stand below the fused op
    now, it goes there again.

    An op with `activation` becomes a `lutfuse.clip` or a `lutfuse.leaky_relu`. One with
    `lutfuse.merged_boundary` becomes a convolution and a clip in the domain of the result: what
    was fused into it had another intermediate domain, and other codes.

    Discardable attributes that fusion kept go back to the op that had them, as `lutfuse.sources`
    says; others are dropped with a remark `dropped-attribute`.

    A convolution that is the same as one before it, location included, was duplicated by fusion
    and becomes one with it. Where it came from no known place, `cse` does that. What fusion
    removed stays removed: dead users, debug ops, and all but one of equal activations.
    """

    name: ClassVar[str] = "unfuse-lut-activation"
    dialects: ClassVar[tuple[str, ...]] = ("lutfuse", "quant")

    def run(self, module: ir.Operation) -> None:
        apply_patterns(module, {**dict.fromkeys(FUSED, _rewrite), **dict.fromkeys(VIEWS, _last)})


def _rewrite(op: AnyFused, rewriter: rewrite.PatternRewriter) -> bool:
    if _views_below(op):
        return False  # a pattern must not erase ops that are still to come: see `_last`
    rewriter.replace_op(op.operation, _split(op, [], rewriter).operation)
    return True


def _last(view: ir.OpView, rewriter: rewrite.PatternRewriter) -> bool:
    """Rewrites a fused op at the last of the views that its activation was behind."""
    owner = view.operation.operands[0].owner
    while isinstance(owner, ir.OpView) and owner.operation.name in VIEWS:
        owner = owner.operation.operands[0].owner
    if not isinstance(owner, FUSED):
        return False
    views = _views_below(owner)
    if not views or views[0].operation != view.operation:
        return False
    rewriter.replace_op(view.operation, _split(owner, views, rewriter).operation)
    for op in (*views[1:], owner):
        rewriter.erase_op(op.operation)
    return True


def _views_below(op: AnyFused) -> list[ir.OpView]:
    """The views that the activation was behind, last first; none where it may not go there."""
    value: ir.Value = op.operation.results[0]
    views: list[ir.OpView] = []
    domain = element_of(value.type)
    for _ in range(views_before_activation(op.location)):
        view = _only_user(value)
        if view is None or view.operation.block != op.operation.block:
            return []
        element = element_of(view.operation.results[0].type)
        if isinstance(element, QuantizedType) and element != domain:
            return []
        views.insert(0, view)
        value = view.operation.results[0]
    conv = as_convolution(op)
    assert conv is not None
    may_move = not views or channels_of(conv) == 1 or same_channels(conv.result, views)
    return views if may_move else []


def _only_user(value: ir.Value) -> ir.OpView | None:
    """The one op that reads a value, if it is a view that hands on all elements in order."""
    uses = list(islice(value.uses, 2))
    if len(uses) != 1 or uses[0].operand_number != 0:
        return None
    view = uses[0].owner
    op = view.operation
    return view if op.name in VIEWS and keeps_order(op) and keeps_count(op) else None


def _split(
    op: AnyFused, views: Sequence[ir.OpView], rewriter: rewrite.PatternRewriter
) -> AnyActivation:
    """Convolution, views (last first) and activation."""
    fused = as_convolution(op.operation)
    assert fused is not None
    plain_class, intermediate = PLAIN_FORM[type(op)], fused.intermediate_type
    inherent = op.operation.attributes
    if MERGED_BOUNDARY in inherent and remarks.wanted(op.context):
        _say_merged(op.operation)
    attributes: dict[str, Any] = {
        name: inherent[name] for name in CARRIED[plain_class] if name in inherent
    }
    requant = attributes.pop("requant")
    conv_location, activation_location = source_locations(op.location)
    with rewriter.ip:
        conv = plain_class(
            with_element(fused.result.type, intermediate),
            fused.input,
            fused.filter,
            requant,
            bias=fused.bias,
            loc=conv_location,
            **attributes,
        )
        codes = rebuild(views, conv.result, intermediate, rewriter.ip)
        activation = _activation(fused, codes, activation_location)
    for half, made in zip(give_back(op.operation), (conv, activation), strict=True):
        half.say_dropped(UnfuseLutActivation.name)
        half.apply(made.operation)
    join_duplicate(conv.operation, rewriter)
    return activation


def _say_merged(op: ir.Operation) -> None:
    facts = ir.DictAttr(op.attributes[MERGED_BOUNDARY])
    details = {
        "GivenUp": str(ir.TypeAttr(facts["intermediate_type"]).value),
        "MaxDifference": str(ir.IntegerAttr(facts["max_difference"]).value),
    }
    category = UnfuseLutActivation.name
    name = "merged-boundary"
    remarks.emit(remarks.Remark("missed", category, name, op.location, (), details), op)


def _activation(fused: Convolution, codes: ir.Value, location: ir.Location) -> AnyActivation:
    type_ = with_element(codes.type, element_of(fused.result.type))
    if fused.activation is None:
        table, kind, header = fused.table, fused.kind, fused.header
        assert table is not None and kind is not None and header is not None  # fused_c2, fused_c3
        return LutActivationOp(type_, codes, table, kind, header, loc=location)
    if isinstance(fused.activation, ClipAttr):
        return ClipOp(type_, codes, fused.activation, loc=location)
    return LeakyReluOp(type_, codes, fused.activation, loc=location)
