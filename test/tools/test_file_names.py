"""File names with whatever a file system allows: no program splits, quotes or interprets them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from lutfuse.tools.cli import cli
from support.cli_models import LAYER
from support.paths import ROOT, TESTS

NAMES = {
    "space": "with a space",
    "single-quote": "it's",
    "double-quote": 'so "called"',
    "letters": "Größe 模型",
    "dash": "-o",
    "newline": "two\nlines",
    "comma": "a,b",
    "markup": "[red] {b} %s",
    "backslash": "a\\b",
    "long": "x" * 240,
}
each_name = pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
X = np.zeros((1, 4, 4, 8), np.int8)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names are relative, so that they may begin with a dash."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUTFUSE_CACHE", str(tmp_path / "cache"))


def lutfuse(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


def done(*arguments: str) -> str:
    result = lutfuse(*arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def model(name: str) -> str:
    path = f"{name}.mlir"
    Path(path).write_text(LAYER, "utf-8")
    return path


@each_name
def test_import_and_check(name: str) -> None:
    path = model(name)
    assert f"{name}.out.mlir: 1 lutfuse.lut_activation\n" in done(
        "import", "-o", f"{name}.out.mlir", "--", path
    )
    assert json.loads(done("import", "--json", "-o", f"{name}.mlirbc", "--", path))["output"] == (
        f"{name}.mlirbc"
    )
    for copy in ("out.mlir", "mlirbc"):
        assert "proved: 1 op" in done("check", "--", path, f"{name}.{copy}")
    assert set(os.listdir()) == {path, f"{name}.out.mlir", f"{name}.mlirbc"}


@each_name
def test_fuse_for_a_target_in_a_file(name: str) -> None:
    path, target = model(name), f"{name}.toml"
    shutil.copy(ROOT / "examples" / "targets" / "edge_npu.toml", target)
    assert "Producers" in done("targets", "--", target)
    assert "candidates" in done("fuse", "--target", target, "-o", f"{name}.out.mlir", "--", path)
    assert set(os.listdir()) == {path, target, f"{name}.out.mlir"}


@each_name
def test_run(name: str) -> None:
    path, x, y = model(name), f"{name}.x.npy", f"{name}.y.npy"
    golden = f"{name}.npz"
    np.save(x, X)
    np.savez(golden, step0_input0=X, step0_output0=X + 7)
    done("run", "--input", x, "-o", y, "--", path)
    assert (np.load(y) == 7).all()
    assert done("run", "--golden", golden, "--", path) == "output0: differing elements: 0 / 128\n"


@pytest.mark.skipif(shutil.which("cc") is None, reason="expected cc but got none")
@each_name
def test_compile(name: str) -> None:
    path, library, header = model(name), f"{name}.so", f"{name}.h"
    done("compile", "--name", "m", "-o", library, "--header", header, "--", path)
    assert set(os.listdir()) == {path, library, header}
    assert f"\0{name}.so\0".encode() in Path(library).read_bytes()  # its name for the loader
    Path("main.c").write_text(
        '#include "m.h"\nint main(void) { return M_INPUT0_RANK - 4; }\n', "utf-8"
    )
    shutil.copy(header, "m.h")
    subprocess.run(["cc", "-Wall", "-Werror", "-o", "main", "main.c"], check=True)
    assert subprocess.run(["./main"], check=False).returncode == 0


@each_name
def test_disassemble(name: str) -> None:
    path, text = f"{name}.tflite", f"{name}.txt"
    shutil.copy(TESTS / "npu" / "models" / "conv_sigmoid.tflite", path)
    listing = done("disassemble", "--", path)
    assert done("disassemble", "-o", text, "--", path) == ""
    assert Path(text).read_text("utf-8") == listing


@each_name
@pytest.mark.parametrize("command", ["import", "fuse", "run", "compile", "disassemble", "check"])
def test_what_is_missing_is_named(name: str, command: str) -> None:
    path = f"{name}.none"
    more = {
        "import": ["-o", "out"],
        "fuse": [],
        "run": ["--input", "x.npy"],
        "compile": ["-o", "out"],
        "disassemble": [],
        "check": [],
    }[command]
    result = lutfuse(command, *more, "--", path, *(["other"] if command == "check" else []))
    assert f"'{path}': expected a readable file but got No such file" in str(result.exception)


@each_name
def test_lutfuse_opt(name: str) -> None:
    path, target, code = model(name), f"{name}.toml", f"{name}.py"
    shutil.copy(ROOT / "examples" / "targets" / "edge_npu.toml", target)
    Path(code).write_text("print('loaded')", "utf-8")
    # Options of a pass end at a space: braces hold them together, quotes what has a quote.
    quoted = f'"{target}"' if "'" in name else f"{{{target}}}"
    option = f"--fuse-lut-activation=target={quoted}"
    out = f"{name}.out.mlir"
    words = [sys.executable, "-m", "lutfuse.tools.opt", f"--load-python={code}", option, "-o", out]
    ran = subprocess.run([*words, "--", path], capture_output=True, encoding="utf-8", check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "loaded\n", "")
    assert "lutfuse.lut_activation" in Path(out).read_text("utf-8")


def test_letters_that_the_terminal_lacks() -> None:
    path = model("Größe")
    words = [sys.executable, "-m", "lutfuse.tools.cli", "import", path, "-o", "Maß.mlir"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    ran = subprocess.run(words, env=environment, capture_output=True, check=True)
    assert ran.stdout == b"Ma\\xdf.mlir: 1 lutfuse.lut_activation\n"


def test_an_error_is_one_line_whatever_the_name() -> None:
    words = [sys.executable, "-m", "lutfuse.tools.cli", "fuse", "two\nlines"]
    ran = subprocess.run(words, capture_output=True, encoding="utf-8", check=False)
    reason = "expected a readable file but got No such file or directory"
    assert (ran.returncode, ran.stderr) == (1, f"error: 'two\\nlines': {reason}\n")
