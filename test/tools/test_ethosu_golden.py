"""Layers compiled by us and by Vela, and LiteRT's reference kernels: 0 differing elements."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest

from support.layers import Layer, build, litert, typical
from support.needs import needs_vela
from support.paths import ROOT

pytestmark = needs_vela

_SPEC = importlib.util.spec_from_file_location("_golden", ROOT / "benchmarks" / "ethosu.py")
assert _SPEC is not None and _SPEC.loader is not None
benchmark = importlib.util.module_from_spec(_SPEC)
sys.modules[_SPEC.name] = benchmark
_SPEC.loader.exec_module(benchmark)

CONV = Layer("conv", (1, 12, 10, 16), 24)
LAYERS = {
    "none": CONV,
    "relu6": Layer("conv", (1, 12, 10, 16), 24, fused="relu6"),
    **{
        kind: Layer("conv", (1, 12, 10, 16), 24, activation=kind)
        for kind in ("sigmoid", "gelu", "hard_swish", "tanh", "silu", "leaky_relu")
    },
    "depthwise": Layer("depthwise", (1, 12, 10, 16), 16, activation="sigmoid"),
    "transpose": Layer("transpose", (1, 6, 5, 8), 16, stride=(2, 2), activation="sigmoid"),
}
TABLES = {"none": 0, "relu6": 0}


@pytest.fixture(scope="module", name="models")
def _models(folder: Path) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for name, layer in LAYERS.items():
        data = build([typical(layer, per_channel=True)])
        steps = [[x] for x in layer.inputs()]
        found[name] = folder / f"{name}.int8.tflite"
        found[name].write_bytes(data)
        arrays = {f"step{index}_input0": step[0] for index, step in enumerate(steps)}
        for index, outputs in enumerate(litert(data, steps)):
            arrays[f"step{index}_output0"] = outputs[0]
        np.savez(found[name].with_suffix(".npz"), allow_pickle=False, **arrays)
    return found


@pytest.mark.parametrize("fuse", [False, True])
@pytest.mark.parametrize("accelerator", benchmark.ACCELERATORS)
@pytest.mark.parametrize("name", LAYERS)
def test_ours(models: dict[str, Path], name: str, accelerator: str, fuse: bool) -> None:
    row = benchmark.ours(models[name], accelerator, fuse=fuse)
    assert (row.differing, row.host, row.programs) == (0, 0, 1)
    assert row.table_loads == TABLES.get(name, 1)
    assert row.operations == (1 if fuse or not row.table_loads else 2)


@pytest.mark.parametrize("accelerator", benchmark.ACCELERATORS)
@pytest.mark.parametrize("name", ["sigmoid"])
def test_velas(models: dict[str, Path], name: str, accelerator: str) -> None:
    ours = [benchmark.ours(models[name], accelerator, fuse=fuse) for fuse in (True, False)]
    velas = benchmark.velas(models[name], accelerator)
    assert (velas.differing, velas.table_loads) == (0, 1)
    assert benchmark.more_loads([*ours, velas]) == []
    assert ours[0].cycles < ours[1].cycles
