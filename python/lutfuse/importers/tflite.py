"""`.tflite` file to an annotated TOSA module.

`tosa-converter-for-tflite` does the conversion and drops scales, activation names and the sign of
8-bit inputs and outputs; `annotate` puts them back. The module that comes out has only TOSA and
`func` ops, signless integers, and the TFLite tensor names as locations.
"""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mlir import ir, passmanager
from mlir.dialects import func

from lutfuse.dialects.interface import Interface, Tensor
from lutfuse.importers.annotate import annotate, is_typed, quantized_type
from lutfuse.importers.flatbuffer import IDENTIFIER, FileTensor, Model, read_model

_PIPELINE = (
    "builtin.module(reconcile-unrealized-casts,func.func(tosa-convert-integer-type-to-signless))"
)
_PACKAGE = "tosa-converter-for-tflite"
_CONVERTER = "tosa_converter_for_tflite"
_NOISE = ("tf.", "tfl.", "tf_saved_model.")

# The stubs lack the class; it is assigned to the module when the bindings are loaded.
_MLIRError: type[Exception] = ir.MLIRError  # pyright: ignore


class TFLiteImportError(ValueError):
    """The file cannot be imported; one line, `'path': expected ..., got ...`."""


@dataclass(frozen=True)
class ImportResult:
    """An annotated module, its interface as the file has it, and what was left bare."""

    module: ir.Module
    name: str
    interface: Interface
    warnings: tuple[str, ...]


def import_tflite(path: str | os.PathLike[str], context: ir.Context | None = None) -> ImportResult:
    """Import a `.tflite` file into `context`, or into a context of its own.

    Arguments and results of `main` carry `lutfuse.name` (tensor name) and `lutfuse.type` (element
    type in the file: `!quant.uniform<...>` or a builtin type); `annotate` says what the ops carry.

    Raises TFLiteImportError if there is no such file, if it is no TFLite model or a damaged one, or
    if an operator has no TOSA form.
    """
    source = Path(path)
    try:
        data = _read(source)
        text = _convert(data)
        model = read_model(data)
        module = _parse(text, context or ir.Context())
    except ValueError as error:
        raise TFLiteImportError(f"'{source}': {' '.join(str(error).split())}") from error
    _simplify_locations(module.operation, source.name)
    _drop_noise(module)
    warnings = _describe_interface(module, model) + annotate(module, model)
    inputs, outputs = map(_described, model.inputs), map(_described, model.outputs)
    interface = Interface(tuple(inputs), tuple(outputs))
    return ImportResult(module, source.stem, interface, warnings)


def _read(source: Path) -> bytes:
    try:
        data = source.read_bytes()
    except OSError as error:
        raise ValueError(f"expected a readable file, got {error.strerror}") from error
    got = data[4:8]
    if got != IDENTIFIER:
        found = f"{got!r}" if got else f"{len(data)} bytes"
        raise ValueError(f"expected a TFLite model (bytes 4 to 7 are {IDENTIFIER!r}), got {found}")
    return data


def _convert(data: bytes) -> bytes:
    """TOSA text with locations; from a child process, as a damaged model can crash the converter.

    The child also keeps what the converter's C++ code writes to standard error out of ours. Text is
    chosen because MLIR's bytecode reader aborts on some of what a damaged model is turned into.
    """
    if importlib.util.find_spec(_CONVERTER) is None:
        raise ValueError(f"expected the package '{_PACKAGE}' to be installed, got none")
    child = subprocess.run(
        [sys.executable, "-m", f"{_CONVERTER}.cli", "--text", "--emit-debug-info"],
        input=data,
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONSAFEPATH": "1"},
    )
    if child.returncode != 0:
        got = _complaint(child.returncode, child.stderr.decode(errors="replace"))
        raise ValueError(f"expected a model that '{_PACKAGE}' can convert, got {got}")
    return child.stdout


def _complaint(code: int, log: str) -> str:
    """The most specific thing known: the converter's diagnostic, its last line, its signal."""
    if code < 0:
        return f"a crash of the converter ({signal.Signals(-code).name})"
    lines = log.splitlines() or [f"exit status {code}"]
    diagnostics = [line.partition("error: ")[2] for line in lines if "error: " in line]
    return f'the error "{diagnostics[0] if diagnostics else lines[-1].removeprefix("[ERROR] ")}"'


