"""Groups taken apart compute the same integers, and the proof says so, or finds what is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mlir import ir

import lutfuse
from lutfuse.passes.proof.certificates import PROVED, REFUTED
from lutfuse.passes.proof.prove import prove
from lutfuse.runtime.models import new_context, run_pipeline
from support.edges import codes_of, merged, text_of
from support.layer import Layer, Table, stored
from support.near_edges import Built, assert_exact, built
from support.parametric import Case, Clip, Codes, LeakyRelu, Requant
from support.paths import option
from support.random_layers import codes, finish, lutfuse_layers

NPU = Path(__file__).parent / "Inputs" / "groupless-npu.toml"
DECOMPOSE = f"decompose-grouped-convolutions{{target={option(NPU)}}}"
FUSE = f"fuse-lut-activation{{target={option(NPU)}}}"
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


def parse(text: str) -> ir.Module:
    return ir.Module.parse(text, new_context())


def decomposed(text: str, *passes: str) -> ir.Module:
    module = parse(text)
    run_pipeline(module, *passes)
    assert not re.search(r"group (?!1 )\d", str(module))
    return module


def verdicts(before: str, after: ir.Module) -> list[str]:
    return [c.verdict for c in prove(parse(before).operation, after.operation).certificates]


def run(module: ir.Module, found: Sequence[Built]) -> None:
    model = lutfuse.load(module, target=None)
    inputs = [stored(x, layer.storage[0]) for layer, _, x in found]
    got = model.run(*(x.view(i.dtype) for x, i in zip(inputs, model.inputs, strict=True)))
    types = [codes_of(*one).dtype for one in found]
    assert_exact(found, [y.view(t) for y, t in zip(got, types, strict=True)])


def grouped(storage: tuple[str, str, str] = ("i8", "i8", "i8"), group: int = 2) -> Built:
    """Two inputs and three outputs a group, all of whose parameters differ between channels."""
    rng = np.random.default_rng(11)
    layer = Layer(
        (1, 3, 3, 2 * group),
        codes(rng, storage[1], (3 * group, 2, 2, 2), 0),
        None,
        np.array([1]),
        np.array([2]),
        zx=3,
        storage=storage,
        per_channel=True,
        group=group,
    )
    layer, x = finish(rng, layer, False)
    return replace(layer, b=rng.integers(-99, 99, 3 * group)), None, x


def activations(layer: Layer) -> list[tuple[Table | None, Case | None]]:
    """One table, a table for each channel, a clip, slopes for each channel, and nothing."""
    channels, rng, domain = len(layer.w), np.random.default_rng(5), Codes("i8", layer.zu)
    rows = rng.integers(-128, 128, (channels, 256))
    prelu = LeakyRelu(negative=Requant((1717986918,), (41,)), factor=tuple(range(1, channels + 1)))
    return [
        (None, None),
        (Table(rng.permutation(256) - 128), None),
        (Table(rows), None),
        (None, Case(Clip(-5, 90), domain, domain)),
        (None, Case(prelu, domain, domain)),
    ]


def test_every_activation_is_split_fused_and_proved() -> None:
    layer, _, x = grouped()
    found = [(replace(layer, table=table), case, x) for table, case in activations(layer)]
    text = merged([text_of(one, case) for one, case, _ in found])
    for passes in ((DECOMPOSE,), (DECOMPOSE, FUSE), ("fuse-lut-activation", DECOMPOSE)):
        module = decomposed(text, *passes)
        fused, parts = str(module).count("lutfuse.fused_"), 2 * (len(found) - 1)
        assert fused == (parts if len(passes) > 1 else 0)
        assert set(verdicts(text, module)) == {PROVED}
        run(module, found)


@pytest.mark.parametrize("group", [2, 3])
@pytest.mark.parametrize("op", ["conv", "transposed"])
@FEW
@given(data=st.data())
def test_random_layers(op: str, group: int, data: st.DataObject) -> None:
    found = data.draw(st.lists(built(lutfuse_layers(op, group)), min_size=2, max_size=3))
    text = merged([text_of(layer, case) for layer, case, _ in found])
    module = parse(text)
    run_pipeline(module, DECOMPOSE, FUSE)
    assert set(verdicts(text, module)) == {PROVED}
    run(module, found)


# Faults -----------------------------------------------------------------------------------------

# In the place of the first channel of the second group.
STARTS = {"wrong channel slice": "[0, 0, 0, 1]", "same channels twice": "0"}


def faulty(text: str, fault: str) -> str:
    """The text of a decomposed module with one mistake."""
    if fault in STARTS:
        start = "dense<[0, 0, 0, 2]> : tensor<4xindex>"
        assert text.count(start) == 1
        return text.replace(start, f"dense<{STARTS[fault]}> : tensor<4xindex>")
    if fault == "swapped groups":
        found = re.search(r"tosa.concat (%\w+), (%\w+) ", text)
        assert found is not None
        return text.replace(found[0], f"tosa.concat {found[2]}, {found[1]} ")
    # The first group's constant in the place of the second's.
    kind = {"bias not sliced": "3xi32", "filter not sliced": "3x2x2x2xi8", "rows": "3x256xi8"}
    values = re.findall(rf"dense<([^>]*)> : tensor<{kind[fault]}>}}>", text)
    assert len(set(values)) == 2
    return text.replace(values[1], values[0])


@pytest.mark.parametrize(
    "fault",
    [*STARTS, "swapped groups", "bias not sliced", "filter not sliced", "rows"],
)
def test_faults_are_refuted(fault: str) -> None:
    layer, _, _ = grouped()
    table = activations(layer)[2 if fault == "rows" else 1][0]
    text = text_of(replace(layer, table=table), None)
    module = decomposed(text, DECOMPOSE, FUSE)
    wrong = parse(faulty(str(module), fault))
    found = prove(parse(text).operation, wrong.operation)
    assert found.verdict == REFUTED
    assert all(c.counter_example is not None for c in found.failed)
