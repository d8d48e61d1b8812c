"""`lutfuse.load`: golden integers, state, threads, memory and cache."""

from __future__ import annotations

import ctypes
import gc
import mmap
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mlir import ir

import lutfuse
from lutfuse.passes.upstream.jit import JitModule
from lutfuse.runtime import cache
from lutfuse.runtime.cpu import CpuModel
from support.paths import MODELS
from support.patience import SECONDS

Array = np.ndarray[Any, np.dtype[Any]]
NABU = MODELS / "okay_nabu.tflite"
GOLDEN = np.load(MODELS / "okay_nabu.npz")
STEPS = len({key.split("_")[0] for key in GOLDEN.files})


@pytest.fixture(scope="module", autouse=True)
def cached(folder: Path) -> Iterator[Path]:
    """All models of this file in a cache of their own."""
    place = folder / "cache"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUTFUSE_CACHE", str(place))
        yield place


@pytest.fixture(autouse=True)
def context() -> Iterator[ir.Context]:
    with ir.Context() as context:
        lutfuse.register(context)
        yield context


@pytest.fixture(scope="module")
def nabu(cached: Path) -> CpuModel:
    return lutfuse.load(NABU)


def load(text: str, threads: int = 1) -> CpuModel:
    return lutfuse.load(ir.Module.parse(text), threads=threads)


def assert_golden(model: CpuModel) -> None:
    for step in range(STEPS):
        (y,) = model.run(GOLDEN[f"step{step}_input0"])
        want = GOLDEN[f"step{step}_output0"]
        assert (y.dtype, y.tolist()) == (want.dtype, want.tolist())


# Integers


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_golden_outputs(threads: int) -> None:
    model = lutfuse.load(NABU, threads=threads)
    assert_golden(model)
    model.reset()
    assert_golden(model)


@pytest.mark.parametrize("target", ["cpu", "reference", None])
def test_fused_or_not(target: str | None) -> None:
    assert_golden(lutfuse.load(NABU, target=target))


def test_tensors_are_those_of_the_file(nabu: CpuModel) -> None:
    (x,), (y,) = nabu.inputs, nabu.outputs
    assert (x.name, x.dtype, x.shape) == ("serving_default_input_audio:0", "int8", (1, 3, 40))
    assert (y.dtype, y.scale, y.zero_point) == ("uint8", 1 / 256, 0)


SHAPES = st.tuples(st.integers(1, 2), st.integers(1, 9), st.integers(1, 9), st.integers(1, 70))
SEVERAL = """
func.func @main(%x: tensor<{x}xi8>) -> (tensor<{p}xi8>, tensor<{p}xi8>, tensor<{x}xi8>) {{
  %zero = "tosa.const"() <{{values = dense<-3> : tensor<1xi8>}}> : () -> tensor<1xi8>
  %pad = tosa.const_shape {{values = dense<[0, 0, 1, 2, 0, 1, 0, 0]> : tensor<8xindex>}}
    : () -> !tosa.shape<8>
  %0 = tosa.pad %x, %pad, %zero
    : (tensor<{x}xi8>, !tosa.shape<8>, tensor<1xi8>) -> tensor<{p}xi8>
  %1 = tosa.clamp %0 {{min_val = -9 : i8, max_val = 90 : i8}} : (tensor<{p}xi8>) -> tensor<{p}xi8>
  return %1, %0, %x : tensor<{p}xi8>, tensor<{p}xi8>, tensor<{x}xi8>
}}"""


