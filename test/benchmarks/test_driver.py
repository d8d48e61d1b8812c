"""The benchmark driver: layers, exactness, figures and the page; nothing depends on time taken."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from ai_edge_litert.interpreter import Interpreter, OpResolverType

from benchmarks import aims, build, cpu, kernels, report, results, work
from benchmarks.cases import Case
from benchmarks.ceiling import compile_ceiling
from benchmarks.engines.float_twin import Codes, FloatTwin
from benchmarks.layers import ACTIVATIONS, SHAPES, Layer
from benchmarks.results import Record, Spread
from benchmarks.rounds import Peer, Plan, differing
from benchmarks.tflite_layers import write_layer

TINY = "conv3x3-7x7-64-64-leaky"
KEYS = {"case", "engine", "median_ms", "spread", "macs", "differing_elements"}


def _small(shape: Layer, activation: str) -> Layer:
    inputs = shape.inputs if shape.inputs < 10 else 8
    outputs = inputs if shape.kind == "depthwise" else 5
    size = min(shape.size, 6)
    return replace(shape, size=size, inputs=inputs, outputs=outputs, activation=activation)


def _litert(data: bytes, layer: Layer) -> np.ndarray:
    interpreter = Interpreter(
        model_content=data, experimental_op_resolver_type=OpResolverType.BUILTIN_REF
    )
    interpreter.allocate_tensors()
    interpreter.set_tensor(interpreter.get_input_details()[0]["index"], layer.inputs_from(0)[0])
    interpreter.invoke()
    return interpreter.get_tensor(interpreter.get_output_details()[0]["index"])


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_reference_kernels_run_every_kind_of_layer(activation: str) -> None:
    for shape in SHAPES:
        layer = _small(shape, activation)
        result = _litert(write_layer(layer), layer)
        assert result.shape == layer.output_shape
        assert np.unique(result).size > 1


def test_layer_is_the_same_in_every_process() -> None:
    layer = _small(SHAPES[0], "sigmoid")
    case = Case(layer.name, Path("m.tflite"), Path("x.npz"), layer)
    again = Case.decode(json.loads(json.dumps(case.encode())))
    assert again == case
    assert again.layer is not None
    assert write_layer(again.layer) == write_layer(layer)


def test_names_of_layers_are_unique() -> None:
    names = [layer.name for layer in build.layers()]
    assert len(set(names)) == len(names) == len(SHAPES) * len(ACTIVATIONS)


def test_driver_measures_a_layer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "cpu.json"
    engines = ["lutfuse", "onnxruntime", "reference"]
    few = ["--rounds", "1", "--seconds", "0"]
    assert cpu.main(["--cases", TINY, "--engines", *engines, *few, "--json", str(out)]) == 0
    found = json.loads(out.read_text("utf-8"))
    assert [one["engine"] for one in found] == engines
    assert all(one.keys() >= KEYS for one in found)
    by_engine = {record.engine: record for record in results.read(out)}
    ours = by_engine["lutfuse"]
    assert ours.differing_elements == 0
    assert ours.macs == 7 * 7 * 64 * 64 * 9
    assert ours.table_loads == 1
    assert ours.table_lookups == ours.elements == 7 * 7 * 64
    absent = by_engine["onnxruntime"]
    assert absent.median_ms is not None or str(absent.error).startswith("absent: onnxruntime")
    assert "ONNX Runtime" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["nothing.tflite", "text.tflite"])
def test_wrong_model_is_one_line(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text.tflite").write_text("no model", "utf-8")
    place = str(tmp_path / name)
    assert cpu.main(["--no-layers", "--models", place, "--engines", "reference"]) == 1
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 1
    assert errors[0].startswith(f"error: '{name}': ")


def test_no_case_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cpu.main(["--cases", "no-such-case"]) == 1
    assert capsys.readouterr().err == (
        "error: expected cases to measure but none has such a name\n"
    )


def test_dead_worker_is_an_error() -> None:
    peer = Peer("reference", sys.executable, Plan())
    assert "error" in peer.ask(do="load", case={}, outputs="")
    assert "ms" not in peer.ask(do="time", seconds=0)
    peer.stop()
    assert "error" in Peer("no-such-engine", sys.executable, Plan()).ask(do="drop")


def test_different_sizes_differ_everywhere() -> None:
    a, b = np.zeros(4), np.array([0.0, 1, 0, 0])
    assert differing([a], [a]) == 0
    assert differing([a], [b]) == 1
    assert differing([a[:2]], [b]) == 4


def test_float_twin_is_near_the_codes() -> None:
    layer = _small(SHAPES[0], "sigmoid")
    twin = FloatTwin(write_layer(layer))
    interpreter = Interpreter(model_content=twin.model)
    interpreter.allocate_tensors()
    real = twin.inputs[0].real(layer.inputs_from(0)[0]).astype(np.float32)
    interpreter.set_tensor(interpreter.get_input_details()[0]["index"], real)
    interpreter.invoke()
    found = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])
    codes = twin.outputs[0].codes(found).astype(int)
    assert np.abs(codes - _litert(write_layer(layer), layer)).max() <= 5


def test_codes_and_numbers() -> None:
    domain = Codes(np.dtype(np.int8), 0.5, -3)
    codes = np.arange(-128, 128).astype(np.int8)
    assert np.array_equal(domain.codes(domain.real(codes)), codes)
    assert domain.codes(np.array([1e9, -1e9])).tolist() == [127, -128]


def test_kernels_do_the_work_of_the_model(tmp_path: Path) -> None:
    model = tmp_path / "layer.tflite"
    model.write_bytes(write_layer(_small(SHAPES[0], "sigmoid")))
    found = work.count(work.outline(model, fused=True))
    apart = work.count(work.outline(model, fused=False))
    assert apart.macs == found.macs
    assert apart.intermediate_bytes - found.intermediate_bytes == 6 * 6 * 5
    times = kernels.profile(model)
    assert sum(time.macs for time in times) == found.macs == 6 * 6 * 5 * 8 * 9
    assert all(time.ms > 0 for time in times)  # though a small one costs no more than the call
    assert "fused_conv2d" in kernels.table(times, 100.0)


def test_ceiling_is_a_number() -> None:
    assert compile_ceiling().measure(calls=1) > 0


def _record(engine: str, median: float, **more: object) -> Record:
    spread = Spread(median / 2, median, median, 9)
    known = {"macs": 10**6, "differing_elements": 0, "elements": 10, "ceiling_gmacs": 10.0}
    return replace(Record(TINY, engine, median, median, spread), **known, **more)


def test_records_survive_json(tmp_path: Path) -> None:
    records = [_record("lutfuse", 1.0), Record(TINY, "iree", error="absent")]
    results.write(tmp_path / "a.json", records)
    assert results.read(tmp_path / "a.json") == records
    (tmp_path / "b.json").write_text('[{"case": 1}]', "utf-8")
    with pytest.raises(ValueError, match="expected a list of measurements"):
        results.read(tmp_path / "b.json")


def test_summary_and_utilisation() -> None:
    median, spread = results.summarize([3.0, 1.0, 2.0])
    assert (median, spread) == (2.0, Spread(1.0, 1.5, 2.5, 3))
    assert results.summarize([4.0]) == (4.0, Spread(4.0, 4.0, 4.0, 1))
    assert _record("lutfuse", 1.0).utilisation == pytest.approx(10**6 / 0.5e6 / 10)


def test_aims_take_the_fastest_rival() -> None:
    case = "depthwise3x3-56x56-64-64-sigmoid"
    times = {"lutfuse": 1.0, "xnnpack": 1.4, "iree": 1.3, "lutfuse-unfused": 1.2}
    records = [replace(_record(name, ms), case=case) for name, ms in times.items()]
    found = {(one.rival, one.factor): one.is_met for one in aims.outcomes(records)}
    assert found == {("iree", 1.2): True, ("xnnpack", 1.5): False, ("lutfuse-unfused", 1.15): True}


def test_aims_are_for_layers_with_tables() -> None:
    case = "depthwise3x3-56x56-64-64-none"
    records = [replace(_record(name, 1.0), case=case) for name in ("lutfuse", "xnnpack")]
    assert list(aims.outcomes(records)) == []


def test_page_has_every_figure() -> None:
    records = [
        _record("lutfuse", 0.5, intermediate_bytes=0, table_loads=1, table_lookups=10, load_s=1.0),
        _record("lutfuse-unfused", 1.0, intermediate_bytes=10, table_loads=1, table_lookups=10),
        replace(_record("xnnpack", 2.0), differing_elements=3),
        Record(TINY, "iree", error="absent: iree-base-compiler"),
    ]
    text = report.page(records, ["cpu-leaky.svg"])
    assert "0.5000 (0.2500)" in text
    assert "3 (30.00%)" in text
    assert "absent: iree-base-compiler" in text
    assert "![cpu-leaky.svg](cpu-leaky.svg)" in text
