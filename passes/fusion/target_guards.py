"""What a target's post-processing cannot take: the guards that ask the target's description.

A pair fuses where one capability of the target admits all of it. Where none does, the one that
comes nearest says what is in the way: one guard for each of its fields, and each line names the
rest of the pair, of which the field is a limit.
"""

from __future__ import annotations

from collections.abc import Iterable

from mlir import ir

from lutfuse.dialects.lutfuse import ClipOp, LeakyReluOp, LutActivationOp
from lutfuse.dialects.quant_types import storage_of
from lutfuse.passes.fusion.candidates import Candidate, channels_of
from lutfuse.passes.fusion.combinations import producer_name, slopes_of
from lutfuse.passes.ir.convolution import Convolution, input_type
from lutfuse.passes.ir.views import element_of
from lutfuse.targets import Capability, ConvolutionShape

_CONVOLUTIONS = {
    "convolution": "a convolution",
    "depthwise": "a depthwise convolution",
    "grouped": "a grouped convolution",
    "transposed": "a transposed convolution",
}
_SEVERAL_GROUPS = ("depthwise", "grouped")


def _refused(c: Candidate, field: str) -> Capability | None:
    """The capability that comes nearest, if this field of it is in the way."""
    if c.refusal is None or field not in c.refusal.fields:
        return None
    return c.refusal.capability


def _or(words: Iterable[str]) -> str:
    return " or ".join(words) or "none"


def _words(c: Candidate) -> tuple[str, str]:
    """A pair in words: the convolution with the codes that it reads, and the activation."""
    convolution = "a convolution"
    if c.convolution is not None:
        codes = storage_of(input_type(c.convolution))
        convolution = f"{_CONVOLUTIONS[producer_name(c.convolution)]} of {codes} codes"
    name = c.what.activation
    table = isinstance(c.activation, LutActivationOp)
    return convolution, f"a table of {name}" if table else f"a {name}"


# Producer -------------------------------------------------------------------------------------


def unsupported_producer(c: Candidate) -> str | None:
    near = _refused(c, "producers")
    if near is None or c.convolution is None or c.convolution.group != 1:
        return None
    producers, activation = _producers(near), _words(c)[1]
    got = _CONVOLUTIONS[producer_name(c.convolution)]
    return f"expected {producers} before {activation} but got {got}"


def grouped_convolution(c: Candidate) -> str | None:
    near = _refused(c, "producers")
    if near is None or c.convolution is None or c.convolution.group == 1:
        return None
    name = "depthwise" if producer_name(c.convolution) == "depthwise" else "convolution"
    name = "transposed" if c.convolution.is_transposed else name
    got = f"{_CONVOLUTIONS[name]} of {c.convolution.group} groups"
    producers, activation = _producers(near), _words(c)[1]
    return f"expected {producers} before {activation} but got {got}"


def _producers(near: Capability) -> str:
    return _or(_CONVOLUTIONS[name] for name in sorted(near.producers or ()))


def unsupported_input_storage(c: Candidate) -> str | None:
    near = _refused(c, "input_storages")
    if near is None or c.convolution is None:
        return None
    storages, activation = _or(sorted(near.input_storages or ())), _words(c)[1]
    convolution = _CONVOLUTIONS[producer_name(c.convolution)]
    got = storage_of(input_type(c.convolution))
    return f"expected {storages} codes as input of {convolution} with {activation} but got {got}"


def unsupported_intermediate_storage(c: Candidate) -> str | None:
    near = _refused(c, "storages")
    if near is None or c.convolution is None:
        return None
    storages, (convolution, activation) = _or(sorted(near.storages or ())), _words(c)
    got = storage_of(c.convolution.intermediate_type)
    return f"expected {storages} codes between {convolution} and {activation} but got {got}"


# Activation -----------------------------------------------------------------------------------


def unsupported_activation(c: Candidate) -> str | None:
    near = _refused(c, "activations")
    if near is None:
        return None
    activations, convolution = _activations(near), _words(c)[0]
    return f"expected {activations} after {convolution} but got {c.what.activation}"


def _activations(near: Capability) -> str:
    tables = ["any table"] if near.activations is None else []
    if near.activations:
        tables.append(f"a table of {_or(sorted(near.activations))}")
    return _or([*tables, *(f"a {name}" for name in sorted(near.parameters or ()))])


def unsupported_result_storage(c: Candidate) -> str | None:
    near = _refused(c, "result_storages")
    if near is None:
        return None
    storages, (convolution, activation) = _or(sorted(near.result_storages or ())), _words(c)
    got = storage_of(element_of(c.activation.operation.results[0].type))
    return f"expected {storages} codes from {activation} after {convolution} but got {got}"


def unsupported_lookup(c: Candidate) -> str | None:
    near = _refused(c, "lookups")
    if near is None:
        return None
    lookups, (convolution, activation) = _or(sorted(near.lookups or ())), _words(c)
    got = c.what.lookup
    return f"expected {lookups} look-up in {activation} after {convolution} but got {got}"


def unsupported_per_channel_table(c: Candidate) -> str | None:
    if _refused(c, "per_channel_tables") is None:
        return None
    convolution, activation = _words(c)
    got = f"one for each of {channels_of(c.activation)}"
    return f"expected {activation} for all channels after {convolution} but got {got}"


def table_too_large(c: Candidate) -> str | None:
    near = _refused(c, "table_bytes")
    if near is None:
        return None
    convolution, activation = _words(c)
    got = c.what.table_bytes
    most = f"at most {near.table_bytes}"
    return f"expected {activation} of {most} bytes after {convolution} but got {got}"


def unsupported_clip_bounds(c: Candidate) -> str | None:
    near = _refused(c, "clip_bounds")
    if near is None or not isinstance(c.activation, ClipOp):
        return None
    bounds = _or(f"[{low:g}, {high:g}]" for low, high in near.clip_bounds or ())
    convolution = _words(c)[0]
    codes = [c.activation.parameters.min, c.activation.parameters.max]
    type_ = element_of(c.activation.operation.results[0].type)
    return f"expected a clip to {bounds} after {convolution} but got codes {codes} of {type_}"


def unsupported_slope(c: Candidate) -> str | None:
    near = _refused(c, "slopes")
    if near is None or near.slopes is None or not isinstance(c.activation, LeakyReluOp):
        return None
    (low, high), convolution = near.slopes, _words(c)[0]
    found = slopes_of(c.activation)
    wrong = next(slope for slope in found if slope is None or not low <= slope <= high)
    got = "none" if wrong is None else f"{float(wrong)}"
    return f"expected slopes in [{low:g}, {high:g}] after {convolution} but got {got}"


# Faster kernels -------------------------------------------------------------------------------


def loses_specialized_kernel(c: Candidate) -> str | None:
    kernels = c.target.faster_unfused
    if not kernels or c.convolution is None or c.convolution.is_fused:
        return None
    shape, name = _shape(c.convolution), c.what.activation
    for kernel in kernels:
        if name not in kernel.activations and kernel.serves(shape):
            return f"expected no faster kernel without an activation but got '{kernel.description}'"
    return None


def _shape(conv: Convolution) -> ConvolutionShape:
    x, w = (ir.RankedTensorType(operand.type) for operand in (conv.input, conv.filter))
    result = ir.RankedTensorType(conv.result.type).shape
    return ConvolutionShape(
        producer=producer_name(conv),
        storage=storage_of(x.element_type),
        kernel=(w.shape[1], w.shape[2]),
        stride=conv.stride,
        dilation=conv.dilation,
        group=conv.group,
        input_channels=x.shape[3],
        output_channels=result[3],
        height=result[1],
        width=result[2],
    )
