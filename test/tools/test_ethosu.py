"""Compiling for an Ethos-U: IR, commands, payloads; and without Vela."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from lutfuse.ethosu import read_payload, vela
from lutfuse.runtime.models import ModelError, load_model, new_context
from lutfuse.tools.ethosu import compile_ethosu, simulated
from lutfuse.tools.run import compare, compile_model
from support.cli_models import LAYER
from support.needs import needs_vela
from support.paths import MODELS
from support.patience import SECONDS
from support.profiled import profiled_layer, quoted

MODEL = MODELS / "selfie_seg.int8.tflite"


@pytest.fixture(name="layer")
def _layer(tmp_path: Path) -> Path:
    path = tmp_path / "layer.mlir"
    path.write_text(LAYER, "utf-8")
    return path


def compile_to(model: Path, emit: str, output: Path, accelerator: str = "ethos-u55-128") -> None:
    module, _ = load_model(model, new_context())
    compile_ethosu(module, accelerator, emit, output, fuse_for="cpu")


@needs_vela
def test_ir(layer: Path, tmp_path: Path) -> None:
    compile_to(layer, "ir", tmp_path / "out.mlir")
    assert "ethosu.call @main_npu_0" in (tmp_path / "out.mlir").read_text("utf-8")


@needs_vela
def test_commands(layer: Path, tmp_path: Path) -> None:
    compile_to(layer, "commands", tmp_path / "out.txt")
    text = (tmp_path / "out.txt").read_text("utf-8")
    assert text.startswith("; main_npu_0\n")
    assert text.index("NPU_OP_DMA_START") < text.index("NPU_OP_DMA_WAIT") < text.index("OP_POOL")


@needs_vela
@pytest.mark.parametrize("accelerator", ["ethos-u55-32", "ethos-u55-128", "ethos-u65-256"])
def test_payload(layer: Path, tmp_path: Path, accelerator: str) -> None:
    compile_to(layer, "payload", tmp_path / "out.bin", accelerator)
    assert read_payload((tmp_path / "out.bin").read_bytes()).accelerator == accelerator
    assert (tmp_path / "out.constants.bin").read_bytes() == bytes([7]) * 256
    description = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert description["regions"]["constants"] == {"number": 0, "bytes": 256}
    assert [one["shape"] for one in description["inputs"]] == [[4, 4, 8]]


@needs_vela
def test_several_programs_have_numbers(tmp_path: Path) -> None:
    compile_to(MODEL, "payload", tmp_path / "out.bin")
    found = sorted(path.name for path in tmp_path.glob("*.bin") if "constants" not in path.name)
    assert found == [f"out.{number}.bin" for number in range(4)]


@needs_vela
def test_run_on_the_simulator_differs_as_the_cpu_does() -> None:
    # 30 elements: the resize of the importer, which stays on the host.
    golden = MODEL.with_suffix(".npz")
    module, _ = load_model(MODEL, new_context())
    on_cpu = compare(compile_model(module, None), golden)
    module, _ = load_model(MODEL, new_context())
    assert compare(simulated(module, "ethos-u55-128", fuse_for="cpu"), golden) == on_cpu


@needs_vela
def test_unknown_emit(layer: Path, tmp_path: Path) -> None:
    with pytest.raises(
        ModelError, match="expected --emit ir, commands, payload for ethos-u55-128 but got 'elf'"
    ):
        compile_to(layer, "elf", tmp_path / "out")


def test_unknown_accelerator(layer: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="expected an accelerator of Ethos-U55 or U65 but got"):
        compile_to(layer, "ir", tmp_path / "out.mlir", "ethos-u85-256")


def test_without_vela_the_error_names_the_extra(
    layer: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ethosu.vela.api", None)
    monkeypatch.setattr(vela, "api", vela.api.__wrapped__)
    with pytest.raises(ModelError, match=r"pip install 'lutfuse\[ethos-u\]'") as error:
        compile_to(layer, "ir", tmp_path / "out.mlir")
    assert "\n" not in str(error.value)


def command(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "lutfuse.tools.cli", *map(str, arguments)]
    return subprocess.run(
        words, check=False, capture_output=True, encoding="utf-8", timeout=SECONDS
    )


@needs_vela
def test_listing_names_layers_and_their_places(tmp_path: Path) -> None:
    hostile = quoted(b"net/a\n  0  NPU_OP_STOP")
    source = tmp_path / "model.mlir"
    source.write_text(profiled_layer('"net/conv1"("model.py":3:4)', hostile), "utf-8")
    module, _ = load_model(source, new_context())
    listing = tmp_path / "out.txt"
    compile_ethosu(module, "ethos-u55-128", "commands", listing, fuse_for="cpu")
    lines = listing.read_text("utf-8").splitlines()
    sources = "net/conv1 at model.py:3:4, net/a\\n  0  NPU_OP_STOP"
    comments = {line: n for n, line in enumerate(lines) if line.startswith("; ethosu.")}
    assert list(comments) == [f"; ethosu.dma: {sources}", f"; ethosu.conv2d: {sources}"]
    for at, end in zip(comments.values(), ("NPU_OP_DMA_START", "NPU_OP_CONV"), strict=True):
        block = lines[at : lines.index("", at)]
        assert block[-1].split()[1] == end
    assert sum(line.split()[1:2] == ["NPU_OP_STOP"] for line in lines) == 1


@needs_vela
def test_command_line_compiles_and_simulates(layer: Path, tmp_path: Path) -> None:
    npu = ("--target", "ethos-u55-128")
    listing = tmp_path / "out.txt"
    done = command("compile", layer, *npu, "--emit", "commands", "-o", listing)
    assert done.returncode == 0 and "NPU_OP_POOL" in listing.read_text("utf-8")
    x, y = np.arange(128, dtype=np.int8).reshape(1, 4, 4, 8), np.full((1, 4, 4, 8), 7, np.int8)
    np.savez(tmp_path / "golden.npz", step0_input0=x, step0_output0=y)
    run = ("--engine", "ethos-u-sim", "--golden", tmp_path / "golden.npz")
    done = command("run", layer, *npu, *run)
    assert "0 / 128" in done.stdout and ", 1 table loads, " in done.stdout
    wrong = command("run", layer, *run)
    assert wrong.returncode == 1 and wrong.stderr.count("\n") == 1
    assert "expected an accelerator of Ethos-U55 or U65 but got 'cpu'" in wrong.stderr


def test_command_line_tells_emits_apart(layer: Path, tmp_path: Path) -> None:
    output = tmp_path / "out"
    for target, emit, known in (
        ("ethos-u55-128", "so", "ir, commands, payload for ethos-u55-128"),
        ("cpu", "commands", "so, obj, asm, llvm for a CPU"),
    ):
        done = command("compile", layer, "--target", target, "--emit", emit, "-o", output)
        assert (done.returncode, output.exists()) == (1, False)
        assert done.stderr == f"error: expected --emit {known} but got '{emit}'\n"
