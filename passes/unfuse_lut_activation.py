"""Takes fused ops apart again: the exact inverse of `fuse-lut-activation`.

The fused op kept all that the two ops said, so nothing has to be derived: the convolution gets
`intermediate_type` as its result type, the activation gets table, kind and header or its
parameters, and each gets back its own source location.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from mlir import ir, rewrite

from lutfuse.dialects.lutfuse import (
    ClipAttr,
    ClipOp,
    Conv2DOp,
    ConvTranspose2DOp,
    FusedConv2DOp,
    FusedConvTranspose2DOp,
    LeakyReluOp,
    LutActivationOp,
)
from lutfuse.passes.fuse_lut_activation import CARRIED
from lutfuse.passes.fusion_guards import AnyActivation
from lutfuse.passes.locations import source_locations
from lutfuse.passes.patterns import apply_patterns
from lutfuse.passes.registry import ModulePass, register

AnyFused = FusedConv2DOp | FusedConvTranspose2DOp


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

    An op with `activation` becomes a `lutfuse.clip` or a `lutfuse.leaky_relu`.
    """

    name: ClassVar[str] = "unfuse-lut-activation"

    def run(self, module: ir.Operation) -> None:
        apply_patterns(module, {FusedConv2DOp: _rewrite, FusedConvTranspose2DOp: _rewrite})


def _rewrite(op: AnyFused, rewriter: rewrite.PatternRewriter) -> bool:
    plain_class = Conv2DOp if isinstance(op, FusedConv2DOp) else ConvTranspose2DOp
    result_type = ir.RankedTensorType(op.operation.results[0].type)
    assert op.intermediate_type is not None  # fused_c1
    intermediate = op.intermediate_type.value
    inherent = op.operation.attributes
    attributes: dict[str, Any] = {
        name: inherent[name] for name in CARRIED[plain_class] if name in inherent
    }
    requant = attributes.pop("requant")
    conv_location, activation_location = source_locations(op.location)
    with rewriter.ip:
        conv = plain_class(
            ir.RankedTensorType.get(result_type.shape, intermediate),
            op.operation.operands[0],
            op.operation.operands[1],
            requant,
            bias=op.bias,
            loc=conv_location,
            **attributes,
        )
        activation = _activation(op, conv.result, activation_location)
    rewriter.replace_op(op.operation, activation.operation)
    return True


def _activation(op: AnyFused, codes: ir.Value, location: ir.Location) -> AnyActivation:
    result_type = op.operation.results[0].type
    if op.activation is None:
        assert op.table is not None and op.kind is not None and op.header is not None
        return LutActivationOp(result_type, codes, op.table, op.kind, op.header, loc=location)
    if isinstance(op.activation, ClipAttr):
        return ClipOp(result_type, codes, op.activation, loc=location)
    return LeakyReluOp(result_type, codes, op.activation, loc=location)
