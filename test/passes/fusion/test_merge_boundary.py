"""The stated difference of a merged boundary is the largest there is, and is where it is said.

It is compared with brute force over every accumulator of random layers and of a real model, and
with compiled layers whose inputs reach every accumulator.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from mlir import ir
from mlir.dialects.quant import UniformQuantizedType

from lutfuse.dialects.lutfuse import ClipAttr
from lutfuse.importers.tflite import import_tflite
from lutfuse.passes.ir.constants import constant
from lutfuse.passes.proof.activations import element_of
from lutfuse.passes.upstream.jit import JitModule
from lutfuse.runtime.models import ModelError, new_context, run_pipeline
from lutfuse.tools.cli import cli
from lutfuse.tools.fuse import fuse
from support.contract import RANGES, Array, interpolate, requantize, saturate
from support.equivalence import passed_through, proved, the_failure
from support.merge import MERGE, Clipped, facts, merge, ops_named, parse, requantized, run_on
from support.paths import MODELS

MODEL = MODELS / "selfie_seg.int8.tflite"
RELU = Clipped(
    weights=((1, 100), (-1, -90)),
    bias=(17, -1000),
    x=(0.5, 3),
    w=(0.25, 0.0625),
    u=(0.37, -5),
    y=(0.23, -128),
    bounds=(-128, 100),
    shape=(256, 256),
)


@st.composite
def layers(draw: st.DrawFn) -> Clipped:
    """Two channels; scales that are no powers of two, bounds that clip and bounds that do not."""
    codes = st.integers(-128, 127)
    channels, scale = draw(st.integers(1, 2)), st.floats(0.02, 4.0).map(np.float32).map(float)
    storage = draw(st.sampled_from(["i8", "u8"])), draw(st.sampled_from(["i8", "u8"]))
    zero_points = [draw(st.integers(*RANGES[one])) for one in storage]
    form, bits = draw(
        st.sampled_from([("double_round", 32), ("single_round", 32), ("single_round", 16)])
        | st.just(("f32", 32))
    )
    return Clipped(
        weights=tuple(tuple(draw(st.lists(codes, min_size=2, max_size=2))) for _ in range(2)),
        bias=tuple(draw(st.lists(st.integers(-9999, 9999), min_size=2, max_size=2))),
        x=(draw(scale), draw(codes)),
        w=tuple(draw(scale) / 16 for _ in range(channels)),
        u=(draw(scale), zero_points[0]),
        y=(draw(scale), zero_points[1]),
        storage=storage,
        bounds=draw(st.sampled_from([(zero_points[1], 1000), (-1000, 1000), (-20, 40)])),
        form=form,
        bits=bits,
    )


@settings(max_examples=60)
@given(layers())
def test_difference_is_the_largest_of_all_accumulators(layer: Clipped) -> None:
    found = merge(layer)
    said, largest = found.facts, 0
    for channel in range(2):
        sums = layer.accumulators(channel)
        kept, new = found.kept(channel, sums), found.merged(channel, sums)
        distance = np.abs(kept - new)
        largest = max(largest, int(distance.max()))
        if said["max_difference"] and channel == said["channel"]:
            nearest = np.abs(sums[distance == said["max_difference"]]).min()
            assert abs(said["accumulator"]) == nearest
            here = int(np.flatnonzero(sums == said["accumulator"])[0])
            assert (kept[here], new[here]) == (said["kept"], said["merged"])
    assert said["max_difference"] == largest


@pytest.mark.parametrize(
    "layer",
    [
        RELU,
        replace(RELU, form="single_round", storage=("u8", "u8"), u=(0.37, 9), y=(0.5, 0)),
        replace(RELU, y=(1.7, 0), bounds=(0, 6), w=(0.25,)),
    ],
)
def test_compiled_layers_differ_by_what_is_said(layer: Clipped) -> None:
    """Each pair of input codes is one position: the two channels reach all their accumulators."""
    codes = np.arange(-128, 128)
    x = np.stack(np.meshgrid(codes, codes, indexing="ij"), axis=-1)
    lower = ["convert-lutfuse-to-tosa", "canonicalize"]
    said = merge(layer).facts
    inputs = x.astype(np.int8)[None]
    kept, new = (
        JitModule(run_on(parse(layer.text()), fusion, *lower))(inputs)[0][0]
        for fusion in ("fuse-lut-activation", MERGE)
    )
    unsigned = layer.storage[1] == "u8"
    kept, new = (one.view(np.uint8) if unsigned else one for one in (kept, new))
    distance = np.abs(kept.astype(int) - new)
    assert said["max_difference"] == distance.max() > 0
    channel = said["channel"]
    sums = (x - layer.x[1]) @ np.array(layer.weights[channel]) + layer.bias[channel]
    assert np.array_equal(np.unique(sums), layer.accumulators(channel))
    row, column = np.argwhere(sums == said["accumulator"])[0]
    assert kept[row, column, channel] == said["kept"]
    assert new[row, column, channel] == said["merged"]


RELU_16 = """
!x = !quant.uniform<i16:f32, 0.5>
!w = !quant.uniform<i8:f32, 0.25>
!u = !quant.uniform<i16:f32, 2.0>
!y = !quant.uniform<i16:f32, 4.0>
func.func @main(%x: tensor<1x2x2x2x!x>) -> tensor<1x2x2x1x!y> {{
  %0 = "tosa.const"() {{values = dense<[[[[-5, 13]]]]> : tensor<1x1x1x2xi8>}}
    : () -> tensor<1x1x1x2xi8>
  %w = quant.scast %0 : tensor<1x1x1x2xi8> to tensor<1x1x1x2x!w>
  %t = "tosa.const"() {{values = dense<{table}> : tensor<513xi16>}} : () -> tensor<513xi16>
  %u = lutfuse.conv2d %x, %w
      requant <multiplier = [16384], shift = [18], rounding = single_round, multiplier_bits = 16>
    : (tensor<1x2x2x2x!x>, tensor<1x1x1x2x!w>) -> tensor<1x2x2x1x!u>
  %y = lutfuse.lut_activation <custom> %u, %t
      header <first = -32768, entries = 513, lookup = interpolated fraction_bits = 7,
        input = !u, result = !y>
    : (tensor<1x2x2x1x!u>, tensor<513xi16>) -> tensor<1x2x2x1x!y>
  return %y : tensor<1x2x2x1x!y>
}}
"""


def test_interpolated_table() -> None:
    """A ReLU from 16-bit points, on sums of 48 bits with 16-bit multipliers."""
    table = np.maximum(np.arange(513) * 128 - 32768, 0) // 2
    module = run_on(parse(RELU_16.format(table=table.tolist())), MERGE)
    (op,) = ops_named(module, "lutfuse.fused_conv2d")
    clip = op.attributes["activation"]
    assert isinstance(clip, ClipAttr) and (clip.min, clip.max) == (0, 16384)
    sums = np.arange(-32768 * 13 - 32767 * 5, 32767 * 13 + 32768 * 5 + 1)
    u = saturate(requantize(sums, np.int64(16384), np.int64(18), False), *RANGES["i16"])
    kept = interpolate(u, table, False)
    new = np.clip(requantized(op.attributes["requant"], 0, sums), clip.min, clip.max)
    distance, said = np.abs(kept - new), facts(op)
    assert said["max_difference"] == distance.max() == 1
    nearest = int(np.argmin(np.where(distance == 1, np.abs(sums), sums.size)))
    assert said["accumulator"] == sums[nearest]
    assert (said["kept"], said["merged"]) == (kept[nearest], new[nearest])


# The proof -------------------------------------------------------------------------------------


def test_check_refutes_a_merge_that_changes_codes() -> None:
    """With the accumulator nearest to 0, where the merge names the largest difference."""
    layer = replace(RELU, shape=(2, 2))
    text = layer.text()
    example = the_failure(text, passed_through(text, MERGE)).counter_example
    assert example is not None and example.channel is not None and example.inputs
    found, distances = merge(layer), list[int]()
    for channel in range(2):
        sums = layer.accumulators(channel)
        kept, new = found.kept(channel, sums), found.merged(channel, sums)
        distances.append(int(np.abs(sums[kept != new]).min()))
        if channel == example.channel:
            here = int(np.flatnonzero(sums == example.accumulator)[0])
            assert (kept[here], new[here]) == (example.code_before, example.code_after)
    assert abs(example.accumulator or 0) == min(distances)


def test_check_proves_a_merge_that_changes_none() -> None:
    """Four result codes for each intermediate code, two of these for each sum: all is exact."""
    layer = Clipped(((3, -5),), (2,), x=(0.5, 3), w=(4.0,), u=(1.0, -3), y=(0.25, -128))
    found = merge(layer)
    assert found.facts == {"max_difference": 0}
    assert found.intermediate == "!quant.uniform<i8:f32, 2.500000e-01:-128>"
    assert found.given_up == "!quant.uniform<i8:f32, 1.000000e+00:-3>"
    proved(layer.text(), passed_through(layer.text(), MERGE))


def test_requantization_stays_where_the_scale_does() -> None:
    found = merge(replace(RELU, y=RELU.u, bounds=(-5, 90)))
    assert found.requant == found.own
    assert found.facts == {"max_difference": 0}
    assert (found.clip.min, found.clip.max) == (-5, 90)


# A real model ----------------------------------------------------------------------------------


def reach(op: ir.Operation) -> tuple[Array, Array]:
    """Lowest and highest accumulator of each channel of a whole window."""
    weights = constant(op.operands[1].owner.operation.operands[0])
    bias = constant(op.operands[2])
    assert weights is not None and bias is not None
    w = weights.astype(np.int64).reshape(len(weights), -1)
    zero_point = UniformQuantizedType(element_of(op.operands[0])).zero_point
    low, high = -128 - zero_point, 127 - zero_point
    return (
        np.minimum(w * low, w * high).sum(axis=1) + bias,
        np.maximum(w * low, w * high).sum(axis=1) + bias,
    )


def largest_difference(kept: ir.Operation, new: ir.Operation) -> int:
    """Over every accumulator of every channel, by the contract."""
    entries, clip = constant(kept.operands[3]), new.attributes["activation"]
    u = UniformQuantizedType(ir.TypeAttr(kept.attributes["intermediate_type"]).value)
    y = UniformQuantizedType(element_of(new.results[0]))
    assert entries is not None and isinstance(clip, ClipAttr)
    found = 0
    for channel, (low, high) in enumerate(zip(*reach(kept), strict=True)):
        sums = np.arange(low, high + 1)
        codes = requantized(kept.attributes["requant"], channel, sums) + u.zero_point
        old = entries[saturate(codes, -128, 127) + 128].astype(np.int64)
        codes = requantized(new.attributes["requant"], channel, sums) + y.zero_point
        found = max(found, int(np.abs(old - np.clip(codes, clip.min, clip.max)).max()))
    return found


def test_real_model() -> None:
    raised = ["convert-tosa-to-lutfuse", "collapse-elementwise-to-table"]
    context = new_context()
    modules = [
        run_on(import_tflite(MODEL, context).module, *raised, fusion)
        for fusion in ("fuse-lut-activation", MERGE)
    ]
    pairs = list(zip(*(ops_named(m, "lutfuse.fused_conv2d") for m in modules), strict=True))
    checked = 0
    for kept, new in pairs:
        if "lutfuse.merged_boundary" not in new.attributes:
            assert str(kept.attributes["intermediate_type"]) == str(
                new.attributes["intermediate_type"]
            )
            continue
        low, high = reach(kept)
        if (high - low).sum() < 4_000_000:
            assert facts(new)["max_difference"] == largest_difference(kept, new)
            checked += 1
    assert checked >= 10


def test_report_says_the_difference() -> None:
    module = parse(replace(RELU, shape=(2, 2)).text())
    (entry,) = fuse(module, "cpu", boundary="merge").activations
    said = facts(ops_named(module, "lutfuse.fused_conv2d")[0])
    assert entry.verdict == "fused"
    assert entry.boundary.startswith(f"merged: difference {said['max_difference']} in channel")
    refused = parse(replace(RELU, shape=(2, 2)).text())
    (entry,) = fuse(refused, "cpu", boundary="merge", max_difference=0).activations
    assert entry.reason == ["merge-difference-too-large"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("boundary=none", "expected boundary 'keep' or 'merge' but got 'none'"),
        ("max-difference=2", "expected max-difference with boundary 'merge' only"),
        ("boundary=merge max-difference=-2", "expected a max-difference of at least 0 but got -2"),
    ],
)
def test_options(options: str, message: str) -> None:
    with pytest.raises(ModelError, match=f"'fuse-lut-activation': {message}$"):
        run_pipeline(parse("module {}"), f"fuse-lut-activation{{{options}}}")


def test_command_line(tmp_path: Path) -> None:
    path = tmp_path / "layer.mlir"
    path.write_text(replace(RELU, shape=(2, 2)).text(), "utf-8")
    run = CliRunner().invoke
    result = run(cli, ["fuse", str(path), "--boundary", "merge", "--json"])
    (entry,) = json.loads(result.stdout)["activations"]
    assert result.exit_code == 0 and entry["boundary"].startswith("merged: difference ")
    limited = ["fuse", str(path), "--boundary", "merge", "--max-difference", "0", "--json"]
    (entry,) = json.loads(run(cli, limited).stdout)["activations"]
    assert entry["reason"] == ["merge-difference-too-large"]
    result = run(cli, ["fuse", str(path), "--max-difference", "1"])
    assert result.exit_code == 2
    assert "expected --max-difference with --boundary merge only" in result.output
