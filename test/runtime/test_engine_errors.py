"""What `lutfuse.load` and `CpuModel.run` say of wrong arrays, options, modules and files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from mlir import ir

import lutfuse
from lutfuse import _lutfuse
from lutfuse._lutfuse import host_triple
from lutfuse.runtime.cpu import CpuModel
from lutfuse.runtime.models import ModelError
from support.paths import MODELS

Array = np.ndarray[Any, np.dtype[Any]]
NABU = MODELS / "okay_nabu.tflite"
ABS = """
  func.func @main(%x: tensor<{n}xi8>) -> tensor<{n}xi8> {{
    %0 = tosa.abs %x : (tensor<{n}xi8>) -> tensor<{n}xi8>
    return %0 : tensor<{n}xi8>
  }}"""


@pytest.fixture(autouse=True)
def context(monkeypatch: pytest.MonkeyPatch) -> Iterator[ir.Context]:
    monkeypatch.setenv("LUTFUSE_CACHE", "0")
    with ir.Context() as context:
        lutfuse.register(context)
        yield context


def load(text: str) -> CpuModel:
    return lutfuse.load(ir.Module.parse(text))


def zeros(shape: tuple[int, ...], dtype: str = "int8") -> Array:
    return np.zeros(shape, dtype)


@pytest.mark.parametrize(
    ("inputs", "out", "message"),
    [
        ([], None, "expected 1 inputs but got 0"),
        ([zeros((3,))], None, "input 0: expected int8[5] but got int8[3]"),
        ([zeros((5,), "uint8")], None, "input 0: expected int8[5] but got uint8[5]"),
        ([zeros((5,))], [], "expected 1 outputs but got 0"),
        ([zeros((5,))], [zeros((5, 1))], "output 0: expected int8[5] but got int8[5, 1]"),
        (
            [zeros((5,))],
            [zeros((10,))[::2]],
            "output 0: expected a writable C-contiguous array",
        ),
    ],
)
def test_wrong_arrays(inputs: list[Array], out: list[Array] | None, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        load(ABS.format(n=5)).run(*inputs, out=out)


def test_processor_of_another_kind() -> None:
    other = "cortex-a76" if host_triple().startswith("x86") else "haswell"
    with pytest.raises(ValueError, match=f"^expected a processor of .* but got '{other}' of "):
        lutfuse.load(NABU, cpu=other)


def test_processor_with_more_than_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    if not host_triple().startswith("x86"):
        pytest.skip("needs x86")
    monkeypatch.setattr(_lutfuse, "host_cpu", lambda: ("old", frozenset({"avx2"})))
    message = r"^expected a processor like this one but got 'haswell' with fma$"
    with pytest.raises(ValueError, match=message):
        lutfuse.load(NABU, cpu="haswell")


def test_module_of_an_unknown_dialect(context: ir.Context) -> None:
    context.allow_unregistered_dialects = True
    module = ir.Module.parse('"other.op"() : () -> ()')
    with pytest.raises(ModelError, match=r"other"):
        lutfuse.load(module)


def test_wrong_options() -> None:
    with pytest.raises(ValueError, match=r"^expected a target among .* but got 'x'$"):
        lutfuse.load(NABU, target="x")
    with pytest.raises(ValueError, match=r"^expected a CPU among host, .* but got 'z80'$"):
        lutfuse.load(NABU, cpu="z80")
    with pytest.raises(ValueError, match=r"^expected at least one thread but got 0$"):
        lutfuse.load(NABU, threads=0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "module {}",
            "expected a function 'main' or one public function with a body but got none",
        ),
        (ABS.format(n="?"), "input0: expected a static, non-empty shape, got 'tensor<?xi8>'"),
    ],
)
def test_modules_that_cannot_be_compiled(text: str, message: str) -> None:
    with pytest.raises(ModelError, match=re.escape(message)):
        load(text)


def test_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"expected a readable file but got No such file"):
        lutfuse.load(tmp_path / "none.tflite")
