"""Vela as the tests use it: present or skipped with the reason, compiling a model for a target."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest


def _is_installed() -> bool:
    """Asks for Vela's own module: this folder makes a namespace package `ethosu` as well."""
    try:
        return find_spec("ethosu.vela") is not None
    except ModuleNotFoundError:
        return False


needs_vela = pytest.mark.skipif(
    not _is_installed(), reason="needs Vela: the extra 'ethos-u' is not installed"
)


def compile_model(data: bytes, accelerator: str, folder: Path, *options: str) -> bytes:
    """The `.tflite` that Vela makes of a model; fails with Vela's last lines."""
    source = folder / "model.tflite"
    source.write_bytes(data)
    arguments = ["--accelerator-config", accelerator, "--output-dir", str(folder), *options]
    command = [sys.executable, "-m", "ethosu.vela", *arguments, str(source)]
    result = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert result.returncode == 0, (result.stdout + result.stderr)[-1000:]
    return (folder / "model_vela.tflite").read_bytes()
