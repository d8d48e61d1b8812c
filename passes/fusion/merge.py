"""Gives up the boundary between a convolution and a clip-like activation, where that is asked for.

The merged convolution requantizes to the domain of the result at once and clips there, as TFLite
and Glow do. Rounding once instead of twice is another function of the accumulator, so that each
merge comes with its largest difference.

An activation is clip-like where its codes never fall, and each is a neighbour of the real value
kept between the smallest and the largest one:

    low, high = min(f), max(f)        over all codes c of the intermediate
    |f(c) - clip((c - zu) * su / sy + zy, low, high)| < 1

That says nothing of labels: a table named ReLU is looked at like any other, and a leaky ReLU of
slope 0 is one. `low` and `high` are codes already, so no bound is rounded again: they are the
bounds that TFLite converts (`clip_codes`), or what the saturation of the intermediate leaves of
them, which the merged convolution then keeps.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from mlir.dialects.quant import UniformQuantizedType

from lutfuse.dialects.lutfuse import (
    ClipAttr,
    ClipOp,
    RequantF32Attr,
    requant,
)
from lutfuse.dialects.quant_types import scales_of, storage_of
from lutfuse.numerics.fixed_point import quantize_multiplier
from lutfuse.passes.fusion.boundary_difference import Layer, read_layer
from lutfuse.passes.fusion.candidates import (
    AnyActivation,
    AnyRequant,
    Candidate,
    Kept,
    Merged,
)
from lutfuse.passes.fusion.combinations import producer_name
from lutfuse.passes.ir.convolution import Convolution, input_type
from lutfuse.passes.proof.activations import element_of
from lutfuse.passes.proof.nodes import Array, stored
from lutfuse.passes.proof.quantized import requantizations
from lutfuse.passes.proof.stages import canonical
from lutfuse.targets import Combination, Target

LARGEST = (1 << 31) - (1 << 16)  # scaled values that 32 bits hold with any zero point


class NotMergeable(Exception):
    """What was expected of a convolution and an activation to be merged, and what was got."""


def merge(
    convolution: Convolution,
    activation: AnyActivation,
    target: Target,
    limit: int | None,
) -> Merged | Kept:
    """Both as one convolution in the domain of the result. `limit` is kept, but not looked at."""
    try:
        return _merge(convolution, activation, target, limit)
    except NotMergeable as error:
        return Kept(str(error))


def _merge(
    convolution: Convolution,
    activation: AnyActivation,
    target: Target,
    limit: int | None,
) -> Merged:
    if isinstance(activation, ClipOp):
        raise NotMergeable("expected a boundary to give up but a clip keeps its domain")
    u = convolution.intermediate_type
    if element_of(activation.operation.operands[0]) != u:
        raise NotMergeable("expected an activation of the convolution's own codes")
    y = UniformQuantizedType(element_of(activation.operation.results[0]))
    source = storage_of(input_type(convolution))
    clipped = Combination(producer_name(convolution), source, storage_of(y), storage_of(y), "clip")
    if target.refusal(clipped) is not None:
        raise NotMergeable(f"expected a target with clips of {storage_of(y)}")
    layer = read_layer(convolution, activation.operation)
    if layer is None:
        raise NotMergeable("expected a filter of known shape and a constant table")
    low, high = clip_bounds(layer, u, y)
    factors = merged_requant(convolution, u, y)
    _check_width(layer, factors)
    steps = requantizations(factors)
    assert steps is not None  # the attribute's verifier has looked at them
    stage = replace(
        layer.stage,
        requantizations=canonical(steps),
        zero_point=y.zero_point,
        low=low,
        high=high,
        unsigned=not y.is_signed,
        width=y.storage_type_integral_width,
    )
    difference = layer.difference(stage)
    return Merged(y, factors, ClipAttr.get(low, high), u, difference, limit)


def clip_bounds(layer: Layer, u: UniformQuantizedType, y: UniformQuantizedType) -> tuple[int, int]:
    """Lowest and highest result of a clip-like activation; raises NotMergeable for others."""
    codes = np.arange(layer.stage.low, layer.stage.high + 1)
    entries = _one_row(layer.codes)[stored(codes, layer.stage.width) + layer.codes.shape[-1] // 2]
    if not y.is_signed:
        entries = entries & ((1 << y.storage_type_integral_width) - 1)
    low, high = int(entries.min()), int(entries.max())
    real = (codes - u.zero_point) * (u.scale / y.scale) + y.zero_point
    kept = np.clip(real, low, high)
    wrong = np.flatnonzero(np.abs(entries - kept) >= 1)
    if wrong.size:
        at = wrong[0]
        raise NotMergeable(
            f"expected a clip, within one code of {kept[at]:.3f} for code {codes[at]}, but got "
            f"{entries[at]}"
        )
    falling = np.flatnonzero(np.diff(entries) < 0)
    if falling.size:
        raise NotMergeable(f"expected results that never fall but they do at {codes[falling[0]]}")
    if low < y.storage_type_min or high > y.storage_type_max:
        raise NotMergeable(f"expected results in the range of {y} but got {low} to {high}")
    return low, high


def _one_row(table: Array) -> Array:
    """A map of codes that is the same for all channels; `Pool` has made equal rows one."""
    if table.ndim > 1:
        raise NotMergeable("expected one clip for all channels but got a table for each")
    return table


def merged_requant(
    convolution: Convolution, u: UniformQuantizedType, y: UniformQuantizedType
) -> AnyRequant:
    """`sx * sw / sy` in the form, width and rounding of the convolution's own requantization.

    Its own where the scale stays. Raises NotMergeable where the form cannot hold a factor.
    """
    own = convolution.requant
    if u.scale == y.scale:
        return own
    x, scales = input_type(convolution).scale, scales_of(element_of(convolution.filter))
    try:
        if isinstance(own, RequantF32Attr):
            # As ONNX runtimes form it: float32 throughout.
            sx, sy = np.float32(x), np.float32(y.scale)
            return RequantF32Attr.get([float(sx * np.float32(sw) / sy) for sw in scales])
        pairs = [_multiplier(x * scale / y.scale, own.multiplier_bits) for scale in scales]
        multiplier, shift = zip(*pairs, strict=True)
        return requant(multiplier, shift, own.rounding, own.multiplier_bits)
    except ValueError as error:
        raise NotMergeable(str(error)) from None


def _multiplier(factor: float, bits: int) -> tuple[int, int]:
    """Multiplier and shift as TFLite makes them: 31 bits, of which 16-bit inputs leave 15."""
    multiplier, exponent = quantize_multiplier(factor)
    if multiplier == 0:
        raise ValueError(f"expected a factor of at least 2^-32 but got {factor}")
    if bits == 16:
        multiplier = min((multiplier + (1 << 15)) >> 16, (1 << 15) - 1)
    return multiplier, bits - 1 - exponent


def _check_width(layer: Layer, factors: AnyRequant) -> None:
    """TOSA demands that 32 bits hold a scaled accumulator until it saturates."""
    if isinstance(factors, RequantF32Attr):
        return
    scale = np.ldexp(factors.multiplier, -np.array(factors.shift))
    largest = np.maximum(np.abs(layer.lows), np.abs(layer.highs)) * scale
    if largest.max() >= LARGEST:
        raise NotMergeable(
            f"expected requantized accumulators within 2^31 - 2^16 but got {largest.max():.0f}"
        )


def with_boundary(c: Candidate, limit: int | None) -> Candidate:
    """The candidate with what becomes of its boundary where a merge is asked for."""
    if c.convolution is None or c.convolution.is_fused:
        return c
    return replace(c, boundary=merge(c.convolution, c.activation, c.target, limit))


def merge_difference_too_large(c: Candidate) -> str | None:
    boundary = c.boundary
    if not isinstance(boundary, Merged) or boundary.limit is None:
        return None
    if boundary.difference.largest <= boundary.limit:
        return None
    return f"expected a difference of at most {boundary.limit} but got {boundary}"
