"""Every planted fault is exposed by the constructed samples and refuted by the proof.

The proof gets the module before and the one with the fault, which is what a wrong compiler would
have written. Its counter-example goes through the NumPy contract, and no smaller one exists.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from mlir import ir
from mlir.passmanager import PassManager

import lutfuse
from lutfuse.passes.upstream.jit import JitModule
from lutfuse.tools.check import check_command
from support.contract import RANGES, Array
from support.edges import stage_of
from support.faults import FAULTS, Fault, unpadded
from support.layer import Layer
from support.paths import ROOT, option

LOWER = "convert-lutfuse-to-tosa,canonicalize"
FUSE = "fuse-lut-activation{target=cpu}"
PADDING = "padding value wrong"
STAGES = [name for name in FAULTS if name != PADDING]
TOP = ROOT


class Sums(Layer):
    """A layer whose samples are accumulators, one channel after the other."""

    def accumulators(self, x: Array) -> Array:
        return x


def of_channel(layer: Layer, channel: int) -> Layer:
    """One output channel, fed with accumulators."""
    fields = {name: value for name, value in vars(layer).items() if name != "w"}
    one = Sums(w=layer.w[:1], **fields)
    each = slice(channel, channel + 1)
    return replace(one, multiplier=layer.multiplier[each], shift=layer.shift[each])


def passed(text: str, *passes: str) -> str:
    with ir.Context() as context:
        lutfuse.register(context)
        module = ir.Module.parse(text)
        PassManager.parse(f"builtin.module({','.join(passes)})").run(module.operation)
        return str(module)


def test_list_of_planted_faults_is_complete() -> None:
    assert {name.removesuffix(" (16 bit)") for name in FAULTS} == {
        "final scale instead of intermediate",
        "wrong zero point",
        "swapped table",
        "table shifted by one",
        "last entry missing",
        "rounding mode changed",
        "one channel's multiplier changed",
        "clip bound off by one",
        "narrow range ignored",
        "padding value wrong",
    }


@pytest.mark.parametrize("name", FAULTS)
def test_constructed_samples_expose(name: str) -> None:
    """Where the sample is, the fault shows: in the contract and in code compiled from both."""
    fault = FAULTS[name]
    layer, x = fault.constructed()
    exposed = fault.exposed(layer, x)
    assert exposed.any()
    planted = replace(fault, before=layer)
    inputs = x.astype(np.int16 if layer.storage[0] == "i16" else np.int8)
    got: list[Array] = []
    for text in planted.texts():
        with ir.Context() as context:
            lutfuse.register(context)
            got += JitModule(ir.Module.parse(passed(text, FUSE, LOWER)))(inputs)
    right, wrong = got
    assert np.array_equal(right, fault.right(layer, x))
    assert np.array_equal(wrong, fault.wrong(layer, x))


# The proof -------------------------------------------------------------------------------------


def checked(folder: Path, before: str, after: str, *options: str) -> Any:
    """`lutfuse check` of two texts."""
    paths = [folder / "before.mlir", folder / "after.mlir"]
    for path, text in zip(paths, (before, after), strict=True):
        path.write_text(text, "utf-8")
    return CliRunner().invoke(check_command, [*map(str, paths), *options])


def steps(layer: Layer) -> Array:
    """The accumulators between which the one channel's codes are constant: all that matter."""
    low, high = RANGES[layer.storage[2]]
    return stage_of(layer).first(np.arange(low, high + 2))


def assert_smallest(fault: Fault, accumulator: int) -> None:
    """No accumulator nearer to 0 shows the fault, in any channel."""
    nearest = abs(accumulator) - 1
    for channel in range(fault.before.w.shape[0]):
        one = of_channel(fault.before, channel)
        both = np.concatenate([steps(one), steps(fault.plant(one)), [-nearest, 0, nearest]])
        near = np.concatenate([both, both - 1])
        assert not fault.exposed(one, near[abs(near) <= nearest].reshape(1, 1, -1, 1)).any()


