"""`lutfuse.importers.tflite`: annotations, names, interface, and one line for every bad file."""

from __future__ import annotations

import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import flatbuffers
import mlir
import pytest
from ai_edge_litert import schema_py_generated as schema
from mlir import ir
from mlir.dialects import quant

from lutfuse.dialects.interface import Tensor
from lutfuse.importers.tflite import ImportResult, TFLiteImportError, import_tflite
from support.paths import MODELS

SELFIE = MODELS / "selfie_seg.int8.tflite"
NABU = MODELS / "okay_nabu.tflite"
CONVOLUTIONS = ("tosa.conv2d", "tosa.depthwise_conv2d", "tosa.transpose_conv2d")
SIGMOID = schema.BuiltinOperator.LOGISTIC


@pytest.fixture(scope="module")
def selfie() -> ImportResult:
    return import_tflite(SELFIE)


@pytest.fixture(scope="module")
def nabu() -> ImportResult:
    return import_tflite(str(NABU))


def ops_of(result: ImportResult, *names: str) -> list[ir.OpView]:
    found: list[ir.OpView] = []

    def visit(op: ir.Operation) -> ir.WalkResult:
        if not names or op.name in names:
            found.append(op.opview)
        return ir.WalkResult.ADVANCE

    result.module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found


def domain(op: ir.OpView, role: str) -> Any:
    """The quantized type of an annotation, as the class of the `quant` bindings."""
    type_ = ir.TypeAttr(op.attributes[f"lutfuse.{role}_type"]).value
    per_axis = isinstance(type_, quant.UniformQuantizedPerAxisType)
    return type_ if per_axis else quant.UniformQuantizedType(type_)


def unpacked(path: Path) -> Any:
    return schema.ModelT.InitFromPackedBuf(path.read_bytes(), 0)


def edited(folder: Path, source: Path, edit: Callable[[Any], None]) -> Path:
    """A copy of a model with `edit` applied to its `ModelT`."""
    model = unpacked(source)
    edit(model)
    builder = flatbuffers.Builder(1024)
    builder.Finish(model.Pack(builder), b"TFL3")
    path = folder / "edited.tflite"
    path.write_bytes(builder.Output())
    return path


def operators_by_name(path: Path) -> dict[str, tuple[int, list[Any], Any]]:
    """Builtin code, input tensors and result of the first subgraph's operators, read apart."""
    model = unpacked(path)
    graph = model.subgraphs[0]
    return {
        graph.tensors[operator.outputs[0]].name.decode(): (
            model.operatorCodes[operator.opcodeIndex].builtinCode,
            [graph.tensors[index] for index in operator.inputs],
            graph.tensors[operator.outputs[0]],
        )
        for operator in graph.operators
        if len(operator.outputs)
    }


def test_every_convolution_and_table_is_annotated(selfie: ImportResult) -> None:
    convolutions = ops_of(selfie, *CONVOLUTIONS)
    annotated = [op for op in convolutions if "lutfuse.filter_type" in op.attributes]
    assert Counter(op.operation.name for op in annotated) == dict(
        zip(CONVOLUTIONS, (43, 11, 1), strict=True)
    )
    assert len(convolutions) == len(annotated)
    kinds = [
        ir.StringAttr(op.attributes["lutfuse.kind"]).value for op in ops_of(selfie, "tosa.table")
    ]
    assert Counter(kinds) == {"hard_swish": 11, "sigmoid": 11}
    assert selfie.warnings == ()
    assert selfie.name == "selfie_seg.int8"


@pytest.mark.parametrize("path", [SELFIE, NABU], ids=lambda path: path.stem)
def test_scales_and_zero_points_are_the_flatbuffers(path: Path) -> None:
    operators, imported = operators_by_name(path), import_tflite(path)
    for op in ops_of(imported, *CONVOLUTIONS):
        code, inputs, output = operators[op.location.name_str]
        x = inputs[2 if code == schema.BuiltinOperator.TRANSPOSE_CONV else 0]
        for role, tensor in (("input", x), ("result", output)):
            got = domain(op, role)
            assert [got.scale] == tensor.quantization.scale.astype(float).tolist()
            assert [got.zero_point] == tensor.quantization.zeroPoint.tolist()
        weight, got = inputs[1].quantization.scale.astype(float).tolist(), domain(op, "filter")
        scales = got.scales if hasattr(got, "scales") else [got.scale]
        assert scales == (weight * len(scales) if len(weight) == 1 else weight)


def test_filter_type_is_per_axis_exactly_when_the_rescale_is_per_channel(
    selfie: ImportResult,
) -> None:
    for op in ops_of(selfie, *CONVOLUTIONS):
        (use,) = op.results[0].uses
        per_channel = ir.BoolAttr(use.owner.attributes["per_channel"]).value
        got = domain(op, "filter")
        assert hasattr(got, "scales") == per_channel
        if per_channel:
            assert got.quantized_dimension == 0


def test_locations_are_plain_tensor_names(selfie: ImportResult) -> None:
    operators = operators_by_name(SELFIE)
    for op in ops_of(selfie, *CONVOLUTIONS, "tosa.table", "tosa.rescale"):
        assert op.location.is_a_name()
        assert op.location.child_loc == ir.Location.unknown(op.context)
        assert op.location.name_str in operators
    asm = selfie.module.operation.get_asm(enable_debug_info=True)
    assert str(MODELS) not in asm
    assert 'loc("segment/Kernel_dequantize")' in asm


