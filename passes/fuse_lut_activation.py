"""Fuses an activation into the convolution before it, and keeps the boundary between.

The fused op says everything that the two ops said: the convolution's requantization still leads
to the intermediate domain, which moves from a value's type to `intermediate_type`; table, header
and kind, or the parameters of a clip or a leaky ReLU, are carried as they are; the location names
both sources.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, ClassVar

from mlir import ir, rewrite

from lutfuse import _lutfuse
from lutfuse.dialects.lutfuse import (
    Conv2DOp,
    ConvTranspose2DOp,
    FusedConv2DOp,
    FusedConvTranspose2DOp,
    LutActivationOp,
)
from lutfuse.passes import remarks
from lutfuse.passes.fusion_guards import (
    ACTIVATIONS,
    GUARDS,
    PLAIN,
    AnyActivation,
    Candidate,
    activation_name,
    candidate,
    domain,
    refusals,
)
from lutfuse.passes.locations import FUSION, fuse_locations
from lutfuse.passes.patterns import apply_patterns
from lutfuse.passes.registry import ModulePass, PassError, option, register
from lutfuse.passes.remarks import Remark
from lutfuse.targets import Target, find_target

# By class: a discardable attribute may have the name of the other convolution's inherent one.
CARRIED = {
    Conv2DOp: ("stride", "pad", "dilation", "group", "requant"),
    ConvTranspose2DOp: ("stride", "out_pad", "group", "requant"),
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

    `lutfuse.clip` and `lutfuse.leaky_relu` fuse alike: the fused op has `activation` in place of
    the table. An activation that may not be fused stays, with a remark that lists every reason.
    """

    name: ClassVar[str] = FUSION
    target: str = option("cpu", "target whose capabilities decide what may be fused")

    def run(self, module: ir.Operation) -> None:
        try:
            target = find_target(self.target)
        except ValueError as error:
            raise PassError(str(error), module.location) from None
        fusion = _Fusion(target, remarks.wanted(module.context))
        apply_patterns(module, dict.fromkeys(ACTIVATIONS, fusion.rewrite))
        fusion.summarize(module)


@dataclass
class _Fusion:
    """The pattern with its target and its counts. Holds no op: those may be erased any time."""

    target: Target
    talk: bool
    fused: int = 0
    refused: Counter[str] = field(default_factory=Counter[str])

    def rewrite(self, activation: AnyActivation, rewriter: rewrite.PatternRewriter) -> bool:
        found = candidate(activation, self.target)
        reasons = refusals(found)
        if reasons:
            self.refused.update(reasons.keys())
            if self.talk:
                _say_refused(found, reasons)
            return False
        self.fused += 1
        if self.talk:
            _say_fused(found)
            _say_dropped(found)
        _fuse(found, rewriter)
        return True

    def summarize(self, module: ir.Operation) -> None:
        if not self.talk or not (self.fused or self.refused):
            return
        details = {"Fused": str(self.fused)}
        details.update((reason, str(count)) for reason, count in sorted(self.refused.items()))
        category = FuseLutActivation.name
        remarks.emit(
            Remark("analysis", category, "summary", module.location, details=details), module
        )


def _parts(activation: AnyActivation) -> dict[str, Any]:
    """What the fused op takes over from an activation."""
    if not isinstance(activation, LutActivationOp):
        return {"activation": activation.parameters}
    table = activation.operation.operands[1]
    return {"table": table, "kind": activation.kind, "header": activation.header}


def _fuse(c: Candidate, rewriter: rewrite.PatternRewriter) -> None:
    conv, activation = c.convolution, c.activation
    assert isinstance(conv, PLAIN)
    inherent = conv.operation.attributes
    carried = CARRIED[type(conv)]
    attributes: dict[str, Any] = {name: inherent[name] for name in carried if name in inherent}
    requant = attributes.pop("requant")
    operands = list(conv.operation.operands)
    fused_class = FusedConv2DOp if isinstance(conv, Conv2DOp) else FusedConvTranspose2DOp
    fused = fused_class(
        activation.operation.results[0].type,
        operands[0],
        operands[1],
        requant,
        bias=operands[2] if len(operands) > 2 else None,
        **_parts(activation),
        intermediate_type=ir.TypeAttr.get(domain(conv)),
        **attributes,
        loc=fuse_locations(conv.location, activation.location),
        ip=rewriter.ip,
    )
    rewriter.replace_op(activation.operation, fused.operation)
    for op in (*c.views, conv):
        rewriter.erase_op(op.operation)


def _say_refused(c: Candidate, reasons: dict[str, str]) -> None:
    details = {"Activation": activation_name(c.activation)}
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


def _say_fused(c: Candidate) -> None:
    assert c.producer is not None
    op = c.activation.operation
    producer = c.producer.operation.name
    details = {"Activation": activation_name(c.activation), "Convolution": producer}
    note = (c.producer.location, "fused into this convolution")
    category = FuseLutActivation.name
    remarks.emit(Remark("passed", category, "fused", op.location, (), details, note), op)


def _say_dropped(c: Candidate) -> None:
    """Discardable attributes describe an op that is gone: none is carried over unasked."""
    assert c.producer is not None
    for op in (c.producer.operation, c.activation.operation):
        for name in _lutfuse.discardable_attributes(op):
            details = {"Attribute": name, "Op": op.name}
            category = FuseLutActivation.name
            remarks.emit(
                Remark("analysis", category, "dropped-attribute", op.location, (), details), op
            )
