"""Every block of the README: run as it stands there, or covered by what is named here."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mlir import ir
from mlir.passmanager import PassManager

import lutfuse
from support.needs import needs_build
from support.paths import ROOT

TOKENS = MarkdownIt().parse((ROOT / "README.md").read_text("utf-8"))

# A block of commands may need an extra, which stands behind its language.
EXTRAS = {"ethos-u": "ethosu"}

# Who runs the lines of blocks `sh`, which cannot run inside of a test of what they install.
SHELL = {
    "git clone <this repository> && cd lutfuse": "what CI begins with",
    "make demo": ".ci/run",
    "make test": ".ci/run",
    "pip install .": "test/tools/test_wheel.py",
    "pip install -e '.[test]'": "Makefile",
    "cmake -G Ninja -B build/own -DMLIR_DIR=<prefix>/lib/cmake/mlir -DLUTFUSE_PYTHON=OFF": "here",
    "ninja -C build/own": "here",
    "cmake --install build/own --prefix <lutfuse>": "test/dialect/test_consumers.py",
    "cmake -G Ninja -S examples/consumer-cpp -B build/npu -DLutfuse_DIR=<lutfuse>/lib/cmake/Lutfuse"
    " -DMLIR_DIR=<prefix>/lib/cmake/mlir": "test/dialect/test_consumers.py",
    "cmake --build build/npu": "test/dialect/test_consumers.py",
    "build/npu/npu-compile examples/consumer-cpp/model.mlir": "test/dialect/test_consumers.py",
}


def blocks(language: str) -> list[Token]:
    return [
        token for token in TOKENS if token.type == "fence" and token.info.split()[0] == language
    ]


def lines(language: str) -> Iterator[str]:
    """Commands without their comments."""
    for block in blocks(language):
        yield from (line.split("  #")[0].strip() for line in block.content.splitlines())


def test_every_block_has_a_test() -> None:
    fences = [token for token in TOKENS if token.type == "fence"]
    assert {token.info.split()[0] for token in fences} == {"console", "mlir", "python", "sh"}
    assert [token.content for token in TOKENS if token.type == "code_block"] == []
    assert {word for token in fences for word in token.info.split()[1:]} <= EXTRAS.keys()
    assert all(line.startswith("$ ") for line in lines("console"))


def test_every_shell_line_is_run_by_somebody() -> None:
    found = list(lines("sh"))
    assert found == list(SHELL)
    words = [("make demo", ".ci/run"), ("make test", ".ci/run"), ("'.[$(EXTRAS)]'", "Makefile")]
    for text, file in [*words, ('"wheel"', "test/tools/test_wheel.py")]:
        content = (ROOT / file).read_text("utf-8")
        program, _, target = text.partition(" ")
        assert re.search(rf"{program}( .*)?\b{target}\b" if target else re.escape(text), content)


def test_commands_run_in_order(tmp_path: Path) -> None:
    for folder in ("examples", "test"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    ran = 0
    for block in blocks("console"):
        modules = [EXTRAS[extra] for extra in block.info.split()[1:]]
        if any(importlib.util.find_spec(module) is None for module in modules):
            continue
        for line in block.content.splitlines():
            done = subprocess.run(
                line.removeprefix("$ "),
                shell=True,
                cwd=tmp_path,
                env={**os.environ, "PATH": path},
                check=False,
            )
            assert done.returncode == 0, line
            ran += 1
    assert ran >= 15


@pytest.mark.parametrize("snippet", [token.content for token in blocks("python")])
def test_python_snippet(snippet: str) -> None:
    done = subprocess.run([sys.executable, "-c", snippet], cwd=ROOT, check=False)
    assert done.returncode == 0


# What the two blocks in MLIR leave out: domains, requantization, header, table, and types.
DOMAINS = """
!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 0.00390625:-128>
#requant = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#header = #lutfuse.table_header<first = -128, entries = 256, lookup = direct,
    input = !u, result = !y>
"""
X, W, B, T = "tensor<1x56x56x64x!x>", "tensor<64x3x3x64x!w>", "tensor<64xi32>", "tensor<256xi8>"
OPERANDS = {
    "conv2d": [X, W, B],
    "lut_activation": ["tensor<1x56x56x64x!u>", T],
    "fused_conv2d": [X, W, B, T],
}


def module(block: str) -> ir.Module:
    """A function around the ops of a block, whose operands have the types that it leaves out."""
    for op, types in OPERANDS.items():
        block = re.sub(
            rf"(= lutfuse\.{op} .*?)\(\.\.\.\)", rf"\1({', '.join(types)})", block, flags=re.DOTALL
        )
    result = "tensor<1x56x56x64x!y>"
    return ir.Module.parse(
        f"{DOMAINS}\nfunc.func @f(%x: {X}, %w: {W}, %b: {B}) -> {result} {{\n"
        f'  %table = "tosa.const"() <{{values = dense<7> : {T}}}> : () -> {T}\n'
        f"{block}\n  return %y : {result}\n}}"
    )


def test_the_first_block_becomes_the_second() -> None:
    before, after = (token.content for token in blocks("mlir"))
    with ir.Context() as context:
        lutfuse.register(context)
        fused = module(before)
        PassManager.parse("builtin.module(fuse-lut-activation{target=cpu})").run(fused.operation)
        assert str(fused) == str(module(after))


@needs_build
def test_the_plugin_is_configured_without_python(tmp_path: Path) -> None:
    for name in ("CMakeLists.txt", "pyproject.toml", "cmake", "dialect"):
        (tmp_path / name).symlink_to(ROOT / name)
    configure, build = (line for line, runner in SHELL.items() if runner == "here")
    mlir = next(iter(importlib.util.find_spec("mlir").submodule_search_locations))  # pyright: ignore
    llvm = next(iter(importlib.util.find_spec("llvm").submodule_search_locations))  # pyright: ignore
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    command = configure.replace("<prefix>", '"$MLIR"') + ' -DLLVM_DIR="$LLVM/lib/cmake/llvm"'
    # What is built is the plugin of every wheel: here it is only planned.
    for line in (command, f"{build} -n"):
        done = subprocess.run(
            line,
            shell=True,
            cwd=tmp_path,
            env={**os.environ, "PATH": path, "MLIR": mlir, "LLVM": llvm},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
    assert "libLutfusePlugin." in done.stdout
