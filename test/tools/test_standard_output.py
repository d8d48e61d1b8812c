"""`-o -`: the same bytes on standard output as in a file, and messages on standard error."""

from __future__ import annotations

import os
import shutil
import threading
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from lutfuse.tools.cli import cli
from support.cli_models import LAYER
from support.needs import needs_cc, needs_vela
from support.paths import TESTS

NPU = ("compile", "layer.mlir", "--target", "ethos-u55-128")

# Every command that writes a result, and what is in its messages: nothing where it has none.
COMMANDS = [
    pytest.param(("import", "layer.mlir"), ": 1 lutfuse.lut_activation", id="import"),
    pytest.param(("import", "layer.mlir", "--json"), '"ops": {', id="import-json"),
    pytest.param(("fuse", "layer.mlir"), "candidates", id="fuse"),
    pytest.param(("fuse", "layer.mlir", "--json"), '"candidates": 1', id="fuse-json"),
    pytest.param(("run", "layer.mlir", "--input", "x.npy"), "", id="run"),
    pytest.param(("disassemble", "vela.tflite"), "", id="disassemble"),
    pytest.param(("compile", "layer.mlir", "--name", "m"), "m_run", id="so", marks=needs_cc),
    *(
        pytest.param(("compile", "layer.mlir", "--emit", emit), ": layer_run, arena of ", id=emit)
        for emit in ("obj", "asm", "llvm")
    ),
    *(
        pytest.param((*NPU, "--emit", emit), "", id=f"ethos-u-{emit}", marks=needs_vela)
        for emit in ("ir", "commands")
    ),
]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUTFUSE_CACHE", str(tmp_path / "cache"))
    Path("layer.mlir").write_text(LAYER, "utf-8")
    np.save("x.npy", np.zeros((1, 4, 4, 8), np.int8))
    shutil.copy(TESTS / "npu" / "models" / "conv_sigmoid.tflite", "vela.tflite")


def lutfuse(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


@pytest.mark.parametrize(("command", "message"), COMMANDS)
def test_both_have_the_same_bytes(command: tuple[str, ...], message: str) -> None:
    to_file = lutfuse(*command, "-o", "m.so")
    assert (to_file.exit_code, to_file.stderr) == (0, "")
    to_stdout = lutfuse(*command, "-o", "-")
    assert to_stdout.exit_code == 0
    assert to_stdout.stdout_bytes == Path("m.so").read_bytes() != b""
    for messages in (to_file.stdout, to_stdout.stderr):
        assert message in messages and bool(message) == bool(messages)
    assert not Path("-").exists()


def test_several_outputs_are_an_npz() -> None:
    text = LAYER.replace("-> tensor<1x4x4x8xi8> {", "-> (tensor<1x4x4x8xi8>, tensor<1x4x4x8xi8>) {")
    text = text.replace(
        "return %z : tensor<1x4x4x8xi8>", "return %z, %z : tensor<1x4x4x8xi8>, tensor<1x4x4x8xi8>"
    )
    Path("two.mlir").write_text(text, "utf-8")
    result = lutfuse("run", "two.mlir", "--input", "x.npy", "-o", "-")
    assert (result.exit_code, result.stderr) == (0, "")
    Path("y.npz").write_bytes(result.stdout_bytes)
    outputs = np.load("y.npz")
    assert sorted(outputs) == ["output0", "output1"]
    assert all((y == 7).all() for y in outputs.values())


def test_the_header_alone() -> None:
    result = lutfuse("compile", "layer.mlir", "--emit", "obj", "-o", "m.o", "--header", "-")
    assert result.exit_code == 0
    assert result.stdout.startswith("/* layer: a model compiled by lutfuse ")
    assert "layer_run, arena of" in result.stderr and Path("m.o").exists()


def test_two_results_are_too_many() -> None:
    result = lutfuse("compile", "layer.mlir", "-o", "-", "--header", "-")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "expected at most one of -o and --header to be '-'" in result.stderr


@needs_vela
def test_a_payload_is_three_files() -> None:
    result = lutfuse(*NPU, "-o", "-")
    assert (result.exit_code, result.stdout) == (1, "")
    assert str(result.exception) == (
        "expected a file for a payload, which has two more beside it, but got '-'"
    )


def test_a_pipe_is_written_and_not_replaced() -> None:
    os.mkfifo("pipe")
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(Path("pipe").read_text("utf-8")))
    reader.start()
    assert lutfuse("import", "layer.mlir", "-o", "pipe").exit_code == 0
    reader.join()
    assert "lutfuse.lut_activation" in read[0] and Path("pipe").is_fifo()


def test_a_link_stays_one() -> None:
    Path("folder").mkdir()
    Path("link.mlir").symlink_to("folder/file.mlir")
    for _ in range(2):  # to a file that is not there, and to one that is
        assert lutfuse("import", "layer.mlir", "-o", "link.mlir").exit_code == 0
        assert Path("link.mlir").is_symlink()
        assert "lutfuse.lut_activation" in Path("folder/file.mlir").read_text("utf-8")


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        ("none/out.mlir", "expected a writable folder but got No such file or directory"),
        (".", "expected a writable file but got Is a directory"),
        ("x" * 300, "expected a writable file but got File name too long"),
    ],
)
def test_what_cannot_be_written_is_named(output: str, reason: str) -> None:
    result = lutfuse("import", "layer.mlir", "-o", output)
    assert str(result.exception) == f"'{output}': {reason}"
    assert sorted(os.listdir()) == ["layer.mlir", "vela.tflite", "x.npy"]
