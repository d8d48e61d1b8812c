"""LiteRT's reference kernels, this project unfused and this project fused: the same integers.

Every comparison is equality of all elements, type and shape included. Where LiteRT and the
converter's TOSA differ before this project sees the model, a test of its own states by how much,
and shows that this project changes nothing of the plain TOSA.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest
from ai_edge_litert.schema_py_generated import FullyConnectedOptionsT, ResizeBilinearOptionsT
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from mlir import ir
from mlir.dialects import quant

from layers import (
    ACTIVATIONS,
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
from lutfuse.dialects.lutfuse import FusedConv2DOp, FusedConvTranspose2DOp
from lutfuse.domains import storage_of
from lutfuse.importers.tflite import TFLiteImportError, import_tflite
from lutfuse.jit import JitModule
from lutfuse.passes.locations import label
from lutfuse.tools.cli import cli
from lutfuse.tools.fuse import fuse
from lutfuse.tools.models import ModelError, load_model, new_context
from lutfuse.tools.run import compile_model

# Outputs of every step.
Results: TypeAlias = Sequence[Sequence[Array]]
# What a fused op says: kind; storage, scale and zero point of intermediate, table's two sides.
Said: TypeAlias = tuple[str, list[tuple[str, float, int]]]

MODELS = Path(__file__).parents[2] / "examples" / "models"
OPERATORS = ("conv", "depthwise", "transpose")
TABLES = ("sigmoid", "tanh", "hard_swish", "gelu", "gelu_tanh")
# The rest is refused by LiteRT or the converter, or read wrongly by LiteRT (16-bit slopes).
KINDS = {
    "int8": tuple(kind for kind in ACTIVATIONS if kind != "elu"),
    "uint8": tuple(kind for kind in ACTIVATIONS if kind != "elu"),
    "int16": ("sigmoid", "tanh", "leaky_relu", "silu"),
}
# 256 codes, the lowest and the highest among them.
CODES = {
    storage: np.linspace(np.iinfo(storage).min, np.iinfo(storage).max, 256)
    .astype(storage)
    .reshape(1, 16, 16, 1)
    for storage in KINDS
}
# Real values that the codes of `u` span to either side: 8-bit tables of these have no entry so
# close to a tie that float32 cannot decide it. Verified once for every code and zero point.
SPANS = (1.7, 2.0, 4.0, 6.0, 8.0, 23.0)


def triple(type_: ir.Type) -> tuple[str, float, int]:
    domain = quant.UniformQuantizedType(type_)
    return storage_of(domain), domain.scale, domain.zero_point


def fused_ops(module: ir.Module) -> dict[str, Said]:
    """Every fused op under the tensor names of its location."""
    found: dict[str, Said] = {}

    def visit(op: ir.Operation) -> ir.WalkResult:
        view = op.opview
        if isinstance(view, (FusedConv2DOp, FusedConvTranspose2DOp)):
            intermediate = ir.TypeAttr(view.intermediate_type).value
            types = intermediate, view.header.input, view.header.result
            found[label(op.location)] = view.kind.value, [triple(type_) for type_ in types]
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    return found


def in_tosa(domain: Domain, storage: str) -> tuple[str, float, int]:
    """The domain as the file's float32 has it; TOSA shifts unsigned codes down by 128."""
    shift = 128 if storage == "uint8" else 0
    name = "i16" if storage == "int16" else "i8"
    return name, float(np.float32(domain.scale)), domain.zero_point - shift


def expected_ops(layers: Sequence[Layer]) -> dict[str, Said]:
    ops: dict[str, Said] = {}
    for i, layer in enumerate(layers):
        if layer.activation in TABLES and layer.operator != "dense":
            domains = layer.result, layer.result, layer.output_domain
            said = [in_tosa(domain, layer.storage) for domain in domains]
            ops[f"{i}/u, {i}/y"] = layer.activation, said
    return ops


def expected_refusals(layers: Sequence[Layer]) -> dict[str, list[str]]:
    """SiLU reads `u` twice; a dense layer is a convolution behind a reshape."""
    refusals: dict[str, list[str]] = {}
    for i, layer in enumerate(layers):
        dense = ["shape-mismatch"] if layer.operator == "dense" else []
        if layer.activation == "silu":
            refusals[f"{i}/s"] = ["multiple-users", *dense]
        elif dense and layer.activation in TABLES:
            refusals[f"{i}/y"] = dense
    return refusals


def plain(path: Path, steps: Results) -> Results:
    """The converter's TOSA, run without any pass of this project."""
    result = import_tflite(path)
    tosa = JitModule(result.module)
    signless = [[x.view(np.int8) if x.dtype == np.uint8 else x for x in step] for step in steps]
    dtypes = [output.dtype for output in result.outputs]
    return [[y.view(t) for y, t in zip(tosa(*step), dtypes, strict=True)] for step in signless]


