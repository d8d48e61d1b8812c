"""Built-in targets are true: what one admits is computed exactly, what it refuses is not fused.

Each combination that the dialect can say, of producer, storages and activation, is a small layer.
Those that `cpu` and `reference` admit run on the CPU's kernels, those of an NPU on its simulator,
and all are compared with the NumPy contract. What an NPU refuses its lowering does not take.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest
from mlir import ir

import lutfuse
from lutfuse.passes.fusion.candidates import ACTIVATIONS, AnyActivation
from lutfuse.passes.fusion.combinations import Finder
from lutfuse.runtime.ethosu import EthosuEngine
from lutfuse.runtime.models import new_context, run_pipeline
from lutfuse.targets import PARAMETRIC, PRODUCERS, TARGETS, Target, find_target
from lutfuse.tools.ethosu import lower_to_ethosu
from support.contract import RANGES, Array
from support.edges import codes_of, merged, text_of
from support.layer import Layer, Table, stored
from support.near_edges import assert_exact
from support.needs import needs_vela
from support.parametric import Case, Clip, Codes, LeakyRelu, Requant
from support.random_layers import codes, finish

Pair = tuple[Layer, Case | None, Array]

# Filter, group, and whether transposed. Grouped ones are of both kinds.
PRODUCED = {
    "convolution": ((4, 2, 2, 4), 1, False),
    "depthwise": ((4, 2, 2, 1), 4, False),
    "grouped": ((4, 2, 2, 2), 2, False),
    "transposed": ((4, 2, 2, 4), 1, True),
    "grouped, transposed": ((4, 2, 2, 2), 2, True),
}
STORAGES = ("i8", "u8", "i16")
NPUS = ("ethos-u55-128", "ethos-u65-512")


@pytest.fixture(autouse=True)
def context(monkeypatch: pytest.MonkeyPatch) -> Iterator[ir.Context]:
    monkeypatch.setenv("LUTFUSE_CACHE", "0")
    with ir.Context() as context:
        lutfuse.register(context)
        yield context


def layers(producer: str) -> Iterator[tuple[Layer, Array]]:
    """A convolution for each storage of input and intermediate codes."""
    shape, group, transposed = PRODUCED[producer]
    for x in STORAGES:
        for u in STORAGES:
            rng = np.random.default_rng(3)
            wide = x == "i16"
            layer = Layer(
                (1, 3, 3, 4),
                codes(rng, "i8", shape, 0),
                None,
                np.array([1]),
                np.array([2]),
                storage=(x, "i8", u),
                multiplier_bits=16 if wide else 32,
                double_round=not wide,
                transposed=transposed,
                stride=(2, 2) if transposed and not wide else (1, 1),
                group=group,
            )
            yield finish(rng, layer, False)


def activations(layer: Layer) -> Iterator[tuple[Table | None, Case | None]]:
    """Tables to each storage of results, one of them for each channel, and parameters."""
    rng, u = np.random.default_rng(4), layer.storage[2]
    if u == "i16":
        yield Table(rng.integers(-32768, 32768, 513), None, "i16"), None
    else:
        for y in STORAGES:
            yield Table(rng.integers(*RANGES[y], 256, endpoint=True), RANGES[u][0], y), None
        rows = rng.integers(-128, 128, (4, 256))
        yield Table(rows, RANGES[u][0]), None
    domain = Codes(u, layer.zu)
    prelu = LeakyRelu(negative=Requant((1717986918,), (41,)), factor=(-128, 0, 127, 1))
    for activation in (Clip(layer.zu, layer.zu + 40), LeakyRelu(), prelu):
        yield None, Case(activation, domain, domain)


def pairs(producer: str) -> list[Pair]:
    return [
        (replace(layer, table=table), case, x)
        for layer, x in layers(producer)
        for table, case in activations(layer)
    ]


def widens(pair: Pair) -> bool:
    """Whether a pair has a table of 8-bit codes with 16-bit entries."""
    layer, table = pair[0], pair[0].table
    return table is not None and table.storage == "i16" and layer.storage[2] != "i16"


def module_of(found: Sequence[Pair], kind: str = "custom") -> ir.Module:
    text = merged([text_of(layer, case) for layer, case, _ in found])
    return ir.Module.parse(text.replace("<custom>", f"<{kind}>"), new_context())


def count(module: ir.Module, op: str) -> int:
    return str(module).count(op)


def activations_of(module: ir.Module) -> list[AnyActivation]:
    found: list[AnyActivation] = []

    def visit(op: ir.Operation) -> ir.WalkResult:
        if isinstance(op.opview, ACTIVATIONS):
            found.append(op.opview)
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found


def admitted(found: Sequence[Pair], target: str, kind: str = "custom") -> list[Pair]:
    """The pairs whose combination the description admits."""
    module, finder = module_of(found, kind), Finder(find_target(target))
    ops = zip(found, activations_of(module), strict=True)
    return [pair for pair, op in ops if finder.candidate(op).refusal is None]


def arguments(found: Sequence[Pair]) -> list[Array]:
    return [stored(x, layer.storage[0]) for layer, _, x in found]


def run_on_cpu(found: Sequence[Pair], target: str, kind: str = "custom") -> None:
    """Runs pairs, all of which fuse, and compares their codes."""
    model = lutfuse.load(module_of(found, kind), target=target)
    inputs = zip(arguments(found), model.inputs, strict=True)
    got = model.run(*(x.view(tensor.dtype) for x, tensor in inputs))
    types = [codes_of(*pair).dtype for pair in found]
    assert_exact(found, [y.view(t) for y, t in zip(got, types, strict=True)])


@pytest.mark.parametrize("producer", PRODUCED)
def test_layers_are_what_targets_call_them(producer: str) -> None:
    name = producer.split(",")[0]
    module, finder = module_of(pairs(producer)[:1]), Finder(find_target("cpu"))
    (op,) = activations_of(module)
    assert finder.candidate(op).what.producer == name
    assert {one.split(",")[0] for one in PRODUCED} == PRODUCERS


@pytest.mark.parametrize("producer", PRODUCED)
def test_cpu_computes_every_combination(producer: str) -> None:
    found = pairs(producer)
    assert admitted(found, "cpu") == found
    assert any(map(widens, found))
    module = module_of(found)
    run_pipeline(module, "fuse-lut-activation{target=cpu}")
    assert count(module, "lutfuse.fused_") == len(found)
    run_on_cpu(found, "cpu")


@pytest.mark.parametrize("target", [name for name in TARGETS if name != "cpu"])
@pytest.mark.parametrize("producer", PRODUCED)
def test_what_is_refused_stays(producer: str, target: str) -> None:
    found = pairs(producer)
    for kind in ("custom", "gelu"):
        module = module_of(found, kind)
        run_pipeline(module, f"fuse-lut-activation{{target={target}}}")
        assert count(module, "lutfuse.fused_") == len(admitted(found, target, kind))


def test_reference_takes_gelu_of_8_bits_after_one_group() -> None:
    for producer in PRODUCED:
        found = pairs(producer)
        taken = admitted(found, "reference", "gelu")
        wanted = [
            pair
            for pair in found
            if producer in ("convolution", "transposed")
            and pair[0].storage[2] != "i16"
            and pair[0].table is not None
            and pair[0].table.entries.ndim == 1
            and not widens(pair)
        ]
        assert taken == wanted
        assert not admitted(found, "reference")  # of an unknown function
        if taken:
            run_on_cpu(taken, "reference", "gelu")


@needs_vela
@pytest.mark.parametrize("target", NPUS)
@pytest.mark.parametrize("producer", PRODUCED)
def test_npu_computes_what_it_admits(producer: str, target: str) -> None:
    found = admitted(pairs(producer), target)
    # 2 inputs, 2 intermediates: tables to i8 and u8, a clip, a leaky ReLU.
    assert len(found) == 16
    module = module_of(found)
    lower_to_ethosu(module, target, fuse_for=target)
    assert not any(
        f"lutfuse.{op}" in str(module) for op in ("conv", "fused", "lut", "clip", "leaky")
    )
    got = EthosuEngine(module)(*arguments(found))
    assert_exact(found, [y.view(codes_of(*p).dtype) for y, p in zip(got, found, strict=True)])


@needs_vela
@pytest.mark.parametrize("target", NPUS)
@pytest.mark.parametrize("producer", PRODUCED)
def test_npu_takes_nothing_else(
    producer: str, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lowering leaves on the host what the description refuses, were it fused all the same."""
    everything = Target("everything", "no limit", parameters=PARAMETRIC)
    monkeypatch.setitem(TARGETS, everything.name, everything)
    found = pairs(producer)
    taken = admitted(found, target)
    refused = [pair for pair in found if all(pair is not one for one in taken)]
    module = module_of(refused)
    lower_to_ethosu(module, target, fuse_for=everything.name)
    assert count(module, "lutfuse.fused_") == len(refused)
