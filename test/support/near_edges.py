"""Layers whose sums and codes stand on every edge: ties, steps, saturation, ends of segments."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from support.contract import Array
from support.edges import (
    codes_of,
    edge_layer,
    on_edges,
)
from support.layer import Layer, Table
from support.parametric import Case, Clip, Codes, LeakyRelu, Requant, scaled

Built = tuple[Layer, Case | None, Array]


def assert_exact(built: Sequence[Built], got: Sequence[Array]) -> None:
    for (layer, case, x), y in zip(built, got, strict=True):
        want = codes_of(layer, case, x)
        assert y.dtype == want.dtype and y.shape == want.shape
        at = np.argwhere(y != want)
        assert len(at) == 0, (
            f"{len(at)} of {y.size} codes differ, first at {at[0].tolist()}, accumulator "
            f"{layer.accumulators(x)[tuple(at[0])]}, in {case or layer.table} of {layer}"
        )


PAIRS = [(1 << 30, 38), (1518500250, 38), (2**31 - 1, 34), (3 << 29, 35), (5, 6), (1 << 30, 31)]
PAIRS_16 = [(1 << 14, 22), (20001, 24), (32767, 19), (3 << 13, 18), (1 << 14, 15), (5, 6)]
STORAGES = [
    ("i8", "i8", "i8"),
    ("u8", "u8", "u8"),
    ("i8", "i8", "u8"),
    ("u8", "i8", "i8"),
    ("i8", "i8", "i16"),
    ("i16", "i8", "i16"),
    ("i16", "i8", "i8"),
]


ZERO = {"i8": (5, 2, -3), "u8": (131, 126, 119), "i16": (0, 0, 0)}


NARROW = {"i8": (-127, 127), "u8": (1, 255), "i16": (-32767, 32767)}


def cases(domain: Codes, channels: int) -> list[Case | None]:
    """None stands for the table, or for no activation."""
    low, high = domain.range
    zero, span = domain.zero_point, (high - low) // 4
    slopes = tuple(np.resize([-128, 0, 127, 1, -1], channels).tolist())
    prelu = LeakyRelu(negative=Requant((1717986918,), (41,)), factor=slopes)
    finer = Requant((1288490188,), (31,))
    return [
        None,
        Case(Clip(zero, high), domain, domain),
        Case(Clip(max(zero - 1, low), zero + span), domain, domain),
        Case(LeakyRelu(), domain, domain),
        Case(LeakyRelu(finer, negate=True), domain, scaled(domain, finer, domain)),
        Case(prelu, domain, domain),
    ]


def table_for(rng: np.random.Generator, layer: Layer) -> Table:
    """No two neighbours alike, so that each code shows; 16-bit slopes of 16 bits, as in TOSA."""
    if layer.storage[2] == "i16":
        points = np.where(np.arange(513) % 2, rng.integers(0, 32768, 513), rng.integers(-9, 1, 513))
        return Table(points, None, "i16", layer.double_round)
    return Table(rng.permutation(256) - 128, 0 if layer.storage[2] == "u8" else -128)


def edged(
    storage: tuple[str, str, str], double_round: bool, per_channel: bool, narrow: bool
) -> tuple[Layer, Array]:
    wide = storage[0] == "i16"
    pairs = PAIRS_16 if wide else PAIRS
    low, high = NARROW[storage[2]]
    zero = ZERO[storage[2]][2]
    return edge_layer(
        np.random.default_rng(7),
        (pairs[:2] if storage[2] == "i16" else pairs) if per_channel else pairs[1:2],
        (zero - 1, zero, zero + (high - low) // 4),
        storage=storage,
        zx=ZERO[storage[0]][0],
        zw=(0 if wide else ZERO[storage[1]][1],),
        zu=zero,
        double_round=double_round,
        multiplier_bits=16 if wide else 32,
        narrow=(low, high) if narrow else None,
    )


EACH = [
    pytest.param(storage, double_round, id="-".join((*storage, "double" * double_round)))
    for storage in STORAGES
    for double_round in (False, True)
    if not (storage[0] == "i16" and double_round)  # 16-bit multipliers round once
]


@st.composite
def activations(draw: DrawFn, layer: Layer) -> Case | None:
    """Clip, leaky ReLU or PReLU of a layer without a table, or nothing."""
    if layer.table is not None:
        return None
    domain = Codes(layer.storage[2], layer.zu, 1.0, layer.narrow)
    codes = st.integers(*domain.range)
    slopes = st.integers(-128, 127)
    count = layer.w.shape[0]
    kind = draw(st.sampled_from(["none", "clip", "leaky", "prelu"]))
    if kind == "none":
        return None
    if kind == "clip":
        return Case(Clip(*sorted((draw(codes), draw(codes)))), domain, domain)
    if kind == "leaky":
        positive = draw(st.sampled_from([Requant(), Requant((1288490188,), (31,), False)]))
        result = scaled(domain, positive, Codes(layer.storage[2], draw(codes)))
        return Case(LeakyRelu(positive, negate=draw(st.booleans())), domain, result)
    factors = tuple(draw(st.lists(slopes, min_size=count, max_size=count)))
    prelu = LeakyRelu(negative=Requant((1717986918,), (41,)), factor=factors)
    return Case(prelu, domain, domain)


@st.composite
def built(draw: DrawFn, layers: st.SearchStrategy[tuple[Layer, Array]]) -> Built:
    """A random layer with its bias moved, and an activation behind it."""
    layer, x = draw(layers)
    layer = on_edges(np.random.default_rng(draw(st.integers(0, 2**32 - 1))), layer, x)
    return layer, draw(activations(layer)), x
