"""`JitModule` against NumPy: exact integers, kept state, one-line errors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from mlir import ir

from lutfuse.passes.upstream.jit import JitModule
from support import contract
from support.jit import IDENTITY, jit

RNG = np.random.default_rng(7)


@pytest.fixture(autouse=True)
def context() -> Iterator[ir.Context]:
    context = ir.Context()
    context.allow_unregistered_dialects = True
    with context:
        yield context


def const(values: np.ndarray | list[int] | int, type_: str) -> str:
    literal = np.asarray(values).tolist()
    return f'"tosa.const"() {{values = dense<{literal}> : {type_}}} : () -> {type_}'


def shape(*values: int) -> str:
    type_ = f"!tosa.shape<{len(values)}>"
    literal = f"dense<{list(values)}> : tensor<{len(values)}xindex>"
    return f"tosa.const_shape {{values = {literal}}} : () -> {type_}"


def rescale(source: str, target: str, channels: int, zero_point: str, **flags: str) -> str:
    """`tosa.rescale` of `%x` by `%m`, `%s`, `%xz` and `%yz`."""
    attributes = {"scale32": "true", "rounding_mode": "DOUBLE_ROUND", "input_unsigned": "false"}
    attributes |= {"output_unsigned": "false", "per_channel": str(channels > 1).lower(), **flags}
    listed = ", ".join(f"{name} = {value}" for name, value in attributes.items())
    operands = [source, f"tensor<{channels}xi32>", f"tensor<{channels}xi8>", zero_point]
    types = ", ".join([*operands, "tensor<1xi8>"])
    return f"tosa.rescale %x, %m, %s, %xz, %yz {{{listed}}} : ({types}) -> {target}"


# Integer semantics


def convolve(x: np.ndarray, w: np.ndarray, bias: np.ndarray, zero_point: int) -> np.ndarray:
    """3x3 convolution, NHWC times OHWI, stride 1, padded by 1, in int64."""
    padded = np.pad(x.astype(np.int64) - zero_point, ((0, 0), (1, 1), (1, 1), (0, 0)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(1, 2))
    return np.einsum("nyxihw,ohwi->nyxo", windows, w.astype(np.int64)) + bias


def requantize(x: np.ndarray, multiplier: np.ndarray, shift: np.ndarray) -> np.ndarray:
    """TOSA's RESCALE to 8 bits with DOUBLE_ROUND and output zero point -5."""
    return np.clip(contract.requantize(x, multiplier, shift, double_round=True) - 5, -128, 127)


@pytest.mark.parametrize("opt_level", [0, 2])
@pytest.mark.parametrize("zero_point", [-128, 3, 127])
def test_conv_rescale_table(zero_point: int, opt_level: int) -> None:
    edges = np.array([-128, -127, -1, 0, 1, 126, 127])
    x = RNG.choice(edges, (1, 9, 11, 5)).astype(np.int8)
    w = RNG.choice(edges, (6, 3, 3, 5)).astype(np.int8)
    w[:2] &= -64  # accumulators in coarse steps, so that many of them are ties of the rounding
    bias = np.array([0, 512, -513, 1 << 20, -(1 << 20), 12345])
    multiplier = np.array([1 << 30, 1 << 30, 1518500250, 1 << 30, 2**31 - 1, 1073741825])
    shift = np.array([40, 41, 41, 44, 45, 40])
    table = RNG.permutation(np.arange(-128, 128))
    module = jit(
        f"""func.func @main(%a: tensor<1x9x11x5xi8>) -> tensor<1x9x11x6xi8> {{
          %w = {const(w, "tensor<6x3x3x5xi8>")}
          %b = {const(bias, "tensor<6xi32>")}
          %az = {const([zero_point], "tensor<1xi8>")}
          %wz = {const([0], "tensor<1xi8>")}
          %m = {const(multiplier, "tensor<6xi32>")}
          %s = {const(shift, "tensor<6xi8>")}
          %xz = {const([0], "tensor<1xi32>")}
          %yz = {const([-5], "tensor<1xi8>")}
          %t = {const(table, "tensor<256xi8>")}
          %x = tosa.conv2d %a, %w, %b, %az, %wz {{acc_type = i32, pad = array<i64: 1, 1, 1, 1>,
              stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}} : (tensor<1x9x11x5xi8>,
              tensor<6x3x3x5xi8>, tensor<6xi32>, tensor<1xi8>, tensor<1xi8>)
              -> tensor<1x9x11x6xi32>
          %y = {rescale("tensor<1x9x11x6xi32>", "tensor<1x9x11x6xi8>", 6, "tensor<1xi32>")}
          %0 = tosa.table %y, %t : (tensor<1x9x11x6xi8>, tensor<256xi8>) -> tensor<1x9x11x6xi8>
          return %0 : tensor<1x9x11x6xi8>
        }}""",
        opt_level=opt_level,
    )
    code = requantize(convolve(x, w, bias, zero_point), multiplier, shift)
    (actual,) = module(x)
    assert actual.dtype == np.int8
    assert np.count_nonzero(actual != table[code + 128]) == 0
    assert len(np.unique(code)) > 100


