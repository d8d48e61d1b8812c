"""Vela compiles, the simulator runs: the integers of LiteRT's reference kernels come out.

The simulator knows nothing of Vela but the formats: equal integers show that both mean the same
hardware. Every comparison is equality of all elements.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from lutfuse.ethosu import ACCELERATORS, read_vela_model, run_model
from lutfuse.ethosu.scaling import scale
from lutfuse.numerics.fixed_point import quantize_multiplier
from support.layers import Array, Layer, build, litert, typical
from support.needs import needs_vela
from support.npu_models import steps
from support.npu_operators import operators
from support.paths import MODELS
from support.vela import compile_model

EXAMPLES = MODELS
OLDER_CORE = "--debug-force-legacy-core"
BOTH = ("ethos-u55-128", "ethos-u65-256")
GEOMETRIES = {
    "pointwise-stride": Layer("conv", (1, 7, 6, 17), 3, (1, 1), (2, 2)),
    "dilation": Layer("conv", (1, 9, 11, 40), 37, (3, 2), dilation=(2, 2)),
    "large-kernel": Layer("conv", (1, 12, 14, 5), 9, (11, 9), padding="VALID"),
    "depthwise": Layer("depthwise", (1, 9, 11, 17), kernel=(5, 3), padding="VALID"),
    "depthwise-multiplier": Layer("depthwise", (1, 7, 6, 3), stride=(2, 2), multiplier=2),
    "transpose": Layer("transpose", (1, 3, 4, 3), 5, (4, 2), (2, 2)),
    "dense": Layer("dense", (3, 40), 35),
}
KINDS = {
    "int8": ("sigmoid", "tanh", "hard_swish", "gelu", "leaky_relu", "prelu", "silu"),
    "uint8": ("sigmoid", "tanh", "hard_swish", "leaky_relu"),
    "int16": ("sigmoid", "tanh", "leaky_relu", "silu"),
}

pytestmark = needs_vela


def check(
    data: bytes, inputs: list[list[Array]], accelerator: str, folder: Path, *options: str
) -> None:
    model = read_vela_model(compile_model(data, accelerator, folder, *options))
    for step, want in zip(inputs, litert(data, inputs), strict=True):
        results, _ = run_model(model, step)
        for got, expected in zip(results, want, strict=True):
            assert (got.dtype, got.shape) == (expected.dtype, expected.shape)
            assert np.count_nonzero(got != expected) == 0


def check_layer(layer: Layer, accelerator: str, folder: Path) -> None:
    layer = typical(layer, per_channel=True)
    check(build([layer]), [[x] for x in layer.inputs()], accelerator, folder)


@pytest.mark.parametrize("accelerator", ACCELERATORS)
@pytest.mark.parametrize("operator", ["conv", "depthwise"])
def test_every_accelerator(operator: str, accelerator: str, tmp_path: Path) -> None:
    layer = Layer(operator, (1, 13, 9, 37), 37, activation="sigmoid")
    check_layer(layer, accelerator, tmp_path)


@pytest.mark.parametrize(
    ("name", "storage"), [pair for pair in product(GEOMETRIES, KINDS) if pair != ("dense", "int16")]
)
def test_geometries(name: str, storage: str, tmp_path: Path) -> None:
    check_layer(replace(GEOMETRIES[name], storage=storage), "ethos-u55-128", tmp_path)


def dense(layer: Layer, x: Array, dropped: int) -> Array:
    """Integers of a 16-bit dense layer whose multiplier loses its low bits, rounded."""
    weights, bias = layer.constants()
    sums = x.astype(np.int64) @ weights.astype(np.int64).T + bias
    factors = [layer.input.scale * one / layer.result.scale for one in layer.filter]
    results: list[Array] = []
    for column, factor in enumerate(factors):
        multiplier, shift = quantize_multiplier(factor)
        short = (multiplier + (1 << dropped >> 1)) >> dropped
        results.append(scale(sums[:, column], short, 31 - shift - dropped, "natural"))
    return np.clip(np.stack(results, axis=1), -32768, 32767)


def test_16_bit_dense_layers_differ_by_vela_s_multiplier(tmp_path: Path) -> None:
    """Vela gives them the 16-bit multiplier of convolutions, LiteRT one of 31 bits."""
    layer = typical(Layer("dense", (3, 40), 35, storage="int16"), per_channel=True)
    data = build([layer])
    model = read_vela_model(compile_model(data, "ethos-u55-128", tmp_path))
    for x in layer.inputs():
        [[reference]], ([result], _) = litert(data, [[x]]), run_model(model, [x])
        assert np.array_equal(reference, dense(layer, x, 0))
        assert np.array_equal(result, dense(layer, x, 16))


@pytest.mark.parametrize(
    ("storage", "kind"), [(storage, kind) for storage, kinds in KINDS.items() for kind in kinds]
)
def test_activations(storage: str, kind: str, tmp_path: Path) -> None:
    check_layer(Layer(storage=storage, activation=kind), "ethos-u65-256", tmp_path)


@pytest.mark.parametrize("storage", KINDS)
@pytest.mark.parametrize("name", operators("int8"))
def test_operators(name: str, storage: str, tmp_path: Path) -> None:
    operator = operators(storage)[name]
    check(operator.build(), operator.steps(), "ethos-u55-128", tmp_path)


@pytest.mark.parametrize("name", ["softmax", "mean", "average-same", "sub-reversed"])
def test_operators_by_the_older_core(name: str, tmp_path: Path) -> None:
    """Vela has two compilers, which use the registers differently."""
    operator = operators("int8")[name]
    check(operator.build(), operator.steps(), "ethos-u65-256", tmp_path, OLDER_CORE)


# Small arenas make Vela cascade layers in stripes, through rolling buffers of two and four tiles.
OPTIONS = {"default": (), "small": ("--optimise", "Size"), "older-core": (OLDER_CORE,)}


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("accelerator", BOTH)
def test_a_real_model(accelerator: str, options: str, tmp_path: Path) -> None:
    data = (EXAMPLES / "selfie_seg.int8.tflite").read_bytes()
    model = read_vela_model(compile_model(data, accelerator, tmp_path, *OPTIONS[options]))
    for inputs, outputs in steps(EXAMPLES / "selfie_seg.int8.npz"):
        results, counts = run_model(model, inputs)
        for got, want in zip(results, outputs, strict=True):
            assert np.count_nonzero(got != want) == 0
        assert counts.table_loads == 22