def unequal(got: Results, want: Results) -> dict[int, int]:
    """Differing elements of every output that has any, over all steps."""
    counts: Counter[int] = Counter()
    for ours, theirs in zip(got, want, strict=True):
        for i, (a, b) in enumerate(zip(ours, theirs, strict=True)):
            assert (a.dtype, a.shape) == (b.dtype, b.shape)
            counts[i] += int(np.count_nonzero(a != b))
    return {i: count for i, count in counts.items() if count}


def save(folder: Path, data: bytes) -> Path:
    path = folder / "model.tflite"
    path.write_bytes(data)
    return path


def both(path: Path, steps: Results) -> Results:
    """What the model gives unfused, which is what it gives fused."""
    results: list[Results] = []
    for target in (None, "cpu"):
        module, warnings = load_model(path, new_context())
        assert warnings == ()
        engine = compile_model(module, target)
        results.append([engine(list(step)) for step in steps])
    assert unequal(*results) == {}
    return results[0]


def is_exact(layer: Layer) -> bool:
    """Whether the converter's TOSA is LiteRT's arithmetic; the other layers have their own test."""
    wide_table = layer.storage == "int16" and layer.activation in (*TABLES, "silu")
    return layer.operator != "dense" and not wide_table


def check(folder: Path, layers: Sequence[Layer], steps: Results | None = None) -> None:
    """What fuses and what not, and the integers of every step; `steps` are the layers' own."""
    data = build(layers)
    steps = steps or list(zip(*(layer.inputs() for layer in layers), strict=True))
    path, want, exact = save(folder, data), litert(data, steps), list(map(is_exact, layers))
    if not all(exact):
        pairs = zip(want, plain(path, steps), strict=True)
        want = [[a if e else b for a, b, e in zip(*p, exact, strict=True)] for p in pairs]
    module, _ = load_model(path, new_context())
    report = fuse(module, "cpu")
    assert fused_ops(module) == expected_ops(layers)
    refusals = {a.name: a.reason for a in report.activations if a.reason}
    assert refusals == expected_refusals(layers)
    wrong = unequal(both(path, steps), want)
    assert {str(layers[i]): count for i, count in wrong.items()} == {}


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


@settings(deadline=None, max_examples=15, derandomize=True, database=None)
@given(st.lists(random_layers(), min_size=1, max_size=6))
def test_random_layers(folder: Path, layers: list[Layer]) -> None:
    check(folder, layers)


# What differs before this project sees the model ------------------------------------------------


def outside(folder: Path, layer: Layer, x: Array) -> tuple[Array, Array]:
    """LiteRT's result as int64, and ours, which is that of the converter's plain TOSA."""
    path = save(folder, build([layer]))
    ours = both(path, [[x]])
    assert unequal(ours, plain(path, [[x]])) == {}
    return litert(path.read_bytes(), [[x]])[0][0].astype(np.int64), ours[0][0].astype(np.int64)


def requantized(layer: Layer, sums: Array, bits: int, twice: bool) -> Array:
    """`sums * factor` with a multiplier of `bits` bits, rounded half up once or as in gemmlowp."""
    x, w, u = (
        float(np.float32(s)) for s in (layer.input.scale, layer.filter[0], layer.result.scale)
    )
    mantissa, exponent = math.frexp(x * w / u)
    multiplier, shift = round(mantissa * 2**bits), bits - exponent
    nudge = np.where(sums >= 0, 1 << 30, -1 << 30) if twice else 0
    codes = (sums * multiplier + (1 << (shift - 1)) + nudge) >> shift
    limits = np.iinfo(layer.storage)
    return np.clip(codes + layer.result.zero_point, limits.min, limits.max)


@pytest.mark.parametrize("storage", KINDS)
def test_litert_rounds_dense_layers_once(folder: Path, storage: str) -> None:
    layer = typical(Layer("dense", (400, 9), 5, storage=storage))
    x, (weights, bias) = layer.inputs()[-1], layer.constants()
    theirs, ours = outside(folder, layer, x)
    sums = x.astype(np.int64) - layer.input.zero_point
    sums = sums @ (weights.astype(np.int64) - layer.filter_zero_point).T + bias
    assert np.array_equal(theirs, requantized(layer, sums, 31, twice=False))
    wide = storage == "int16"
    assert np.array_equal(ours, requantized(layer, sums, 15 if wide else 31, twice=not wide))
    assert np.abs(theirs - ours).max() == 1