@pytest.mark.parametrize("name", STAGES)
def test_check_refutes(name: str, tmp_path: Path) -> None:
    """Channel, accumulator and both codes, of an input that the contract confirms."""
    fault = FAULTS[name]
    before, wrong = fault.texts()
    fused = passed(wrong, FUSE)
    assert "lutfuse.fused_conv2d" in fused
    done = checked(tmp_path, before, fused, "--json")
    assert done.exit_code == 1, done.output
    report = json.loads(done.stdout)
    assert report["verdict"] == "refuted"
    (failed,) = (c for c in report["certificates"] if c["verdict"] != "proved")
    assert failed["op"] == "lutfuse.fused_conv2d" and failed["difference"]
    example = failed["counter_example"]

    x = np.full(fault.before.shape, fault.before.zx)
    for (row, column, channel), code in example["inputs"]:
        x[0, row, column, channel] = code
    at = (0, *example["position"], example["channel"])
    assert fault.before.accumulators(x)[at] == example["accumulator"]
    assert fault.right(fault.before, x)[at] == example["code_before"]
    assert fault.wrong(fault.before, x)[at] == example["code_after"]
    assert example["code_before"] != example["code_after"]
    assert_smallest(fault, example["accumulator"])

    line = (
        f"channel {example['channel']}, accumulator {example['accumulator']}: "
        f"{example['code_before']} before and {example['code_after']} after"
    )
    assert line in checked(tmp_path, before, fused).stdout


def test_check_refutes_padding_value_wrong(tmp_path: Path) -> None:
    """A pad has no accumulator: the two codes are all, and they are in every result."""
    fault = FAULTS[PADDING]
    done = checked(tmp_path, *fault.texts(), "--json")
    assert done.exit_code == 1
    (failed,) = (c for c in json.loads(done.stdout)["certificates"] if c["verdict"] != "proved")
    assert failed["op"] == "tosa.pad" and failed["verdict"] == "refuted"
    example = failed["counter_example"]
    assert (example["code_before"], example["code_after"]) == (fault.before.zx, 0)
    assert "every input: -5 before and 0 after" in checked(tmp_path, *fault.texts()).stdout


@pytest.mark.parametrize("name", FAULTS)
def test_check_proves_without_the_fault(name: str, tmp_path: Path) -> None:
    """The nearest positive twin: the same module, fused."""
    before, _ = FAULTS[name].texts()
    fused = passed(before, FUSE)
    assert fused.count("lutfuse.fused_conv2d") == 1
    assert checked(tmp_path, before, fused).exit_code == 0


def test_pass_names_the_counter_example(tmp_path: Path) -> None:
    """`check-equivalence` fails with the same line that the command prints."""
    before, wrong = FAULTS["table shifted by one"].texts()
    path = tmp_path / "before.mlir"
    path.write_text(before, "utf-8")
    with pytest.raises(ir.MLIRError) as error:
        passed(wrong, FUSE, f"check-equivalence{{reference={option(path)}}}")
    (message,) = (d.message for d in error.value.error_diagnostics)
    assert "'lutfuse.fused_conv2d' is refuted" in message
    printed = checked(tmp_path, before, passed(wrong, FUSE)).stdout
    example = next(line.strip() for line in printed.splitlines() if "before and" in line)
    assert example.startswith("channel") and example in message


def test_explicit_padding_is_the_layer() -> None:
    """What the padding fault starts from computes what the padded convolution computes."""
    layer = FAULTS[PADDING].before
    x = np.random.default_rng(2).integers(-128, 128, layer.shape)
    assert np.array_equal(layer.reference(x), Layer.reference(*unpadded(layer, x, layer.zx)))
    assert FAULTS[PADDING].exposed(layer, x)[:, 1:-1, 1:-1].sum() == 0


def test_note_is_fresh() -> None:
    """The page's numbers are those of these faults."""
    command = [sys.executable, "-m", "benchmarks.near_edges", "--check"]
    done = subprocess.run(command, cwd=TOP, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")
