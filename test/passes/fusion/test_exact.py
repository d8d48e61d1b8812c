"""No pass changes an integer: what comes out computes what went in, and what the contract says.

Three independent computations of each layer are compared, all exactly: NumPy from
`support/contract.py`, the TOSA module as an importer would write it, and the module that went
through the passes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mlir import ir
from mlir.passmanager import PassManager

import lutfuse
from lutfuse.passes.upstream.jit import JitModule
from support.contract import Array
from support.layer import Layer, Table, stored
from support.layer_text import lutfuse as lutfuse_text
from support.layer_text import tosa
from support.random_layers import TOSA, lutfuse_layers, tosa_layers

RAISE = "convert-tosa-to-lutfuse"
FUSE = "fuse-lut-activation{target=cpu}"
LOWER = "convert-lutfuse-to-tosa,canonicalize"

EXACT = settings(
    max_examples=12,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.fixture(autouse=True)
def context() -> Iterator[ir.Context]:
    with ir.Context() as context:
        lutfuse.register(context)
        yield context


def after(text: str, *passes: str) -> ir.Module:
    """The module after the passes; nothing of the dialect may be left."""
    module = ir.Module.parse(text)
    PassManager.parse(f"builtin.module({','.join(passes)})").run(module.operation)
    left = [line for line in str(module).splitlines() if "lutfuse." in line or "quant." in line]
    assert not left
    return module


def run(text: str, x: Array, *passes: str) -> Array:
    """Result of `@main` in `text` after the passes."""
    return JitModule(after(text, *passes))(x)[0]


def fused(text: str, *passes: str) -> str:
    """The module after the passes, which must have left one fused op and no other of ours."""
    module = ir.Module.parse(text)
    PassManager.parse(f"builtin.module({','.join(passes)})").run(module.operation)
    ops = [line.split(" = ")[1].split()[0] for line in str(module).splitlines() if "= lutf" in line]
    assert len(ops) == 1 and ops[0].startswith("lutfuse.fused_conv")
    return str(module)


def assert_same(layer: Layer, got: Array, expected: Array) -> None:
    wrong = int((got != expected).sum())
    assert got.dtype == expected.dtype and got.shape == expected.shape
    assert wrong == 0, f"{wrong} of {got.size} codes differ in {layer}"


def check_tosa(layer: Layer, x: Array) -> None:
    text, codes, expected = tosa(layer), stored(x, layer.storage[0]), layer.reference(x)
    assert_same(layer, run(text, codes), expected)
    assert_same(layer, run(text, codes, RAISE, LOWER), expected)
    if layer.table is not None:
        assert_same(layer, run(fused(text, RAISE, FUSE), codes, LOWER), expected)


def check_lutfuse(layer: Layer, x: Array) -> None:
    text, codes, expected = lutfuse_text(layer), stored(x, layer.storage[0]), layer.reference(x)
    assert_same(layer, run(text, codes, LOWER), expected)
    if layer.table is not None:
        assert_same(layer, run(fused(text, FUSE), codes, LOWER), expected)
        assert_same(layer, run(lutfuse_text(layer, fused=True), codes, LOWER), expected)


@pytest.mark.parametrize(("op", "storage"), TOSA)
@EXACT
@given(data=st.data())
def test_layers_from_tosa(op: str, storage: tuple[str, str, str], data: st.DataObject) -> None:
    check_tosa(*data.draw(tosa_layers(op, storage)))


@pytest.mark.parametrize("group", [1, 2, 3])
@pytest.mark.parametrize("op", ["conv", "transposed"])
@EXACT
@given(data=st.data())
def test_layers_beyond_tosa(op: str, group: int, data: st.DataObject) -> None:
    check_lutfuse(*data.draw(lutfuse_layers(op, group)))


@pytest.mark.parametrize("group", [1, 3])
def test_filter_known_at_run_time(group: int) -> None:
    """Nothing about the filter can be rearranged in the compiler: ops do it."""
    rng = np.random.default_rng(4)
    layer = Layer(
        shape=(1, 4, 5, 3),
        w=rng.integers(-128, 128, (6, 2, 3, 3 // group)),
        b=rng.integers(-1000, 1000, 6),
        multiplier=np.array([1 << 30]),
        shift=np.array([38]),
        group=group,
    )
    x = rng.integers(-128, 128, layer.shape)
    constant = re.search(r"  %w = .* : \(\) -> (tensor<.*>)\n", tosa(layer))
    assert constant is not None
    text = tosa(layer).replace(constant[0], "").replace("(%x: ", f"(%w: {constant[1]}, %x: ")
    w = layer.w
    if group > 1:
        w = w.reshape(group, 2, 2, 3).transpose(2, 3, 0, 1)
    for passes in ([], [RAISE, LOWER]):
        got = JitModule(after(text, *passes))(stored(w, "i8"), stored(x, "i8"))[0]
        assert_same(layer, got, layer.reference(x))


# Accumulators, one by one ---------------------------------------------------------------------

ALL = np.arange(-128, 128).reshape(1, 16, 16, 1)
SCRAMBLED = Table(np.random.default_rng(1).permutation(256) - 128)


def _centers(multiplier: int, shift: int, zu: int) -> list[int]:
    """Accumulators around which something happens: 0, both saturations, the ends of int32."""
    factor = multiplier / 2.0**shift
    centers = [0, *(round((code - zu) / factor) for code in (-128, 127))]
    centers += [2**31 - 129, -(2**31) + 128]
    # TOSA demands that the scaled value fits in 32 bits, even with the zero point added.
    return [c for c in centers if abs(c * factor) < 2**31 - 512 and abs(c) < 2**31 - 127]


@pytest.mark.parametrize("double_round", [False, True])
@pytest.mark.parametrize("zu", [-128, -3, 127])
@pytest.mark.parametrize("u", ["i8", "u8"])
def test_every_accumulator(u: str, zu: int, double_round: bool) -> None:
    """256 neighbours around each centre: of 16, one is a tie where the factor is 1/16."""
    if u == "u8":
        zu += 128
    factors = [(1 << 30, 34), (1 << 30, 31), (1 << 30, 30), (1 << 30, 62), (2**31 - 1, 38)]
    factors += [(1518500250, 37), (3 << 29, 33), (1, 2), (1 << 30, 32), (5, 6)]
    columns = [(b, m, s) for m, s in factors for b in _centers(m, s, zu if u == "i8" else zu - 128)]
    b, multiplier, shift = (np.array(column) for column in zip(*columns, strict=True))
    layer = Layer(
        shape=ALL.shape,
        w=np.ones((len(b), 1, 1, 1), np.int64),
        b=b,
        multiplier=multiplier,
        shift=shift,
        zu=zu,
        storage=("i8", "i8", u),
        per_channel=True,
        double_round=double_round,
        table=SCRAMBLED if u == "i8" else None,
    )
    check_tosa(layer, ALL)
    table = SCRAMBLED if u == "i8" else replace(SCRAMBLED, first=0)
    check_lutfuse(replace(layer, table=table, narrow=None), ALL)


WIDE = np.arange(-32768, 32768).reshape(1, 256, 256, 1)


@pytest.mark.parametrize("u", ["i8", "i16"])
def test_every_wide_accumulator(u: str) -> None:
    """All 16-bit inputs times several filters, and the ends of 48 bits."""
    layer = Layer(
        shape=WIDE.shape,
        w=np.array([1, -1, 127, 3, 1, 1]).reshape(-1, 1, 1, 1),
        b=np.array([0, 1, 5, -7, 2**47 - 32769, -(2**47) + 32768]),
        multiplier=np.array([1 << 14, 1 << 14, 20001, 32767, 1 << 14, 32767]),
        shift=np.array([14, 18, 23, 22, 46, 47]),
        storage=("i16", "i8", u),
        per_channel=True,
        double_round=False,
        multiplier_bits=16,
    )
    check_tosa(layer, WIDE)


@pytest.mark.parametrize("double_round", [False, True])
def test_every_code_of_an_interpolated_table(double_round: bool) -> None:
    """Points at the ends of 16 bits, rising and falling as steeply as can be."""
    rng = np.random.default_rng(2)
    # TOSA demands slopes of 16 bits.
    points = np.where(np.arange(513) % 2, rng.integers(0, 32768, 513), rng.integers(-1, 1, 513))
    points[[0, 1, 255, 256, 257, 511, 512]] = [-32768, -1, 32767, 0, -32768, 0, 32767]
    layer = Layer(
        shape=WIDE.shape,
        w=np.ones((1, 1, 1, 1), np.int64),
        b=None,
        multiplier=np.array([1 << 14]),
        shift=np.array([14]),
        storage=("i16", "i8", "i16"),
        double_round=False,
        multiplier_bits=16,
        table=Table(points, None, "i16", double_round),
    )
    assert np.array_equal(layer.intermediate(WIDE), WIDE)
    check_tosa(layer, WIDE)
    check_lutfuse(layer, WIDE)


@pytest.mark.parametrize(
    ("storage", "narrow", "first", "length"),
    [
        ("i8", None, -128, 256),
        ("u8", None, 0, 256),
        ("i8", None, -200, 400),
        ("u8", None, -3, 300),
        ("i8", (-127, 127), -127, 255),
        ("i8", (-127, 127), -128, 256),
        ("u8", (1, 255), 1, 255),
        ("i8", (-5, 9), -5, 15),
    ],
)
def test_every_code_of_a_direct_table(
    storage: str, narrow: tuple[int, int] | None, first: int, length: int
) -> None:
    """The layer passes every code on, so that the table alone decides."""
    zero = 128 if storage == "u8" else 0
    layer = Layer(
        shape=ALL.shape,
        w=np.ones((1, 1, 1, 1), np.int64),
        b=None,
        multiplier=np.array([1 << 30]),
        shift=np.array([30]),
        zu=min(max(zero, narrow[0]), narrow[1]) if narrow else zero,
        storage=("i8", "i8", storage),
        narrow=narrow,
        table=Table(np.random.default_rng(3).integers(-128, 128, length), first),
    )
    check_lutfuse(layer, ALL)