@settings(
    max_examples=4,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(shape=SHAPES, threads=st.integers(1, 5))
def test_any_shape_and_number_of_threads(shape: tuple[int, ...], threads: int) -> None:
    padded = (shape[0], shape[1] + 3, shape[2] + 1, shape[3])
    sizes = {"x": "x".join(map(str, shape)), "p": "x".join(map(str, padded))}
    x = np.random.default_rng(0).integers(-128, 128, shape, np.int8)
    want = JitModule(ir.Module.parse(SEVERAL.format(**sizes)))(x)
    model = load(SEVERAL.format(**sizes), threads)
    for _ in range(3):
        got = model.run(x)
        assert all(np.array_equal(a, b) for a, b in zip(got, want, strict=True))


# State

SWAP = """
  tosa.variable @a = dense<[1, 2]> : tensor<2xi8>
  tosa.variable @b : tensor<2xi8>
  func.func @main(%x: tensor<2xi8>) -> (tensor<2xi8>, tensor<2xi8>) {
    %a = tosa.variable_read @a : tensor<2xi8>
    %b = tosa.variable_read @b : tensor<2xi8>
    %c = tosa.add %b, %x : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
    tosa.variable_write @a, %b : tensor<2xi8>
    tosa.variable_write @b, %a : tensor<2xi8>
    return %c, %a : tensor<2xi8>, tensor<2xi8>
  }"""


def assert_swaps(model: CpuModel) -> None:
    a, b = [1, 2], [0, 0]
    for step in range(4):
        got = [y.tolist() for y in model.run(np.full(2, step, np.int8))]
        assert got == [[v + step for v in b], a]
        a, b = b, a


@pytest.mark.parametrize("threads", [1, 2])
def test_variables_that_change_places(threads: int) -> None:
    model = load(SWAP, threads)
    assert_swaps(model)
    model.run(np.zeros(2, np.int8))
    model.reset()
    assert_swaps(model)


def test_clone_has_its_own_state() -> None:
    model = load(SWAP)
    model.run(np.zeros(2, np.int8))
    other = model.clone(threads=2)
    del model
    gc.collect()
    assert_swaps(other)


def test_constant_and_repeated_results() -> None:
    model = load("""
      func.func @main(%x: tensor<3xi8>) -> (tensor<3xi8>, tensor<2xi16>, tensor<3xi8>) {
        %c = "tosa.const"() <{values = dense<[5, -6]> : tensor<2xi16>}> : () -> tensor<2xi16>
        return %x, %c, %x : tensor<3xi8>, tensor<2xi16>, tensor<3xi8>
      }""")
    results = model.run(np.array([1, 2, 3], np.int8))
    assert [y.tolist() for y in results] == [[1, 2, 3], [5, -6], [1, 2, 3]]


# Memory

ABS = """
  func.func @main(%x: tensor<{n}xi8>) -> tensor<{n}xi8> {{
    %0 = tosa.abs %x : (tensor<{n}xi8>) -> tensor<{n}xi8>
    return %0 : tensor<{n}xi8>
  }}"""


def test_outputs_of_the_caller_and_strided_inputs() -> None:
    model = load(ABS.format(n=5))
    x = np.arange(-10, 0, dtype=np.int8)[::2]
    out = np.zeros(5, np.int8)
    (y,) = model.run(x, out=[out])
    assert y is out
    assert out.tolist() == [10, 8, 6, 4, 2]
    assert x.tolist() == [-10, -8, -6, -4, -2]


def test_output_over_the_input() -> None:
    x = np.arange(-5, 0, dtype=np.int8)
    load(ABS.format(n=5)).run(x, out=[x])
    assert x.tolist() == [5, 4, 3, 2, 1]


@pytest.mark.skipif(sys.platform != "linux", reason="needs mprotect")
def test_arrays_at_the_end_of_readable_memory() -> None:
    page, size = mmap.PAGESIZE, 100
    memory = mmap.mmap(-1, 2 * page)
    room = np.frombuffer(memory, np.int8)
    libc = ctypes.CDLL(None, use_errno=True)
    behind = ctypes.c_void_p(room.ctypes.data + page)
    assert libc.mprotect(behind, ctypes.c_size_t(page), 0) == 0
    array = room[page - size : page]
    array[:] = -7
    (y,) = load(ABS.format(n=size)).run(array, out=[array])
    assert (y is array, set(array.tolist())) == (True, {7})
    assert libc.mprotect(behind, ctypes.c_size_t(page), mmap.PROT_READ) == 0


def test_callers_from_many_threads() -> None:
    model = load(ABS.format(n=1000), threads=2)

    def work(value: int) -> bool:
        x = np.full(1000, -value, np.int8)
        return all((model.run(x)[0] == value).all() for _ in range(20))

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(work, range(1, 9)))


