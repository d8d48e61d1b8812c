"""Accumulators constructed to land where rounding, saturation and tables change their minds.

Everything is solved from the numbers of a stage, and checked against the contract by the tests:
uniform samples hit these values hardly ever, see `docs/sampling-near-edges.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from support.contract import RANGES, Array, requantize
from support.layer import Layer
from support.layer_text import bits, lutfuse, tensor
from support.parametric import Case

SEGMENT = 128  # codes between two points of an interpolated table
NO_BIAS = 1 << 17  # accumulators that a few products of two codes reach


@dataclass(frozen=True)
class Stage:
    """One channel's requantization to codes of `range` around a zero point."""

    multiplier: int
    shift: int
    double_round: bool
    zero_point: int
    range: tuple[int, int]
    bits: int = 32  # of the accumulator

    @property
    def limit(self) -> int:
        """Largest accumulator: its type's, or what scales to 32 bits, as TOSA demands."""
        largest = (1 << (self.bits - 1)) - 1
        return min(largest, ((2**31 - 1 - 2**16) << self.shift) // max(1, self.multiplier))

    def unsaturated(self, accumulators: Array) -> Array:
        """Codes before saturation."""
        pair = np.array(self.multiplier), np.array(self.shift)
        return requantize(accumulators, *pair, self.double_round) + self.zero_point

    def first(self, codes: Array) -> Array:
        """The lowest accumulator of each code or more: bisection, as the stage is monotone."""
        low, high = np.full(codes.shape, -self.limit), np.full(codes.shape, self.limit)
        for _ in range(self.bits):
            middle = (low + high) >> 1
            reached = self.unsaturated(middle) >= codes
            low, high = np.where(reached, low, middle + 1), np.where(reached, middle, high)
        return high

    def ties(self, count: int = 8) -> list[int]:
        """Accumulators nearest to 0 that scale to a whole and a half: `a m = 2^(s-1) mod 2^s`.

        Double rounding moves its own ties by 2^30 away from 0; both kinds are solved for.
        """
        halves = [1 << (self.shift - 1)]
        if self.double_round and self.shift > 31:
            halves += [halves[0] - (1 << 30), halves[0] + (1 << 30)]
        found = {a for half in halves for a in self._congruent(half, count)}
        return sorted(a for a in found if abs(a) <= self.limit)

    def _congruent(self, value: int, count: int) -> Iterable[int]:
        """The solutions of `a m = value mod 2^s` around 0."""
        power = self.multiplier & -self.multiplier
        modulus = (1 << self.shift) // power
        if value % power or modulus < 2:
            return ()
        start = value // power * pow(self.multiplier // power, -1, modulus) % modulus
        return (start + k * modulus for k in range(-count // 2, count // 2))

    def step_codes(self, extra: Iterable[int] = ()) -> Array:
        """Codes at which something happens: all of 8 bits; of 16 the ends of segments and range."""
        low, high = self.range
        codes = range(low, high + 2)
        if high - low > 255:
            ends = {*range(low - low % SEGMENT, high + 1, SEGMENT), *extra}
            ends |= {low, high, self.zero_point, 0}
            codes = ends | {code + 1 for code in ends}
        return np.array(sorted(codes))

    def edges(self, extra: Iterable[int] = ()) -> Array:
        """Accumulators on and around each step, on ties, at 0 and at the ends of what is legal."""
        steps = self.first(self.step_codes(extra))
        single = np.array([0, *self.ties(), -self.limit, self.limit])
        near = (np.concatenate([steps, single])[:, None] + [-1, 0, 1]).ravel()
        return np.unique(np.clip(near, -self.limit, self.limit))


def stage_of(layer: Layer, channel: int = 0) -> Stage:
    """The stage of one output channel."""
    each = channel if layer.per_channel else 0
    pair = int(layer.multiplier[each]), int(layer.shift[each])
    wide = 48 if layer.wide else 32
    return Stage(*pair, layer.double_round, layer.zu, layer.range, wide)


def edge_layer(
    rng: np.random.Generator,
    pairs: Sequence[tuple[int, int]],
    extra: Iterable[int] = (),
    channels: int = 3,
    **given: object,
) -> tuple[Layer, Array]:
    """A 1x1 convolution with an output channel for each edge of each requantization, and its input.

    Products are random, with zero points, and the bias is what is missing to the edge.
    """
    layer = Layer(
        (1, 1, 1, channels), np.zeros((1, 1, 1, channels)), None, *np.array(pairs).T, **given
    )
    stages = [stage_of(replace(layer, per_channel=True), c) for c in range(len(pairs))]
    edges = [stage.edges(extra) for stage in stages]
    counts = [len(e) for e in edges]
    target = np.concatenate(edges)
    x = rng.integers(*RANGES[layer.storage[0]], layer.shape, endpoint=True)
    w = rng.integers(*RANGES[layer.storage[1]], (len(target), 1, 1, channels), endpoint=True)
    if len(pairs) > 1:
        parts = {"multiplier": np.repeat(layer.multiplier, counts)}
        parts["shift"] = np.repeat(layer.shift, counts)
        layer = replace(layer, per_channel=True, **parts)
    layer = replace(layer, w=w)
    bias = target - layer.accumulators(x).ravel()
    far = np.abs(bias) >= 1 << (stages[0].bits - 1)
    w[far] = np.reshape(layer.zw, (-1, 1, 1, 1))  # at the ends of the accumulator the bias is all
    return replace(layer, b=np.where(far, target, bias)), x


def without_bias(layer: Layer, x: Array) -> tuple[Layer, Array]:
    """Accumulators of a layer by products alone, of input codes 1 and 100 above the zero point."""
    target = layer.accumulators(x).ravel()
    kept = np.abs(target) < NO_BIAS
    target = target[kept]
    if layer.per_channel:
        parts = {"multiplier": layer.multiplier[kept], "shift": layer.shift[kept]}
        layer = replace(layer, **parts)
    coarse = -(-int(np.abs(target).max()) // 6000)
    digits = np.array([1, *[100] * coarse]) + layer.zx
    tens = np.round(target / 100).astype(np.int64)
    w = [target - 100 * tens]
    for k in range(coarse, 0, -1):
        w.append(np.round(tens / k).astype(np.int64))
        tens = tens - w[-1]
    filters = np.stack(w, -1)[:, None, None] + np.reshape(layer.zw, (-1, 1, 1, 1))
    shape = 1, 1, 1, len(digits)
    return replace(layer, shape=shape, w=filters, b=None), digits.reshape(shape)


def on_edges(rng: np.random.Generator | np.random.RandomState, layer: Layer, x: Array) -> Layer:
    """Any layer with a bias that puts every channel on an edge, at a position of its own."""
    sums = replace(layer, b=None).accumulators(x)
    channels = sums.reshape(-1, sums.shape[-1]).T
    bias = np.zeros(len(channels), np.int64)
    for c, acc in enumerate(channels):
        stage = stage_of(layer, c)
        offsets = stage.edges(_bounds(layer)) - rng.choice(acc)
        ends = np.abs(offsets[:, None] + [acc.min(), acc.max()]).max(1)
        legal = offsets[(ends <= stage.limit) & (np.abs(offsets) < 1 << (stage.bits - 1))]
        bias[c] = rng.choice(legal) if len(legal) else 0
    return replace(layer, b=bias)


def _bounds(layer: Layer) -> tuple[int, ...]:
    return () if layer.narrow is None else layer.narrow


# Layers with an activation ----------------------------------------------------------------------


def codes_of(layer: Layer, case: Case | None, x: Array) -> Array:
    """Result codes by the contract, as they are stored."""
    return layer.reference(x) if case is None else case.reference(layer.intermediate(x))


def text_of(layer: Layer, case: Case | None) -> str:
    """Two ops of the dialect, or one where there is no activation."""
    return lutfuse(layer) if case is None else activated(layer, case)


def activated(layer: Layer, case: Case) -> str:
    """A layer without a table in the dialect, with an activation given by parameters behind it."""
    text = lutfuse(replace(layer, table=None))
    u, y = (tensor(layer.result_shape, str(d)) for d in (case.domain, case.result))
    cast = re.search(r"%r = quant.scast %y : (\S+|tensor<.*>) to (tensor<\S+>)", text)
    assert cast is not None
    stored = tensor(layer.result_shape, bits(case.result.storage))
    op = f"%a = lutfuse.{case.activation.name} %y {case.activation} : ({u}) -> {y}"
    text = text.replace(cast[0], f"{op}\n  %r = quant.scast %a : {y} to {stored}")
    return text.replace(f"-> {cast[2]} {{", f"-> {stored} {{").replace(
        f"return %r : {cast[2]}", f"return %r : {stored}"
    )


def merged(texts: Sequence[str]) -> str:
    """One `@main` of several, with all arguments and results: compiling them costs once."""
    arguments, types, bodies, results = [], [], [], []
    for i, text in enumerate(texts):
        renamed = re.sub(r"%(\w+)", rf"%\1_{i}", text)
        parts = re.fullmatch(
            r"func.func @main\((.*)\) -> (\S+) \{\n(.*)  return (\S+) : \S+\n\}\n", renamed, re.S
        )
        assert parts is not None
        for kept, part in zip((arguments, types, bodies, results), parts.groups(), strict=True):
            kept.append(part)
    head = f"func.func @main({', '.join(arguments)}) -> ({', '.join(types)}) {{\n"
    return f"{head}{''.join(bodies)}  return {', '.join(results)} : {', '.join(types)}\n}}\n"
