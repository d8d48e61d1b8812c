"""Models as users have them: files that are read into a module, and pipelines run on it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from mlir import ir, passmanager

import lutfuse

# The bindings assign this class when they are loaded; their stubs lack it.
MLIRError: type[Exception] = ir.MLIRError  # pyright: ignore


class ModelError(Exception):
    """A model that cannot be read or lowered; one line."""


@dataclass(frozen=True)
class Interface:
    """NumPy element types of a model's inputs and outputs, as the model's file has them.

    None where the file does not say more than the module's own types.
    """

    inputs: tuple[np.dtype | None, ...]
    outputs: tuple[np.dtype | None, ...]


def new_context() -> ir.Context:
    """A context with the dialect and the passes of this project."""
    context = ir.Context()
    lutfuse.register(context)
    return context


def run_pipeline(module: ir.Module, *passes: str, verify: bool = True) -> None:
    """Runs a pipeline on `module`; raises ModelError with the first diagnostic.

    Without `verify` what a pass leaves is not checked, which takes a third of the lowering's time.
    """
    pipeline = f"builtin.module({','.join(passes)})"
    try:
        manager = passmanager.PassManager.parse(pipeline, module.context)
        manager.enable_verifier(verify)
        manager.run(module.operation)
    except MLIRError as error:
        raise ModelError(first_line(error)) from None


def first_line(error: Exception) -> str:
    """The first diagnostic of an error of MLIR, with its location; one line."""
    diagnostics = getattr(error, "error_diagnostics", None)
    if not diagnostics:
        return str(error).splitlines()[0]
    return f"{str(diagnostics[0].location)[4:-1]}: {diagnostics[0].message}".splitlines()[0]


def load_model(path: Path, context: ir.Context) -> tuple[ir.Module, tuple[str, ...]]:
    """A `.tflite` model or an MLIR file in the dialect `lutfuse`, with warnings for the user.

    Convolutions and tables in TOSA are converted; what has no exact form in `lutfuse` stays.
    """
    module, warnings = read_model(path, context)
    raise_to_lutfuse(module)
    return module, warnings


def raise_to_lutfuse(module: ir.Module) -> None:
    """Converts what `load_model` converts."""
    run_pipeline(module, "convert-tosa-to-lutfuse")


def read_model(path: Path, context: ir.Context) -> tuple[ir.Module, tuple[str, ...]]:
    """The same as its file has it: nothing is converted."""
    if path.suffix == ".tflite":
        from lutfuse.importers.tflite import TFLiteImportError, import_tflite

        try:
            result = import_tflite(path, context)
        except TFLiteImportError as error:
            raise ModelError(str(error)) from None
        return result.module, result.warnings
    return _parse(path, context), ()


def _parse(path: Path, context: ir.Context) -> ir.Module:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ModelError(f"'{path}': expected a readable file but got {error.strerror}") from None
    try:
        return ir.Module.parse(data, context)
    except MLIRError as error:
        raise ModelError(f"'{path}': {first_line(error)}") from None


def interface(module: ir.Module) -> Interface:
    """The element types of `main`, from the `lutfuse.type` that the importer left."""
    main = next(
        (
            op
            for op in module.body.operations
            if "sym_name" in op.operation.attributes
            and ir.StringAttr(op.operation.attributes["sym_name"]).value == "main"
        ),
        None,
    )
    if main is None:
        raise ModelError("expected a function 'main' but the module has none")
    attributes = main.operation.attributes

    def types(name: str) -> tuple[np.dtype | None, ...]:
        if name not in attributes:
            return ()
        return tuple(_dtype(ir.DictAttr(one)) for one in ir.ArrayAttr(attributes[name]))

    return Interface(types("arg_attrs"), types("res_attrs"))


def _dtype(attributes: ir.DictAttr) -> np.dtype | None:
    if "lutfuse.type" not in attributes:
        return None
    text = str(ir.TypeAttr(attributes["lutfuse.type"]).value)
    unsigned = text.startswith("!quant.uniform<u8")
    return np.dtype(np.uint8) if unsigned else None
