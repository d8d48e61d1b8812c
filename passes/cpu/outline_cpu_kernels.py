"""Cuts a model into kernels: each becomes a function on plain integer tensors.

`main` keeps only calls and reshapes. What a kernel computes is still said by the ops of its body,
so that the choice how to compute it is left to `generate-cpu-kernels`.

Element-wise ops are one kernel where only the last result is needed outside: their wide
intermediate values never reach memory. A resize or a sum takes its rescales with it. Padding of an
8-bit convolution is a kernel of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from mlir import ir
from mlir.dialects import func, tosa
from mlir.dialects.quant import QuantizedType, UniformQuantizedType

from lutfuse.kernels.unit.emit import dense
from lutfuse.passes.core.locations import symbol_part
from lutfuse.passes.core.registry import ModulePass, PassError, register
from lutfuse.passes.cpu.convolutions import Padding, padding_of
from lutfuse.passes.cpu.host_code import (
    carrier,
    check_argument,
    check_is_known,
    is_host_code,
    is_repeated,
    load,
    results_read_by_others,
    store,
)
from lutfuse.passes.ir.constants import shape_constant
from lutfuse.passes.ir.regions import reads, replace_reads, top_level

KERNEL = "lutfuse.kernel"
VIEWS = ("quant.scast", "tosa.reshape", "tosa.identity", "builtin.unrealized_conversion_cast")
# Ops whose 32-bit results the ops named here turn into codes, in the same kernel.
GATHERING = {
    "tosa.resize": ("tosa.rescale",),
    "tosa.reduce_sum": ("tosa.rescale", "tosa.reduce_sum"),
}
ELEMENTWISE_NAMES = """
abs add bitwise_and bitwise_not bitwise_or bitwise_xor cast clamp equal greater greater_equal
intdiv logical_and logical_left_shift logical_not logical_or logical_right_shift logical_xor
maximum minimum mul negate rescale select sub table
"""
ELEMENTWISE = frozenset(
    {f"tosa.{name}" for name in ELEMENTWISE_NAMES.split()}
    | {"lutfuse.lut_activation", "lutfuse.clip", "lutfuse.leaky_relu"}
)


@register
@dataclass(frozen=True)
class OutlineCpuKernels(ModulePass):
    """Outline each kernel of `main` into a function of its own.

    Before:

    ```mlir
    func.func @main(%x: tensor<1x8x8x8xi8>) -> tensor<1x8x8x8xi8> {
      %0 = quant.scast %x : tensor<1x8x8x8xi8> to tensor<1x8x8x8x!x>
      %1 = lutfuse.fused_conv2d %0, %w ... : (...) -> tensor<1x8x8x8x!y>
      %2 = quant.scast %1 : tensor<1x8x8x8x!y> to tensor<1x8x8x8xi8>
      return %2 : tensor<1x8x8x8xi8>
    }
    ```

    After:

    ```mlir
    func.func @main(%x: tensor<1x8x8x8xi8>) -> tensor<1x8x8x8xi8> {
      %0 = call @fused_conv2d_0(%x) : (tensor<1x8x8x8xi8>) -> tensor<1x8x8x8xi8>
      return %0 : tensor<1x8x8x8xi8>
    }
    func.func private @fused_conv2d_0(%x: tensor<1x8x8x8xi8>) -> tensor<1x8x8x8xi8>
        attributes {lutfuse.kernel} { ... }
    ```
    """

    name: ClassVar[str] = "outline-cpu-kernels"
    dialects: ClassVar[tuple[str, ...]] = ("func", "quant", "tosa")

    def run(self, module: ir.Operation) -> None:
        for op in list(module.regions[0].blocks[0].operations):
            if not isinstance(op, func.FuncOp) or not op.body.blocks:
                continue
            if KERNEL not in op.operation.attributes:
                _Outliner(module, op).run()


class _Outliner:
    """Rewrites one function. `values` maps each old value to a plain one of the new body."""

    def __init__(self, module: ir.Operation, function: func.FuncOp) -> None:
        self.block: ir.Block = module.regions[0].blocks[0]
        self.body: ir.Block = function.body.blocks[0]
        self.ops = [op.operation for op in self.body.operations]
        self.end = ir.InsertionPoint(self.ops[-1])
        self.values: dict[ir.Value, ir.Value] = {}
        for argument in self.body.arguments:
            check_argument(argument)
            self.values[argument] = argument
        self.roots = _roots(self.ops)
        self.live = _live(self.ops)
        self.pending: list[ir.Operation] = []  # host code that is not a kernel yet

    def run(self) -> None:
        for position, op in enumerate(self.ops[:-1]):
            inside = self.roots.get(position, position) != position
            if position in self.live and not inside and not is_repeated(op):
                self._outline(op, position)
        self._host_code()
        last = self.ops[-1]
        for position, operand in enumerate(last.operands):
            last.operands[position] = self._plain(operand)
        for op in reversed(self.ops[:-1]):
            op.erase()

    def _outline(self, op: ir.Operation, position: int) -> None:
        if op.name in VIEWS:
            if not _is_constant(op.operands[0]):
                self._finish(op.operands)
                self.values[op.results[0]] = self._view(op, self.values[op.operands[0]])
        elif is_host_code(op):
            check_is_known(op)
            self.pending.append(op)
        else:
            self._kernel(op, position)

    def _finish(self, values: Iterable[ir.Value]) -> None:
        """Makes a kernel of the host code so far, if it makes any of these values."""
        made = {value for op in self.pending for value in op.results}
        if not made.isdisjoint(values):
            self._host_code()

    def _host_code(self) -> None:
        """One kernel of all host code that waits for one."""
        members, self.pending = self.pending, []
        if not members:
            return
        live = {self.ops[position] for position in self.live}
        results = results_read_by_others(members, live, self.body)
        self._outline_members(members, _inputs(members), results, None)

    def _plain(self, value: ir.Value) -> ir.Value:
        """The new value of a tensor; a constant is cloned."""
        if value not in self.values:
            op = value.owner.operation
            if op.name in VIEWS:
                self.values[value] = self._view(op, self._plain(op.operands[0]))
            else:
                self.values[value] = op.clone(ip=self.end).results[0]
        return self.values[value]

    def _view(self, op: ir.Operation, source: ir.Value) -> ir.Value:
        type_ = _plain_type(op.results[0].type)
        if source.type == type_:
            return source
        if op.name != "tosa.reshape":
            raise PassError(f"expected a view but got '{op.name}'", op.location)
        shape = op.operands[1].owner.operation.clone(ip=self.end)
        return tosa.reshape(source, shape.results[0], loc=op.location, ip=self.end)

    def _kernel(self, root: ir.Operation, position: int) -> None:
        inside = [self.ops[p] for p, r in sorted(self.roots.items()) if r == position]
        members = inside or [root]
        inputs = _inputs(members)
        self._finish(inputs)
        self._outline_members(members, inputs, list(root.results), padding_of(root))

    def _outline_members(
        self,
        members: Sequence[ir.Operation],
        inputs: Sequence[ir.Value],
        results: Sequence[ir.Value],
        padding: Padding | None,
    ) -> None:
        root = members[-1]
        plain = {value: self.values[value] for value in inputs}
        if padding is not None:
            plain[root.operands[0]] = self._pad(root, plain[root.operands[0]], padding.amounts)
        location = root.location if len(members) == 1 else _fused([m.location for m in members])
        arguments = list(plain.values())
        types = [carrier(result) for result in results]
        kernel = self._function(root.name.split(".")[1], arguments, types, location)
        _Body(kernel).fill(inputs, members, results, padding)
        self._call(kernel, arguments, types, results)

    def _pad(self, op: ir.Operation, source: ir.Value, pad: Sequence[int]) -> ir.Value:
        """The padded input of a convolution, which comes from a kernel of its own."""
        top, bottom, left, right = pad
        type_ = ir.RankedTensorType(source.type)
        batch, height, width, depth = type_.shape
        shape = [batch, height + top + bottom, width + left + right, depth]
        result = ir.RankedTensorType.get(shape, type_.element_type)
        kernel = self._function("pad", [source], [result], op.location)
        entry: ir.Block = kernel.body.blocks[0]
        zero = UniformQuantizedType(_element(op.operands[0])).zero_point
        with ir.InsertionPoint(entry), op.location:
            padding = shape_constant([0, 0, top, bottom, left, right, 0, 0])
            code = ir.RankedTensorType.get([1], type_.element_type)
            value = tosa.const(dense(np.array([zero]).astype(np.int8), code))
            padded = tosa.pad(result, entry.arguments[0], padding, value)
            func.ReturnOp([padded])
        call = func.CallOp([result], kernel.name.value, [source], loc=op.location, ip=self.end)
        return call.results[0]

    def _function(
        self,
        kind: str,
        arguments: Sequence[ir.Value],
        results: Sequence[ir.Type],
        location: ir.Location,
    ) -> func.FuncOp:
        kernel = func.FuncOp(
            _kernel_name(self.block, kind, location),
            ([argument.type for argument in arguments], list(results)),
            visibility="private",
            loc=location,
            ip=ir.InsertionPoint(self.block),
        )
        kernel.operation.attributes[KERNEL] = ir.UnitAttr.get()
        kernel.add_entry_block([location] * len(arguments))
        return kernel

    def _call(
        self,
        kernel: func.FuncOp,
        arguments: Sequence[ir.Value],
        results: Sequence[ir.Type],
        old: Sequence[ir.Value],
    ) -> None:
        call = func.CallOp(
            list(results), kernel.name.value, list(arguments), loc=kernel.location, ip=self.end
        )
        self.values.update(zip(old, call.results, strict=True))


def _kernel_name(block: ir.Block, kind: str, location: ir.Location) -> str:
    """A new symbol that says what the kernel does, and for which layers."""
    functions = [op for op in block.operations if isinstance(op, func.FuncOp)]
    count = sum(1 for op in functions if KERNEL in op.operation.attributes)
    name = "_".join(filter(None, (kind, str(count), symbol_part(location))))
    taken = {op.name.value for op in functions}
    while name in taken:
        name += "_"
    return name


class _Body:
    """Clones ops into a kernel, whose arguments and results are plain."""

    def __init__(self, kernel: func.FuncOp) -> None:
        self.block: ir.Block = kernel.body.blocks[0]
        self.values: dict[ir.Value, ir.Value] = {}

    def fill(
        self,
        inputs: Sequence[ir.Value],
        members: Sequence[ir.Operation],
        results: Sequence[ir.Value],
        padding: Padding | None,
    ) -> None:
        with ir.InsertionPoint(self.block), members[-1].location:
            for value, argument in zip(inputs, self.block.arguments, strict=True):
                # A padded input has the old element type but a new shape.
                self.values[value] = load(argument, value)
            for op in members:
                self._clone(op)
            if padding is not None:
                last = self.values[members[-1].results[0]].owner.operation
                last.attributes[padding.attribute] = ir.DenseI64ArrayAttr.get(padding.value)
            func.ReturnOp([store(self.values[result]) for result in results])

    def _clone(self, op: ir.Operation) -> ir.Operation:
        values = {value: self._value(value) for value in reads(op)}
        clone = op.clone().operation
        replace_reads(clone, values)
        self.values.update(zip(op.results, clone.results, strict=True))
        return clone

    def _value(self, value: ir.Value) -> ir.Value:
        """The value in the kernel: an argument, a result before, or a constant that is cloned."""
        if value not in self.values:
            self._clone(value.owner.operation)
        return self.values[value]


def _element(value: ir.Value) -> ir.Type:
    return ir.ShapedType(value.type).element_type


def _plain_type(type_: ir.Type) -> ir.Type:
    """The tensor type of the stored integers."""
    if not isinstance(type_, ir.RankedTensorType):
        return type_
    element = type_.element_type
    if isinstance(element, QuantizedType):
        element = element.storage_type
    return ir.RankedTensorType.get(type_.shape, element)


def _is_constant(value: ir.Value) -> bool:
    """Whether a value is a constant, or a view of one."""
    owner = value.owner
    if not isinstance(owner, ir.OpView):
        return False
    if owner.operation.name in VIEWS:
        return _is_constant(owner.operation.operands[0])
    return is_repeated(owner.operation)


def _inputs(members: Sequence[ir.Operation]) -> list[ir.Value]:
    """What the members of a kernel read from outside, constants left out."""
    made = {result for op in members for result in op.results}
    read = dict.fromkeys(value for op in members for value in reads(op))
    return [value for value in read if value not in made and not _is_constant(value)]


def _fused(locations: Sequence[ir.Location]) -> ir.Location:
    return ir.Location.fused(list(dict.fromkeys(locations)))


def _roots(ops: Sequence[ir.Operation]) -> dict[int, int]:
    """For each element-wise op the op whose result leaves the kernel, both by position."""
    positions = {op: position for position, op in enumerate(ops)}
    roots: dict[int, int] = {}
    for position, op in reversed(list(enumerate(ops))):
        if op.name not in ELEMENTWISE and op.name not in GATHERING and op.name != "quant.scast":
            continue
        if _is_constant(op.results[0]):
            continue
        users = {positions[top_level(use.owner.operation, op.block)] for use in op.results[0].uses}
        found = {roots.get(user) for user in users}
        root = found.pop() if len(found) == 1 else None
        follows = root is not None and _may_follow(op, [ops[user] for user in users])
        if root is not None and follows and _may_join(op, ops[root]):
            roots[position] = root
        elif op.name != "quant.scast":
            roots[position] = position
    return roots


def _may_follow(op: ir.Operation, users: Sequence[ir.Operation]) -> bool:
    """Whether kernels know an op with its users: sums and resizes only between rescales."""
    if op.name in GATHERING:
        wide = ir.IntegerType(_element(op.results[0])).width > 8
        return wide and all(user.name in GATHERING[op.name] for user in users)
    if any(user.name in GATHERING for user in users):
        return op.name == "tosa.rescale" and all(user.name == "tosa.reduce_sum" for user in users)
    source = op.operands[0].owner if op.name == "tosa.rescale" else None
    return not isinstance(source, ir.OpView) or source.operation.name not in GATHERING


def _live(ops: Sequence[ir.Operation]) -> set[int]:
    """Positions of the ops that the results depend on, or that have an effect."""
    positions = {op: position for position, op in enumerate(ops)}
    live: set[int] = set()
    for position, op in reversed(list(enumerate(ops))):
        users = (top_level(use.owner.operation, op.block) for r in op.results for use in r.uses)
        used = any(positions[user] in live for user in users)
        if used or len(op.results) == 0:
            live.add(position)
    return live


def _may_join(op: ir.Operation, root: ir.Operation) -> bool:
    """A small 8-bit value that is broadcast is better computed once."""
    type_ = ir.RankedTensorType(_plain_type(op.results[0].type))
    same = type_.shape == ir.RankedTensorType(root.results[0].type).shape
    return same or ir.IntegerType(type_.element_type).width > 8
