"""The dialect `lutfuse`: op classes, attributes, and typed builders.

The classes (`Conv2DOp`, `LutActivationOp`, ...) come from ODS and take MLIR types and
attributes. The builders below take Python values and return the result, at the ambient
insertion point and location:

    u = lutfuse.conv2d(u_type, x, w, b, requant=requant([1 << 30], [34]), stride=(2, 2))
    y = lutfuse.lut_activation(y_type, u, table, kind="sigmoid", header=header)

Every builder verifies nothing: the op's verifier does, with the constraint ids of
`dialect/lutfuse/LutfuseOps.td`.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir import ir

from lutfuse._lutfuse import (
    ActivationKindAttr,
    ClipAttr,
    LeakyReluAttr,
    RequantAttr,
    RequantF32Attr,
    TableHeaderAttr,
    is_kind,
    standard_kinds,
)

from ._lutfuse_ops_gen import (
    ClipOp,
    Conv2DOp,
    ConvTranspose2DOp,
    FusedConv2DOp,
    FusedConvTranspose2DOp,
    LeakyReluOp,
    LutActivationOp,
)
from ._lutfuse_ops_gen import _Dialect as Dialect  # pyright: ignore[reportPrivateUsage]

__all__ = [
    "ActivationKindAttr",
    "ClipAttr",
    "ClipOp",
    "Conv2DOp",
    "ConvTranspose2DOp",
    "Dialect",
    "FusedConv2DOp",
    "FusedConvTranspose2DOp",
    "LeakyReluAttr",
    "LeakyReluOp",
    "LutActivationOp",
    "RequantAttr",
    "RequantF32Attr",
    "TableHeaderAttr",
    "clip",
    "conv2d",
    "conv_transpose2d",
    "fused_conv2d",
    "fused_conv_transpose2d",
    "is_kind",
    "leaky_relu",
    "lut_activation",
    "requant",
    "standard_kinds",
]

Requant = RequantAttr | RequantF32Attr
Parameters = ClipAttr | LeakyReluAttr


def _unless(default: Sequence[int], value: Sequence[int]) -> list[int] | None:
    """None for a default: an absent attribute means it, and equal ops are equal then."""
    return None if tuple(value) == tuple(default) else list(value)


def requant(
    multiplier: Sequence[int],
    shift: Sequence[int],
    rounding: str = "double_round",
    multiplier_bits: int = 32,
) -> RequantAttr:
    """Requantization `value * multiplier * 2^-shift`, one entry or one per output channel.

    `rounding` is `single_round` or `double_round`, as in TOSA RESCALE. Raises ValueError where
    the attribute's verifier rejects the values.
    """
    return RequantAttr.get(list(multiplier), list(shift), rounding, multiplier_bits)


def conv2d(
    result_type: ir.Type,
    input: ir.Value,
    filter: ir.Value,
    bias: ir.Value | None = None,
    *,
    requant: Requant,
    stride: Sequence[int] = (1, 1),
    pad: Sequence[int] = (0, 0, 0, 0),
    dilation: Sequence[int] = (1, 1),
    group: int = 1,
    loc: ir.Location | None = None,
) -> ir.Value:
    """Quantized convolution of an NHWC `input` with an OHWI `filter`.

    `bias` has O elements or one, int32 (int48 for 16-bit inputs); `stride` and `dilation` are
    height, width; `pad` is top, bottom, left, right.
    """
    op = Conv2DOp(
        result_type,
        input,
        filter,
        requant,
        bias=bias,
        stride=_unless((1, 1), stride),
        pad=_unless((0, 0, 0, 0), pad),
        dilation=_unless((1, 1), dilation),
        group=None if group == 1 else group,
        loc=loc,
    )
    return op.result


def conv_transpose2d(
    result_type: ir.Type,
    input: ir.Value,
    filter: ir.Value,
    bias: ir.Value | None = None,
    *,
    requant: Requant,
    stride: Sequence[int] = (1, 1),
    out_pad: Sequence[int] = (0, 0, 0, 0),
    group: int = 1,
    loc: ir.Location | None = None,
) -> ir.Value:
    """Quantized transposed convolution of an NHWC `input` with an OHWI `filter`.

    `out_pad` is top, bottom, left, right of the output, negative values crop.
    """
    op = ConvTranspose2DOp(
        result_type,
        input,
        filter,
        requant,
        bias=bias,
        stride=_unless((1, 1), stride),
        out_pad=_unless((0, 0, 0, 0), out_pad),
        group=None if group == 1 else group,
        loc=loc,
    )
    return op.result


def lut_activation(
    result_type: ir.Type,
    input: ir.Value,
    table: ir.Value,
    *,
    kind: str,
    header: TableHeaderAttr,
    loc: ir.Location | None = None,
) -> ir.Value:
    """Activation of any quantized tensor by look-up in `table`, a 1D integer tensor."""
    op = LutActivationOp(result_type, input, table, ActivationKindAttr.get(kind), header, loc=loc)
    return op.result


def clip(input: ir.Value, low: int, high: int, *, loc: ir.Location | None = None) -> ir.Value:
    """Codes of `input` kept in [low, high]; `lutfuse.numerics.parametric` has those of ReLUs."""
    return ClipOp(input.type, input, ClipAttr.get(low, high), loc=loc).result


def leaky_relu(
    result_type: ir.Type,
    input: ir.Value,
    *,
    positive: RequantAttr,
    negative: RequantAttr,
    factor: Sequence[int] = (1,),
    negate: bool = False,
    loc: ir.Location | None = None,
) -> ir.Value:
    """Values below the zero point times `factor * negative / positive`, the others unchanged.

    `lutfuse.numerics.parametric` has the parameters of a real slope.
    """
    parameters = LeakyReluAttr.get(positive, negative, list(factor), negate)
    return LeakyReluOp(result_type, input, parameters, loc=loc).result


def fused_conv2d(
    result_type: ir.Type,
    input: ir.Value,
    filter: ir.Value,
    table: ir.Value | None = None,
    bias: ir.Value | None = None,
    *,
    kind: str | None = None,
    header: TableHeaderAttr | None = None,
    activation: Parameters | None = None,
    intermediate_type: ir.Type,
    requant: Requant,
    stride: Sequence[int] = (1, 1),
    pad: Sequence[int] = (0, 0, 0, 0),
    dilation: Sequence[int] = (1, 1),
    group: int = 1,
    loc: ir.Location | None = None,
) -> ir.Value:
    """`lut_activation(conv2d(...))` in one op; `requant` leads to `intermediate_type`.

    A table has `kind` and `header`; a clip or a leaky ReLU has `activation` instead.
    """
    op = FusedConv2DOp(
        result_type,
        input,
        filter,
        requant,
        bias=bias,
        table=table,
        kind=None if kind is None else ActivationKindAttr.get(kind),
        header=header,
        activation=activation,
        intermediate_type=ir.TypeAttr.get(intermediate_type),
        stride=_unless((1, 1), stride),
        pad=_unless((0, 0, 0, 0), pad),
        dilation=_unless((1, 1), dilation),
        group=None if group == 1 else group,
        loc=loc,
    )
    return op.result


def fused_conv_transpose2d(
    result_type: ir.Type,
    input: ir.Value,
    filter: ir.Value,
    table: ir.Value | None = None,
    bias: ir.Value | None = None,
    *,
    kind: str | None = None,
    header: TableHeaderAttr | None = None,
    activation: Parameters | None = None,
    intermediate_type: ir.Type,
    requant: Requant,
    stride: Sequence[int] = (1, 1),
    out_pad: Sequence[int] = (0, 0, 0, 0),
    group: int = 1,
    loc: ir.Location | None = None,
) -> ir.Value:
    """`lut_activation(conv_transpose2d(...))` in one op; see `fused_conv2d`."""
    op = FusedConvTranspose2DOp(
        result_type,
        input,
        filter,
        requant,
        bias=bias,
        table=table,
        kind=None if kind is None else ActivationKindAttr.get(kind),
        header=header,
        activation=activation,
        intermediate_type=ir.TypeAttr.get(intermediate_type),
        stride=_unless((1, 1), stride),
        out_pad=_unless((0, 0, 0, 0), out_pad),
        group=None if group == 1 else group,
        loc=loc,
    )
    return op.result
