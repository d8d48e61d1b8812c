"""Vela as the tests use it: compiling a model for a target."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def compile_model(data: bytes, accelerator: str, folder: Path, *options: str) -> bytes:
    """The `.tflite` that Vela makes of a model; fails with Vela's last lines."""
    source = folder / "model.tflite"
    source.write_bytes(data)
    arguments = ["--accelerator-config", accelerator, "--output-dir", str(folder), *options]
    command = [sys.executable, "-m", "ethosu.vela", *arguments, str(source)]
    result = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert result.returncode == 0, (result.stdout + result.stderr)[-1000:]
    return (folder / "model_vela.tflite").read_bytes()