def test_rescale_of_dense_values() -> None:
    # Divides by 2, 8, 16, 16 and 32. Shifts 31 and 32 are on either side of the double rounding.
    multiplier = np.array([1 << 30, 1 << 29, 1 << 30, (1 << 30) + 1, 1 << 30])
    shift = np.array([31, 32, 34, 34, 35])
    near_zero, limits = np.arange(-5000, 5000), np.array([-(2**31), 2**31 - 1])
    x = np.repeat(np.concatenate([near_zero, limits])[:, None], 5, axis=1)
    module = jit(f"""
      func.func @main(%x: tensor<10002x5xi32>) -> tensor<10002x5xi8> {{
        %m = {const(multiplier, "tensor<5xi32>")}
        %s = {const(shift, "tensor<5xi8>")}
        %xz = {const([0], "tensor<1xi32>")}
        %yz = {const([-5], "tensor<1xi8>")}
        %0 = {rescale("tensor<10002x5xi32>", "tensor<10002x5xi8>", 5, "tensor<1xi32>")}
        return %0 : tensor<10002x5xi8>
      }}""")
    (actual,) = module(x.astype(np.int32))
    assert np.count_nonzero(actual != requantize(x, multiplier, shift)) == 0


def resize_bilinear(x: np.ndarray, scale: int, step: int, offset: int, size: int) -> np.ndarray:
    """TOSA's RESIZE, BILINEAR, both axes alike, in int64."""
    position = np.arange(size) * step + offset
    low, delta = position // scale, position % scale
    limit = x.shape[1] - 1
    first, second = np.clip(low, 0, limit), np.clip(low + 1, 0, limit)
    wide = x.astype(np.int64)
    rows = delta[:, None, None]
    wide = wide[:, first] * (scale - rows) + wide[:, second] * rows
    columns = delta[:, None]
    return wide[:, :, first] * (scale - columns) + wide[:, :, second] * columns


def test_resize_with_negative_offset() -> None:
    x = RNG.integers(-128, 128, (1, 4, 4, 3)).astype(np.int8)
    module = jit(f"""
      func.func @main(%x: tensor<1x4x4x3xi8>) -> tensor<1x8x8x3xi32> {{
        %s = {shape(4, 2, 4, 2)}
        %o = {shape(-1, -1)}
        %b = {shape(1, 1)}
        %0 = tosa.resize %x, %s, %o, %b {{mode = BILINEAR}} : (tensor<1x4x4x3xi8>, !tosa.shape<4>,
            !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x8x8x3xi32>
        return %0 : tensor<1x8x8x3xi32>
      }}""")
    assert np.array_equal(module(x)[0], resize_bilinear(x, 4, 2, -1, 8))