def _parse(text: bytes, context: ir.Context) -> ir.Module:
    try:
        module = ir.Module.parse(text, context)
        passmanager.PassManager.parse(_PIPELINE, context).run(module.operation)
    except _MLIRError as error:
        if left := _unknown_ops(text):
            raise ValueError(f"expected every operator to have a TOSA form, got {left}") from error
        raise ValueError(f"expected valid TOSA from the converter, got {error}") from error
    return module


def _unknown_ops(text: bytes) -> str:
    """The ops the converter left as they were, with counts; for an error message."""
    context = ir.Context()
    with context:
        context.allow_unregistered_dialects = True
        try:
            module = ir.Module.parse(text)
        except _MLIRError:
            return ""
        names: Counter[str] = Counter()

        def visit(op: ir.Operation) -> ir.WalkResult:
            names[op.name] += not context.is_registered_operation(op.name)
            return ir.WalkResult.ADVANCE

        module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    return ", ".join(f"{count} '{name}'" for name, count in names.items() if count)


def _simplify_locations(root: ir.Operation, file: str) -> None:
    """Name locations without children; what has no name gets the file's, without its folder."""
    with root.context:
        whole = ir.Location.file(file, 0, 0)

    def plain(location: ir.Location) -> ir.Location:
        if location.is_a_name():
            return ir.Location.name(location.name_str, context=root.context)
        if location.is_a_fused():
            parts = [plain(part) for part in location.locations]
            return ir.Location.fused(parts, context=root.context)
        return whole if location.is_a_file() else location

    def visit(op: ir.Operation) -> ir.WalkResult:
        op.location = plain(op.location)
        for block in (block for region in op.regions for block in region.blocks):
            for argument in block.arguments:
                argument.set_location(plain(argument.location))
        return ir.WalkResult.ADVANCE

    root.walk(visit, ir.WalkOrder.PRE_ORDER)


def _drop_noise(module: ir.Module) -> None:
    """Drop TensorFlow's attributes: this module says the same as locations and `lutfuse.name`."""
    for op in (module.operation, *module.body.operations):
        for name in list(op.attributes):
            if name.startswith(_NOISE):
                del op.attributes[name]


def _describe_interface(module: ir.Module, model: Model) -> tuple[str, ...]:
    """Name and type the arguments and results of `main`; the warnings."""
    main = ir.SymbolTable(module.operation)["main"]
    assert isinstance(main, func.FuncOp)
    types = main.type
    for what, values, tensors in (
        ("inputs", types.inputs, model.inputs),
        ("outputs", types.results, model.outputs),
    ):
        if len(values) != len(tensors):
            return (f"interface left bare: expected {len(values)} {what}, got {len(tensors)}",)
    with module.context:
        main.arg_attrs = _interface(types.inputs, model.inputs)
        main.result_attrs = _interface(types.results, model.outputs)
        for argument, tensor in zip(main.arguments, model.inputs, strict=True):
            argument.set_location(ir.Location.name(tensor.name))
    return ()


def _interface(types: Sequence[ir.Type], tensors: Sequence[FileTensor]) -> ir.ArrayAttr:
    attributes = [
        {
            "lutfuse.name": ir.StringAttr.get(tensor.name),
            "lutfuse.type": ir.TypeAttr.get(_element_type(tensor, type_)),
        }
        for type_, tensor in zip(types, tensors, strict=True)
    ]
    return ir.ArrayAttr.get([ir.DictAttr.get(item) for item in attributes])


def _element_type(tensor: FileTensor, type_: ir.Type) -> ir.Type:
    """Element type as the file has it: quantized, or with the sign that TOSA dropped."""
    if is_typed(tensor):
        return quantized_type(tensor)
    if tensor.dtype.startswith("uint"):
        return ir.Type.parse(tensor.dtype.replace("uint", "ui"))
    return ir.ShapedType(type_).element_type


def _described(tensor: FileTensor) -> Tensor:
    scale, zero_point = (
        (tensor.scales[0], tensor.zero_points[0]) if tensor.is_quantized else (None, None)
    )
    return Tensor(tensor.name, tensor.dtype, tensor.shape, scale, zero_point)
