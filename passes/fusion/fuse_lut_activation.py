"""Fuses an activation into the convolution before it, and keeps the boundary between.

The fused op says everything that the two ops said: the convolution's requantization still leads
to the intermediate domain, which moves from a value's type to `intermediate_type`; table, header
and kind, or the parameters of a clip or a leaky ReLU, are carried as they are; the location names
both sources.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import ClassVar

from mlir import ir, rewrite

from lutfuse.dialects.lutfuse import LutActivationOp
from lutfuse.passes.core import remarks
from lutfuse.passes.core.attribute_rules import INHERENT, Transfer, transfer
from lutfuse.passes.core.locations import FUSION, fuse_locations
from lutfuse.passes.core.patterns import apply_patterns
from lutfuse.passes.core.registry import ModulePass, PassError, option, register
from lutfuse.passes.core.remarks import Remark
from lutfuse.passes.fusion.candidates import (
    ACTIVATIONS,
    MERGED_BOUNDARY,
    AnyActivation,
    Candidate,
    Kept,
    Merged,
)
from lutfuse.passes.fusion.combinations import Finder
from lutfuse.passes.fusion.guards import GUARDS, refusals
from lutfuse.passes.fusion.merge import with_boundary
from lutfuse.passes.fusion.several_users import KeptConvolutions, settle_users
from lutfuse.passes.ir.convolution import FUSED_FORM, PLAIN
from lutfuse.passes.ir.views import element_of, rebuild, with_element
from lutfuse.targets import find_target

# By class: a discardable attribute may have the name of the other convolution's inherent one.
CARRIED: dict[type[ir.OpView], tuple[str, ...]] = {
    plain: tuple(INHERENT[plain.OPERATION_NAME]) for plain in PLAIN
}


@register
@dataclass(frozen=True)
class FuseLutActivation(ModulePass):
    """Fuse activations into the convolutions before them.

    Before:

    ```mlir
    %u = lutfuse.conv2d %x, %w requant #requant : (...) -> tensor<1x8x8x8x!u>
    %y = lutfuse.lut_activation <sigmoid> %u, %table header #h : (...) -> tensor<1x8x8x8x!y>
    ```

    After:

    ```mlir
    %y = lutfuse.fused_conv2d %x, %w lut %table kind <sigmoid> header #h intermediate !u
        requant #requant : (...) -> tensor<1x8x8x8x!y>
    ```

    Reshapes and casts between the two that keep every element in row-major order stay: they are
    rebuilt below the fused op, on result codes.

    `lutfuse.clip` and `lutfuse.leaky_relu` fuse alike: the fused op has `activation` in place of
    the table. An activation that may not be fused stays, with a remark that lists every reason.

    Discardable attributes are dropped, with a remark `dropped-attribute`, unless a registered rule
    keeps or converts them.

    With `boundary=merge` a clip-like table or leaky ReLU gives its boundary up: the convolution
    requantizes to the domain of the result at once, and clips there. That changes codes; the op
    says by how many at most, over every accumulator, and where:

    ```mlir
    %y = lutfuse.fused_conv2d %x, %w activation clip <min = -128, max = 127> intermediate !y
        requant #merged {lutfuse.merged_boundary = {max_difference = 1, intermediate_type = !u,
            channel = 3, accumulator = 7, kept = -126, merged = -127}}
      : (...) -> tensor<1x8x8x8x!y>
    ```

    All other activations keep their boundary. What may be fused is decided as without a merge.

    Where others need the convolution's result, too, an activation is refused, unless a second
    convolution costs no more than `duplicate-producer-up-to`; what the module pays is in the
    remarks. Users that are dead are removed, debug ops are dropped once the value is gone, and
    equal activations of one value become one.
    """

    name: ClassVar[str] = FUSION
    dialects: ClassVar[tuple[str, ...]] = ("lutfuse", "quant")
    target: str = option("cpu", "target whose capabilities decide what may be fused")
    boundary: str = option(
        "keep", "'keep', or 'merge' to compute what is clip-like in the domain of the result"
    )
    max_difference: int = option(-1, "largest difference in codes for a merge, -1 for any")
    duplicate_producer_up_to: int = option(
        0, "multiply-accumulates that a second convolution may cost where others need its result"
    )

    def run(self, module: ir.Operation) -> None:
        try:
            target = find_target(self.target)
        except ValueError as error:
            raise PassError(str(error), module.location) from None
        merging = self._merging(module.location)
        limit = self._most_macs(module.location)
        talk = remarks.wanted(module.context)
        say = remarks.emit if talk else remarks.ignore
        finder = Finder(target, limit)
        fusion = _Fusion(finder, talk, merging, self.max_difference)
        settle_users(module, self.name, say)
        apply_patterns(module, dict.fromkeys(ACTIVATIONS, fusion.rewrite))
        fusion.kept.sweep(self.name, say)
        fusion.summarize(module)

    def _most_macs(self, location: ir.Location) -> int:
        limit = self.duplicate_producer_up_to
        if limit < 0:
            message = f"expected a duplicate-producer-up-to of at least 0 but got {limit}"
            raise PassError(message, location)
        return limit

    def _merging(self, location: ir.Location) -> bool:
        if self.boundary not in ("keep", "merge"):
            message = f"expected boundary 'keep' or 'merge' but got '{self.boundary}'"
            raise PassError(message, location)
        if self.max_difference < -1:
            message = f"expected a max-difference of at least 0 but got {self.max_difference}"
            raise PassError(message, location)
        if self.max_difference >= 0 and self.boundary == "keep":
            raise PassError("expected max-difference with boundary 'merge' only", location)
        return self.boundary == "merge"


@dataclass
class _Fusion:
    """The pattern with its target and its counts. Holds no op but those that it alone erases."""

    finder: Finder
    talk: bool
    merging: bool
    max_difference: int
    fused: int = 0
    refused: Counter[str] = field(default_factory=Counter[str])
    kept: KeptConvolutions = field(default_factory=KeptConvolutions)

    def rewrite(self, activation: AnyActivation, rewriter: rewrite.PatternRewriter) -> bool:
        found = self.finder.candidate(activation)
        if self.merging:
            limit = self.max_difference if self.max_difference >= 0 else None
            found = with_boundary(found, limit)
        reasons = refusals(found)
        if reasons:
            self.refused.update(reasons.keys())
            if self.talk:
                _say_refused(found, reasons)
            return False
        assert found.convolution is not None
        merged = isinstance(found.boundary, Merged)
        taken = transfer(found.convolution.operation, activation.operation, merged=merged)
        self.fused += 1
        macs = self.kept.price(found)
        if self.talk:
            _say_fused(found, macs)
            if taken is not None:
                taken.say_dropped(FuseLutActivation.name)
        _fuse(found, taken, rewriter)
        self.kept.release(found, rewriter)
        return True

    def summarize(self, module: ir.Operation) -> None:
        if not self.talk or not (self.fused or self.refused):
            return
        details = {"Fused": str(self.fused)}
        if self.kept.macs:
            details["Macs"] = str(self.kept.macs)
        details.update((reason, str(count)) for reason, count in sorted(self.refused.items()))
        category = FuseLutActivation.name
        remarks.emit(
            Remark("analysis", category, "summary", module.location, details=details), module
        )


def _parts(c: Candidate) -> dict[str, ir.Attribute]:
    """What the fused op takes over from an activation beside a table, or has in its place."""
    if isinstance(c.boundary, Merged):
        return {"activation": c.boundary.clip}
    if not isinstance(c.activation, LutActivationOp):
        return {"activation": c.activation.parameters}
    assert c.header is not None
    return {"kind": c.activation.operation.attributes["kind"], "header": c.header}


def _fuse(c: Candidate, taken: Transfer | None, rewriter: rewrite.PatternRewriter) -> None:
    conv, activation = c.convolution, c.activation
    assert conv is not None and c.producer is not None and c.domain is not None
    inherent, form = conv.operation.attributes, type(c.producer)
    attributes: dict[str, ir.Attribute] = {
        name: inherent[name] for name in CARRIED[form] if name in inherent
    }
    attributes.update(_parts(c))
    merged = c.boundary if isinstance(c.boundary, Merged) else None
    if merged:
        attributes["requant"] = merged.requant
    attributes["intermediate_type"] = ir.TypeAttr.get(merged.domain if merged else c.domain)
    operands = list(conv.operation.operands)
    has_bias, has_table = len(operands) > 2, "header" in attributes
    if has_table:
        operands.append(activation.operation.operands[1])
    attributes["operandSegmentSizes"] = ir.DenseI32ArrayAttr.get(
        [1, 1, int(has_bias), int(has_table)]
    )
    result = activation.operation.results[0].type
    if c.views:
        result = with_element(conv.result.type, element_of(result))
    # The class of the op would build the same, in three times the time.
    fused = ir.Operation.create(
        FUSED_FORM[form].OPERATION_NAME,
        [result],
        operands,
        attributes,
        loc=fuse_locations(conv.operation.location, activation.location, len(c.views)),
        ip=rewriter.ip,
    )
    if taken is not None:
        taken.apply(fused)
    if merged:
        fused.attributes[MERGED_BOUNDARY] = merged.attribute
    value: ir.Value = fused.results[0]
    if c.views:
        value = rebuild(c.views, value, element_of(result), rewriter.ip)
    rewriter.replace_op(activation.operation, [value])


def _say_refused(c: Candidate, reasons: dict[str, str]) -> None:
    details = {"Activation": c.what.activation}
    for reason, line in reasons.items():
        details[reason] = f"{line}; {GUARDS[reason].hint}"
    note = None
    if c.producer is not None:
        note = (c.producer.location, f"producer is '{c.producer.operation.name}'")
    op = c.activation.operation
    category = FuseLutActivation.name
    remarks.emit(
        Remark("missed", category, "refused", op.location, tuple(reasons), details, note), op
    )


def _say_fused(c: Candidate, macs: int) -> None:
    assert c.producer is not None
    op = c.activation.operation
    producer = c.producer.operation.name
    details = {"Activation": c.what.activation, "Convolution": producer}
    if isinstance(c.boundary, Kept):
        details["Boundary"] = f"kept: {c.boundary.why}"
    elif c.boundary is not None:
        details["Boundary"] = f"merged: {c.boundary}"
    if macs:
        details["Macs"] = str(macs)
    note = (c.producer.location, "fused into this convolution")
    category = FuseLutActivation.name
    remarks.emit(Remark("passed", category, "fused", op.location, (), details, note), op)
