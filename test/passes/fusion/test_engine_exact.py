"""The CPU engine gives the contract's codes on constructed sums and random layers.

The layers are those of `support/near_edges.py`, where the stock lowering is held to the same NumPy
reference: every rounding tie, code step, saturation and table segment is met on purpose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mlir import ir

import lutfuse
from support.edges import codes_of, merged, text_of
from support.layer import stored
from support.near_edges import EACH, Built, assert_exact, built, cases, edged, table_for
from support.parametric import Codes
from support.random_layers import TOSA, lutfuse_layers, tosa_layers

FEW = settings(
    max_examples=4,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture(autouse=True)
def context(monkeypatch: pytest.MonkeyPatch) -> Iterator[ir.Context]:
    monkeypatch.setenv("LUTFUSE_CACHE", "0")
    with ir.Context() as context:
        lutfuse.register(context)
        yield context


def check(layers: Sequence[Built]) -> None:
    """All layers in one model, fused and unfused, one thread and two."""
    module = ir.Module.parse(merged([text_of(layer, case) for layer, case, _ in layers]))
    inputs = [stored(x, layer.storage[0]) for layer, _, x in layers]
    types = [codes_of(*one).dtype for one in layers]
    for target in ("cpu", None):
        model = lutfuse.load(module, target=target)
        for threads in (1, 2):
            arrays = zip(inputs, model.inputs, strict=True)
            got = model.clone(threads).run(*(x.view(d.dtype) for x, d in arrays))
            assert_exact(layers, [y.view(t) for y, t in zip(got, types, strict=True)])


@pytest.mark.parametrize(("storage", "double_round"), EACH)
def test_every_activation_on_every_edge(storage: tuple[str, str, str], double_round: bool) -> None:
    layer, x = edged(storage, double_round, per_channel=True, narrow=False)
    layer = replace(layer, table=table_for(np.random.default_rng(8), layer))
    domain = Codes(storage[2], layer.zu, 1.0, layer.narrow)
    check([(layer, case, x) for case in cases(domain, layer.w.shape[0])])


@pytest.mark.parametrize("group", [1, 2, 3])
@pytest.mark.parametrize("op", ["conv", "transposed"])
@FEW
@given(data=st.data())
def test_random_layers_on_edges(op: str, group: int, data: st.DataObject) -> None:
    check(data.draw(st.lists(built(lutfuse_layers(op, group)), min_size=2, max_size=3)))


@pytest.mark.parametrize(("op", "storage"), TOSA)
@FEW
@given(data=st.data())
def test_random_layers_of_tosa_on_edges(
    op: str, storage: tuple[str, str, str], data: st.DataObject
) -> None:
    check([data.draw(built(tosa_layers(op, storage)))])
