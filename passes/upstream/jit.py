"""Runs a TOSA module on the CPU through the stock upstream lowering.

`JitModule` lowers a copy of a module to LLVM with upstream passes and calls it through MLIR's
`ExecutionEngine`: an exact reference for fused modules that compiles in a fraction of a second.

Three steps are passes of this project, because the lowering of 22.1.8 does not do them right:
`move-variables-to-arguments`, `round-resize-down` and `replace-memref-copies`.
"""

import ctypes
import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any, cast

import numpy as np
from mlir import ir
from mlir.dialects import func
from mlir.execution_engine import ExecutionEngine
from mlir.passmanager import PassManager
from mlir.runtime.np_to_memref import get_ranked_memref_descriptor

from lutfuse.dialects.interface import Tensor, form_of, tensor_of
from lutfuse.passes.core.locations import one_line
from lutfuse.passes.core.registry import ModulePass, PassError
from lutfuse.passes.ir.entry import find_entry
from lutfuse.passes.upstream import pipeline
from lutfuse.passes.upstream.inline_resource_constants import InlineResourceConstants
from lutfuse.passes.upstream.move_variables_to_arguments import (
    VARIABLES,
    MoveVariablesToArguments,
)
from lutfuse.passes.upstream.replace_memref_copies import ReplaceMemrefCopies
from lutfuse.passes.upstream.round_resize_down import RoundResizeDown
from lutfuse.passes.upstream.store_scalars_in_tensors import store_scalars
from lutfuse.passes.upstream.widen_bool_buffers import WidenBoolBuffers

__all__ = [
    "TO_BUFFERS",
    "TO_LINALG",
    "TO_LLVM",
    "JitError",
    "JitModule",
]

Array = np.ndarray[Any, np.dtype[Any]]

# The pipeline, in order. Passes in Python run before each of the parts.
TO_LINALG = (
    # The TFLite converter wraps variable reads and writes in casts to the same type.
    "reconcile-unrealized-casts",
    pipeline.TO_LINALG,
)
TO_BUFFERS = (
    *pipeline.TO_BUFFERS,
    # The caller allocates the results. (hoist-static-allocs crashes on a value returned twice.)
    "buffer-results-to-out-params{modify-public-functions=true}",
    # Otherwise every call leaks all its intermediate buffers; the last pass frees them early.
    pipeline.OWNERSHIP,
    "func.func(optimize-allocation-liveness)",
)
# Code generation is the larger half of the compile time: folding before it pays.
TO_LOOPS = ("convert-linalg-to-loops,canonicalize",)
TO_LLVM = (
    "expand-strided-metadata,lower-affine,arith-expand,convert-scf-to-cf",
    # One pass for all dialects is faster than one each. It leaves duplicate address arithmetic.
    "convert-to-llvm,cse",
)


class JitError(RuntimeError):
    """A module cannot be compiled; one line that names the operation or the reason."""


class JitModule:
    """One function of a TOSA module, compiled for this machine: `main`, or the only public one.

    `inputs` and `outputs` are its arguments and results, signedness kept: `i8` is int8, `ui8` is
    uint8. `tosa.variable` state starts from its initial value (zero if it has none) and persists
    from call to call. The module passed in is not changed. Not thread-safe.

    `opt_level` is LLVM's, 0 to 3. 0 compiles a whole model some ten times faster than 2 and runs it
    some six times slower; 2 pays from about 200 calls of a model, or 2 of a single large layer.

    Raises `JitError` if the module cannot be lowered, `ValueError` for dynamic or empty shapes.
    """

    def __init__(self, module: ir.Module, *, function: str = "", opt_level: int = 0) -> None:
        if opt_level not in range(4):
            raise ValueError(f"expected opt_level 0 to 3, got {opt_level}")
        with module.context, ir.Location.unknown():
            clone = _clone(module)
            main = _find_function(clone, function)
            self._function = main.name.value  # passes make other ops of the function
            store_scalars(main)
            self.inputs = tuple(_tensor(f"argument {i}", t) for i, t in enumerate(main.type.inputs))
            self.outputs = tuple(_tensor(f"result {i}", t) for i, t in enumerate(main.type.results))
            _rewrite(clone, InlineResourceConstants())
            _rewrite(clone, MoveVariablesToArguments(self._function))
            self._initial_state = _initial_state(main)
            _export(main)
            _run(clone, TO_LINALG)
            _rewrite(clone, RoundResizeDown())
            _run(clone, TO_BUFFERS)
            _rewrite(clone, ReplaceMemrefCopies())
            _run(clone, TO_LOOPS)
            _rewrite(clone, WidenBoolBuffers())
            _run(clone, TO_LLVM)
            self._engine = _compile(clone, self._function, opt_level)
        self.reset()

    def reset(self) -> None:
        """Puts every `tosa.variable` back to its initial value."""
        self._state = self._initial_state

    def __call__(self, *inputs: Array) -> list[Array]:
        """Runs the function once; the inputs are not written to, the results are fresh arrays.

        Raises `ValueError` if the inputs do not match `self.inputs` in number, type and shape.
        """
        outputs = [np.empty(tensor.shape, tensor.dtype) for tensor in self.outputs]
        state = [np.empty_like(array) for array in self._state]
        arrays = [*_check(inputs, self.inputs), *self._state, *outputs, *state]
        descriptors = [get_ranked_memref_descriptor(array) for array in arrays]
        pointers = [ctypes.pointer(ctypes.pointer(descriptor)) for descriptor in descriptors]
        self._engine.invoke(self._function, *pointers)
        self._state = state
        return outputs


