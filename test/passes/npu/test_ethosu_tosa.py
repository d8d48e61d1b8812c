"""TOSA's ops around convolutions give the same codes on the simulated NPU as on the CPU."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from support.needs import needs_vela
from support.npu_layers import check

pytestmark = needs_vela

RANDOM = np.random.default_rng(7)


def codes(*shape: int) -> Any:
    values = RANDOM.integers(-128, 128, shape).astype(np.int8)
    values.reshape(-1)[:2] = (-128, 127)
    return values


def number(name: str, value: int, bits: int = 8) -> str:
    """A `tosa.const` of one integer."""
    type_ = f"tensor<1xi{bits}>"
    return f'  %{name} = "tosa.const"() <{{values = dense<{value}> : {type_}}}> : () -> {type_}\n'


def shape(name: str, values: list[int]) -> str:
    """A `tosa.const_shape`."""
    rank = len(values)
    return (
        f"  %{name} = tosa.const_shape {{values = dense<{values}> : tensor<{rank}xindex>}} : "
        f"() -> !tosa.shape<{rank}>\n"
    )


def rescale(
    out: str, x: str, x_type: str, y_type: str, multiplier: int, shift: int, zx: int, zy: int
) -> str:
    """A `tosa.rescale` with double rounding, its constants before it."""
    bits = [type_.rsplit("i", 1)[1].rstrip(">") for type_ in (x_type, y_type)]
    return (
        number(f"{out}m", multiplier, 32)
        + number(f"{out}s", shift)
        + number(f"{out}x", zx, int(bits[0]))
        + number(f"{out}y", zy, int(bits[1]))
        + f"  %{out} = tosa.rescale %{x}, %{out}m, %{out}s, %{out}x, %{out}y "
        "{input_unsigned = false, output_unsigned = false, per_channel = false, "
        "rounding_mode = DOUBLE_ROUND, scale32 = true} : "
        f"({x_type}, tensor<1xi32>, tensor<1xi8>, tensor<1xi{bits[0]}>, tensor<1xi{bits[1]}>) "
        f"-> {y_type}\n"
    )


def function(arguments: str, body: str, result: str, type_: str) -> str:
    return f"func.func @main({arguments}) -> {type_} {{\n{body}  return %{result} : {type_}\n}}\n"


X8, X32 = "tensor<1x6x7x5xi8>", "tensor<1x6x7x5xi32>"
B8, B32 = "tensor<1x1x1x5xi8>", "tensor<1x1x1x5xi32>"


@pytest.mark.parametrize("multiplier, shift", [(1518500250, 31), (1073741824, 30), (2000, 9)])
def test_rescale(multiplier: int, shift: int) -> None:
    body = rescale("y", "x", X8, X8, multiplier, shift, 3, -5)
    npu = check(function(f"%x: {X8}", body, "y", X8), [codes(1, 6, 7, 5)])
    assert npu.operations == {"pool.average": 1}


@pytest.mark.parametrize("scaled", [0, 1])
@pytest.mark.parametrize("small", [(1717986918, 33), (1073741824, 31), (1073741825, 32)])
def test_add(small: tuple[int, int], scaled: int) -> None:
    # The larger scale by 2^19, the other by 2^20 and then by its multiplier, as from TFLite.
    first = rescale("a0", "x", X8, X32, 1 << 30, 11, 3, 0) + rescale(
        "b1", "z", X8, X32, 1 << 30, 10, -7, 0
    )
    body = first + rescale("b0", "b1", X32, X32, *small, 0, 0)
    names = ("a0", "b0") if scaled else ("b0", "a0")
    body += f"  %s = tosa.add %{names[0]}, %{names[1]} : ({X32}, {X32}) -> {X32}\n"
    body += rescale("y", "s", X32, X8, 1234567891, 50, 0, 9)
    text = function(f"%x: {X8}, %z: {X8}", body, "y", X8)
    npu = check(text, [codes(1, 6, 7, 5), codes(1, 6, 7, 5)])
    assert npu.operations == {"elementwise.add": 1}


@pytest.mark.parametrize("second", [(X8, X32), (B8, B32)])
def test_mul(second: tuple[str, str]) -> None:
    narrow, wide = second
    body = rescale("a", "x", X8, X32, 1 << 30, 30, 3, 0)
    body += rescale("b", "z", narrow, wide, 1 << 30, 30, -9, 0) + number("n", 0)
    body += f"  %p = tosa.mul %b, %a, %n : ({wide}, {X32}, tensor<1xi8>) -> {X32}\n"
    body += rescale("y", "p", X32, X8, 1234567891, 37, 0, 9)
    text = function(f"%x: {X8}, %z: {narrow}", body, "y", X8)
    given = codes(*map(int, narrow[7:].rstrip("xi8>").split("x")))
    npu = check(text, [codes(1, 6, 7, 5), given])
    assert npu.operations == {"elementwise.mul": 1}


@pytest.mark.parametrize("pick", ["maximum", "minimum"])
def test_leaky_relu_of_rescales(pick: str) -> None:
    body = rescale("a", "x", X8, X32, 1717986918, 33, 3, 0)
    body += rescale("b", "x", X8, X32, 1518500250, 30, 3, 0)
    body += f"  %m = tosa.{pick} %a, %b : ({X32}, {X32}) -> {X32}\n"
    body += rescale("y", "m", X32, X8, 1 << 30, 30, 0, -9)
    npu = check(function(f"%x: {X8}", body, "y", X8), [codes(1, 6, 7, 5)])
    assert npu.operations == {"pool.average": 1, "dma": 1}


def test_mean() -> None:
    body = rescale("a", "x", X8, X32, 1 << 30, 30, 3, 0)
    body += f"  %r = tosa.reduce_sum %a {{axis = 1 : i32}} : ({X32}) -> tensor<1x1x7x5xi32>\n"
    body += f"  %q = tosa.reduce_sum %r {{axis = 2 : i32}} : (tensor<1x1x7x5xi32>) -> {B32}\n"
    body += rescale("y", "q", B32, B8, 1636176113, 36, 0, 9)
    npu = check(function(f"%x: {X8}", body, "y", B8), [codes(1, 6, 7, 5)])
    assert npu.operations == {"pool.average": 1}


@pytest.mark.parametrize("zero_points", [(0, 0), (5, -3)])
def test_average(zero_points: tuple[int, int]) -> None:
    body = number("a", zero_points[0]) + number("b", zero_points[1])
    body += (
        "  %y = tosa.avg_pool2d %x, %a, %b {acc_type = i32, kernel = array<i64: 3, 2>, "
        "pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 3, 1>} : "
        f"({X8}, tensor<1xi8>, tensor<1xi8>) -> tensor<1x2x6x5xi8>\n"
    )
    text = function(f"%x: {X8}", body, "y", "tensor<1x2x6x5xi8>")
    assert check(text, [codes(1, 6, 7, 5)]).operations == {"pool.average": 1}


def test_maximum() -> None:
    body = (
        "  %y = tosa.max_pool2d %x {kernel = array<i64: 2, 3>, pad = array<i64: 0, 0, 1, 1>, "
        f"stride = array<i64: 2, 1>}} : ({X8}) -> tensor<1x3x7x5xi8>\n"
    )
    text = function(f"%x: {X8}", body, "y", "tensor<1x3x7x5xi8>")
    assert check(text, [codes(1, 6, 7, 5)]).operations == {"pool.max": 1}


@pytest.mark.parametrize("axis", [1, 2, 3])
def test_concat(axis: int) -> None:
    sizes = [1, 6, 7, 5]
    sizes[axis] *= 2
    type_ = f"tensor<{'x'.join(map(str, sizes))}xi8>"
    body = f"  %y = tosa.concat %x, %z {{axis = {axis} : i32}} : ({X8}, {X8}) -> {type_}\n"
    npu = check(function(f"%x: {X8}, %z: {X8}", body, "y", type_), [codes(1, 6, 7, 5)] * 2)
    assert npu.operations == {"pool.average": 2}


@pytest.mark.parametrize("axis", [1, 2, 3])
def test_concat_in_place(axis: int) -> None:
    sizes = [1, 6, 7, 5]
    sizes[axis] *= 2
    type_ = f"tensor<{'x'.join(map(str, sizes))}xi8>"
    body = rescale("a", "x", X8, X8, 1518500250, 31, 3, -5)
    body += rescale("b", "z", X8, X8, 1518500250, 30, 1, 2)
    body += f"  %y = tosa.concat %a, %b {{axis = {axis} : i32}} : ({X8}, {X8}) -> {type_}\n"
    npu = check(function(f"%x: {X8}, %z: {X8}", body, "y", type_), [codes(1, 6, 7, 5)] * 2)
    assert npu.operations == {"pool.average": 2}


def test_concat_of_a_concat_and_of_one_value_twice() -> None:
    pair, type_ = "tensor<1x6x7x10xi8>", "tensor<1x6x28x10xi8>"
    body = rescale("a", "x", X8, X8, 1518500250, 31, 3, -5)
    body += rescale("b", "x", X8, X8, 1518500250, 30, 1, 2)
    body += f"  %p = tosa.concat %a, %b {{axis = 3 : i32}} : ({X8}, {X8}) -> {pair}\n"
    body += f"  %q = tosa.concat %b, %b {{axis = 3 : i32}} : ({X8}, {X8}) -> {pair}\n"
    body += f"  %r = tosa.concat %p, %q {{axis = 2 : i32}} : ({pair}, {pair}) -> "
    body += "tensor<1x6x14x10xi8>\n"
    body += "  %y = tosa.concat %r, %r {axis = 2 : i32} : (tensor<1x6x14x10xi8>, "
    body += f"tensor<1x6x14x10xi8>) -> {type_}\n"
    check(function(f"%x: {X8}", body, "y", type_), [codes(1, 6, 7, 5)])


def test_concat_behind_a_reshape() -> None:
    shaped, type_ = "tensor<1x7x6x5xi8>", "tensor<1x7x6x10xi8>"
    body = rescale("a", "x", X8, X8, 1518500250, 31, 3, -5) + shape("s", [1, 7, 6, 5])
    body += f"  %b = tosa.reshape %a, %s : ({X8}, !tosa.shape<4>) -> {shaped}\n"
    body += f"  %c = tosa.reshape %z, %s : ({X8}, !tosa.shape<4>) -> {shaped}\n"
    body += f"  %y = tosa.concat %b, %c {{axis = 3 : i32}} : ({shaped}, {shaped}) -> {type_}\n"
    check(function(f"%x: {X8}, %z: {X8}", body, "y", type_), [codes(1, 6, 7, 5)] * 2)


def test_pad() -> None:
    type_ = "tensor<1x9x8x12xi8>"
    body = shape("p", [0, 0, 1, 2, 1, 0, 3, 4]) + number("v", -7)
    body += f"  %y = tosa.pad %x, %p, %v : ({X8}, !tosa.shape<8>, tensor<1xi8>) -> {type_}\n"
    check(function(f"%x: {X8}", body, "y", type_), [codes(1, 6, 7, 5)])


def test_slice() -> None:
    type_ = "tensor<1x4x3x2xi8>"
    body = shape("p", [0, 1, 2, 3]) + shape("n", [1, 4, 3, 2])
    body += f"  %y = tosa.slice %x, %p, %n : ({X8}, !tosa.shape<4>, !tosa.shape<4>) -> {type_}\n"
    check(function(f"%x: {X8}", body, "y", type_), [codes(1, 6, 7, 5)])


def test_host_between_regions() -> None:
    body = rescale("a", "x", X8, X8, 1518500250, 31, 3, -5)
    body += f"  %n = tosa.bitwise_not %a : ({X8}) -> {X8}\n"
    body += rescale("y", "n", X8, X8, 1518500250, 31, 3, -5)
    npu = check(function(f"%x: {X8}", body, "y", X8), [codes(1, 6, 7, 5)])
    assert npu.operations == {"pool.average": 2}
