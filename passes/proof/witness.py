"""Finds input codes of two convolutions for which they compute different codes.

At one position and channel of the result both sums are affine functions of the input codes. The
codes whose coefficients differ are set to an end of their range, which sets the two sums apart;
the others, which move both sums alike, are chosen so that a step of one of the two stages lies
between the sums. Where the coefficients agree this gives an input for an accumulator at which
two stages differ.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from lutfuse.passes.proof.certificates import CounterExample
from lutfuse.passes.proof.nodes import Array
from lutfuse.passes.proof.stages import Stage, Steps
from lutfuse.passes.proof.windows import Coefficients, Window, coefficients, positions

Index = tuple[int, int, int]

CANDIDATES = 64  # accumulators that are tried for one position and channel


@dataclass(frozen=True)
class Layer:
    """A convolution with its stage and the map behind it, [N] or [C, N] by stored code."""

    window: Window
    stage: Stage
    codes: Array

    def steps(self, channel: int, offset: int, low: int, high: int) -> Steps:
        """Results for all sums in [low, high] of accumulators that are larger by `offset`."""
        row = self.codes if self.codes.ndim == 1 else self.codes[channel]
        return self.stage.steps(channel, offset, low, high).through(row)


def solve(weights: Array, target: int, low: int, high: int, start: int) -> Array | None:
    """Codes in [low, high] whose weighted sum is `target`; None where none was found.

    Large weights first, each as far as it goes, then two at once for what is left.
    """
    start = min(max(start, low), high)
    codes = np.full(weights.shape, start, np.int64)
    rest = target - int(weights.sum()) * start
    order = np.argsort(-np.abs(weights), kind="stable")
    for i in order:
        weight = int(weights[i])
        steps = abs(rest) // abs(weight) * (1 if (rest > 0) == (weight > 0) else -1)
        steps = min(max(steps, low - start), high - start)
        codes[i] += steps
        rest -= steps * weight
    if rest == 0:
        return codes
    return _exchange(weights, codes, rest, low, high)


def _exchange(weights: Array, codes: Array, rest: int, low: int, high: int) -> Array | None:
    """Moves two codes so that the sum grows by `rest`; `codes` is changed."""
    _, different = np.unique(weights, return_index=True)
    for i in different:
        moves = np.arange(low, high + 1)[-512:] - codes[i]
        left = rest - moves * weights[i]
        for j in (j for j in different if j != i):
            steps = left // weights[j]
            fits = (steps * weights[j] == left) & (steps >= low - codes[j])
            fits &= steps <= high - codes[j]
            if fits.any():
                at = int(np.argmax(fits))
                codes[i] += moves[at]
                codes[j] += steps[at]
                return codes
    return None


def find(
    before: Layer, after: Layer, codes: tuple[int, int], channels: Sequence[int]
) -> CounterExample | None:
    """An input with different results: the one of smallest accumulator at the first position.

    `codes` is the range of the input codes.
    """
    for position in positions(before.window):
        found = [
            example
            for channel in channels
            for example in _at(before, after, codes, position, channel)
        ]
        if found:
            return min(found, key=lambda example: abs(example.accumulator or 0))
    return None


def find_at(
    before: Layer, after: Layer, codes: tuple[int, int], position: tuple[int, int], channel: int
) -> CounterExample | None:
    """An input with different results at one place: the one of smallest accumulator."""
    found = _at(before, after, codes, position, channel)
    return min(found, key=lambda example: abs(example.accumulator or 0), default=None)


def _at(
    before: Layer,
    after: Layer,
    codes: tuple[int, int],
    position: tuple[int, int],
    channel: int,
) -> Iterator[CounterExample]:
    forms = [coefficients(layer.window, position, channel) for layer in (before, after)]
    apart = [i for i in {**forms[0], **forms[1]} if forms[0].get(i) != forms[1].get(i)]
    for up in (True, False) if apart else (True,):
        fixed: dict[Index, int] = {}
        for i in apart:
            grows = forms[1].get(i, 0) > forms[0].get(i, 0)
            fixed[i] = codes[1] if grows == up else codes[0]
        example = _separate(before, after, codes, (position, channel), forms, fixed)
        if example is not None:
            yield example


def _offset(layer: Layer, form: Coefficients, fixed: dict[Index, int], channel: int) -> int:
    """What a sum has before any of the free codes."""
    zeros = layer.window.zero_point * sum(form.values())
    chosen = sum(form.get(i, 0) * code for i, code in fixed.items())
    return layer.stage.bias_of(channel) - zeros + chosen


def _separate(
    before: Layer,
    after: Layer,
    codes: tuple[int, int],
    place: tuple[tuple[int, int], int],
    forms: Sequence[Coefficients],
    fixed: dict[Index, int],
) -> CounterExample | None:
    position, channel = place
    free = [i for i in forms[0] if i not in fixed]
    weights = np.array([forms[0][i] for i in free], np.int64)
    ends = np.sort([weights * codes[0], weights * codes[1]], axis=0).sum(axis=1)
    low, high = (int(end) for end in ends) if free else (0, 0)
    offsets = [
        _offset(layer, form, fixed, channel)
        for layer, form in zip((before, after), forms, strict=True)
    ]
    steps = [
        layer.steps(channel, offset, low, high)
        for layer, offset in zip((before, after), offsets, strict=True)
    ]
    step = math.gcd(*weights.tolist()) or 1
    for total, old, new in _nearest(steps[0].differences(steps[1]), -offsets[0], step):
        chosen = solve(weights, total, *codes, before.window.zero_point)
        if chosen is None:
            continue
        inputs = {**fixed, **dict(zip(free, chosen.tolist(), strict=True))}
        return CounterExample(
            old,
            new,
            channel,
            offsets[0] + total,
            offsets[1] + total,
            position=position,
            inputs=tuple(sorted(inputs.items())),
        )
    return None


def _nearest(found: Array, center: int, step: int) -> list[tuple[int, int, int]]:
    """Multiples of `step` in intervals, with the intervals' values, nearest to `center` first."""
    first, last = -(-found[:, 0] // step), found[:, 1] // step
    found = np.column_stack([first, last, found[:, 2:]])[first <= last]
    middle = round(center / step)
    distance = np.abs(np.clip(middle, found[:, 0], found[:, 1]) - middle)
    listed: list[tuple[int, int, int]] = []
    for low, high, old, new in found[np.argsort(distance, kind="stable")[:CANDIDATES]].tolist():
        at = min(max(middle, low), high)
        near = range(max(low, at - 4), min(high, at + 4) + 1)
        listed += [(step * total, old, new) for total in dict.fromkeys((*near, low, high))]
    return sorted(listed, key=lambda one: abs(one[0] - center))
