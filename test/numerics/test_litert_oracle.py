"""LiteRT's reference kernels, this project unfused and this project fused: the same integers.

Every comparison is equality of all elements, type and shape included. Where LiteRT and the
converter's TOSA differ before this project sees the model, a test of its own states by how much,
and shows that this project changes nothing of the plain TOSA.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ai_edge_litert.schema_py_generated import FullyConnectedOptionsT, ResizeBilinearOptionsT
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from lutfuse.tools.cli import cli
from support.layers import (
    ZERO_POINTS,
    Array,
    Domain,
    Layer,
    build,
    cut,
    identity,
    litert,
    pack,
    typical,
    unpack,
)
from support.litert import (
    CODES,
    KINDS,
    OPERATORS,
    SPANS,
    both,
    check,
    plain,
    save,
    unequal,
)
from support.paths import MODELS

GEOMETRIES = {
    "square": Layer("conv", (1, 5, 7, 3), 5),
    "batch": Layer("conv", (2, 7, 5, 1), 3, (5, 3), padding="VALID"),
    "pointwise-stride": Layer("conv", (1, 7, 6, 17), 3, (1, 1), (2, 2)),
    "dilation": Layer("conv", (1, 7, 9, 5), 17, (3, 2), dilation=(2, 2)),
    "stride-dilation": Layer("conv", (2, 9, 8, 3), 5, stride=(2, 1), dilation=(2, 2)),
    "depthwise": Layer("depthwise", (1, 5, 7, 17), padding="VALID"),
    "depthwise-multiplier": Layer("depthwise", (2, 7, 6, 3), stride=(2, 2), multiplier=2),
    "transpose-2": Layer("transpose", (1, 3, 4, 3), 5, (4, 2), (2, 2)),
    "transpose-trim": Layer("transpose", (2, 3, 4, 1), 5, (2, 4), (2, 2), trim=(1, 1)),
    "transpose-3": Layer("transpose", (1, 2, 3, 5), 3, (3, 3), (3, 3), padding="VALID"),
    "dense": Layer("dense", (2, 17), 5),
}


@pytest.mark.parametrize("storage", KINDS)
@pytest.mark.parametrize("geometry", GEOMETRIES)
def test_every_kind_in_every_geometry(folder: Path, geometry: str, storage: str) -> None:
    base = replace(GEOMETRIES[geometry], storage=storage)
    layers = [replace(base, fused=fused) for fused in ("", "relu", "relu6")]
    layers += [replace(base, activation=kind) for kind in KINDS[storage]]
    per_channel = len(geometry) % 2 == 0
    check(folder, [typical(layer, per_channel=per_channel) for layer in layers])


@pytest.mark.parametrize("zero_point", [-128, 127])
@pytest.mark.parametrize("span", [2.0, 6.0])
def test_every_code_of_every_kind(folder: Path, span: float, zero_point: int) -> None:
    output = Domain(0.83 * span / 128, zero_point)
    pairs = [
        identity("int8", span / 128, zero_point, activation=kind, output=output)
        for kind in KINDS["int8"]
    ]
    check(folder, [layer for layer, _ in pairs], [[codes for _, codes in pairs]])


def tied(storage: str, shift: int, **rest: Any) -> tuple[Layer, Array]:
    """A layer whose accumulators are scaled by 2^-shift, and its accumulators for `CODES`.

    Biases of half a result make ties, and those of +-2^30 leave every storage.
    """
    half, scale = 1 << (shift - 1), 2**-12 if storage == "int16" else 2**-4
    biases, offset = (0, 1, -1, half, -half, 1 << 30, -(1 << 30)), 128 * (storage == "uint8")
    weights, bias = np.array(list(product((1, -1, 3, 127, -128), biases))).T
    layer = Layer("conv", (1, 16, 16, 1), bias.size, (1, 1), storage=storage, bias=bias, **rest)
    x, u, y = (Domain(scale, zero) for zero in ZERO_POINTS[storage][:3])
    layer = replace(layer, input=x, result=u, output=y, filter=(2.0**-shift,))
    stored = (weights + offset).reshape(layer.filter_shape)
    layer = replace(layer, weights=stored, filter_zero_point=offset)
    return layer, (CODES[storage].reshape(-1, 1).astype(np.int64) - x.zero_point) * weights + bias


@pytest.mark.parametrize("storage", KINDS)
def test_ties_and_saturation(folder: Path, storage: str) -> None:
    table = KINDS[storage][-2]
    for shift in (1, 4, 9, 16):
        kinds = ({}, {"fused": "relu"}, {"fused": "relu6"}, {"activation": table})
        layers, (sums, *_) = zip(*(tied(storage, shift, **kind) for kind in kinds), strict=True)
        check(folder, layers, [[CODES[storage]] * len(layers)])
        ties = sums[sums % (1 << shift) == 1 << (shift - 1)]
        assert ties.min() < 0 < ties.max()
        assert sums.min() < -(1 << 29) < 1 << 29 < sums.max()


def pairs(low: int, high: int) -> st.SearchStrategy[tuple[int, int]]:
    return st.tuples(st.integers(low, high), st.integers(low, high))


def allowed_stride(layer: Layer, kernel: int, stride: int) -> int:
    """The stride, or 1 where the converter or the lowering fails; tests below show where."""
    divides = layer.operator == "transpose" and layer.storage == "int16"
    return stride if kernel % stride == 0 or (kernel > stride and not divides) else 1


@st.composite
def random_layers(draw: st.DrawFn) -> Layer:
    storage, operator = draw(st.sampled_from([*KINDS])), draw(st.sampled_from(OPERATORS))
    kind = draw(st.sampled_from(["", *KINDS[storage]]))
    fused = "" if kind else draw(st.sampled_from(["", "relu", "relu6"]))
    layer = Layer(operator, fused=fused, activation=kind, storage=storage)
    kernel, stride, more = draw(pairs(1, 3)), draw(pairs(1, 3)), draw(pairs(0, 4))
    dilation = (1, 1) if operator == "transpose" else draw(pairs(1, 2))
    sizes = [(kernel[i] - 1) * dilation[i] + 1 + more[i] for i in (0, 1)]
    channels = st.sampled_from([1, 3, 5, 17])
    layer = replace(
        layer,
        shape=(draw(st.integers(1, 2)), *sizes, draw(channels)),
        channels=draw(channels),
        kernel=kernel,
        stride=tuple(allowed_stride(layer, kernel[i], stride[i]) for i in (0, 1)),
        dilation=dilation,
        padding=draw(st.sampled_from(["SAME", "VALID"])),
        multiplier=draw(st.integers(1, 3)),
        seed=draw(st.integers(0, 1000)),
    )
    layer = typical(layer, draw(st.sampled_from(SPANS)), draw(st.booleans()))
    return layer if storage == "int16" else rezeroed(draw, layer)


def rezeroed(draw: st.DrawFn, layer: Layer) -> Layer:
    """Other zero points, the ends of the storage more often than others."""
    limits = np.iinfo(layer.storage)
    ends = st.sampled_from([int(limits.min), int(limits.max)])
    zero_points = ends | st.integers(limits.min, limits.max)
    names = ("input", "result", "output")
    moved = {n: getattr(layer, n)._replace(zero_point=draw(zero_points)) for n in names}
    filter_ = draw(zero_points) if layer.storage == "uint8" else 0
    return replace(layer, filter_zero_point=filter_, **moved)


@settings(max_examples=15, derandomize=True, database=None)
@given(st.lists(random_layers(), min_size=1, max_size=6))
def test_random_layers(folder: Path, layers: list[Layer]) -> None:
    check(folder, layers)


# Whole models -----------------------------------------------------------------------------------


def test_streaming_model_with_state(folder: Path) -> None:
    """The features before the last layer are watched too: of noise, the output itself is 0."""
    model = unpack((MODELS / "okay_nabu.tflite").read_bytes())
    graph, model.signatureDefs = model.subgraphs[0], []
    (dense,) = (op for op in graph.operators if type(op.builtinOptions) is FullyConnectedOptionsT)
    graph.outputs = [*graph.outputs, dense.inputs[0]]
    path, rng = save(folder, pack(model)), np.random.default_rng(0)
    steps = [[rng.integers(-128, 127, (1, 3, 40), np.int8, endpoint=True)] for _ in range(20)]
    results = both(path, steps)
    assert unequal(results, litert(path.read_bytes(), steps)) == {}
    assert [y.dtype for y in results[0]] == [np.uint8, np.int8]
    assert len({features.tobytes() for _, features in results}) == len(steps)


def images() -> list[Array]:
    """Any pixels, one colour, and a ramp from black to white."""
    shape, ramp = (1, 256, 256, 3), np.arange(-128, 128, dtype=np.int8)[:, None, None]
    noise = np.random.default_rng(1).integers(-128, 127, shape, np.int8, endpoint=True)
    return [noise, np.full(shape, 5, np.int8), np.broadcast_to(ramp, shape)]


def test_segmentation_differs_in_its_resizes_only(folder: Path) -> None:
    path, steps = MODELS / "selfie_seg.int8.tflite", [[x] for x in images()]
    both(path, steps)
    data, graph = path.read_bytes(), unpack(path.read_bytes()).subgraphs[0]
    names = [tensor.name.decode() for tensor in graph.tensors]
    resizes = [op for op in graph.operators if type(op.builtinOptions) is ResizeBilinearOptionsT]
    small = [names[op.inputs[0]] for op in resizes]
    large = [names[op.outputs[0]] for op in resizes]
    image, mask = names[graph.inputs[0]], names[graph.outputs[0]]
    assert len(resizes) == 3
    # All but the resizes: given LiteRT's resized tensors, the results are LiteRT's.
    resized = litert(cut(data, [image], large), steps)
    steps = [[*step, *more] for step, more in zip(steps, resized, strict=True)]
    rest = cut(data, [image, *large], [*small, mask])
    want = litert(rest, steps)
    assert unequal(both(save(folder, rest), steps), want) == {}
    # The resizes alone, on LiteRT's inputs.
    path, steps = save(folder, cut(data, small, large)), [step[:-1] for step in want]
    ours = both(path, steps)
    assert unequal(ours, plain(path, steps)) == {}
    for i in range(len(resizes)):
        errors = [np.abs(a[i].astype(int) - b[i]).max() for a, b in zip(ours, resized, strict=True)]
        assert max(errors) == 1


def test_uint8_model_on_the_command_line(folder: Path) -> None:
    layer = typical(Layer(storage="uint8", activation="sigmoid"))
    path, x = save(folder, build([layer])), layer.inputs()[-1]
    np.save(folder / "x.npy", x)
    want = litert(path.read_bytes(), [[x]])[0][0]
    assert (x.max(), want.max()) > (127, 127)
    for flags in ([], ["--no-fuse"]):
        files = ["--input", str(folder / "x.npy"), "--output", str(folder / "y.npy")]
        result = CliRunner().invoke(cli, ["run", str(path), *files, *flags])
        assert (result.exit_code, result.output) == (0, "")
        assert unequal([[np.load(folder / "y.npy")]], [[want]]) == {}
