"""Runs a TOSA module on the CPU through the stock upstream lowering.

`JitModule` lowers a copy of a module to LLVM with upstream passes and calls it through MLIR's
`ExecutionEngine`: an exact reference for fused modules that compiles in a fraction of a second.

Three steps are rewrites in Python, because the lowering of 22.1.8 does not do them right:

- `tosa.variable` becomes hidden arguments and results. `tosa-to-mlprogram` loses writes:
  bufferization assumes that `ml_program.global_store` does not read, and may store garbage.
- `tosa.resize` rounds its sampling positions down, not towards zero (differs for negative offsets).
- `memref.copy` becomes `linalg.copy`. A strided copy is otherwise a call into
  `libmlir_c_runner_utils.so`, which loads a second MLIR into the global symbol scope.
"""

import ctypes
import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, cast

import numpy as np
from mlir import ir
from mlir.dialects import arith, func, linalg
from mlir.execution_engine import ExecutionEngine
from mlir.passmanager import PassManager
from mlir.runtime.np_to_memref import get_ranked_memref_descriptor

__all__ = ["TO_BUFFERS", "TO_LINALG", "TO_LLVM", "JitError", "JitModule", "TensorSpec"]

Array = np.ndarray[Any, np.dtype[Any]]

# The pipeline, in order. One Python rewrite runs before each of the three parts.
TO_LINALG = (
    # The TFLite converter wraps variable reads and writes in casts to the same type.
    "reconcile-unrealized-casts",
    # As upstream's tosa-to-linalg-pipeline, but without its validation, which refuses DOUBLE_ROUND.
    "func.func(tosa-convert-integer-type-to-signless,tosa-to-scf,tosa-optional-decompositions,"
    "tosa-infer-shapes,tosa-make-broadcastable,tosa-to-linalg-named,tosa-layerwise-constant-fold,"
    "tosa-make-broadcastable,tosa-to-linalg,tosa-to-arith{include-apply-rescale=true},"
    "tosa-to-tensor)",
)
TO_BUFFERS = (
    # Fusion removes the i1 tensors of comparisons, which buffers cannot hold. No CSE before it: a
    # comparison with two users is not fused.
    "linalg-fuse-elementwise-ops",
    "empty-tensor-to-alloc-tensor,one-shot-bufferize{bufferize-function-boundaries=true "
    "function-boundary-type-conversion=identity-layout-map}",
    # The caller allocates the results. (hoist-static-allocs crashes on a value returned twice.)
    "buffer-results-to-out-params{modify-public-functions=true}",
    # Otherwise every call leaks all its intermediate buffers; the last pass frees them early.
    "ownership-based-buffer-deallocation,canonicalize,buffer-deallocation-simplification,"
    "bufferization-lower-deallocations,func.func(optimize-allocation-liveness)",
)
TO_LLVM = (
    # Code generation is the larger half of the compile time: folding before it pays.
    "convert-linalg-to-loops,canonicalize",
    "expand-strided-metadata,lower-affine,arith-expand,convert-scf-to-cf",
    # One pass for all dialects is faster than one each. It leaves duplicate address arithmetic.
    "convert-to-llvm,cse",
)

_DTYPES: dict[str, np.dtype[Any]] = {
    **{f"{sign}i{bits}": np.dtype(f"int{bits}") for sign in ("", "s") for bits in (8, 16, 32, 64)},
    **{f"ui{bits}": np.dtype(f"uint{bits}") for bits in (8, 16, 32, 64)},
    **{f"f{bits}": np.dtype(f"float{bits}") for bits in (32, 64)},
}


class JitError(RuntimeError):
    """A module cannot be compiled; one line that names the operation or the reason."""


