"""From a module to machine code: the parts of `lutfuse-to-llvm`, on several modules at once.

Kernels hardly depend on one another, and those that generators write are final: upstream's passes
need not look at them. They move into modules of their own, and while one module is written and
lowered LLVM compiles those before it in other threads. What no generator takes moves back.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

from mlir import ir
from mlir.dialects import func

from lutfuse._lutfuse import CodegenError, CodeKind
from lutfuse.dialects.interface import Interface
from lutfuse.kernels.unit.cpus import Cpu
from lutfuse.passes.cpu import pipeline
from lutfuse.passes.cpu.generate_cpu_kernels import GENERATED
from lutfuse.passes.cpu.outline_cpu_kernels import KERNEL
from lutfuse.passes.cpu.plan_cpu_buffers import ARENA
from lutfuse.passes.cpu.state import RESET, RUN
from lutfuse.passes.upstream.move_variables_to_arguments import MoveVariablesToArguments
from lutfuse.passes.upstream.select_entry import select_entries
from lutfuse.runtime.models import (
    ModelError,
    entry_function,
    model_interface,
    run_pass,
    run_pipeline,
)

GROUP = 6  # kernels in one module
WRITTEN = "function(early-cse)"  # generated code is what it should be
LOWERED = "default<O2>"  # upstream's loops are not

# Told how much of the work is done: steps so far, and in all.
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class ProgramInterface(Interface):
    """What a caller must know of a program.

    `NAME_run(thread, threads, arena, inputs..., outputs...)` runs it, `NAME_reset(arena)` prepares
    an arena of `arena` bytes.
    """

    name: str
    arena: int

    @property
    def run(self) -> str:
        """Name of the function that runs the program."""
        return self.name + RUN

    @property
    def reset(self) -> str:
        """Name of the function that prepares an arena."""
        return self.name + RESET


class Program:
    """A module on its way to machine code; the module is lowered in place and must not be shared.

    Raises ModelError for a module that cannot be lowered.
    """

    def __init__(
        self, module: ir.Module, cpu: Cpu, cpu_name: str, name: str = "model", entry: str = ""
    ) -> None:
        self._cpu = cpu
        with module.context, ir.Location.unknown():
            (symbol,) = run_pass(lambda: select_entries(module.operation, [entry]))
            run_pipeline(module, *pipeline.PREPARE)
            main, sides = entry_function(module, symbol), model_interface(module, symbol)
            run_pass(lambda: MoveVariablesToArguments(symbol).run(module.operation))
            main.attributes["sym_name"] = ir.StringAttr.get(name + RUN)
            run_pipeline(module, *pipeline.OUTLINE)
            planned = entry_function(module, name + RUN)
            arena = ir.IntegerAttr(planned.attributes[ARENA]).value
            self._kernels = _take_kernels(module)
        self._rest, self._generate = module, pipeline.generate(cpu_name)
        self.interface = ProgramInterface(sides.inputs, sides.outputs, name, arena)

    @property
    def steps(self) -> int:
        """Number of modules."""
        return len(self._kernels) + 1

    def _parts(self) -> Generator[tuple[ir.Module, str], None, None]:
        """Each module in the LLVM dialect, with LLVM's passes that it needs."""
        for module in self._kernels:
            run_pipeline(module, *self._generate)
            _give_back(module, self._rest)
            # LLVM verifies what comes out.
            run_pipeline(module, *pipeline.LLVM, verify=False)
            yield module, WRITTEN
        run_pipeline(self._rest, *pipeline.UPSTREAM, *pipeline.LLVM)
        yield self._rest, LOWERED

    def objects(self, workers: int, progress: Progress) -> list[bytes]:
        """One object for each module, compiled by several threads."""
        done: list[Future[bytes]] = []
        with _errors(), ThreadPoolExecutor(workers) as pool:
            for module, passes in self._parts():
                generator = self._cpu.code_generator()
                generator.add(module, passes)
                done.append(pool.submit(generator.compile, CodeKind.OBJECT))
                progress(len(done), 2 * self.steps)
            return [_report(f, progress, self.steps + n, 2 * self.steps) for n, f in _count(done)]

    def link(self, kind: CodeKind, progress: Progress) -> bytes:
        """One object, assembly or LLVM IR, which shows only the functions of the interface."""
        with _errors():
            generator = self._cpu.code_generator()
            for step, (module, passes) in enumerate(self._parts(), 1):
                generator.add(module, passes)
                progress(step, 2 * self.steps)
            return generator.compile(kind, {self.interface.run, self.interface.reset})


@contextmanager
def _errors() -> Generator[None, None, None]:
    """What LLVM cannot compile is an error of the model."""
    try:
        yield
    except CodegenError as error:
        raise ModelError(str(error)) from None


def _count(futures: Sequence[Future[bytes]]) -> enumerate[Future[bytes]]:
    return enumerate(futures, 1)


def _report(future: Future[bytes], progress: Progress, step: int, steps: int) -> bytes:
    result = future.result()
    progress(step, steps)
    return result


def _kernels(module: ir.Module) -> list[func.FuncOp]:
    """Kernels of a module."""
    functions = [op for op in module.body.operations if isinstance(op, func.FuncOp)]
    return [op for op in functions if KERNEL in op.operation.attributes]


def _take_kernels(module: ir.Module) -> list[ir.Module]:
    """Moves the kernels into modules of their own, and leaves declarations."""
    kernels, taken = _kernels(module), list[ir.Module]()
    for start in range(0, len(kernels), GROUP):
        taken.append(ir.Module.create())
        for op in kernels[start : start + GROUP]:
            op.operation.clone(ip=ir.InsertionPoint(taken[-1].body))
    for op in kernels:
        func.FuncOp(op.name.value, op.type, visibility="private", ip=ir.InsertionPoint(op))
        op.operation.erase()
    return taken


def _give_back(module: ir.Module, rest: ir.Module) -> None:
    """Moves kernels that no generator took to where they were; others can be called from there."""
    with module.context, ir.Location.unknown():
        functions = [op for op in rest.body.operations if isinstance(op, func.FuncOp)]
        declarations = {op.name.value: op for op in functions}
        for op in _kernels(module):
            if _is_written(op):
                op.operation.attributes["sym_visibility"] = ir.StringAttr.get("public")
                continue
            declaration = declarations[op.name.value].operation
            op.operation.clone(ip=ir.InsertionPoint(declaration))
            declaration.erase()
            op.operation.erase()


def _is_written(op: func.FuncOp) -> bool:
    return op.operation.attributes[KERNEL] == ir.StringAttr.get(GENERATED)
