"""`lutfuse fuse` and `run`: candidates, reasons, certificates, and what damaged input gets."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from mlir import ir

from lutfuse.passes.proof.certificates import Certificate, Proof
from lutfuse.runtime.models import ModelError, run_pipeline
from lutfuse.tools import fuse as fuse_module
from lutfuse.tools.cli import cli
from support.paths import MODELS

SEGMENTATION = MODELS / "selfie_seg.int8.tflite"
WAKE_WORD = MODELS / "okay_nabu.tflite"


def invoke(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, [str(a) for a in arguments])


def report(*arguments: str | Path) -> dict[str, object]:
    done = invoke("fuse", *arguments, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("options", "fused"),
    [
        ((), {"hard_swish": 11, "sigmoid": 11}),
        (("--collapse",), {"custom": 22, "hard_swish": 11, "sigmoid": 11}),
    ],
)
def test_every_candidate_fuses_and_every_op_has_a_certificate(
    options: tuple[str, ...], fused: dict[str, int], tmp_path: Path
) -> None:
    found = report(SEGMENTATION, *options, "-o", tmp_path / "fused.mlir")
    assert found["candidates"] == sum(fused.values())
    assert found["fused"] == fused and found["refused"] == {}
    certificates = found["certificates"]
    assert isinstance(certificates, dict)
    counts = [certificates[verdict] for verdict in ("proved", "undecided", "refuted", "merged")]
    assert counts == [55, 0, 0, 0] and certificates["failed"] == []
    assert (tmp_path / "fused.mlir").exists()


def test_no_check() -> None:
    assert report(SEGMENTATION, "--no-check")["certificates"] is None
    assert "not checked" in invoke("fuse", SEGMENTATION, "--no-check").output


@pytest.mark.parametrize("no_fuse", [(), ("--no-fuse",)])
def test_collapsed_model_runs_without_a_difference(no_fuse: tuple[str, ...]) -> None:
    golden = WAKE_WORD.with_suffix(".npz")
    done = invoke("run", WAKE_WORD, "--collapse", "--golden", golden, *no_fuse)
    assert done.exit_code == 0, done.output
    assert "differing elements: 0 / " in done.output


# Text ------------------------------------------------------------------------------------------

CLIP_THEN_TABLE = """
!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 1.0:-128>
func.func @main(%x: tensor<1x?x8x4x!x>, %w: tensor<8x1x1x4x!w>) -> tensor<1x?x8x8x!y> {
  %t = "tosa.const"() {values = dense<7> : tensor<256xi8>} : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w
      requant <multiplier = [1073741824], shift = [34], rounding = double_round>
    : (tensor<1x?x8x4x!x>, tensor<8x1x1x4x!w>) -> tensor<1x?x8x8x!u>
  %c = lutfuse.clip %u <min = -3, max = 57> : (tensor<1x?x8x8x!u>) -> tensor<1x?x8x8x!u>
  %y = lutfuse.lut_activation <sigmoid> %c, %t
      header <first = -128, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<1x?x8x8x!u>, tensor<256xi8>) -> tensor<1x?x8x8x!y>
  return %y : tensor<1x?x8x8x!y>
}
"""


def test_a_clip_before_a_table_fuses_with_it_where_collapse_is_of_no_use(tmp_path: Path) -> None:
    """A dynamic shape is none that collapse evaluates; composing does not ask for one."""
    path = tmp_path / "model.mlir"
    path.write_text(CLIP_THEN_TABLE, "utf-8")
    assert report(path)["refused"] == {"already-fused": 1}
    assert report(path, "--collapse")["refused"] == {}
    assert sum(report(path, "--collapse")["fused"].values()) == 1  # pyright: ignore


def test_text_says_what_an_activation_follows(tmp_path: Path) -> None:
    path = tmp_path / "model.mlir"
    clip = "lutfuse.clip %u <min = -3, max = 57>"
    path.write_text(CLIP_THEN_TABLE.replace(clip, "tosa.identity %u"), "utf-8")
    done = invoke("fuse", path)
    assert done.exit_code == 0, done.output
    output = " ".join(done.output.replace("│", " ").split())
    assert "expected a convolution as producer but got 'tosa.identity'" in output
    assert "proved 2" in " ".join(output.split())


# Proofs that fail ------------------------------------------------------------------------------


def broken(change: Callable[[ir.Operation], None]) -> Callable[..., None]:
    """The pipeline with an error at its end: `change` is done to each fused convolution."""

    def run(module: ir.Module, *passes: str) -> None:
        run_pipeline(module, *passes)

        def visit(op: ir.Operation) -> ir.WalkResult:
            if op.name == "lutfuse.fused_conv2d":
                change(op)
                return ir.WalkResult.INTERRUPT
            return ir.WalkResult.ADVANCE

        module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)

    return run


def other_rounding(op: ir.Operation) -> None:
    text = str(op.attributes["requant"]).replace("double_round", "single_round")
    op.attributes["requant"] = ir.Attribute.parse(text, op.context)


def test_refuted_is_one_line_and_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuse_module, "run_pipeline", broken(other_rounding))
    path = tmp_path / "fused.mlir"
    done = invoke("fuse", SEGMENTATION, "-o", path)
    assert isinstance(done.exception, ModelError)  # which `main` prints, with exit code 1
    line = str(done.exception)
    assert "\n" not in line and "'lutfuse.fused_conv2d' at " in line
    assert "accumulator" in line and " before and " in line
    assert done.output == "" and not path.exists()


def test_undecided_is_listed_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def prove(before: ir.Operation, after: ir.Operation) -> Proof:
        certificate = Certificate(
            "main", "tosa.add", "sum", "sum", "undecided", difference="expected an add"
        )
        return Proof((certificate,))

    monkeypatch.setattr(fuse_module, "prove", prove)
    done = invoke("fuse", SEGMENTATION)
    assert done.exit_code == 0
    assert "tosa.add sum: expected an add" in " ".join(done.output.replace("│", " ").split())
    certificates = report(SEGMENTATION)["certificates"]
    assert isinstance(certificates, dict)
    assert certificates["undecided"] == 1 and certificates["proved"] == 0
    assert certificates["failed"][0]["difference"] == "expected an add"


# Damaged input ---------------------------------------------------------------------------------


def damaged(folder: Path) -> dict[str, Path]:
    data = SEGMENTATION.read_bytes()
    files = {
        "cut.tflite": data[: len(data) // 2],
        "empty.tflite": b"",
        "zeros.tflite": data[:64] + bytes(len(data) - 64),
        "text.mlir": b"func.func @main( {",
        "unknown.mlir": b'"other.op"() : () -> ()',
        "binary.mlirbc": b"ML\xefR" + bytes(40),
        "empty.mlirbc": b"ML\xefR",
    }
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return {name: folder / name for name in [*files, "missing.tflite", "missing.mlir"]}


COMMANDS: dict[str, Callable[[Path], list[str | Path]]] = {
    "import": lambda path: ["import", path, "-o", path.with_suffix(".out.mlir")],
    "fuse": lambda path: ["fuse", path, "-o", path.with_suffix(".out.mlir")],
    "run": lambda path: ["run", path, "--golden", SEGMENTATION.with_suffix(".npz")],
    "check": lambda path: ["check", path, path],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_damaged_input_is_one_line(command: str, tmp_path: Path) -> None:
    for name, path in damaged(tmp_path).items():
        done = invoke(*COMMANDS[command](path))
        assert isinstance(done.exception, ModelError), (name, done.exception, done.output)
        line = str(done.exception)
        assert "\n" not in line and name in line, line
        assert done.output == ""
        assert not path.with_suffix(".out.mlir").exists()