class TensorSpec(NamedTuple):
    """Element type and static shape of one argument or result."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.dtype}{list(self.shape)}"


class JitModule:
    """One function of a TOSA module, compiled for this machine.

    `inputs` and `outputs` are the specs of its arguments and results, signedness kept: `i8` is
    int8, `ui8` is uint8. `tosa.variable` state starts from its initial value (zero if it has none)
    and persists from call to call. The module passed in is not changed. Not thread-safe.

    `opt_level` is LLVM's, 0 to 3. 0 compiles a whole model some ten times faster than 2 and runs it
    some six times slower; 2 pays from about 200 calls of a model, or 2 of a single large layer.

    Raises `JitError` if the module cannot be lowered, `ValueError` for dynamic or empty shapes.
    """

    def __init__(self, module: ir.Module, *, function: str = "main", opt_level: int = 0) -> None:
        if opt_level not in range(4):
            raise ValueError(f"expected opt_level 0 to 3, got {opt_level}")
        with module.context, ir.Location.unknown():
            clone = _clone(module)
            main = _find_function(clone, function)
            self.inputs = tuple(_spec(f"argument {i}", t) for i, t in enumerate(main.type.inputs))
            self.outputs = tuple(_spec(f"result {i}", t) for i, t in enumerate(main.type.results))
            self._initial_state = _variables_to_arguments(clone, main)
            _export(main)
            _run(clone, TO_LINALG)
            _round_resize_down(clone)
            _run(clone, TO_BUFFERS)
            _prepare_buffers(clone)
            _run(clone, TO_LLVM)
            self._engine = _compile(clone, function, opt_level)
        self._function = function
        self.reset()

    def reset(self) -> None:
        """Puts every `tosa.variable` back to its initial value."""
        self._state = self._initial_state

    def __call__(self, *inputs: Array) -> list[Array]:
        """Runs the function once; the inputs are not written to, the results are fresh arrays.

        Raises `ValueError` if the inputs do not match `self.inputs` in number, type and shape.
        """
        outputs = [np.empty(spec.shape, spec.dtype) for spec in self.outputs]
        state = [np.empty_like(array) for array in self._state]
        arrays = [*_check(inputs, self.inputs), *self._state, *outputs, *state]
        descriptors = [get_ranked_memref_descriptor(array) for array in arrays]
        pointers = [ctypes.pointer(ctypes.pointer(descriptor)) for descriptor in descriptors]
        self._engine.invoke(self._function, *pointers)
        self._state = state
        return outputs


def _check(inputs: Sequence[Array], specs: Sequence[TensorSpec]) -> list[Array]:
    if len(inputs) != len(specs):
        raise ValueError(f"expected {len(specs)} inputs, got {len(inputs)}")
    arrays = [np.asarray(value) for value in inputs]
    for position, (array, spec) in enumerate(zip(arrays, specs, strict=True)):
        if (got := TensorSpec(array.dtype, array.shape)) != spec:
            raise ValueError(f"input {position}: expected {spec}, got {got}")
    return [np.require(array, requirements=["C", "ALIGNED"]) for array in arrays]


def _spec(what: str, type_: ir.Type) -> TensorSpec:
    if not isinstance(type_, ir.RankedTensorType) or str(type_.element_type) not in _DTYPES:
        raise JitError(f"{what}: expected a ranked tensor of {', '.join(_DTYPES)}, got '{type_}'")
    if not type_.has_static_shape or 0 in type_.shape:
        raise ValueError(f"{what}: expected a static, non-empty shape, got '{type_}'")
    return TensorSpec(_DTYPES[str(type_.element_type)], tuple(type_.shape))


def _clone(module: ir.Module) -> ir.Module:
    clone = ir.Module.create()
    for operation in module.body.operations:
        operation.operation.clone(ip=ir.InsertionPoint(clone.body))
    return clone


def _find_function(module: ir.Module, name: str) -> func.FuncOp:
    for function in (op for op in module.body.operations if isinstance(op, func.FuncOp)):
        if function.name.value == name and len(function.body.blocks) == 1:
            return function
    raise JitError(f"module has no function '{name}' with a body of one block")


def _variables_to_arguments(module: ir.Module, main: func.FuncOp) -> list[Array]:
    """Adds an argument and a result to `main` per `tosa.variable`; returns the initial values."""
    initial: list[Array] = []
    current: dict[str, ir.Value] = {}
    for operation in [op.operation for op in module.body.operations]:
        if operation.name == "tosa.variable":
            name = ir.StringAttr(operation.attributes["sym_name"]).value
            type_ = _variable_type(operation)
            spec = _spec(f"variable '{name}'", type_)
            value = operation.attributes.get("initial_value")
            initial.append(np.zeros(spec.shape, spec.dtype) if value is None else np.array(value))
            current[name] = main.body.blocks[0].add_argument(type_, operation.location)
            operation.erase()
    _replace_reads_and_writes(main, current)
    _append_results(main, list(current.values()))
    return initial


def _variable_type(variable: ir.Operation) -> ir.Type:
    sizes = ir.DenseIntElementsAttr(variable.attributes["var_shape"])
    # A dynamic size is -1, which reads as unsigned.
    shape = "".join("?x" if sizes[i] >= 2**63 else f"{sizes[i]}x" for i in range(len(sizes)))
    return ir.Type.parse(f"tensor<{shape}{variable.attributes['type']}>")


def _replace_reads_and_writes(main: func.FuncOp, current: dict[str, ir.Value]) -> None:
    """Threads each variable's value through `main`; leaves the last one in `current`."""
    for operation in _operations(main.operation, "tosa.variable_read", "tosa.variable_write"):
        name = ir.StringAttr(operation.attributes["name"]).value
        if operation.parent != main.operation:
            raise JitError(f"'{operation.name}': variable '{name}' in control flow is unsupported")
        if operation.name == "tosa.variable_read":
            operation.results[0].replace_all_uses_with(current[name])
        else:
            current[name] = operation.operands[0]
        operation.erase()


