"""`lutfuse disassemble` on what Vela compiled, and on files that hold no commands."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from lutfuse.runtime.models import ModelError
from lutfuse.tools.disassemble import listing
from support.paths import TESTS

MODELS = TESTS / "npu" / "models"


def test_a_model_of_vela() -> None:
    model = MODELS / "conv_sigmoid.tflite"
    words = [sys.executable, "-m", "lutfuse.tools.cli", "disassemble", model]
    text = subprocess.run(words, check=True, capture_output=True, encoding="utf-8").stdout
    lines = text.splitlines()
    assert lines[0].startswith("; command stream 0 for ethos-u")
    assert text.index("NPU_OP_DMA_START") < text.index("NPU_OP_CONV") < text.index("NPU_OP_STOP")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "expected a payload or a .tflite but got b''"),
        (b"COP1", "expected a command stream, got the end of the payload"),
        (b"\x1c\x00\x00\x00TFL3" + bytes(40), "expected a payload or a .tflite but got neither"),
    ],
)
def test_other_files_are_named_in_one_line(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(ModelError) as error:
        listing(path)
    assert str(error.value) == f"'{path}': {reason}"


def test_a_cut_model(tmp_path: Path) -> None:
    data = (MODELS / "conv_sigmoid.tflite").read_bytes()
    path = tmp_path / "cut.tflite"
    for size in range(8, len(data), len(data) // 40):
        path.write_bytes(data[:size])
        try:
            listing(path)  # what is cut off may be all that the commands do not need
        except ModelError as error:
            assert str(error).startswith(f"'{path}': expected") and "\n" not in str(error)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="expected a readable file but got No such file"):
        listing(tmp_path / "none")
