"""Tables that went wrong in public: zeroed, drifted, computed with integers, all found and avoided.

As in `test_bug_kinds.py`, each test shows the wrong values, and that the right ones are computed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from mlir import ir
from mlir.passmanager import PassManager

import lutfuse
from lutfuse.numerics import Domain, build_table
from lutfuse.passes.core import remarks
from lutfuse.passes.core.remarks import Remark
from support.bug_kinds import assert_right
from support.contract import Array
from support.edges import edge_layer, stage_of
from support.layer import Layer, Table
from support.layer_text import bits

WIDE, UNIT = Domain("i16", 2.0**-12), Domain("i16", 2.0**-15)
ALL = np.arange(-32768, 32768)


@pytest.fixture(autouse=True)
def context() -> Iterator[ir.Context]:
    with ir.Context() as context:
        lutfuse.register(context)
        yield context


def verdict(kind: str, entries: Array, x: Domain, y: Domain) -> Remark:
    """What `check-lut-tables` says of a table that is labelled `kind`, against the exact one."""
    types = [f"!quant.uniform<{d.storage}:f32, {d.scale!r}:{d.zero_point}>" for d in (x, y)]
    layout = f"first = -128, entries = {len(entries)}, lookup = direct"
    if x.storage == "i16":
        layout = "first = -32768, entries = 513, lookup = interpolated fraction_bits = 7"
    table = f"tensor<{len(entries)}x{bits(y.storage)}>"
    module = ir.Module.parse(f"""
    func.func @main(%u: tensor<4x{types[0]}>) -> tensor<4x{types[1]}> {{
      %t = "tosa.const"() {{values = dense<{entries.tolist()}> : {table}}} : () -> {table}
      %y = lutfuse.lut_activation <{kind}> %u, %t header <{layout}, input = {types[0]},
        result = {types[1]}> : (tensor<4x{types[0]}>, {table}) -> tensor<4x{types[1]}>
      return %y : tensor<4x{types[1]}>
    }}""")
    with remarks.collect() as found:
        pipeline = "builtin.module(check-lut-tables{runtime=exact})"
        PassManager.parse(pipeline).run(module.operation)
    return found[0]


def assert_found(kind: str, right: Array, wrong: Array, x: Domain, y: Domain) -> int:
    """Right is verified, wrong is reported with its count and largest error: the latter."""
    assert verdict(kind, right, x, y).name == "verified"
    details = verdict(kind, wrong, x, y).details
    error = np.abs(right - wrong)
    assert details["Differing"] == str((error > 0).sum())
    assert details["Largest"] == str(error.max())
    return int(error.max())


def passing_on(table: Table) -> tuple[Layer, Array]:
    """A convolution of 16-bit codes that hands on every code, and all of them."""
    layer = Layer(
        shape=(1, 256, 256, 1),
        w=np.ones((1, 1, 1, 1), np.int64),
        b=None,
        multiplier=np.array([1 << 14]),
        shift=np.array([14]),
        storage=("i16", "i8", "i16"),
        double_round=False,
        multiplier_bits=16,
        table=table,
    )
    return layer, ALL.reshape(layer.shape)


def test_kind_11_16_bit_table_zeroed_by_a_wrong_shift() -> None:
    points = build_table("sigmoid", WIDE, UNIT, "exact").astype(np.int64)
    wrong = points >> 15
    assert not wrong.any() and points[256] == 1 << 14 and points[512] == round(32768 / 1.000335463)
    assert assert_found("sigmoid", points, wrong, WIDE, UNIT) > 32000
    layer, x = passing_on(Table(points, None, "i16"))
    assert_right(layer, x, replace(layer, table=Table(wrong, None, "i16")).reference(x))


@pytest.mark.parametrize("step", [1518500251 / 2**42, 1999999973 / 2**42])
def test_kind_12_thresholds_accumulated_in_float32(step: float) -> None:
    """255 additions of a float32 step are off by whole accumulators: one code too high or low."""
    layer, x = edge_layer(
        np.random.default_rng(4),
        [(round(step * 2**42), 42)],
        zu=-128,
        double_round=False,
        table=Table(np.random.default_rng(5).permutation(256) - 128),
    )
    steps = np.full(255, 1 / step, np.float32)
    steps[0] /= 2
    drifted = np.cumsum(steps, dtype=np.float32)
    exact = stage_of(layer).first(np.arange(-127, 128))
    assert 1 <= np.abs(np.ceil(drifted) - exact).max() <= 20
    u = np.searchsorted(drifted, layer.accumulators(x).astype(np.float32), "right") - 128
    assert np.abs(u - layer.intermediate(x)).max() == 1
    assert_right(layer, x, layer.table.reference(u))


def test_kind_12_16_bit_table_accumulated_in_float32() -> None:
    """Each point is a value of its own code: 512 additions of a rounded step drift away."""
    x = Domain("i16", 7.3 / 32768)
    step, value, samples = np.float32(x.scale * 128), np.float32(-32768 * x.scale), []
    for _ in range(513):
        samples.append(value)
        value += step
    drifted = np.rint(np.tanh(np.array(samples, np.float64)) * 32768).clip(-32768, 32767)
    points = build_table("tanh", x, UNIT, "exact").astype(np.int64)
    own = np.rint(np.tanh(x.scale * np.arange(-32768, 32769, 128)) * 32768)
    assert np.array_equal(points, own.clip(-32768, 32767))
    wrong = drifted.astype(np.int64)
    assert 1 <= assert_found("tanh", points, wrong, x, UNIT) <= 20
    layer, codes = passing_on(Table(points, None, "i16"))
    assert_right(layer, codes, replace(layer, table=Table(wrong, None, "i16")).reference(codes))


def test_kind_18_table_entries_computed_with_an_integer() -> None:
    """Hard-swish with its 3 as a whole number of codes, and a division that rounds down."""
    x, y = Domain("i8", 0.05, 3), Domain("i8", 0.04, -7)
    value = np.arange(-128, 128) - x.zero_point
    three = int(3 / x.scale)
    product = value * np.clip(value + three, 0, 2 * three) // (2 * three)
    wrong = np.clip((product * x.scale / y.scale).astype(int) + y.zero_point, -128, 127)
    entries = build_table("hard_swish", x, y, "exact").astype(np.int64)
    assert np.sum(wrong != entries) > 50
    assert assert_found("hard_swish", entries, wrong, x, y) >= 1
    real = x.scale * value
    expected = real * np.clip(real + 3, 0, 6) / 6 / y.scale + y.zero_point
    assert np.abs(np.clip(expected, -128, 127) - entries).max() <= 0.5
    layer, codes = edge_layer(
        np.random.default_rng(6), [(1518500250, 38)], zu=x.zero_point, table=Table(entries)
    )
    assert_right(layer, codes, replace(layer, table=Table(wrong)).reference(codes))
