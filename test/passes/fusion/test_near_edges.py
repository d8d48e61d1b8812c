"""Numbers near the edges: NumPy, the unfused and the fused module agree on every constructed sum.

`support.edges` solves for accumulators on ties, around each step of the codes, at both saturations,
on zero points and at every segment of an interpolated table. Here they go through convolutions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mlir import ir
from mlir.passmanager import PassManager

import lutfuse
from lutfuse.passes.upstream.jit import JitModule
from support.contract import Array
from support.edges import (
    SEGMENT,
    Stage,
    edge_layer,
    merged,
    on_edges,
    stage_of,
    text_of,
    without_bias,
)
from support.layer import Layer, stored
from support.layer_text import tosa
from support.near_edges import (
    EACH,
    PAIRS,
    STORAGES,
    Built,
    assert_exact,
    built,
    cases,
    edged,
    table_for,
)
from support.parametric import Codes
from support.random_layers import TOSA, lutfuse_layers, tosa_layers

FUSE, LOWER = "fuse-lut-activation{target=cpu}", "convert-lutfuse-to-tosa,canonicalize"


FEW = settings(
    max_examples=5,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


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