@pytest.mark.parametrize("storage", ["int8", "uint8"])
def test_dense_layer_with_activation_agrees_after_its_rounding(folder: Path, storage: str) -> None:
    base = typical(Layer("dense", (20, 9), 5, storage=storage))
    layers = [replace(base, activation=kind) for kind in KINDS[storage]]
    data, xs = build(layers), [base.inputs()[-1]] * len(layers)
    x, u, y = ([f"{i}/{tensor}" for i in range(len(layers))] for tensor in "xuy")
    codes = both(save(folder, cut(data, x, u)), [xs])
    assert unequal(both(save(folder, data), [xs]), litert(cut(data, u, y), codes)) == {}


@pytest.mark.parametrize(("kind", "most"), [("sigmoid", 3), ("tanh", 6), ("silu", 1)])
def test_16_bit_tables_of_the_converter(folder: Path, kind: str, most: int) -> None:
    layer, codes = identity("int16", 2**-12, activation=kind, output=Domain(2**-12, 0))
    theirs, ours = outside(folder, layer, codes)
    assert np.abs(theirs - ours).max() == most


def test_8_bit_sigmoid_at_a_tie_beyond_float32(folder: Path) -> None:
    """256 * sigmoid(2^-7) is 128.4999975."""
    layer, codes = identity("int8", 2**-9, activation="sigmoid")
    theirs, ours = outside(folder, layer, codes)
    assert set(codes[theirs != ours].tolist()) <= {4}  # one of them, as the C library has it
    assert np.abs(theirs - ours).max() <= 1


def test_litert_divides_scales_of_leaky_relu_in_float32(folder: Path) -> None:
    """The exact quotient is a little less than 1.25, so that 2, 6, 10, ... are no ties in TOSA."""
    layer, codes = identity("int8", 6 / 128, activation="leaky_relu", output=Domain(4.8 / 128, 0))
    theirs, ours = outside(folder, layer, codes)
    assert codes[theirs != ours].tolist() == list(range(2, 100, 4))
    assert (theirs - ours).max() == 1


def test_16_bit_slopes_are_bytes_to_litert(folder: Path) -> None:
    layer = typical(Layer(channels=3, storage="int16", activation="prelu"))
    x, slopes = layer.inputs()[-1], np.array([5 + 256 * 7, 9, 11], np.int16)
    theirs, _ = outside(folder, replace(layer, slopes=tuple(slopes)), x)
    _, ours = outside(folder, replace(layer, slopes=tuple(slopes.view(np.int8)[:3])), x)
    assert np.array_equal(theirs, ours)


def test_float_input_of_the_converter_wraps_and_rounds_half_to_even(folder: Path) -> None:
    layer, _ = identity("int8", 0.25, 3, from_float=True)
    x = np.linspace(-40, 40, 256, dtype=np.float32).reshape(layer.shape)
    x[0, 0, :4, 0] = 0.125, 0.375, -0.125, -0.375
    theirs, ours = outside(folder, layer, x)
    away = np.trunc(x / 0.25 + np.copysign(0.5, x)).astype(np.int64) + 3
    assert np.array_equal(theirs, np.clip(away, -128, 127))
    assert np.array_equal(ours, (np.rint(x / 0.25).astype(np.int64) + 3).astype(np.int8))


@pytest.mark.parametrize(("kernel", "stride"), [(1, 3), (2, 4), (2, 5)])
def test_converter_centres_a_transposed_kernel_below_its_stride(
    folder: Path, kernel: int, stride: int
) -> None:
    layer = typical(Layer("transpose", (1, 3, 4, 3), 5, (kernel, kernel), (stride, stride)))
    theirs, ours = outside(folder, layer, layer.inputs()[-1])
    moved = (stride - kernel) // 2
    assert np.array_equal(np.roll(theirs, (moved, moved), (1, 2)), ours)


@pytest.mark.parametrize(
    ("layer", "got"),
    [
        (Layer(activation="elu"), "'tosa.exp' op requires the same element type"),
        (Layer(activation="gelu", storage="int16"), "got 1 'tfl.gelu'"),
        (Layer(activation="gelu_tanh", storage="int16"), "got 1 'tfl.gelu'"),
        (Layer(activation="hard_swish", storage="int16"), "Could not legalize the TFLite model"),
        (Layer(shape=(1, 6, 5, 3), kernel=(1, 3), stride=(2, 1)), "wholly divisible by stride_y"),
    ],
    ids=str,
)
def test_what_the_converter_cannot_convert(folder: Path, layer: Layer, got: str) -> None:
    with pytest.raises(TFLiteImportError, match=got):
        import_tflite(save(folder, build([typical(layer)])))


@pytest.mark.xfail(raises=ModelError, strict=True, reason="upstream pads the filter by an i16")
def test_16_bit_transposed_kernel_that_is_no_multiple_of_its_stride(folder: Path) -> None:
    check(folder, [typical(Layer("transpose", stride=(2, 2), storage="int16"))])


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