@pytest.mark.parametrize("path", [SELFIE, NABU], ids=lambda path: path.stem)
def test_module_round_trips_in_stock_mlir_opt(path: Path) -> None:
    asm = import_tflite(path).module.operation.get_asm(enable_debug_info=True)
    tool = Path(mlir.__path__[0], "bin", "mlir-opt")
    run = subprocess.run(
        [tool, "--mlir-print-debuginfo"],
        input=asm,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert run.stdout.strip() == asm.strip()
    assert run.stderr == ""


def test_interface_keeps_what_signless_integers_lose(nabu: ImportResult) -> None:
    assert nabu.interface.inputs == (
        Tensor("serving_default_input_audio:0", "int8", (1, 3, 40), 0.10196078568696976, -128),
    )
    assert nabu.interface.outputs == (
        Tensor("StatefulPartitionedCall:0", "uint8", (1, 1), 1 / 256, 0),
    )
    (main,) = ops_of(nabu, "func.func")
    (argument,) = ir.ArrayAttr(main.attributes["arg_attrs"])
    (result,) = ir.ArrayAttr(main.attributes["res_attrs"])
    assert ir.DictAttr(argument)["lutfuse.name"].value == nabu.interface.inputs[0].name
    assert str(ir.DictAttr(result)["lutfuse.type"]) == "!quant.uniform<u8:f32, 3.906250e-03>"
    assert main.arguments[0].location.name_str == nabu.interface.inputs[0].name


def test_module_is_plain_tosa(nabu: ImportResult) -> None:
    names = {op.operation.name for op in ops_of(nabu)}
    plain = ("tosa.", "func.")
    assert {name for name in names if not name.startswith(plain)} == {"builtin.module"}
    asm = str(nabu.module)
    assert "ui8" not in asm
    assert "tf_saved_model" not in asm
    assert "tfl." not in asm


def test_module_is_made_in_the_given_context() -> None:
    context = ir.Context()
    assert import_tflite(NABU, context).module.context is context


def test_repeated_names_are_matched_in_order(tmp_path: Path, selfie: ImportResult) -> None:
    def repeat(model: Any) -> None:
        for operator in model.subgraphs[0].operators:
            code = model.operatorCodes[operator.opcodeIndex].builtinCode
            if code in (schema.BuiltinOperator.CONV_2D, schema.BuiltinOperator.DEPTHWISE_CONV_2D):
                model.subgraphs[0].tensors[operator.outputs[0]].name = b"same"

    result = import_tflite(edited(tmp_path, SELFIE, repeat))
    assert result.warnings == ()
    for got, expected in zip(
        ops_of(result, *CONVOLUTIONS), ops_of(selfie, *CONVOLUTIONS), strict=True
    ):
        assert str(domain(got, "result")) == str(domain(expected, "result"))


def test_ambiguous_names_are_left_bare_with_a_warning(tmp_path: Path) -> None:
    def rename_all(model: Any) -> None:
        for tensor in model.subgraphs[0].tensors:
            tensor.name = b"same"

    result = import_tflite(edited(tmp_path, SELFIE, rename_all))
    tables = [op for op in ops_of(result, "tosa.table") if "lutfuse.kind" in op.attributes]
    assert tables == []
    assert result.warnings == ("'same': tosa.table left bare: expected operator count 22, got 81",)


def replace_sigmoid(code: int) -> Callable[[Any], None]:
    """An edit that turns every LOGISTIC into another operator without options."""

    def edit(model: Any) -> None:
        for entry in model.operatorCodes:
            if entry.builtinCode == SIGMOID:
                entry.builtinCode, entry.deprecatedBuiltinCode = code, min(code, 127)

    return edit


def test_operator_without_tosa_form_is_named(tmp_path: Path) -> None:
    edit = replace_sigmoid(schema.BuiltinOperator.RANDOM_UNIFORM)
    path = edited(tmp_path, SELFIE, edit)
    with pytest.raises(TFLiteImportError) as raised:
        import_tflite(path)
    expected = "expected every operator to have a TOSA form, got 11 'tfl.random_uniform'"
    assert str(raised.value) == f"'{path}': {expected}"


def test_model_that_crashes_the_converter_is_an_error(tmp_path: Path) -> None:
    # Version 2026.2 of the converter dies of SIGSEGV on this one.
    path = edited(tmp_path, SELFIE, replace_sigmoid(schema.BuiltinOperator.SHAPE))
    with pytest.raises(TFLiteImportError, match=r"expected a model that .* can convert, got .+"):
        import_tflite(path)


MODEL = SELFIE.read_bytes()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "expected a readable file, got No such file or directory"),
        (b"", "expected a TFLite model (bytes 4 to 7 are b'TFL3'), got 0 bytes"),
        (b"not a model\n", "expected a TFLite model (bytes 4 to 7 are b'TFL3'), got b'a mo'"),
        (bytes(range(256)), "expected a TFLite model (bytes 4 to 7 are b'TFL3'), got"),
        (MODEL[:8], 'can convert, got the error "couldn\'t parse flatbuffer"'),
        (MODEL[:100_000], 'can convert, got the error "couldn\'t parse flatbuffer"'),
        (MODEL[:8] + bytes(range(256)) * 9, "can convert, got the error \"couldn't parse"),
    ],
    ids=["missing", "empty", "text", "random", "header", "truncated", "garbage"],
)
def test_bad_file_is_one_line(
    data: bytes | None, message: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.tflite"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(TFLiteImportError) as raised:
        import_tflite(path)
    assert str(raised.value).startswith(f"'{path}': ")
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)
    assert capfd.readouterr() == ("", "")


def test_directory_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(TFLiteImportError, match="expected a readable file, got Is a directory"):
        import_tflite(tmp_path)
