"""Models as users have them: files that are read into a module, and pipelines run on it."""

from __future__ import annotations

from pathlib import Path

from mlir import ir, passmanager
from mlir.dialects import func

import lutfuse
from lutfuse.dialects.interface import Interface, interface_of

# The bindings assign this class when they are loaded; their stubs lack it.
MLIRError: type[Exception] = ir.MLIRError  # pyright: ignore


class ModelError(Exception):
    """A model that cannot be read or lowered; one line."""


def new_context() -> ir.Context:
    """A context with the dialect and the passes of this project."""
    context = ir.Context()
    lutfuse.register(context)
    return context


def fusion_passes(target: str) -> tuple[str, str]:
    """What fuses for a target, as a pipeline names it: groups come first, if it has none."""
    names = "decompose-grouped-convolutions", "fuse-lut-activation"
    return f"{names[0]}{{target={target}}}", f"{names[1]}{{target={target}}}"


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


def main_function(module: ir.Module, name: str = "main") -> func.FuncOp:
    """The function of that name; raises ModelError where there is none with one block."""
    for op in module.body.operations:
        if isinstance(op, func.FuncOp) and op.name.value == name and len(op.body.blocks) == 1:
            return op
    raise ModelError(
        f"expected a function '{name}' with a body of one block but the module has none"
    )


def model_interface(module: ir.Module) -> Interface:
    """Inputs and outputs of `main`, as the model's file has them; raises ModelError."""
    try:
        return interface_of(main_function(module))
    except (TypeError, ValueError) as error:
        raise ModelError(str(error)) from None