def test_threads_end_with_the_model() -> None:
    def alive() -> int:
        return sum(t.name.startswith("lutfuse-") for t in threading.enumerate())

    gc.collect()
    before = alive()
    model = load(ABS.format(n=5), threads=4)
    assert alive() == before + 3
    workers = [t for t in threading.enumerate() if t.name.startswith("lutfuse-")]
    del model
    gc.collect()
    for worker in workers[-3:]:
        worker.join(timeout=SECONDS)
    assert alive() == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_forked_process_has_its_own_threads() -> None:
    code = f"""
import os, numpy as np
from mlir import ir
import lutfuse
with ir.Context():
    model = lutfuse.load(ir.Module.parse('''{ABS.format(n=5)}'''), threads=2)
x = np.full(5, -3, np.int8)
model.run(x)
child = os.fork()
y = model.run(x)[0].tolist()
assert y == [3] * 5
if child == 0:
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=SECONDS)


# Cache


def entries(place: Path) -> set[Path]:
    return set(place.iterdir()) if place.exists() else set()


def test_second_load_compiles_nothing(monkeypatch: pytest.MonkeyPatch, cached: Path) -> None:
    load(ABS.format(n=6))
    before = entries(cached)
    monkeypatch.delattr("lutfuse.runtime.cpu.Program")
    assert load(ABS.format(n=6)).run(np.full(6, -1, np.int8))[0].tolist() == [1] * 6
    assert entries(cached) == before


def test_broken_entry_is_compiled_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUTFUSE_CACHE", str(tmp_path))
    load(ABS.format(n=6))
    (entry,) = entries(tmp_path)
    good = entry.read_bytes()
    for bad in (b"", good[: len(good) // 2], good.replace(b"about.json", b"other.json")):
        entry.write_bytes(bad)
        assert load(ABS.format(n=6)).run(np.full(6, -1, np.int8))[0].tolist() == [1] * 6
        assert cache.load(entry.stem) is not None


def test_cache_is_off(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUTFUSE_CACHE", "0")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    load(ABS.format(n=6))
    assert entries(tmp_path) == set()


def test_folder_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("LUTFUSE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.folder() == tmp_path / "lutfuse"


def test_folder_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("LUTFUSE_CACHE", str(tmp_path / "file"))
    assert load(ABS.format(n=6)).run(np.full(6, -1, np.int8))[0].tolist() == [1] * 6


def test_least_used_entries_go(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUTFUSE_CACHE", str(tmp_path))
    load(ABS.format(n=6))
    (oldest,) = entries(tmp_path)
    load(ABS.format(n=7))
    (newer,) = entries(tmp_path) - {oldest}
    os.utime(oldest, (1, 1))
    os.utime(newer, (2, 2))
    monkeypatch.setattr(cache, "LIMIT", 5 * newer.stat().st_size // 2)
    load(ABS.format(n=8))
    assert len(entries(tmp_path)) == 2
    assert newer in entries(tmp_path)


def test_processes_share_a_folder(tmp_path: Path) -> None:
    code = f"""
import numpy as np
from mlir import ir
import lutfuse
with ir.Context():
    model = lutfuse.load(ir.Module.parse('''{ABS.format(n=9)}'''))
assert model.run(np.full(9, -3, np.int8))[0].tolist() == [3] * 9
"""
    environment = {**os.environ, "LUTFUSE_CACHE": str(tmp_path)}
    started = [subprocess.Popen([sys.executable, "-c", code], env=environment) for _ in range(3)]
    assert [process.wait(60) for process in started] == [0, 0, 0]
    assert len(entries(tmp_path)) == 1