def _append_results(main: func.FuncOp, values: Sequence[ir.Value]) -> None:
    block: ir.Block = main.body.blocks[0]
    old_return = block.operations[len(block.operations) - 1].operation
    results = [*old_return.operands, *values]
    func.ReturnOp(results, loc=old_return.location, ip=ir.InsertionPoint(old_return))
    old_return.erase()
    types = [value.type for value in block.arguments], [value.type for value in results]
    main.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(*types))


def _export(main: func.FuncOp) -> None:
    main.attributes["llvm.emit_c_interface"] = ir.UnitAttr.get()
    # Bufferization takes arguments for writable scratch memory; these are the caller's arrays.
    read_only = ir.DictAttr.get({"bufferization.writable": ir.BoolAttr.get(False)})
    main.attributes["arg_attrs"] = ir.ArrayAttr.get([read_only] * len(main.arguments))
    main.attributes["res_attrs"] = ir.ArrayAttr.get([ir.DictAttr.get()] * len(main.type.results))


def _round_resize_down(module: ir.Module) -> None:
    for operation in _operations(module.operation, "arith.divsi"):
        # Before fusion, no other lowering divides in a body that has indices.
        if any(sibling.operation.name == "linalg.index" for sibling in operation.block):
            with ir.InsertionPoint(operation), operation.location:
                quotient = arith.floordivsi(*operation.operands)
            operation.results[0].replace_all_uses_with(quotient)
            operation.erase()


def _prepare_buffers(module: ir.Module) -> None:
    """Replaces `memref.copy`, and refuses sub-byte buffers: lowering those aborts the process."""
    for operation in _operations(module.operation):
        types = " ".join(str(result.type) for result in operation.results)
        if re.search(r"memref<(?:\d+x)*i[1-7]\b", types):
            raise JitError(f"'{operation.name}': cannot hold '{types}' in memory")
        if operation.name == "memref.copy":
            source, target = operation.operands
            with ir.InsertionPoint(operation), operation.location:
                linalg.copy(source, outs=[target])
            operation.erase()


def _operations(root: ir.Operation, *names: str) -> list[ir.Operation]:
    """The operations in `root`, if `names` are given those of that name, in program order."""
    found: list[ir.Operation] = []

    def visit(operation: ir.Operation) -> ir.WalkResult:
        found.append(operation)
        return ir.WalkResult.ADVANCE

    root.walk(visit, ir.WalkOrder.PRE_ORDER)
    return [operation for operation in found if not names or operation.name in names]


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
