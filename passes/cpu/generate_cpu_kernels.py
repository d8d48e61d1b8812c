"""Writes the kernels: vector code for what a generator knows, upstream's loops for the rest.

A kernel that no generator takes keeps its ops, and one thread runs it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from mlir import ir
from mlir.dialects import arith, func, scf

from lutfuse.kernels.conv.dense import ConvolutionKernel
from lutfuse.kernels.conv.depthwise import DepthwiseKernel
from lutfuse.kernels.conv.placed import Placed, groups, padded, phases
from lutfuse.kernels.elementwise.kernel import ElementwiseKernel
from lutfuse.kernels.memory.copies import Copier
from lutfuse.kernels.unit import cpus, emit
from lutfuse.kernels.unit.constants import Constants
from lutfuse.kernels.unit.select import VECTOR_UNITS
from lutfuse.kernels.unit.vectors import VectorUnit
from lutfuse.passes.core.registry import ModulePass, PassError, option, register
from lutfuse.passes.cpu.convolutions import read_convolution
from lutfuse.passes.cpu.data_movement import plain, read_border, read_movement
from lutfuse.passes.cpu.elementwise import read_elementwise
from lutfuse.passes.cpu.host_code import is_host_code
from lutfuse.passes.cpu.outline_cpu_kernels import KERNEL
from lutfuse.passes.cpu.windows import WINDOW_KERNELS, read_window
from lutfuse.passes.ir.constants import makes_constant
from lutfuse.passes.ir.convolution import as_convolution

SUPPORT = (
    "quant.scast",
    "bufferization.to_tensor",
    "bufferization.materialize_in_destination",
    "func.return",
)

GENERATED = "generated"  # value of the mark on a kernel that is written


@dataclass(frozen=True)
class Kernel:
    """A kernel function: its ops that compute, in order, and its buffers."""

    function: func.FuncOp
    ops: tuple[ir.Operation, ...]
    unit: VectorUnit
    constants: Constants

    @property
    def threads(self) -> tuple[ir.Value, ir.Value]:
        """This thread's number, and how many there are."""
        arguments = self.function.body.blocks[0].arguments
        return arguments[0], arguments[1]

    @property
    def buffers(self) -> list[ir.Value]:
        """Inputs and then outputs, flat."""
        return [emit.flat(a) for a in list(self.function.body.blocks[0].arguments)[2:]]


# Looks at a kernel and returns what writes it, or None. It runs after the ops are gone.
Generator = Callable[[Kernel], Callable[[], None] | None]


def dense_convolution(kernel: Kernel) -> Callable[[], None] | None:
    """A convolution without groups."""
    conv = read_convolution(kernel.ops[0]) if len(kernel.ops) == 1 else None
    if conv is None or conv.group != 1:
        return None

    def write() -> None:
        source, target = kernel.buffers
        ConvolutionKernel(conv, kernel.unit, kernel.constants).emit(source, target, *kernel.threads)

    return write


def padded_convolution(kernel: Kernel) -> Callable[[], None] | None:
    """A convolution without groups whose result is padded."""
    if len(kernel.ops) != 2:
        return None
    conv, border = read_convolution(kernel.ops[0]), read_border(kernel.ops[1])
    if conv is None or border is None or conv.group != 1:
        return None

    def write() -> None:
        source, target = kernel.buffers
        layout = padded(conv, border.before, border.after)
        fills = [move for move in border.moves() if move.source is None]
        Copier([], target, border.value, kernel.unit, *kernel.threads).emit(fills)
        one = ConvolutionKernel(conv, kernel.unit, kernel.constants, layout)
        one.emit(source, target, *kernel.threads)

    return write


def depthwise_convolution(kernel: Kernel) -> Callable[[], None] | None:
    """A convolution whose groups have one input channel each."""
    conv = read_convolution(kernel.ops[0]) if len(kernel.ops) == 1 else None
    if conv is None or conv.group == 1 or not DepthwiseKernel.fits(conv, kernel.unit):
        return None

    def write() -> None:
        source, target = kernel.buffers
        DepthwiseKernel(conv, kernel.unit, kernel.constants).emit(source, target, *kernel.threads)

    return write


def grouped_convolution(kernel: Kernel) -> Callable[[], None] | None:
    """A convolution of several groups; every group is a dense convolution."""
    conv = read_convolution(kernel.ops[0]) if len(kernel.ops) == 1 else None
    if conv is None or conv.group in (1, conv.input[3]):
        return None
    return _write_placed(kernel, list(groups(conv)))


def transposed_convolution(kernel: Kernel) -> Callable[[], None] | None:
    """A transposed convolution; every phase is a dense convolution."""
    view = as_convolution(kernel.ops[0]) if len(kernel.ops) == 1 else None
    conv = read_convolution(kernel.ops[0], transposed=True)
    if view is None or conv is None or conv.group != 1:
        return None
    top, _, left, _ = view.pad
    try:
        return _write_placed(kernel, phases(conv, (top, left)))
    except ValueError:  # an output padding beyond the kernel
        return None


