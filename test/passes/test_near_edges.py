"""Numbers near the edges: NumPy, the unfused and the fused module agree on every constructed sum.

`_edges.py` solves for accumulators on ties, around each step of the codes, at both saturations, on
zero points and at every segment of an interpolated table. Here they go through convolutions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest
from _contract import Array
from _edges import (
    SEGMENT,
    Stage,
    codes_of,
    edge_layer,
    merged,
    on_edges,
    stage_of,
    text_of,
    without_bias,
)
from _layer import Layer, Table, stored
from _layer_text import tosa
from _parametric import Case, Clip, Codes, LeakyRelu, Requant, scaled
from _random_layers import TOSA, lutfuse_layers, tosa_layers
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from mlir import ir
from mlir.passmanager import PassManager

import lutfuse
from lutfuse.jit import JitModule

FUSE, LOWER = "fuse-lut-activation{target=cpu}", "convert-lutfuse-to-tosa,canonicalize"
FEW = settings(
    max_examples=5,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
Built = tuple[Layer, Case | None, Array]


@pytest.fixture(autouse=True)
def context() -> Iterator[ir.Context]:
    with ir.Context() as context:
        lutfuse.register(context)
        yield context


def run(text: str, inputs: Sequence[Array], *passes: str) -> list[Array]:
    module = ir.Module.parse(text)
    if passes:
        PassManager.parse(f"builtin.module({','.join(passes)})").run(module.operation)
    return JitModule(module)(*inputs)


def assert_exact(built: Sequence[Built], got: Sequence[Array]) -> None:
    for (layer, case, x), y in zip(built, got, strict=True):
        want = codes_of(layer, case, x)
        assert y.dtype == want.dtype and y.shape == want.shape
        at = np.argwhere(y != want)
        assert len(at) == 0, (
            f"{len(at)} of {y.size} codes differ, first at {at[0].tolist()}, accumulator "
            f"{layer.accumulators(x)[tuple(at[0])]}, in {case or layer.table} of {layer}"
        )


def check(built: Sequence[Built], *, spelled_in_tosa: bool = False) -> None:
    """All layers, unfused and fused; those without parameters as an importer has them as well."""
    inputs = [stored(x, layer.storage[0]) for layer, _, x in built]
    text = merged([text_of(layer, case) for layer, case, _ in built])
    assert_exact(built, run(text, inputs, LOWER))
    module = ir.Module.parse(text)
    PassManager.parse(f"builtin.module({FUSE})").run(module.operation)
    active = sum(case is not None or layer.table is not None for layer, case, _ in built)
    assert str(module).count("lutfuse.fused_conv") == active
    assert_exact(built, run(str(module), inputs, LOWER))
    plain = [one for one in built if one[1] is None] if spelled_in_tosa else []
    if plain:
        inputs = [stored(x, layer.storage[0]) for layer, _, x in plain]
        assert_exact(plain, run(merged([tosa(layer) for layer, _, _ in plain]), inputs))


# The samples are what they are called ------------------------------------------------------------

PAIRS = [(1 << 30, 38), (1518500250, 38), (2**31 - 1, 34), (3 << 29, 35), (5, 6), (1 << 30, 31)]
PAIRS_16 = [(1 << 14, 22), (20001, 24), (32767, 19), (3 << 13, 18), (1 << 14, 15), (5, 6)]


@pytest.mark.parametrize("double_round", [False, True])
@pytest.mark.parametrize("pair", PAIRS)
def test_every_step_has_both_of_its_sides(pair: tuple[int, int], double_round: bool) -> None:
    stage = Stage(*pair, double_round, -3, (-128, 127))
    edges = stage.edges()
    steps = stage.first(np.arange(-127, 129))
    assert {*steps, *(steps - 1)} <= {*edges}
    exact = pair[0] <= 1 << (pair[1] - 1)  # otherwise the stage skips codes
    below = np.arange(-128, 128)
    assert (stage.unsaturated(steps - 1) <= below).all()
    assert not exact or (stage.unsaturated(steps - 1) == below).all()
    assert not exact or (stage.unsaturated(steps) == below + 1).all()
    assert {-3, -4, -2} <= {*stage.unsaturated(edges)} or not exact
    assert {0, 1, -1, stage.limit, -stage.limit} <= {*edges}


@pytest.mark.parametrize("double_round", [False, True])
def test_ties_are_ties(double_round: bool) -> None:
    """Half of a step to the bit, by exact integers; one unit further the code is the same."""
    stage = Stage(3 << 28, 38, double_round, 0, (-128, 127))
    ties = stage.ties()
    nudges = (0, -(1 << 30), 1 << 30) if double_round else (0,)
    rests = {(a * stage.multiplier - nudge) % (1 << 38) for a in ties for nudge in nudges}
    assert len(ties) >= 8 and 1 << 37 in rests
    assert all(any((a * stage.multiplier - n) % (1 << 38) == 1 << 37 for n in nudges) for a in ties)
    assert {a < 0 for a in ties} == {True, False}


def test_every_segment_end_is_reached_by_16_bit_codes() -> None:
    layer, x = edge_layer(
        np.random.default_rng(1),
        [(1 << 30, 34)],
        storage=("i8", "i8", "i16"),
        zx=3,
    )
    codes = set(layer.intermediate(x).ravel().tolist())
    ends = range(-32768 + SEGMENT, 32768, SEGMENT)
    assert len(ends) == 511
    assert {end + d for end in ends for d in (-1, 0, 1)} <= codes
    assert {-32768, -32767, 32766, 32767, -1, 0, 1} <= codes


# Every activation on every edge ------------------------------------------------------------------

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


@pytest.mark.parametrize(("storage", "double_round"), EACH)
def test_every_activation_on_every_edge(storage: tuple[str, str, str], double_round: bool) -> None:
    """A multiplier for each channel, and one for all with a narrow range of codes."""
    for per_channel in (True, False):
        layer, x = edged(storage, double_round, per_channel, narrow=not per_channel)
        layer = replace(layer, table=table_for(np.random.default_rng(8), layer))
        domain = Codes(storage[2], layer.zu, 1.0, layer.narrow)
        found = cases(domain, layer.w.shape[0])
        assert set(domain.all) <= set(layer.intermediate(x).ravel()) or storage[2] == "i16"
        in_tosa = per_channel and storage[:2] in (("i8", "i8"), ("i16", "i8"))
        in_tosa = in_tosa and storage[2] != "u8"
        check([(layer, case, x) for case in found], spelled_in_tosa=in_tosa)


@pytest.mark.parametrize("double_round", [False, True], ids=["single", "double"])
@pytest.mark.parametrize("storage", STORAGES[:4], ids="-".join)
def test_edges_by_products_alone(storage: tuple[str, str, str], double_round: bool) -> None:
    """No bias: wrong zero points would move every sum, and none would be on its edge."""
    layer, x = edged(storage, double_round, True, False)
    layer, x = without_bias(layer, x)
    assert layer.b is None and layer.w.shape[0] > 3000
    sums = layer.accumulators(x)
    for wrong in (replace(layer, zx=layer.zx + 1), replace(layer, zw=(layer.zw[0] + 1,))):
        assert (wrong.accumulators(x) != sums).mean() > 0.9
    layer = replace(layer, table=table_for(np.random.default_rng(8), layer))
    domain = Codes(storage[2], layer.zu)
    check([(layer, case, x) for case in cases(domain, layer.w.shape[0])[:4]])


# Random layers, each channel on an edge ----------------------------------------------------------


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


@pytest.mark.parametrize("group", [1, 2, 3])
@pytest.mark.parametrize("op", ["conv", "transposed"])
@FEW
@given(data=st.data())
def test_random_layers_on_edges(op: str, group: int, data: st.DataObject) -> None:
    """Groups, strides, paddings, dilations, storages and narrow ranges."""
    check(data.draw(st.lists(built(lutfuse_layers(op, group)), min_size=2, max_size=3)))


@pytest.mark.parametrize(("op", "storage"), TOSA)
@FEW
@given(data=st.data())
def test_random_layers_of_tosa_on_edges(
    op: str, storage: tuple[str, str, str], data: st.DataObject
) -> None:
    found = data.draw(built(tosa_layers(op, storage)))
    check([found], spelled_in_tosa=True)


def test_on_edges_puts_every_channel_on_an_edge() -> None:
    rng = np.random.default_rng(5)
    w = rng.integers(-127, 128, (16, 3, 3, 3))
    layer = Layer(
        (1, 5, 5, 3), w, None, np.array([1518500250]), np.array([39]), zx=9, pad=(1, 1, 1, 1)
    )
    x = rng.integers(-128, 128, layer.shape)
    moved = on_edges(rng, layer, x)
    sums = moved.accumulators(x)
    edges = stage_of(moved).edges()
    assert np.isin(sums, edges).any((0, 1, 2)).all()
