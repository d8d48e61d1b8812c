"""`lutfuse targets`, and target files on the command line and in pipelines."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from lutfuse.targets.builtin import BUILTIN
from support.paths import ROOT, option

EXAMPLE = ROOT / "examples" / "targets" / "edge_npu.toml"
BROKEN = 'name = "npu"\ndescription = ""\nstorage = ["i8"]\n'

# Three pairs: a sigmoid that fuses, one after a fast 3x3 convolution, and a clip that is no ReLU.
MODULE = """\
!x = !quant.uniform<i8:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i8:f32, 2.0:-3>
!y = !quant.uniform<i8:f32, 0.00390625:-128>
#r = #lutfuse.requant<multiplier = [1073741824], shift = [34], rounding = double_round>
#h = #lutfuse.table_header<first = -128, entries = 256, lookup = direct, input = !u, result = !y>
func.func @main(%x: tensor<1x3x3x16x!x>, %w: tensor<8x3x3x16x!w>, %w1: tensor<8x1x1x16x!w>)
    -> (tensor<1x3x3x8x!y>, tensor<1x1x1x8x!y>, tensor<1x3x3x8x!u>) {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %u0 = lutfuse.conv2d %x, %w1 requant #r
    : (tensor<1x3x3x16x!x>, tensor<8x1x1x16x!w>) -> tensor<1x3x3x8x!u>
  %y0 = lutfuse.lut_activation <sigmoid> %u0, %t header #h
    : (tensor<1x3x3x8x!u>, tensor<256xi8>) -> tensor<1x3x3x8x!y>
  %u1 = lutfuse.conv2d %x, %w requant #r
    : (tensor<1x3x3x16x!x>, tensor<8x3x3x16x!w>) -> tensor<1x1x1x8x!u>
  %y1 = lutfuse.lut_activation <sigmoid> %u1, %t header #h
    : (tensor<1x1x1x8x!u>, tensor<256xi8>) -> tensor<1x1x1x8x!y>
  %u2 = lutfuse.conv2d %x, %w1 requant #r
    : (tensor<1x3x3x16x!x>, tensor<8x1x1x16x!w>) -> tensor<1x3x3x8x!u>
  %y2 = lutfuse.clip %u2 <min = -3, max = 9> : (tensor<1x3x3x8x!u>) -> tensor<1x3x3x8x!u>
  return %y0, %y1, %y2 : tensor<1x3x3x8x!y>, tensor<1x1x1x8x!y>, tensor<1x3x3x8x!u>
}
"""


def program(tool: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", f"lutfuse.tools.{tool}", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def output(*arguments: object) -> str:
    done = program("cli", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_list_names_every_target() -> None:
    assert [one["name"] for one in json.loads(output("targets", "--json"))] == [
        target.name for target in BUILTIN
    ]
    text = output("targets")
    assert all(target.name in text for target in BUILTIN)


def test_json_has_the_fields_of_a_file() -> None:
    found: dict[str, Any] = json.loads(output("targets", EXAMPLE, "--json"))
    assert found["clip_bounds"] == [[0.0, "inf"], [0.0, 6.0], [-1.0, 1.0]]
    assert found["storages"] == ["i8", "u8"]
    assert found["capabilities"][1]["producers"] == ["transposed"]
    assert found["capabilities"][1]["storages"] is None
    assert found["faster_unfused"][0]["output_channels"] == {
        "at_least": 1,
        "at_most": None,
        "multiple_of": 8,
    }
    assert json.loads(output("targets", "cpu", "--json"))["table_bytes"] is None


def test_explanation_says_every_limit() -> None:
    text = " ".join(re.sub(r"[┃│]", " ", output("targets", EXAMPLE)).split())
    assert text.startswith("edge-npu: example of an NPU")
    for part in (
        "rule 1 rule 2",
        "Producers convolution, depthwise transposed",
        "Input i8, u8 i8, u8",
        "custom, hard_swish, custom, sigmoid, silu, tanh",
        "direct, at most 256 bytes,",
        "[-1, 1], leaky_relu",
        "Other grouped convolutions are split into their groups first.",
        "Winograd 3x3",
        "kernel 3x3",
        "input channels at least 16",
        "output channels a multiple of 8",
    ):
        assert part in text


def test_file_decides_what_fuses(tmp_path: Path) -> None:
    """Under a path with a space, which a pipeline would have to quote."""
    path, model = tmp_path / "my npu.toml", tmp_path / "model.mlir"
    shutil.copy(EXAMPLE, path)
    model.write_text(MODULE, "utf-8")
    report = json.loads(output("fuse", model, "--target", path, "--json"))
    assert report["target"] == "edge-npu"
    assert [one["reason"] for one in report["activations"]] == [
        [],
        ["loses-specialized-kernel"],
        ["unsupported-clip-bounds"],
    ]


GROUPED = """\
func.func @main(%x: tensor<1x3x3x4x!x>) -> tensor<1x3x3x4x!y> {
  %t = "tosa.const"() {values = dense<1> : tensor<256xi8>} : () -> tensor<256xi8>
  %c = "tosa.const"() {values = dense<3> : tensor<4x1x1x2xi8>} : () -> tensor<4x1x1x2xi8>
  %w = quant.scast %c : tensor<4x1x1x2xi8> to tensor<4x1x1x2x!w>
  %u = lutfuse.conv2d %x, %w group 2 requant #r
    : (tensor<1x3x3x4x!x>, tensor<4x1x1x2x!w>) -> tensor<1x3x3x4x!u>
  %y = lutfuse.lut_activation <sigmoid> %u, %t header #h
    : (tensor<1x3x3x4x!u>, tensor<256xi8>) -> tensor<1x3x3x4x!y>
  return %y : tensor<1x3x3x4x!y>
}
"""


def test_groups_are_split_where_the_target_asks(tmp_path: Path) -> None:
    model, output_file = tmp_path / "model.mlir", tmp_path / "fused.mlir"
    model.write_text(MODULE[: MODULE.index("func.func")] + GROUPED)
    report = json.loads(output("fuse", model, "--target", EXAMPLE, "--json", "-o", output_file))
    assert (report["decomposed"], report["fused"]) == (1, {"sigmoid": 2})
    assert report["certificates"]["proved"] == 2
    assert output_file.read_text().count("lutfuse.fused_conv2d") == 2
    assert "decomposed" in output("fuse", model, "--target", EXAMPLE)
    report = json.loads(output("fuse", model, "--target", "reference", "--json"))
    assert (report["decomposed"], report["refused"]) == (0, {"grouped-convolution": 1})


@pytest.mark.parametrize("quoted", ["npu.toml", "'my npu.toml'", '"my npu.toml"', "{my npu.toml}"])
def test_file_in_a_pipeline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quoted: str) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(EXAMPLE, quoted.strip("'\"{}"))
    Path("model.mlir").write_text(MODULE, "utf-8")
    pass_ = f"fuse-lut-activation{{target={quoted}}}"
    done = program("opt", "model.mlir", f"--pass-pipeline=builtin.module({pass_})")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("lutfuse.fused_conv2d") == 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (BROKEN, "expected keys among name, description, .* but got 'storage'"),
        (None, "expected a readable file but got No such file or directory"),
        ('name = "cpu"\ndescription = ""\n', "expected a new target name but got 'cpu' twice"),
    ],
)
def test_wrong_file_is_one_line(tmp_path: Path, text: str | None, problem: str) -> None:
    path = tmp_path / "npu.toml"
    if text is not None:
        path.write_text(text, "utf-8")
    for arguments in (("targets", path), ("fuse", "model.mlir", "--target", path)):
        done = program("cli", *arguments)
        assert done.returncode == 1
        assert re.fullmatch(rf"Error: '{re.escape(str(path))}': {problem}\n", done.stderr)


def test_wrong_file_in_a_pipeline_is_one_error(tmp_path: Path) -> None:
    path = tmp_path / "npu.toml"
    path.write_text(BROKEN, "utf-8")
    (tmp_path / "model.mlir").write_text(MODULE, "utf-8")
    done = program("opt", tmp_path / "model.mlir", f"--fuse-lut-activation=target={option(path)}")
    assert done.returncode == 1
    assert done.stderr.count("error: ") == 1
    assert f"pass 'fuse-lut-activation': '{path}': expected keys among" in done.stderr


def test_unknown_name_lists_the_known() -> None:
    done = program("cli", "targets", "npu")
    assert done.returncode == 2
    assert "expected a target among cpu, ethos-u55-128, " in done.stderr
    assert "Traceback" not in done.stderr
