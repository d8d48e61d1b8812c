"""A processor and a target are one choice: two machines for one model are an error of one line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import lutfuse
from lutfuse.dialects.accelerators import ACCELERATORS
from lutfuse.runtime.machines import check_choice, is_npu
from lutfuse.targets import TARGETS
from support.paths import ROOT

MODEL = ROOT / "examples" / "models" / "okay_nabu.tflite"
GOLDEN = MODEL.with_suffix(".npz")
TWO = "expected a target of CPU '{}' but got 'ethos-u55-128', which is an NPU"


def error(*arguments: object) -> str:
    """The last line on standard error of a command that is used wrongly."""
    command = [sys.executable, "-m", "lutfuse.tools.cli", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    return done.stderr.splitlines()[-1]


def test_every_npu_has_a_target() -> None:
    assert {name for name in TARGETS if is_npu(name)} == set(ACCELERATORS)
    assert not is_npu("cpu")


@pytest.mark.parametrize("cpu", ["cortex-a76", "host"])
def test_compile_for_two_machines(cpu: str, tmp_path: Path) -> None:
    output = tmp_path / "model"
    machine = ("--cpu", cpu, "--target", "ethos-u55-128")
    assert error("compile", MODEL, *machine, "-o", output) == f"Error: {TWO.format(cpu)}"
    assert not output.exists()


def test_run_on_two_machines() -> None:
    run = ("run", MODEL, "--golden", GOLDEN, "--cpu", "haswell")
    assert error(*run, "--target", "ethos-u55-128") == f"Error: {TWO.format('haswell')}"
    only = "Error: expected --cpu with --engine cpu only"
    assert error(*run, "--engine", "ethos-u-sim") == only
    assert error(*run, "--engine", "upstream") == only


def test_load_for_two_machines() -> None:
    with pytest.raises(ValueError, match=TWO.format("host")):
        lutfuse.load(MODEL, cpu="host", target="ethos-u55-128")


@pytest.mark.parametrize(
    ("cpu", "target"),
    [(None, "ethos-u55-128"), ("host", "cpu"), ("haswell", "reference"), ("host", None)],
)
def test_one_machine(cpu: str | None, target: str | None) -> None:
    check_choice(cpu, target)
