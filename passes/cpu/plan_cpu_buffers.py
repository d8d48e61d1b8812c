"""Gives every tensor of `main` its place in memory before a kernel is written.

All intermediate values lie in one arena, two of them in the same place only if they never live at
the same time. What outlives a run lies at the arena's start: the barrier of the threads and the
model's variables. Inputs and outputs are the caller's. A kernel becomes a function that fills a
buffer it is given:

    @kernel(%thread, %threads, inputs..., outputs...)

Places are found greedily, the largest buffer first, each in the lowest gap that is free while it
lives (Pisarchyk and Lee, "Efficient Memory Management for Deep Neural Net Inference", 2020). Every
place is aligned to `ALIGNMENT` bytes and readable for `SLACK` more, so that kernels may read whole
vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from mlir import ir
from mlir.dialects import arith, bufferization, func, memref

from lutfuse.passes.core.registry import ModulePass, PassError, register
from lutfuse.passes.cpu.copies import Copies, root
from lutfuse.passes.cpu.outline_cpu_kernels import KERNEL
from lutfuse.passes.cpu.state import SYNC, Variable, define_reset, signless
from lutfuse.passes.upstream.move_variables_to_arguments import VARIABLES

ALIGNMENT = 64
SLACK = 64
ARENA = "lutfuse.arena"  # attribute of the planned function: bytes of its arena
__all__ = ["ALIGNMENT", "ARENA", "SLACK", "SYNC", "Buffer", "PlanCpuBuffers", "place"]


@dataclass(frozen=True)
class Buffer:
    """A value of `main`: bytes, and the first and last call that uses it."""

    size: int
    first: int
    last: int


def place(buffers: Sequence[Buffer]) -> tuple[list[int], int]:
    """Offset of each buffer, and the size of the arena that holds them."""
    offsets: dict[int, int] = {}
    for which in sorted(range(len(buffers)), key=lambda b: (-buffers[b].size, buffers[b].first)):
        mine = buffers[which]
        others = sorted(
            (offset, offset + buffers[other].size)
            for other, offset in offsets.items()
            if buffers[other].first <= mine.last and mine.first <= buffers[other].last
        )
        free = 0
        for start, end in others:
            if start - free >= mine.size:
                break
            free = max(free, end)
        offsets[which] = free
    total = max((offsets[b] + buffers[b].size for b in offsets), default=0)
    return [offsets[b] for b in range(len(buffers))], total


@register
@dataclass(frozen=True)
class PlanCpuBuffers(ModulePass):
    """Give the values of `main` places in one arena, and let kernels fill buffers.

    Before:

    ```mlir
    func.func @main(%x: tensor<1x8x8x8xi8>) -> tensor<1x8x8x8xi8> {
      %0 = call @pad_0(%x) : (tensor<1x8x8x8xi8>) -> tensor<1x10x10x8xi8>
      %1 = call @conv2d_1(%0) : (tensor<1x10x10x8xi8>) -> tensor<1x8x8x8xi8>
      return %1 : tensor<1x8x8x8xi8>
    }
    ```

    After:

    ```mlir
    func.func @main_reset(%arena: memref<960xi8>) { ... }
    func.func @main(%thread: index, %threads: index, %arena: memref<960xi8>,
                    %x: memref<512xi8>, %y: memref<512xi8>) attributes {lutfuse.arena = 960 : i64} {
      %c0 = arith.constant 0 : index
      %0 = memref.view %x[%c0][] : memref<512xi8> to memref<1x8x8x8xi8>
      %c64 = arith.constant 64 : index
      %1 = memref.view %arena[%c64][] : memref<960xi8> to memref<1x10x10x8xi8>
      call @pad_0(%thread, %threads, %0, %1) : (...) -> ()
      ...
    ```
    """

    name: ClassVar[str] = "plan-cpu-buffers"
    dialects: ClassVar[tuple[str, ...]] = (
        "arith",
        "bufferization",
        "func",
        "linalg",
        "memref",
        "tosa",
    )

    def run(self, module: ir.Operation) -> None:
        block: ir.Block = module.regions[0].blocks[0]
        functions = [op for op in block.operations if isinstance(op, func.FuncOp)]
        plans = [f for f in functions if KERNEL not in f.operation.attributes and f.body.blocks]
        for function in plans:
            _Planner(function).run()
        for function in [op for op in block.operations if isinstance(op, func.FuncOp)]:
            if KERNEL in function.operation.attributes:
                _fill_buffers(function)


def _buffer_type(type_: ir.Type, where: ir.Location) -> ir.MemRefType:
    if not isinstance(type_, ir.RankedTensorType) or not type_.has_static_shape:
        raise PassError(f"expected a tensor of static shape but got '{type_}'", where)
    return ir.MemRefType.get(type_.shape, type_.element_type)


def _row_of(size: int) -> ir.MemRefType:
    return ir.MemRefType.get([size], ir.IntegerType.get_signless(8))


def _row(type_: ir.Type, where: ir.Location) -> ir.MemRefType:
    """The bytes of a tensor, as the caller passes them."""
    return _row_of(_bytes(_buffer_type(type_, where)))


def _bytes(type_: ir.MemRefType) -> int:
    """Size of a buffer of integers, indices or floats."""
    element = type_.element_type
    bits = element.width if isinstance(element, ir.IntegerType | ir.FloatType) else 64
    return max(1, int(np.prod(type_.shape, dtype=np.int64)) * -(-bits // 8))


def _padded(type_: ir.MemRefType) -> int:
    """Bytes that a buffer takes in the arena."""
    return -(-(_bytes(type_) + SLACK) // ALIGNMENT) * ALIGNMENT


def _variables(function: func.FuncOp) -> list[ir.DictAttr]:
    """What `move-variables-to-arguments` left about the state of a function."""
    if VARIABLES not in function.attributes:
        return []
    return [ir.DictAttr(one) for one in ir.ArrayAttr(function.attributes[VARIABLES])]


def _fill_buffers(kernel: func.FuncOp) -> None:
    """Turns results into buffers that are filled; the body stays on tensors."""
    block: ir.Block = kernel.body.blocks[0]
    where = kernel.location
    index = ir.IndexType.get()
    inputs = [_buffer_type(t, where) for t in kernel.type.inputs]
    outputs = [_buffer_type(t, where) for t in kernel.type.results]
    old = list(block.arguments)
    for type_ in (index, index, *inputs, *outputs):
        block.add_argument(type_, where)
    buffers = list(block.arguments)[len(old) + 2 :]
    with ir.InsertionPoint.at_block_begin(block), where:
        for argument, buffer in zip(old, buffers, strict=False):
            tensor = bufferization.to_tensor(argument.type, buffer, restrict=True)
            argument.replace_all_uses_with(tensor)
    last = block.operations[len(block.operations) - 1].operation
    with ir.InsertionPoint(last), where:
        for value, buffer in zip(last.operands, buffers[len(old) :], strict=True):
            bufferization.materialize_in_destination(
                None, value, buffer, restrict=True, writable=True
            )
        func.ReturnOp([])
    last.erase()
    for _ in old:
        block.erase_argument(0)
    types = ir.FunctionType.get([index, index, *inputs, *outputs], [])
    kernel.attributes["function_type"] = ir.TypeAttr.get(types)


class _Planner:
    """Rewrites `main` from tensors to buffers."""

    def __init__(self, function: func.FuncOp) -> None:
        self.function = function
        self.block: ir.Block = function.body.blocks[0]
        self.variables = _variables(function)
        self.arguments = list(self.block.arguments)
        self.count = len(self.arguments) - len(self.variables)  # of inputs
        Copies(function, len(self.variables)).add()
        self.ops = [op.operation for op in self.block.operations]

    def run(self) -> None:
        results = list(self.ops[-1].operands)
        outputs = results[: len(results) - len(self.variables)]
        state, start = self._state()
        given = {root(result) for result in results}
        calls = [op for op in self.ops[:-1] if op.name == "func.call"]
        values = [r for op in calls for r in op.results if r not in given]
        offsets, size = place(self._lives(values))
        size += start
        index = ir.IndexType.get()
        interface = [*self.arguments[: self.count], *outputs]
        rows = [_row(v.type, v.location) for v in interface]
        types = [index, index, _row_of(size), *rows]
        new = [self.block.add_argument(t, self.function.location) for t in types]
        base: dict[ir.Value, tuple[ir.Value, int]] = {}
        base |= {root(v): (buffer, 0) for v, buffer in zip(interface, new[3:], strict=True)}
        base.update((v, (new[2], start + o)) for v, o in zip(values, offsets, strict=True))
        for variable, old, made in zip(
            state, self.arguments[self.count :], results[len(outputs) :], strict=True
        ):
            base[old] = base[root(made)] = (new[2], variable.offset)
        self._rewrite(base, new[:2])
        define_reset(self.function, _row_of(size), state)
        self._annotate(types, size)

    def _annotate(self, types: Sequence[ir.Type], size: int) -> None:
        attributes = self.function.attributes
        attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(types, []))
        attributes[ARENA] = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), size)
        for name in ("arg_attrs", "res_attrs", VARIABLES):
            if name in attributes:
                del attributes[name]

    def _state(self) -> tuple[list[Variable], int]:
        """The variables in the arena, and where the other values begin."""
        start = SYNC + ALIGNMENT
        state: list[Variable] = []
        for description, old in zip(self.variables, self.arguments[self.count :], strict=True):
            type_ = _buffer_type(old.type, old.location)
            known = "initial_value" in description
            first = signless(description["initial_value"]) if known else None
            state.append(Variable(start, type_, first))
            start += _padded(type_)
        return state, start

    def _lives(self, values: Sequence[ir.Value]) -> list[Buffer]:
        positions = {op: position for position, op in enumerate(self.ops)}
        last: dict[ir.Value, int] = {}
        for position, op in enumerate(self.ops):
            for operand in op.operands:
                last[root(operand)] = position
        buffers: list[Buffer] = []
        for value in values:
            size = _padded(_buffer_type(value.type, self.function.location))
            made = positions[value.owner.operation]
            buffers.append(Buffer(size, made, last.get(value, made)))
        return buffers

    def _rewrite(
        self, base: dict[ir.Value, tuple[ir.Value, int]], threads: Sequence[ir.Value]
    ) -> None:
        end = self.ops[-1]
        with ir.InsertionPoint(end), end.location:
            views: dict[tuple[ir.Value, str], ir.Value] = {}

            def view(value: ir.Value) -> ir.Value:
                buffer, offset = base[root(value)]
                type_ = _buffer_type(value.type, value.location)
                key = (root(value), str(type_))
                if key not in views:
                    start = arith.constant(ir.IndexType.get(), offset)
                    views[key] = memref.view(type_, buffer, start, [])
                return views[key]

            for op in self.ops[:-1]:
                if op.name == "func.call":
                    operands = [*threads, *map(view, op.operands), *map(view, op.results)]
                    callee = ir.FlatSymbolRefAttr(op.attributes["callee"]).value
                    func.CallOp([], callee, operands, loc=op.location)
                elif op.name not in ("tosa.reshape", "tosa.const_shape"):
                    raise PassError(f"expected a call but got '{op.name}'", op.location)
            func.ReturnOp([])
        for op in reversed(self.ops):
            op.erase()
        for _ in self.arguments:
            self.block.erase_argument(0)
