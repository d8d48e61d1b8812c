"""`lutfuse compile`: the files that it writes, run from C, and its errors."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

from lutfuse._lutfuse import host_triple
from support.cli import lutfuse
from support.needs import needs_cc
from support.paths import ROOT

EXAMPLES = ROOT / "examples"
NABU = EXAMPLES / "models" / "okay_nabu.tflite"
GOLDEN = np.load(EXAMPLES / "models" / "okay_nabu.npz")
STEPS = len({key.split("_")[0] for key in GOLDEN.files})


def compiled(*arguments: object) -> str:
    code, out, err = lutfuse("compile", *arguments)
    assert (code, err) == (0, "")
    return out


@pytest.fixture(scope="module")
def nabu(folder: Path) -> Path:
    """A folder with the example model as a shared object, and its header."""
    out = compiled(NABU, "-o", folder / "okay_nabu.so", "--header", folder / "okay_nabu.h")
    assert "input0 int8[1, 3, 40] serving_default_input_audio:0" in out
    assert "okay_nabu.so: okay_nabu_run, arena of " in out
    return folder


def build(folder: Path, source: Path, program: str, *flags: str) -> Path:
    line = ["cc", "-Wall", "-Wextra", "-Werror", f"-I{folder}", str(source), *flags]
    subprocess.run([*line, str(folder / "okay_nabu.so"), "-o", program], cwd=folder, check=True)
    return folder / program


def run(program: Path) -> str:
    features = b"".join(GOLDEN[f"step{s}_input0"].tobytes() for s in range(STEPS))
    environment = {**os.environ, "LD_LIBRARY_PATH": str(program.parent)}
    done = subprocess.run(
        [program], input=features, stdout=subprocess.PIPE, env=environment, check=True
    )
    return done.stdout.decode()


@needs_cc
def test_c_example_gives_the_golden_codes(nabu: Path) -> None:
    lines = run(build(nabu, EXAMPLES / "wake_word.c", "wake_word")).splitlines()
    codes = [int(GOLDEN[f"step{s}_output0"].item()) for s in range(STEPS)]
    assert lines == [f"{code} {code / 256:.4f}" for code in codes]


THREADS = """
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "okay_nabu.h"
static int8_t x[OKAY_NABU_INPUT0_ELEMENTS + OKAY_NABU_SLACK];
static uint8_t y[OKAY_NABU_OUTPUT0_ELEMENTS + OKAY_NABU_SLACK];
static void *arena;
static void *work(void *number) {
  okay_nabu_run((ptrdiff_t)number, 3, arena, x, y);
  return 0;
}
int main(void) {
  arena = aligned_alloc(OKAY_NABU_ALIGNMENT, OKAY_NABU_ARENA_BYTES);
  memset(arena, 0xA5, OKAY_NABU_ARENA_BYTES);
  okay_nabu_reset(arena);
  while (fread(x, 1, OKAY_NABU_INPUT0_ELEMENTS, stdin) == OKAY_NABU_INPUT0_ELEMENTS) {
    pthread_t others[2];
    for (ptrdiff_t i = 0; i < 2; ++i)
      pthread_create(&others[i], 0, work, (void *)(i + 1));
    work(0);
    for (int i = 0; i < 2; ++i)
      pthread_join(others[i], 0);
    printf("%d ", y[0]);
  }
  return 0;
}
"""


@needs_cc
def test_threads_of_the_host_run_it_together(nabu: Path) -> None:
    source = nabu / "threads.c"
    source.write_text(THREADS, "utf-8")
    codes = [int(c) for c in run(build(nabu, source, "threads", "-pthread")).split()]
    assert codes == [int(GOLDEN[f"step{s}_output0"].item()) for s in range(STEPS)]


@needs_cc
def test_shared_object_shows_two_functions(nabu: Path) -> None:
    listed = subprocess.run(
        [tool("llvm-nm"), "-D", "--defined-only", nabu / "okay_nabu.so"],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    names = {line.split()[-1] for line in listed.stdout.splitlines()}
    assert names == {"okay_nabu_run", "okay_nabu_reset"}


def tool(name: str) -> str:
    spec = importlib.util.find_spec("llvm")
    assert spec is not None
    return str(Path(next(iter(spec.submodule_search_locations or ()))) / "bin" / name)


def test_cross_compiled_object_has_dot_products(folder: Path) -> None:
    output = folder / "arm.o"
    compiled(NABU, "--cpu", "cortex-a76", "--emit", "obj", "-o", output)
    shown = subprocess.run(
        [tool("llvm-objdump"), "-d", "--mcpu=cortex-a76", output],
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout
    assert "file format elf64-littleaarch64" in shown
    assert "\tsdot\t" in shown


@pytest.mark.parametrize(
    ("emit", "text"), [("asm", ".globl\tnabu_run"), ("llvm", "define void @nabu_run(")]
)
def test_text(folder: Path, emit: str, text: str) -> None:
    output = folder / f"nabu.{emit}"
    compiled(NABU, "--emit", emit, "--name", "nabu", "-o", output)
    assert text in output.read_text("utf-8")


def test_header_describes_the_tensors(nabu: Path) -> None:
    header = (nabu / "okay_nabu.h").read_text("utf-8")
    for line in (
        "INPUT0_TYPE int8_t",
        "INPUT0_SHAPE {1, 3, 40}",
        "INPUT0_ZERO_POINT -128",
        "OUTPUT0_TYPE uint8_t",
        "OUTPUT0_SCALE 0.00390625",
    ):
        assert f"#define OKAY_NABU_{line}\n" in header


@pytest.mark.parametrize(
    ("arguments", "environment", "message"),
    [
        (["--cpu", "z80"], {}, "expected a CPU among host, "),
        (["--name", "a-b"], {}, "expected a C identifier for --name but got 'a-b'"),
        (["--name", "\u00e4"], {}, "expected a C identifier for --name but got '\u00e4'"),
        ([], {"PATH": "/nowhere"}, "error: expected a C compiler but found no cc, gcc or clang: "),
        ([], {"CC": "no-such-cc"}, "error: expected a C compiler but found no 'no-such-cc': "),
        ([], {"CC": "false"}, "error: expected 'false' to link a shared object but got: "),
    ],
)
def test_errors_are_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    environment: dict[str, str],
    message: str,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    code, _, err = lutfuse("compile", NABU, "-o", tmp_path / "model.so", *arguments)
    assert code != 0
    assert message in err.splitlines()[-1]
    assert not any(tmp_path.iterdir())


def test_linking_for_another_architecture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    other = "cortex-a76" if host_triple().startswith("x86") else "haswell"
    code, _, err = lutfuse("compile", NABU, "--cpu", other, "-o", tmp_path / "model.so")
    assert code == 1
    assert err.startswith("error: expected a processor of ")
    assert err.endswith("use --emit obj, or let CC name a cross compiler\n")


@pytest.mark.parametrize(
    "options",
    [[], ["--no-fuse"], ["--threads", "2"], ["--cpu", "generic"], ["--engine", "upstream"]],
    ids=lambda options: " ".join(options) or "default",
)
def test_run_compares_with_the_golden_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    if "generic" in options and not host_triple().startswith("x86"):
        pytest.skip("needs x86")
    monkeypatch.setenv("LUTFUSE_CACHE", str(folder / "cache"))
    code, out, err = lutfuse("run", NABU, "--golden", NABU.with_suffix(".npz"), "--json", *options)
    assert (code, err) == (0, "")
    rows = [{"output": "output0", "differing": 0, "elements": STEPS}]
    assert json.loads(out) == {"outputs": rows, "warnings": []}
