"""Layers give the same codes on the NPU, whose command words are simulated, as on the CPU."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from support.needs import needs_vela
from support.npu_layers import check, constant

pytestmark = needs_vela

RANDOM = np.random.default_rng(5)
ACCELERATORS = (
    "ethos-u55-32",
    "ethos-u55-64",
    "ethos-u55-128",
    "ethos-u55-256",
    "ethos-u65-256",
    "ethos-u65-512",
)


def codes(*shape: int) -> Any:
    """Random codes; the largest and the smallest are among them."""
    values = RANDOM.integers(-128, 128, shape).astype(np.int8)
    values.reshape(-1)[:2] = (-128, 127)
    return values


def layer(
    x: tuple[int, ...],
    w: tuple[int, ...],
    y: tuple[int, ...],
    window: str = "",
    *,
    op: str = "conv2d",
    u: str = "i8:f32, 2.0:-3",
    requant: str = "multiplier = [1379534027], shift = [38], rounding = double_round",
    more: str = "",
    storage: str = "i8",
) -> str:
    """A module with one convolution; `more` may make `%y` of `%u` before it is returned."""
    xs, ws, ys = ("x".join(map(str, shape)) for shape in (x, w, y))
    # sx * sw / su is what the requantization says.
    numbers = requant.replace("[", "").replace("]", "").split(",")
    multiplier, shift = (int(part.split("=")[1]) for part in numbers[:2])
    scale = float(multiplier) * 2.0**-shift * float(u.split(",")[1].split(":")[0])
    xq, wq = f"!quant.uniform<{storage}:f32, 1.0:3>", f"!quant.uniform<i8:f32, {scale!r}>"
    uq = f"!quant.uniform<{u}>"
    bias = RANDOM.integers(-3000, 3000, w[0]).astype(np.int32)
    name, result = ("%y", "%u") if more else ("%u", "%u")
    return (
        f"!x = tensor<{xs}x{xq}>\n!w = tensor<{ws}x{wq}>\n!u = tensor<{ys}x{uq}>\n"
        f"func.func @main(%a: tensor<{xs}xi8>) -> tensor<{ys}xi8> {{\n"
        + constant("f", codes(*w))
        + constant("b", bias)
        + f"  %x = quant.scast %a : tensor<{xs}xi8> to !x\n"
        f"  %w = quant.scast %f : tensor<{ws}xi8> to !w\n"
        f"  {result} = lutfuse.{op} %x, %w bias %b {window} requant <{requant}>\n"
        f"    : (!x, !w, tensor<{w[0]}xi32>) -> !u\n{more}"
        f"  %r = quant.scast {name} : !u to tensor<{ys}xi8>\n"
        f"  return %r : tensor<{ys}xi8>\n}}\n"
    )


PAD2 = "pad [2, 2, 2, 2]"
PLAIN = {
    "one": ((1, 5, 7, 3), (8, 1, 1, 3), (1, 5, 7, 8), ""),
    "same": ((1, 9, 11, 5), (13, 3, 3, 5), (1, 9, 11, 13), "pad [1, 1, 1, 1]"),
    "stride": ((1, 9, 12, 16), (24, 3, 3, 16), (1, 5, 6, 24), "stride [2, 2] pad [1, 1, 0, 1]"),
    "dilated": ((1, 12, 12, 8), (8, 3, 3, 8), (1, 12, 12, 8), "pad [2, 2, 2, 2] dilation [2, 2]"),
    "stride3": ((1, 12, 9, 4), (8, 3, 2, 4), (1, 4, 3, 8), "stride [3, 3]"),
    "large": ((1, 14, 70, 4), (4, 14, 66, 4), (1, 1, 5, 4), ""),
    "deep": ((1, 3, 3, 200), (40, 2, 2, 200), (1, 2, 2, 40), ""),
    "dense": ((1, 1, 1, 96), (33, 1, 1, 96), (1, 1, 1, 33), ""),
    "group": ((1, 8, 8, 12), (6, 3, 3, 4), (1, 8, 8, 6), "pad [1, 1, 1, 1] group 3"),
    "depthwise": ((1, 8, 8, 20), (20, 3, 3, 1), (1, 8, 8, 20), "pad [1, 1, 1, 1] group 20"),
    "depthwise5": (
        (1, 9, 9, 7),
        (7, 5, 5, 1),
        (1, 5, 5, 7),
        "stride [2, 2] pad [2, 2, 2, 2] group 7",
    ),
}
TRANSPOSED = {
    "k2": ((1, 6, 5, 8), (8, 2, 2, 8), (1, 12, 10, 8), "stride [2, 2]"),
    "k3": ((1, 6, 5, 8), (9, 3, 3, 8), (1, 13, 11, 9), "stride [2, 2]"),
    "crop": ((1, 6, 5, 8), (4, 3, 3, 8), (1, 12, 10, 4), "stride [2, 2] out_pad [-1, 0, 0, -1]"),
    "k4": ((1, 6, 5, 3), (4, 4, 4, 3), (1, 12, 10, 4), "stride [2, 2] out_pad [-1, -1, -1, -1]"),
    "k1": ((1, 6, 5, 8), (4, 1, 1, 8), (1, 11, 9, 4), "stride [2, 2]"),
    "stride1": ((1, 6, 5, 8), (4, 3, 3, 8), (1, 8, 7, 4), ""),
}


@pytest.mark.parametrize("accelerator", ACCELERATORS)
@pytest.mark.parametrize("name", PLAIN)
def test_convolutions(name: str, accelerator: str) -> None:
    x, w, y, window = PLAIN[name]
    check(layer(x, w, y, window), [codes(*x)], accelerator)


@pytest.mark.parametrize("accelerator", ["ethos-u55-128", "ethos-u65-512"])
@pytest.mark.parametrize("name", TRANSPOSED)
def test_transposed(name: str, accelerator: str) -> None:
    x, w, y, window = TRANSPOSED[name]
    check(layer(x, w, y, window, op="conv_transpose2d"), [codes(*x)], accelerator)


REQUANTS = (
    "multiplier = [1379534027], shift = [38], rounding = single_round",
    "multiplier = [1379534027], shift = [31], rounding = double_round",
    "multiplier = [1379534027], shift = [29], rounding = double_round",
    "multiplier = [12345], shift = [22], rounding = double_round",
    "multiplier = [1073741825], shift = [45], rounding = double_round",
    "multiplier = [20000], shift = [24], rounding = single_round, multiplier_bits = 16",
)


@pytest.mark.parametrize("requant", REQUANTS)
def test_requantizations(requant: str) -> None:
    x, w, y, window = PLAIN["same"]
    check(layer(x, w, y, window, requant=requant), [codes(*x)])


@pytest.mark.parametrize("domain", ["u8:f32, 2.0:7", "i8<-127:127>:f32, 2.0:-3", "i8:f32, 2.0:127"])
def test_domains_of_the_result(domain: str) -> None:
    x, w, y, window = PLAIN["same"]
    check(layer(x, w, y, window, u=domain), [codes(*x)])


def test_unsigned_input() -> None:
    x, w, y, window = PLAIN["same"]
    check(layer(x, w, y, window, storage="u8"), [codes(*x)])


ACTIVATIONS = {
    "clip": "  %y = lutfuse.clip %u <min = -3, max = 57> : (!u) -> !u\n",
    "leaky": "  %y = lutfuse.leaky_relu %u <positive = <multiplier = [1073741824], shift = [30], "
    "rounding = double_round>, negative = <multiplier = [1717986918], shift = [34], "
    "rounding = double_round>> : (!u) -> !u\n",
    "table": constant("t", RANDOM.integers(-128, 128, 256).astype(np.int8))
    + "  %y = lutfuse.lut_activation <custom> %u, %t header <first = -128, entries = 256, "
    "lookup = direct, input = !quant.uniform<i8:f32, 2.0:-3>, "
    "result = !quant.uniform<i8:f32, 2.0:-3>> : (!u, tensor<256xi8>) -> !u\n",
}


@pytest.mark.parametrize("fuse", [False, True])
@pytest.mark.parametrize("kind", ACTIVATIONS)
def test_activations(kind: str, fuse: bool) -> None:
    from support.npu_layers import engines

    x, w, y, window = PLAIN["same"]
    given = codes(*x)
    cpu, npu = engines(layer(x, w, y, window, more=ACTIVATIONS[kind]), "ethos-u55-128", fuse)
    assert int((cpu([given])[0] != npu(given)[0]).sum()) == 0
    assert npu.operations["conv"] == 1
    assert npu.operations["pool.average"] == (0 if fuse else 1)
    assert npu.operations["dma"] == (0 if kind == "clip" else 1)