def _check(inputs: Sequence[Array], tensors: Sequence[Tensor]) -> list[Array]:
    if len(inputs) != len(tensors):
        raise ValueError(f"expected {len(tensors)} inputs, got {len(inputs)}")
    arrays = [np.asarray(value) for value in inputs]
    for position, (array, tensor) in enumerate(zip(arrays, tensors, strict=True)):
        if not tensor.fits(array):
            raise ValueError(f"input {position}: expected {tensor}, got {form_of(array)}")
    return [np.require(array, requirements=["C", "ALIGNED"]) for array in arrays]


def _tensor(what: str, type_: ir.Type) -> Tensor:
    try:
        return tensor_of(what, type_)
    except TypeError as error:
        raise JitError(str(error)) from None


def _clone(module: ir.Module) -> ir.Module:
    clone = ir.Module.create()
    for operation in module.body.operations:
        operation.operation.clone(ip=ir.InsertionPoint(clone.body))
    return clone


def _find_function(module: ir.Module, name: str) -> func.FuncOp:
    try:
        found = find_entry(module.operation, name)
    except ValueError as error:
        raise JitError(str(error)) from None
    if len(found.body.blocks) != 1:
        raise JitError(
            f"expected a body of one block but function '{found.name.value}' has several"
        )
    return found


def _initial_state(main: func.FuncOp) -> list[Array]:
    """Values of the variables that `move-variables-to-arguments` found."""
    if VARIABLES not in main.attributes:
        return []
    state: list[Array] = []
    for variable in map(ir.DictAttr, ir.ArrayAttr(main.attributes[VARIABLES])):
        name = ir.StringAttr(variable["name"]).value
        tensor = _tensor(f"variable '{name}'", ir.TypeAttr(variable["type"]).value)
        known = "initial_value" in variable
        zeros = np.zeros(tensor.shape, tensor.dtype)
        state.append(np.array(variable["initial_value"]) if known else zeros)
    return state


def _rewrite(module: ir.Module, rewrite: ModulePass) -> None:
    try:
        rewrite.run(module.operation)
    except PassError as error:
        unknown = ir.Location.unknown()
        raise JitError(one_line(str(error), error.location or unknown)) from None


def _export(main: func.FuncOp) -> None:
    main.attributes["llvm.emit_c_interface"] = ir.UnitAttr.get()
    # Bufferization takes arguments for writable scratch memory; these are the caller's arrays.
    read_only = ir.DictAttr.get({"bufferization.writable": ir.BoolAttr.get(False)})
    main.attributes["arg_attrs"] = ir.ArrayAttr.get([read_only] * len(main.arguments))
    main.attributes["res_attrs"] = ir.ArrayAttr.get([ir.DictAttr.get()] * len(main.type.results))


def _run(module: ir.Module, passes: Sequence[str]) -> None:
    with _one_error(module.context):
        PassManager.parse(f"builtin.module({','.join(passes)})").run(module.operation)


def _compile(module: ir.Module, function: str, opt_level: int) -> ExecutionEngine:
    with _one_error(module.context):
        engine = ExecutionEngine(module, opt_level=opt_level)
    # The first look-up generates the code, so that no call pays for it.
    if not engine.raw_lookup(f"_mlir_ciface_{function}"):
        raise JitError(f"function '{function}' calls an undefined symbol")
    return engine


@contextmanager
def _one_error(context: ir.Context) -> Generator[None, None, None]:
    """Turns the first error that MLIR reports inside the block into a `JitError`."""
    errors: list[str] = []

    def collect(diagnostic: ir.Diagnostic) -> bool:
        if diagnostic.severity == ir.DiagnosticSeverity.ERROR:
            errors.append(_reason(diagnostic))
        return diagnostic.severity == ir.DiagnosticSeverity.ERROR

    # By default errors are kept for an exception, and one from a pass that succeeds is an abort.
    before, context.emit_error_diagnostics = context.emit_error_diagnostics, True
    try:
        with cast("ir.DiagnosticHandler", context.attach_diagnostic_handler(collect)):
            yield
    except (ir.MLIRError, RuntimeError) as error:  # pyright: ignore[reportAttributeAccessIssue]
        errors.append(str(error))
    finally:
        context.emit_error_diagnostics = before
    if errors:
        raise JitError(errors[0])


def _reason(diagnostic: ir.Diagnostic) -> str:
    """The first line of a diagnostic, with the operation's name if only a note has it."""
    message = diagnostic.message.splitlines()[0]
    notes = " ".join(note.message for note in diagnostic.notes)
    named = re.search(r'see current operation: .*?"([\w.]+)"\(', notes)
    return f"'{named[1]}': {message}" if named and named[1] not in message else message
