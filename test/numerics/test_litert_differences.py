"""Where LiteRT and the converter differ before this project sees the model: exactly how much.

Each test also shows that this project changes nothing of the converter's plain TOSA.
"""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lutfuse.importers.tflite import TFLiteImportError, import_tflite
from lutfuse.runtime.models import ModelError
from support.contract import requantize
from support.layers import Array, Domain, Layer, build, cut, identity, litert, typical
from support.litert import KINDS, both, check, plain, save, unequal

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
    codes = requantize(sums, np.int64(multiplier), np.int64(shift), twice)
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
