"""Parameters from real numbers: what LiteRT computes, for every code and zero point."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from mlir import ir
from mlir.passmanager import PassManager

import lutfuse
from lutfuse.dialects import lutfuse as lf
from lutfuse.dialects.quant_types import storage_range, uniform
from lutfuse.numerics.parametric import clip_codes, leaky_relu_parameters, prelu_parameters
from lutfuse.passes.upstream.jit import JitModule
from support import layers
from support.layers import SLOPES, Activation, Array, Domain, Layer, build, identity, litert

STORAGES = {"int8": "i8", "uint8": "u8", "int16": "i16"}


@pytest.fixture(autouse=True)
def context() -> Iterator[ir.Context]:
    with ir.Context() as context, ir.Location.unknown():
        lutfuse.register(context)
        yield context


def zero_points(storage: str) -> list[int]:
    """Both ends, near them, and between; TFLite has no others than 0 of 16 bits."""
    low, high = storage_range(STORAGES[storage])
    return [0] if storage == "int16" else [low, low + 1, (low + high) // 2, high - 9, high]


def run(op: str, x: ir.Type, y: ir.Type, codes: Array, parameters: ir.Attribute) -> Array:
    """Codes through one op of the dialect, compiled."""
    shape = "x".join(map(str, codes.shape))
    plain = f"tensor<{shape}x{'i16' if codes.dtype.itemsize == 2 else 'i8'}>"
    source, result = f"tensor<{shape}x{x}>", f"tensor<{shape}x{y}>"
    module = ir.Module.parse(f"""
func.func @main(%x: {plain}) -> {plain} {{
  %q = quant.scast %x : {plain} to {source}
  %y = "lutfuse.{op}"(%q) <{{parameters = {parameters}}}> : ({source}) -> {result}
  %r = quant.scast %y : {result} to {plain}
  return %r : {plain}
}}""")
    pipeline = "builtin.module(convert-lutfuse-to-tosa,canonicalize)"
    PassManager.parse(pipeline).run(module.operation)
    signed = codes.view(f"int{8 * codes.dtype.itemsize}")
    return JitModule(module)(signed)[0].view(codes.dtype)


def theirs(layer: Layer, codes: Array) -> Array:
    return litert(build([layer]), [[codes]])[0][0]


@pytest.mark.parametrize("fused", ["relu", "relu6"])
@pytest.mark.parametrize("scale", [0.1, 6 / 255, 0.03, 1.0])
@pytest.mark.parametrize("storage", STORAGES)
def test_bounds_are_those_of_litert(storage: str, scale: float, fused: str) -> None:
    """Also where the zero point is not the lowest code, and where 6 is beyond the highest."""
    for zero_point in zero_points(storage):
        layer, codes = identity(storage, scale, zero_point, fused=fused)
        domain = uniform(STORAGES[storage], scale, zero_point)
        bounds = clip_codes(domain, 0.0, 6.0 if fused == "relu6" else np.inf)
        got = run("clip", domain, domain, codes, lf.ClipAttr.get(*bounds))
        assert np.array_equal(got, theirs(layer, codes)), zero_point


@pytest.mark.parametrize(
    ("bounds", "expected"),
    [
        ((0.0, np.inf), (-3, 127)),
        ((0.0, 6.0), (-3, 57)),
        ((-1.0, 1.0), (-13, 7)),
        ((-np.inf, np.inf), (-128, 127)),
        ((-0.05, 0.05), (-4, -2)),  # half of a step, rounded away from zero
        ((-1e9, -1e8), (-128, -128)),
        ((50.0, 60.0), (127, 127)),
        ((0.25, 0.25), (0, 0)),
    ],
)
def test_bounds_in_codes(bounds: tuple[float, float], expected: tuple[int, int]) -> None:
    assert clip_codes(uniform("i8", 0.1, -3), *bounds) == expected


def test_bounds_of_a_narrow_range() -> None:
    domain = ir.Type.parse("!quant.uniform<i8<-127:100>:f32, 0.1:-3>")
    assert clip_codes(domain, -np.inf, np.inf) == (-127, 100)


@pytest.mark.parametrize("bounds", [(1.0, 0.0), (np.nan, 0.0), (0.0, np.nan)])
def test_bounds_that_are_none(bounds: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="expected a lower bound of at most the upper but got "):
        clip_codes(uniform("i8", 0.1, -3), *bounds)


DOMAINS = [(0.1, 0.1), (0.1, 0.07), (0.02, 0.3), (6 / 128, 4.8 / 128)]
ALPHAS = [0.1, 0.3, 1.0, 1.5, 0.0, -0.25, -1.0, -1.7, 1e-9]


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("storage", STORAGES)
def test_slopes_are_those_of_litert(
    storage: str, alpha: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Negative, above one, none; scales equal and not; ties that float32 makes."""
    options = Activation("LEAKY_RELU", "LeakyReluOptions", (("alpha", alpha),))
    monkeypatch.setitem(layers.ACTIVATIONS, "leaky_relu", options)
    for sx, sy in DOMAINS:
        for zx, zy in zip(zero_points(storage), zero_points(storage)[::-1], strict=True):
            output = Domain(sy, zy)
            layer, codes = identity(storage, sx, zx, activation="leaky_relu", output=output)
            x, y = uniform(STORAGES[storage], sx, zx), uniform(STORAGES[storage], sy, zy)
            got = run("leaky_relu", x, y, codes, leaky_relu_parameters(x, y, alpha))
            assert np.array_equal(got, theirs(layer, codes)), (sx, sy, zx, zy)


