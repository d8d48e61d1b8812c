"""What vector units offer, against NumPy: every unit that this machine runs, others as assembly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mlir import ir

from lutfuse._lutfuse import CodeKind
from lutfuse.kernels.codes.float_requantize import fma
from lutfuse.kernels.unit import cpus, emit
from lutfuse.kernels.unit.constants import Constants
from lutfuse.kernels.unit.emit import bitcast, i
from lutfuse.kernels.unit.select import VECTOR_UNITS
from lutfuse.kernels.unit.vectors import VectorUnit
from support.kernels import Array, Kernel, compiled

ROUNDS = 16  # vectors of random numbers in one call


def _runs(name: str) -> bool:
    try:
        cpus.check_runs_here(cpus.find_cpu(name))
    except ValueError:
        return False
    return True


NAMES = ("generic", "haswell", "cascadelake", "icelake-server", "cortex-a76")
HERE = [name for name in NAMES if _runs(name)]
every_unit = pytest.mark.parametrize("cpu", HERE)
both_signs = pytest.mark.parametrize("signed", [True, False])
Step = Callable[[VectorUnit, Constants, Callable[[int], ir.Value]], ir.Value]


def unit_of(cpu: str) -> VectorUnit:
    return VECTOR_UNITS[cpus.find_cpu(cpu).unit]


def run(cpu: str, step: Step, *inputs: Array) -> Array:
    """Bytes of `step` on each vector: it gets a function that loads a vector of an input."""
    size = 4 * unit_of(cpu).lanes

    def write(
        unit: VectorUnit, constants: Constants, buffers: list[ir.Value], *_: ir.Value
    ) -> None:
        def body(at: ir.Value) -> list[ir.Value]:
            *sources, target = buffers
            place = emit.mul(at, size)
            result = step(unit, constants, lambda which: emit.load(sources[which], place, size))
            emit.store(bitcast(result, size, i(8)), target, place)
            return []

        emit.for_each(0, ROUNDS, 1, body)

    shapes = [(ROUNDS * size,)] * (len(inputs) + 1)
    return Kernel(shapes, write, cpu)(*inputs)


def words(unit: VectorUnit, value: ir.Value) -> ir.Value:
    return bitcast(value, unit.lanes, i(32))


def random_bytes(cpu: str, rng: Any) -> Array:
    """Bytes for all vectors, with the extreme ones among them."""
    data = rng.integers(0, 256, ROUNDS * 4 * unit_of(cpu).lanes).astype(np.uint8)
    data[: data.size // 4] = rng.choice([0, 127, 128, 255], data.size // 4)
    return data


@every_unit
def test_dot4(cpu: str) -> None:
    unit, rng = unit_of(cpu), np.random.default_rng(0)
    codes, weights = random_bytes(cpu, rng), random_bytes(cpu, rng)
    sums = rng.integers(-(1 << 24), 1 << 24, codes.size // 4).astype(np.int32)
    planes = unit.planes(weights.view(np.int8).reshape(-1, 4 * unit.lanes))

    def step(unit: VectorUnit, _: Constants, load: Callable[[int], ir.Value]) -> ir.Value:
        total = words(unit, load(1))
        for plane in range(len(planes)):
            total = unit.dot4(total, load(0), load(2 + plane))
        return total

    got = run(cpu, step, codes, sums, *planes).view(np.int32)
    x = codes.astype(np.int64) if unit.unsigned_codes else codes.view(np.int8).astype(np.int64)
    products = x * weights.view(np.int8)
    assert np.array_equal(got, sums + products.reshape(-1, 4).sum(axis=1))


@every_unit
@both_signs
def test_broadcast4(cpu: str, signed: bool) -> None:
    unit, codes = unit_of(cpu), random_bytes(cpu, np.random.default_rng(1))

    def write(unit: VectorUnit, _: Constants, buffers: list[ir.Value], *__: ir.Value) -> None:
        value = unit.broadcast4(buffers[0], 5, signed=signed)
        emit.store(value, buffers[1], 0)

    got = Kernel([codes.shape, (4 * unit.lanes,)], write, cpu)(codes)
    turned = 128 if signed == unit.unsigned_codes else 0
    assert np.array_equal(got, np.tile(codes[5:9] ^ turned, unit.lanes))


@every_unit
@both_signs
def test_narrow(cpu: str, signed: bool) -> None:
    unit, rng = unit_of(cpu), np.random.default_rng(2)
    four = [rng.integers(-600, 600, ROUNDS * unit.lanes).astype(np.int32) for _ in range(4)]
    for one in four:
        one[::9] = rng.choice([-(1 << 31), (1 << 31) - 1, -32769, 32768, 65536, -129, 256])
    limits = (-128, 127) if signed else (0, 255)
    exact = np.stack([np.clip(one, *limits).reshape(ROUNDS, unit.lanes) for one in four], axis=1)

    def narrow(unit: VectorUnit, _: Constants, load: Callable[[int], ir.Value]) -> ir.Value:
        return unit.narrow([words(unit, load(n)) for n in range(4)], signed=signed)

    assert np.array_equal(run(cpu, narrow, *four), exact.astype(np.uint8).reshape(-1))

    def narrow_lanes(unit: VectorUnit, _: Constants, load: Callable[[int], ir.Value]) -> ir.Value:
        return unit.narrow_lanes([words(unit, load(n)) for n in range(4)], signed=signed)

    groups = exact.reshape(ROUNDS, 4, unit.lanes // 4, 4).transpose(0, 2, 1, 3)
    assert np.array_equal(run(cpu, narrow_lanes, *four), groups.astype(np.uint8).reshape(-1))


def _tables(rng: Any) -> dict[str, Array]:
    codes = np.arange(256)
    rows = rng.integers(0, 256, (16, 16))
    return {
        "random": rng.integers(0, 256, 256),
        "saturated": np.clip(4 * codes - 300, 0, 255),
        "equal rows": rows[[0, 0, 1, 1, 1, 2, 2, 2, 3, 4, 4, 4, 4, 5, 5, 5]].reshape(-1),
        "zero in one half": np.where(codes < 128, 0, rng.integers(0, 256, 256)),
        "zero": 0 * codes,
    }


@every_unit
@pytest.mark.parametrize("kind", list(_tables(np.random.default_rng(0))))
def test_lookup(cpu: str, kind: str) -> None:
    rng = np.random.default_rng(3)
    table = _tables(rng)[kind].astype(np.uint8)
    codes = random_bytes(cpu, rng)
    codes[-256:] = np.arange(256)

    def step(unit: VectorUnit, constants: Constants, load: Callable[[int], ir.Value]) -> ir.Value:
        return unit.lookup(load(0), table.view(np.int8), constants)

    assert np.array_equal(run(cpu, step, codes), table[codes])


@pytest.mark.parametrize("cpu", [name for name in HERE if unit_of(name).fused])
@settings(max_examples=3)
@given(seed=st.integers(0, 2**32))
def test_fma_and_floor(cpu: str, seed: int) -> None:
    unit, rng = unit_of(cpu), np.random.default_rng(seed)
    count = ROUNDS * unit.lanes
    x = rng.integers(-(1 << 24), 1 << 24, count).astype(np.float32)
    y, z = (rng.normal(size=(2, count)) * [[1e-4], [100]]).astype(np.float32)

    def fused(unit: VectorUnit, load: Callable[[int], ir.Value]) -> ir.Value:
        single = ir.F32Type.get()
        return unit.fma(*(bitcast(load(n), unit.lanes, single) for n in range(3)))

    got = run(cpu, lambda unit, _, load: fused(unit, load), x, y, z).view(np.float32)
    exact = fma(x.astype(np.float64), y, z, rounds_down=unit.rounds_down)
    assert np.array_equal(got, exact)
    got = run(cpu, lambda unit, _, load: unit.floor(fused(unit, load)), x, y, z).view(np.int32)
    assert np.array_equal(got, np.floor(exact))


def test_neon_instructions() -> None:
    """What cannot run here is at least the instructions that it should be."""

    def write(
        unit: VectorUnit, constants: Constants, buffers: list[ir.Value], *_: ir.Value
    ) -> None:
        codes, weights = emit.load(buffers[0], 0, 16), emit.load(buffers[0], 16, 16)
        table = np.arange(256).astype(np.uint8).view(np.int8)[::-1]
        emit.store(unit.lookup(codes, table, constants), buffers[1], 0)
        sums = unit.dot4(words(unit, codes), codes, weights)
        emit.store(bitcast(sums, 16, i(8)), buffers[1], 16)

    text = compiled([(32,), (32,)], write, "cortex-a76", CodeKind.ASSEMBLY).decode()
    found = {name: text.count(f"\t{name}\t") for name in ("sdot", "tbl", "tbx")}
    assert found == {"sdot": 1, "tbl": 1, "tbx": 3}
