"""Finds element-wise graphs between one 8-bit value and one 8-bit value.

Every value of a block has a *root*: the one 8-bit value from which element-wise ops and constants
compute it. Where an op mixes two roots its result is a root of its own. A *sink* is an 8-bit
value that somebody outside its graph reads, or of which somebody there reads a wider function:
between its root and it lies a function of 256 codes. Where a sink is computed from another one
alone, that is what its graph begins with: a convolution keeps one reader where it had one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from mlir import ir
from mlir.dialects.quant import UniformQuantizedType

from lutfuse.dialects.lutfuse import LeakyReluAttr
from lutfuse.passes.ir.constants import makes_constant

# Data operands of each element-wise op; all other operands must be constants. Float functions
# that every platform rounds in its own way (exp, tanh, erf, ...) are not among them.
DATA_OPERANDS: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(
        (
            "lutfuse.clip",
            "lutfuse.leaky_relu",
            "lutfuse.lut_activation",
            "quant.scast",
            "tosa.abs",
            "tosa.bitwise_not",
            "tosa.cast",
            "tosa.clamp",
            "tosa.clz",
            "tosa.logical_not",
            "tosa.negate",
            "tosa.rescale",
            "tosa.table",
        ),
        (0,),
    ),
    **dict.fromkeys(
        (
            "tosa.add",
            "tosa.arithmetic_right_shift",
            "tosa.bitwise_and",
            "tosa.bitwise_or",
            "tosa.bitwise_xor",
            "tosa.equal",
            "tosa.greater",
            "tosa.greater_equal",
            "tosa.logical_and",
            "tosa.logical_left_shift",
            "tosa.logical_or",
            "tosa.logical_right_shift",
            "tosa.logical_xor",
            "tosa.maximum",
            "tosa.minimum",
            "tosa.mul",
            "tosa.sub",
        ),
        (0, 1),
    ),
    "tosa.select": (0, 1, 2),
}
# One of these alone is an activation already.
ACTIVATIONS = ("lutfuse.clip", "lutfuse.leaky_relu", "lutfuse.lut_activation", "tosa.table")
CASTS = ("quant.scast",)


@dataclass
class Graph:
    """The ops between `root` and `sink`, in program order, constants excluded."""

    root: ir.Value
    sink: ir.Value
    ops: list[ir.OpView]
    casts: list[ir.Value]  # the sink's codes under other types

    @property
    def computing(self) -> list[ir.OpView]:
        """The ops that do more than name a type."""
        return [op for op in self.ops if op.operation.name not in CASTS]


@dataclass
class Blocked:
    """An 8-bit value made by an element-wise op that no table can stand for."""

    op: ir.OpView
    reason: str
    line: str


@dataclass
class Block:
    """What `find` knows of one block. References stay valid until the block is changed."""

    graphs: list[Graph] = field(default_factory=list[Graph])
    blocked: list[Blocked] = field(default_factory=list[Blocked])


def is_8bit(value: ir.Value) -> bool:
    """Whether a value is a static tensor of 8-bit codes, plain or quantized per tensor.

    A tensor of no axes cannot hold all codes for the evaluation, and is left out.
    """
    if not isinstance(value.type, ir.RankedTensorType) or not value.type.has_static_shape:
        return False
    if value.type.rank == 0:
        return False
    element = value.type.element_type
    if isinstance(element, UniformQuantizedType):
        return element.storage_type_integral_width == 8
    return isinstance(element, ir.IntegerType) and element.is_signless and element.width == 8


def data_operands(op: ir.Operation) -> list[ir.Value]:
    """Operands that carry one element for each element of the result."""
    return [op.operands[i] for i in DATA_OPERANDS[op.name]]


class _Finder:
    """One pass over a block. `roots` maps values to their root; constants map to None."""

    def __init__(self, block: ir.Block) -> None:
        self.roots: dict[ir.Value, ir.Value | None] = {
            argument: argument for argument in block.arguments if is_8bit(argument)
        }
        self.found = Block()
        ops = list(block.operations)
        for op in ops:
            self._visit(op)
        self._add_graphs(ops)

    def _visit(self, op: ir.OpView) -> None:
        operation = op.operation
        if len(operation.results) != 1:
            self._add_roots(operation)
            return
        result = operation.results[0]
        if makes_constant(operation) or self._is_constant_reshape(operation):
            self.roots[result] = None
            return
        if operation.name not in DATA_OPERANDS:
            self._add_roots(operation)
            return
        why = self._why_blocked(operation)
        if why is None:
            sources = [self.roots[v] for v in data_operands(operation)]
            self.roots[result] = next((root for root in sources if root is not None), None)
            return
        self._add_roots(operation)
        if is_8bit(result):
            self.found.blocked.append(Blocked(op, *why))

    def _add_roots(self, operation: ir.Operation) -> None:
        for result in operation.results:
            if is_8bit(result):
                self.roots[result] = result

    def _is_constant_reshape(self, operation: ir.Operation) -> bool:
        if operation.name != "tosa.reshape":
            return False
        return self.roots.get(operation.operands[0], operation) is None

    def _why_blocked(self, operation: ir.Operation) -> tuple[str, str] | None:
        """Reason and line why the op's result has no root, None if it has one or is constant."""
        data = data_operands(operation)
        for index, operand in enumerate(operation.operands):
            constant = self.roots.get(operand, operand) is None
            if index not in DATA_OPERANDS[operation.name] and not constant:
                return "not-constant", "expected constant parameters"
        if any(operand not in self.roots for operand in data):
            return "not-8-bit", "expected inputs computed from one 8-bit value"
        roots = [root for root in map(self.roots.__getitem__, data) if root is not None]
        if any(root != roots[0] for root in roots):
            return "two-inputs", "expected one 8-bit input but got two"
        if not roots:
            return None
        shape = ir.RankedTensorType(roots[0].type).shape
        result = operation.results[0].type
        if not isinstance(result, ir.RankedTensorType) or result.shape != shape:
            return "broadcast", f"expected a result of the input's shape but got {result}"
        for operand in data:
            if self.roots[operand] is None and not _fits_channels(operand, shape):
                return "position-dependent", (
                    f"expected constants with one value, or one for each channel, but got "
                    f"{operand.type}"
                )
        if len(shape) == 1 and self._tells_channels_apart(operation):
            return "position-dependent", "expected channels beside other axes but got one axis"
        return None

    def _tells_channels_apart(self, operation: ir.Operation) -> bool:
        """A single axis holds all codes while its graph is evaluated, and so no channels."""
        constants = [v for v in data_operands(operation) if self.roots[v] is None]
        sizes = [math.prod(ir.RankedTensorType(v.type).shape) for v in constants]
        return max([_channels(operation), *sizes]) > 1

    def _sinks(self, ops: list[ir.OpView]) -> list[ir.OpView]:
        """The ops that make sinks, in program order.

        A wide value that is read outside stays; the 8-bit values that it is made of are sinks.
        """
        read: set[ir.Value] = set()
        sinks: list[ir.OpView] = []
        for op in reversed(ops):
            if len(op.operation.results) != 1:
                continue
            value = op.operation.results[0]
            root = self.roots.get(value)
            if root is None or root == value:
                continue
            if value not in read and all(self._same_graph(use.owner, root) for use in value.uses):
                continue
            if is_8bit(value) and op.operation.name not in CASTS:
                sinks.append(op)
            else:
                read.update(data_operands(op.operation))
        return sinks[::-1]

    def _same_graph(self, user: ir.OpView, root: ir.Value) -> bool:
        results = user.operation.results
        found = self.roots.get(results[0]) if len(results) == 1 else None
        return found is not None and found == root

    def _add_graphs(self, ops: list[ir.OpView]) -> None:
        positions: dict[ir.Value, int] = {}
        for position, op in enumerate(ops):
            positions.update((result, position) for result in op.operation.results)
        bases: set[ir.Value] = set()
        for op in self._sinks(ops):
            sink = op.operation.results[0]
            base, between = self._slice(op, ops, positions, bases)
            bases.add(sink)
            graph = Graph(base, sink, between, list(_casts(sink)))
            if len(graph.computing) > 1 or op.operation.name not in ACTIVATIONS:
                self.found.graphs.append(graph)

    def _slice(
        self,
        last: ir.OpView,
        ops: list[ir.OpView],
        positions: dict[ir.Value, int],
        bases: set[ir.Value],
    ) -> tuple[ir.Value, list[ir.OpView]]:
        """The nearest of root and `bases` that a sink is a function of, and the ops between."""
        root = self.roots[last.operation.results[0]]
        assert root is not None
        pending = {positions[last.operation.results[0]]}
        reads_root = False
        found: list[ir.OpView] = []
        while pending:
            latest = max(pending)
            value = ops[latest].operation.results[0]
            if value in bases and len(pending) == 1 and not reads_root:
                return value, found[::-1]
            pending.remove(latest)
            found.append(ops[latest])
            for operand in data_operands(ops[latest].operation):
                if operand == root:
                    reads_root = True
                elif self.roots[operand] is not None:
                    pending.add(positions[operand])
        return root, found[::-1]


