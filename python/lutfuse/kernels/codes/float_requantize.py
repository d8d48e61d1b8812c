"""RESCALE in single precision, where that is proven to give the same codes.

    code = floor(acc * scale + offset) + zero point

Both this and the integer RESCALE (`requantize.py`) never decrease when acc does. They are equal for
every acc, after saturation and what follows it, if they are equal on both sides of each acc where
the outcome changes: at most 255 places for each channel, which `find_float_form` tries with an
exact model of the float operations. DOUBLE_ROUND moves the places by the sign of acc, so that sums
below zero may need an offset of their own.

Units that round products down for free compare exactly: rounding down to a float never crosses an
integer. Only scale and offset are inexact then, and a scale of two floats makes up for that.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from lutfuse.kernels.codes.requantize import Requantization
from lutfuse.numerics.rescale import nudges

IntArray = np.ndarray[Any, np.dtype[np.int64]]
Doubles = np.ndarray[Any, np.dtype[np.float64]]
Floats = np.ndarray[Any, np.dtype[np.float32]]

ULPS = 2  # scales tried on each side of the nearest float
MAX_SHIFT = 50  # keeps thresholds within 64 bits
TOGETHER = 64  # channels that are searched together
MAX_RESULT = 1 << 30  # of the float form before saturation


@dataclass(frozen=True)
class FloatForm:
    """Scale and offsets of each channel. `below` is the offset for sums below zero if it differs.

    `scale_low` is added to the scale; `zero_point` is added to the floored result.
    """

    scale: Floats
    scale_low: Floats | None
    above: Floats
    below: Floats | None
    zero_point: int

    def apply(self, acc: IntArray, *, rounds_down: bool) -> IntArray:
        """Codes before saturation, exactly as emitted; the last axis of `acc` is the channels."""
        x = acc.astype(np.float32).astype(np.float64)
        offset = self.above if self.below is None else np.where(acc < 0, self.below, self.above)
        if self.scale_low is not None:
            offset = fma(x, self.scale_low, offset, rounds_down=rounds_down)
        value = fma(x, self.scale, offset, rounds_down=rounds_down)
        return np.floor(value).astype(np.int64) + self.zero_point


def fma(x: Doubles, y: Floats, z: Floats, *, rounds_down: bool) -> Floats:
    """x * y + z rounded once to single precision, down or to nearest; x holds single values."""
    product = x * y.astype(np.float64)  # 48 bits: exact
    addend = z.astype(np.float64)
    total = np.asarray(product + addend)
    part = total - product
    error = (product - (total - part)) + (addend - part)
    if not rounds_down:
        # Rounding to odd keeps what a second rounding needs.
        inexact = (error != 0) & (total.view(np.int64) & 1 == 0)
        toward = np.where(error[inexact] > 0, np.inf, -np.inf)
        total[inexact] = np.nextafter(total[inexact], toward)
        return total.astype(np.float32)
    nearest = total.astype(np.float32)
    wide = nearest.astype(np.float64)
    over = (wide > total) | ((wide == total) & (error < 0))
    return np.where(over, np.nextafter(nearest, np.float32(-np.inf)), nearest)


@dataclass(frozen=True)
class _Places:
    """For each place where codes step: a sum that must reach the code, and one that must not.

    All arrays are [step, channel]; `reach_valid` is false where no sum reaches the code.
    """

    code: IntArray
    reach: IntArray
    reach_valid: np.ndarray[Any, np.dtype[np.bool_]]
    miss: IntArray
    miss_valid: np.ndarray[Any, np.dtype[np.bool_]]


def _places(r: Requantization, least: IntArray, most: IntArray, steps: IntArray) -> _Places:
    """The least sum with at least the code of each step, and the sum before it."""
    k = (steps[:, None] - r.zero_point) << r.shift
    rounded = nudges(r.shift, r.double_round)
    above, below = (-((nudge - k) // r.multiplier) for nudge in rounded)
    above = np.maximum(above, 0)
    first = np.where(below < 0, below, above)
    return _Places(
        np.broadcast_to(steps[:, None], first.shape),
        np.clip(first, least, most),
        first <= most,
        np.clip(first - 1, least, most),
        first > least,
    )


def find_float_form(
    r: Requantization, least: IntArray, most: IntArray, steps: IntArray, *, rounds_down: bool
) -> FloatForm | None:
    """A float form equal to `r` for sums from `least` to `most` of each channel, or None.

    `steps` are the codes whose predecessor leads to another outcome. The cheapest form that is
    proven for all channels is returned.
    """
    if steps.size == 0 or r.shift.max() > MAX_SHIFT or r.shift.min() < 1 or r.multiplier.min() < 1:
        return None
    parts = [slice(at, at + TOGETHER) for at in range(0, r.shift.size, TOGETHER)]
    searches = [_Search(r.of_channels(p), least[p], most[p], steps, rounds_down) for p in parts]
    for kind in _kinds(r.zero_point):
        forms: list[FloatForm] = []
        for search in searches:
            if (form := search.find(*kind)) is None:
                break
            forms.append(form)
        else:
            return _joined(forms)
    return None


def _joined(forms: list[FloatForm]) -> FloatForm:
    """The form of all channels of forms of one kind."""

    def join(name: str) -> Floats | None:
        parts = [getattr(form, name) for form in forms]
        return None if parts[0] is None else np.concatenate(parts)

    scale, above = join("scale"), join("above")
    assert scale is not None and above is not None
    return FloatForm(scale, join("scale_low"), above, join("below"), forms[0].zero_point)


class _Search:
    """Looks for forms of a few channels."""

    def __init__(
        self, r: Requantization, least: IntArray, most: IntArray, steps: IntArray, down: bool
    ) -> None:
        self.r, self.down = r, down
        self.places, self.ends = _places(r, least, most, steps), np.stack([least, most])

    @cached_property
    def one_scale(self) -> _Ranges:
        return _scale_ranges(self.r, self.places, two_scales=False)

    @cached_property
    def two_scales(self) -> _Ranges:
        return _scale_ranges(self.r, self.places, two_scales=True)

    @cached_property
    def needs_sign(self) -> bool:
        """Whether sums below zero need another offset; a finer scale would not change that."""
        return _fit(self.one_scale, 0, self.r.zero_point, signed=False) is None

    def find(self, signed: bool, two_scales: bool, zero_point: int) -> FloatForm | None:
        """The proven form of this kind, or None."""
        if self.needs_sign and not signed:
            return None
        ranges = self.two_scales if two_scales else self.one_scale
        form = _fit(ranges, zero_point, self.r.zero_point, signed=signed)
        if form is None or not _proven(form, self.places, self.ends, rounds_down=self.down):
            return None
        return form


def _kinds(zero_point: int) -> list[tuple[bool, bool, int]]:
    """Kinds of forms from the cheapest on: two offsets, two scales, the zero point added apart."""
    kinds = product((False, True), (False, True), dict.fromkeys((0, zero_point)))
    return sorted(kinds, key=lambda kind: 2 * kind[0] + kind[1] + (kind[2] != 0))


def _proven(form: FloatForm, places: _Places, ends: IntArray, *, rounds_down: bool) -> bool:
    reached = form.apply(places.reach, rounds_down=rounds_down) >= places.code
    missed = form.apply(places.miss, rounds_down=rounds_down) < places.code
    small = np.abs(form.apply(ends, rounds_down=rounds_down)) < MAX_RESULT
    return bool(
        np.all(reached | ~places.reach_valid)
        and np.all(missed | ~places.miss_valid)
        and small.all()
    )


@dataclass(frozen=True)
class _Ranges:
    """Scales to try and what each allows: offsets [scale, side, end, channel], zero point apart."""

    scales: Floats
    low: Floats | None
    offsets: Doubles


def _scale_ranges(r: Requantization, places: _Places, *, two_scales: bool) -> _Ranges:
    exact = r.multiplier / np.exp2(r.shift)
    nearest = exact.astype(np.float32)
    if two_scales:
        low = (exact - nearest.astype(np.float64)).astype(np.float32)
        offsets = _offset_ranges(places, nearest.astype(np.float64) + low, r.zero_point)
        return _Ranges(nearest[None], low, offsets[None])
    bits = nearest.view(np.int32) + np.arange(-ULPS, ULPS + 1, dtype=np.int32)[:, None]
    scales = bits.view(np.float32)
    tried = [_offset_ranges(places, scale.astype(np.float64), r.zero_point) for scale in scales]
    return _Ranges(scales, None, np.stack(tried))


def _fit(ranges: _Ranges, zero_point: int, whole: int, *, signed: bool) -> FloatForm | None:
    """The scale of each channel with the widest range of the offset, whose middle it takes.

    What is not added apart of the `whole` zero point goes into the offset.
    """
    sides = ranges.offsets
    if not signed:
        ends = [sides[:, :, 0].max(axis=1), sides[:, :, 1].min(axis=1)]
        sides = np.stack(ends, axis=1)[:, None]
    width = (sides[:, :, 1] - sides[:, :, 0]).min(axis=1)
    best = width.argmax(axis=0)
    channel = np.arange(best.size)
    if np.any(width[best, channel] <= 0):
        return None
    middle = (_middle(sides[best, :, :, channel]) + (whole - zero_point)).astype(np.float32)
    return FloatForm(
        ranges.scales[best, channel],
        ranges.low,
        middle[:, 0],
        middle[:, 1] if signed else None,
        zero_point,
    )


def _offset_ranges(places: _Places, scale: Doubles, zero_point: int) -> Doubles:
    """[side, end, channel]: least and greatest offset for sums from zero on, and below zero."""
    code = places.code - zero_point
    least = code - places.reach * scale
    most = code - places.miss * scale
    sides: list[Doubles] = []
    for below in (False, True):
        reach = places.reach_valid & ((places.reach < 0) == below)
        miss = places.miss_valid & ((places.miss < 0) == below)
        sides.append(
            np.stack(
                [
                    np.where(reach, least, -np.inf).max(axis=0),
                    np.where(miss, most, np.inf).min(axis=0),
                ]
            )
        )
    return np.stack(sides)


def _middle(ranges: Doubles) -> Doubles:
    """Middle of ranges [..., end], of which an end may be infinite: half off the other, or zero."""
    low, high = ranges[..., 0], ranges[..., 1]
    low = np.where(np.isinf(low), np.where(np.isinf(high), 0.0, high - 0.5), low)
    high = np.where(np.isinf(high), low + 0.5, high)
    return (low + high) / 2


def sum_bounds(
    weights: np.ndarray[Any, np.dtype[Any]], bias: IntArray, low: int, high: int
) -> tuple[IntArray, IntArray]:
    """Least and greatest sum of each channel (axis 0) for inputs less zero point in [low, high]."""
    flat = weights.reshape(weights.shape[0], -1).astype(np.int64)
    positive, negative = np.maximum(flat, 0).sum(axis=1), np.minimum(flat, 0).sum(axis=1)
    return bias + low * positive + high * negative, bias + high * positive + low * negative
