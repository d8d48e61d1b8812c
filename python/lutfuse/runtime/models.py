"""Models as users have them: files that are read into a module, and pipelines run on it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from mlir import ir, passmanager
from mlir.dialects import func

import lutfuse
from lutfuse.dialects.interface import Interface, interface_of
from lutfuse.passes.core import files
from lutfuse.passes.core.locations import one_line
from lutfuse.passes.core.registry import PassError
from lutfuse.passes.ir.entry import find_entry

# The bindings assign this class when they are loaded; their stubs lack it.
MLIRError: type[Exception] = ir.MLIRError  # pyright: ignore

T = TypeVar("T")


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


def run_pass(run: Callable[[], T]) -> T:
    """Runs a pass by itself, whose options text could not hold; raises ModelError as one line."""
    try:
        return run()
    except PassError as error:
        raise ModelError(one_line(str(error), error.location or ir.Location.unknown())) from None


def first_line(error: Exception) -> str:
    """The first diagnostic of an error of MLIR, with its location; one line."""
    diagnostics = getattr(error, "error_diagnostics", None)
    if not diagnostics:
        return str(error).splitlines()[0]
    return one_line(diagnostics[0].message, diagnostics[0].location)


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
    return parse_module(data, str(path), context)


def parse_module(data: bytes, name: str, context: ir.Context) -> ir.Module:
    """A module from text or bytecode, whose locations say that it is from `name`."""
    try:
        return files.parse_module(data, name, context)
    except files.ParseError as error:
        raise ModelError(str(error)) from None


def entry_function(module: ir.Module, entry: str = "") -> func.FuncOp:
    """The function that `find_entry` finds; raises ModelError where it finds none."""
    try:
        return find_entry(module.operation, entry)
    except ValueError as error:
        raise ModelError(str(error)) from None


def model_interface(module: ir.Module, entry: str = "") -> Interface:
    """Inputs and outputs of an entry, as the model's file has them; raises ModelError."""
    function = entry_function(module, entry)
    try:
        return interface_of(function)
    except (TypeError, ValueError) as error:
        raise ModelError(one_line(f"'func.func': {error}", function.location)) from None