def prelu(storage: str, slopes: Sequence[int], zx: int, **rest: Any) -> tuple[Layer, Array]:
    """A depthwise convolution that returns its input, then PRELU."""
    layer, codes = identity(storage, 0.1, zx, activation="prelu", **rest)
    channels = len(slopes)
    codes = np.repeat(codes, channels, -1)
    layer = replace(
        layer,
        operator="depthwise",
        shape=codes.shape,
        channels=channels,
        weights=np.ones((1, 1, 1, channels)),
        bias=np.zeros(channels),
        slopes=tuple(slopes),
    )
    return layer, codes


@pytest.mark.parametrize("storage", ["int8", "uint8"])
def test_prelu_is_that_of_litert(storage: str) -> None:
    """Slopes of every sign, at both ends and at the zero point, for each channel."""
    low, high = storage_range(STORAGES[storage])
    slope = SLOPES[storage]
    slopes = [low, low + 1, slope.zero_point, slope.zero_point + 1, high]
    alpha = uniform(STORAGES[storage], slope.scale, slope.zero_point)
    for sy in (0.1, 0.013):
        for zx, zy in zip(zero_points(storage), zero_points(storage)[::-1], strict=True):
            layer, codes = prelu(storage, slopes, zx, output=Domain(sy, zy))
            x, y = uniform(STORAGES[storage], 0.1, zx), uniform(STORAGES[storage], sy, zy)
            got = run("leaky_relu", x, y, codes, prelu_parameters(x, y, alpha, slopes))
            assert np.array_equal(got, theirs(layer, codes)), (sy, zx, zy)


def test_slope_beyond_a_shift() -> None:
    x = uniform("i8", 0.1, 0)
    with pytest.raises(ValueError, match=r"expected shifts in \[2, 62\] but got 1"):
        leaky_relu_parameters(x, x, 2.0**29)


def test_builders() -> None:
    """Every builder of a parametric activation makes an op that its verifier takes."""
    x, w = uniform("i8", 0.5, 0), uniform("i8", 0.25, 0)
    u = uniform("i8", 2.0, -3)
    tensor = ir.RankedTensorType.get
    requant, one = lf.requant([1 << 30], [34]), lf.requant([1 << 30], [30])
    arguments = f"%x: {tensor([1, 4, 4, 2], x)}, %w: {tensor([3, 1, 1, 2], w)}"
    module = ir.Module.parse(f"func.func @f({arguments}) {{ return }}")
    block = module.body.operations[0].regions[0].blocks[0]
    with ir.InsertionPoint.at_block_begin(block):
        a, b = block.arguments
        result = tensor([1, 4, 4, 3], u)
        codes = lf.conv2d(result, a, b, requant=requant)
        lf.clip(codes, *clip_codes(u, 0.0, 6.0))
        lf.leaky_relu(result, codes, positive=one, negative=one, factor=(-1, 0, 2))
        clip = lf.ClipAttr.get(-3, 0)
        lf.fused_conv2d(result, a, b, activation=clip, intermediate_type=u, requant=requant)
        leaky = lf.LeakyReluAttr.get(one, one)
        lf.fused_conv_transpose2d(
            result, a, b, activation=leaky, intermediate_type=u, requant=requant
        )
    assert module.operation.verify()
    assert [op.operation.name for op in block.operations][:-1] == [
        "lutfuse.conv2d",
        "lutfuse.clip",
        "lutfuse.leaky_relu",
        "lutfuse.fused_conv2d",
        "lutfuse.fused_conv_transpose2d",
    ]


def test_attributes() -> None:
    clip = lf.ClipAttr.get(-3, 57)
    assert (clip.min, clip.max) == (-3, 57)
    assert lf.ClipAttr(ir.Attribute.parse(str(clip))) == clip
    one, two = lf.requant([1 << 30], [30]), lf.requant([5, 6], [7, 8])
    leaky = lf.LeakyReluAttr.get(one, two, [-1, 3])
    assert (leaky.positive, leaky.negative, leaky.factor) == (one, two, [-1, 3])
    assert (lf.LeakyReluAttr.get(one, two).factor, leaky.negate) == ([1], False)
    assert lf.LeakyReluAttr.get(one, two, negate=True).negate
    with pytest.raises(ValueError, match="'clip' expected 'min' of at most 'max' but got 1 and 0"):
        lf.ClipAttr.get(1, 0)
    with pytest.raises(ValueError, match="'leaky_relu' expected one multiplier in 'positive'"):
        lf.LeakyReluAttr.get(two, one)
    with pytest.raises(ValueError, match="'leaky_relu' expected at least one factor but got none"):
        lf.LeakyReluAttr.get(one, two, [])
    with pytest.raises(ValueError, match="expected a requantization by integers"):
        lf.LeakyReluAttr.get(clip, one)  # pyright: ignore[reportArgumentType]