def test_uint8_result() -> None:
    flags = {"rounding_mode": "SINGLE_ROUND", "output_unsigned": "true"}
    module = jit(f"""
      func.func @main(%x: tensor<256xi8>) -> tensor<256xui8> {{
        %m = {const([1 << 30], "tensor<1xi32>")}
        %s = {const([30], "tensor<1xi8>")}
        %xz = {const([-128], "tensor<1xi8>")}
        %yz = {const([0], "tensor<1xi8>")}
        %0 = {rescale("tensor<256xi8>", "tensor<256xui8>", 1, "tensor<1xi8>", **flags)}
        return %0 : tensor<256xui8>
      }}""")
    (actual,) = module(np.arange(-128, 128, dtype=np.int8))
    assert actual.dtype == np.uint8
    assert np.array_equal(actual, np.arange(256))
    assert [str(spec) for spec in (*module.inputs, *module.outputs)] == ["int8[256]", "uint8[256]"]


# State


RING = f"""
  tosa.variable @ring = dense<-1> : tensor<1x4x2xi8>
  tosa.variable @count : tensor<i32>
  func.func @main(%x: tensor<1x1x2xi8>) -> (tensor<1x5x2xi8>, tensor<i32>) {{
    %one = {const(1, "tensor<i32>")}
    %start = {shape(0, 1, 0)}
    %size = {shape(1, 4, 2)}
    %ring = tosa.variable_read @ring : tensor<1x4x2xi8>
    %all = tosa.concat %ring, %x {{axis = 1 : i32}} :
        (tensor<1x4x2xi8>, tensor<1x1x2xi8>) -> tensor<1x5x2xi8>
    %new = tosa.slice %all, %start, %size :
        (tensor<1x5x2xi8>, !tosa.shape<3>, !tosa.shape<3>) -> tensor<1x4x2xi8>
    tosa.variable_write @ring, %new : tensor<1x4x2xi8>
    %old = tosa.variable_read @count : tensor<i32>
    %sum = tosa.add %old, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.variable_write @count, %sum : tensor<i32>
    %count = tosa.variable_read @count : tensor<i32>
    return %all, %count : tensor<1x5x2xi8>, tensor<i32>
  }}"""


def assert_ring_counts_from_start(module: JitModule) -> None:
    history = [-1, -1, -1, -1]
    for step in range(7):
        ring, count = module(np.full((1, 1, 2), step, np.int8))
        history = [*history[-4:], step]
        assert np.array_equal(ring, np.repeat(history, 2).reshape(1, 5, 2))
        assert count == step + 1


def test_state_persists_and_resets() -> None:
    module = jit(RING)
    assert_ring_counts_from_start(module)
    assert_ring_counts_from_start(jit(RING))
    module.reset()
    assert_ring_counts_from_start(module)


def test_read_before_write_keeps_the_old_value() -> None:
    module = jit("""
      tosa.variable @v = dense<200> : tensor<2xui8>
      func.func @main(%x: tensor<2xui8>) -> (tensor<2xui8>, tensor<2xui8>) {
        %old = tosa.variable_read @v : tensor<2xui8>
        tosa.variable_write @v, %x : tensor<2xui8>
        %new = tosa.variable_read @v : tensor<2xui8>
        return %old, %new : tensor<2xui8>, tensor<2xui8>
      }""")
    results = [module(np.array([value, 255], np.uint8)) for value in (1, 2)]
    assert [[array.tolist() for array in pair] for pair in results] == [
        [[200, 200], [1, 255]],
        [[1, 255], [2, 255]],
    ]


# Memory