def _casts(value: ir.Value) -> Iterator[ir.Value]:
    """What `quant.scast` ops make of a value, one behind the other."""
    for use in value.uses:
        if use.owner.operation.name in CASTS:
            result = use.owner.operation.results[0]
            yield result
            yield from _casts(result)


def _fits_channels(constant: ir.Value, shape: list[int]) -> bool:
    """Whether a constant has one value, or one for each index of the last axis."""
    sizes = ir.RankedTensorType(constant.type).shape
    return all(size == 1 for size in sizes[:-1]) and (not sizes or sizes[-1] in (1, shape[-1]))


def _channels(operation: ir.Operation) -> int:
    """How many channels an op's own parameters tell apart, 1 where they are for all."""
    if operation.name == "tosa.rescale":
        per_channel = ir.BoolAttr(operation.attributes["per_channel"]).value
        return ir.RankedTensorType(operation.operands[1].type).shape[0] if per_channel else 1
    if operation.name == "lutfuse.lut_activation":
        shape = ir.RankedTensorType(operation.operands[1].type).shape
        return shape[0] if len(shape) == 2 else 1
    if operation.name == "lutfuse.leaky_relu":
        parameters = LeakyReluAttr(operation.attributes["parameters"])
        return max(len(parameters.factor), len(parameters.negative.multiplier))
    return 1


def find(block: ir.Block) -> Block:
    """All graphs of a block that are more than one table, and what is in the way of others."""
    return _Finder(block).found


def op_names(ops: list[ir.OpView]) -> str:
    """`tosa.rescale 2, tosa.mul 1`: what a graph was made of."""
    counts = Counter(op.operation.name for op in ops)
    return ", ".join(f"{name} {count}" for name, count in counts.items())


def blocks(module: ir.Operation) -> Iterator[ir.Block]:
    """Every block inside `module`, outermost first."""
    for region in module.regions:
        for block in region.blocks:
            yield block
            for op in block.operations:
                yield from blocks(op.operation)