def _write_placed(kernel: Kernel, parts: list[Placed]) -> Callable[[], None]:
    def write() -> None:
        source, target = kernel.buffers
        for conv, layout in parts:
            one = ConvolutionKernel(conv, kernel.unit, kernel.constants, layout)
            one.emit(source, target, *kernel.threads)

    return write


def data_movement(kernel: Kernel) -> Callable[[], None] | None:
    """Padding, concatenation, slices, transpositions, copies."""
    movement = read_movement(kernel.ops)
    if movement is None:
        return None

    def write() -> None:
        *inputs, target = kernel.buffers
        element = ir.MemRefType(target.type).element_type
        sources = [
            inputs[source]
            if isinstance(source, int)
            else kernel.constants.add(plain(source, element))
            for source in movement.sources
        ]
        copier = Copier(sources, target, movement.fill, kernel.unit, *kernel.threads)
        copier.emit(movement.moves)

    return write


def window(kernel: Kernel) -> Callable[[], None] | None:
    """Pooling, resizing, sums."""
    found = read_window(kernel.ops)
    if found is None:
        return None

    def write() -> None:
        source, target = kernel.buffers
        writer = WINDOW_KERNELS[type(found)](found, kernel.unit, kernel.constants)
        writer.emit(source, target, *kernel.threads)

    return write


def elementwise(kernel: Kernel) -> Callable[[], None] | None:
    """Element-wise ops with one result."""
    program = read_elementwise(kernel.function, fused=kernel.unit.fused)
    if program is None:
        return None

    def write() -> None:
        *sources, target = kernel.buffers
        one = ElementwiseKernel(program, kernel.unit, kernel.constants)
        one.emit(sources, target, *kernel.threads)

    return write


GENERATORS: tuple[Generator, ...] = (
    elementwise,
    data_movement,
    window,
    dense_convolution,
    padded_convolution,
    transposed_convolution,
    depthwise_convolution,
    grouped_convolution,
)


@register
@dataclass(frozen=True)
class GenerateCpuKernels(ModulePass):
    """Write the bodies of kernels as vector code for a processor.

    Before:

    ```mlir
    func.func private @conv2d_1(%thread: index, %threads: index, %x: memref<1x10x10x8xi8>,
                                %y: memref<1x8x8x8xi8>) attributes {lutfuse.kernel} {
      %0 = bufferization.to_tensor %x restrict : memref<1x10x10x8xi8> to tensor<1x10x10x8xi8>
      ...
      %3 = lutfuse.conv2d %1, %2 ... : (...) -> tensor<1x8x8x8x!y>
    ```

    After:

    ```mlir
      scf.for %row = %first to %last step %c1 {
        %sums:4 = scf.for %k = %c0 to %c6 step %c1 iter_args(...) -> (vector<16xi32>, ...) {
          %w = vector.load %weights[%at] : memref<2304xi8>, vector<64xi8>
    ```
    """

    name: ClassVar[str] = "generate-cpu-kernels"
    dialects: ClassVar[tuple[str, ...]] = (
        "arith",
        "arm_neon",
        "func",
        "llvm",
        "math",
        "memref",
        "scf",
        "vector",
    )
    cpu: str = option("host", "processor that the code is for")

    def run(self, module: ir.Operation) -> None:
        try:
            unit = VECTOR_UNITS[cpus.find_cpu(self.cpu).unit]
        except ValueError as error:
            raise PassError(str(error), module.location) from None
        constants = Constants(module)
        for op in list(module.regions[0].blocks[0].operations):
            if isinstance(op, func.FuncOp) and KERNEL in op.operation.attributes:
                _write(op, unit, constants)


def _write(function: func.FuncOp, unit: VectorUnit, constants: Constants) -> None:
    block: ir.Block = function.body.blocks[0]
    ops = [op.operation for op in block.operations]
    kernel = Kernel(function, tuple(op for op in ops if _computes(op)), unit, constants)
    generators = () if any(map(is_host_code, kernel.ops)) else GENERATORS
    writers = (generator(kernel) for generator in generators)
    write = next((writer for writer in writers if writer is not None), None)
    if write is None:
        _run_by_first_thread(function, ops)
        return
    with ir.InsertionPoint(ops[-1]), function.location, emit.constants_at(block):
        write()
    for op in reversed(ops[:-1]):
        op.erase()
    function.operation.attributes[KERNEL] = ir.StringAttr.get(GENERATED)


def _computes(op: ir.Operation) -> bool:
    return op.name not in SUPPORT and not makes_constant(op)


def _run_by_first_thread(function: func.FuncOp, ops: list[ir.Operation]) -> None:
    block: ir.Block = function.body.blocks[0]
    with ir.InsertionPoint.at_block_begin(block), function.location:
        first = arith.cmpi(arith.CmpIPredicate.eq, block.arguments[0], emit.index(0))
        branch = scf.IfOp(first)
        with ir.InsertionPoint(branch.then_block):
            end = scf.YieldOp([])
    for op in ops[:-1]:
        op.move_before(end.operation)