def test_module_and_inputs_are_not_changed() -> None:
    scatter = ir.Module.parse("""
      func.func @main(%v: tensor<1x4x1xi8>, %i: tensor<1x2xi32>, %x: tensor<1x2x1xi8>)
          -> tensor<1x4x1xi8> {
        %0 = tosa.scatter %v, %i, %x :
            (tensor<1x4x1xi8>, tensor<1x2xi32>, tensor<1x2x1xi8>) -> tensor<1x4x1xi8>
        return %0 : tensor<1x4x1xi8>
      }""")
    before = str(scatter)
    values = np.arange(4, dtype=np.int8).reshape(1, 4, 1)
    new = np.full((1, 2, 1), 9, np.int8)
    (result,) = JitModule(scatter)(values, np.array([[3, 1]], np.int32), new)
    assert str(scatter) == before
    assert values.ravel().tolist() == [0, 1, 2, 3]
    assert result.ravel().tolist() == [0, 9, 2, 9]


def test_strided_input() -> None:
    x = np.arange(12, dtype=np.int8).reshape(4, 3)[::-2]
    (result,) = jit(IDENTITY)(x)
    assert np.array_equal(result, x)
    assert not np.shares_memory(result, x)


def test_scalar_tensors() -> None:
    module = jit("""
      func.func @main(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
        %0 = tosa.add %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i32>
        return %0 : tensor<i32>
      }""")
    (total,) = module(np.array(40, np.int32), np.array(2, np.int32))
    assert total.shape == ()
    assert total == 42


def test_value_returned_twice() -> None:
    module = jit("""
      func.func @main(%a: tensor<3xi8>) -> (tensor<3xi8>, tensor<3xi8>) {
        %0 = tosa.add %a, %a : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
        return %0, %0 : tensor<3xi8>, tensor<3xi8>
      }""")
    results = module(np.array([1, 2, 127], np.int8))
    assert [result.tolist() for result in results] == [[2, 4, -2], [2, 4, -2]]


def test_strided_copy_loads_no_second_mlir() -> None:
    maps = Path("/proc/self/maps")
    if not maps.exists():
        pytest.skip("needs /proc")
    before = maps.read_text("utf-8").count("libMLIR.so")
    module = jit("""
      func.func @main(%a: tensor<2x1xi8>, %b: tensor<2x1xi8>) -> tensor<2x2xi8> {
        %0 = tosa.concat %a, %b {axis = 1 : i32} :
            (tensor<2x1xi8>, tensor<2x1xi8>) -> tensor<2x2xi8>
        return %0 : tensor<2x2xi8>
      }""")
    (result,) = module(np.array([[1], [2]], np.int8), np.array([[3], [4]], np.int8))
    assert result.tolist() == [[1, 3], [2, 4]]
    assert maps.read_text("utf-8").count("libMLIR.so") == before


# Errors


def zeros(shape: tuple[int, ...], dtype: str = "int8") -> np.ndarray:
    return np.zeros(shape, dtype)


SHARED_COMPARISON = """
  func.func @main(%a: tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi8>) {
    %z = "tosa.const"() {values = dense<0> : tensor<4xi8>} : () -> tensor<4xi8>
    %0 = tosa.greater %a, %z : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
    %1 = tosa.cast %0 : (tensor<4xi1>) -> tensor<4xi8>
    %2 = tosa.select %0, %a, %1 : (tensor<4xi1>, tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
    return %1, %2 : tensor<4xi8>, tensor<4xi8>
  }"""


def test_truth_values_in_memory() -> None:
    x = np.array([-3, 0, 5, 127], np.int8)
    first, second = jit(SHARED_COMPARISON)(x)
    assert (first.tolist(), second.tolist()) == ([0, 0, 1, 1], [0, 0, 5, 127])


def test_numbers_and_truth_values_as_arguments() -> None:
    module = jit("""
      func.func @main(%p: i1, %n: index, %b: tensor<2xi1>) -> (index, tensor<2xi1>, i1) {
        %one = arith.constant 1 : index
        %m = arith.addi %n, %one : index
        %c = tosa.logical_not %b : (tensor<2xi1>) -> tensor<2xi1>
        return %m, %c, %p : index, tensor<2xi1>, i1
      }""")
    for flag in (True, False):
        m, c, p = module(np.array(flag), np.array(41), np.array([flag, True]))
        assert (m.tolist(), c.tolist(), p.tolist()) == (42, [not flag, False], flag)
