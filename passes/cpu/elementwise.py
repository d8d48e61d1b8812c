"""Reads the element-wise ops of a kernel into the graph that its generator takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from mlir import ir
from mlir.dialects import func
from mlir.dialects.quant import QuantizedType, UniformQuantizedType

from lutfuse.dialects import lutfuse as lf
from lutfuse.dialects.quant_types import storage_of
from lutfuse.kernels.elementwise.kernel import Elementwise
from lutfuse.kernels.elementwise.ops import (
    BINARY,
    Array,
    Binary,
    Cast,
    Clamp,
    Constant,
    Mapped,
    Node,
    Read,
    Rescale,
    Select,
    inside,
    limits,
    wrap,
)
from lutfuse.kernels.elementwise.stages import channels_of, simplify
from lutfuse.numerics.parametric import parametric_results
from lutfuse.passes.ir.code_maps import code_map
from lutfuse.passes.ir.constants import constant, scalar
from lutfuse.passes.ir.rescale import NotRepresentable, read_rescale

WIDTHS = (8, 16, 32)
MOST_CHANNELS = 4096  # a constant of more numbers is read like an operand
LONGEST_PERIOD = 8192
STORED = np.arange(-128, 128)


class NotElementwise(Exception):
    """An op, a type or a broadcast that the generator has no form for."""


def read_elementwise(function: func.FuncOp, *, fused: bool) -> Elementwise | None:
    """The graph of a kernel with one result, simplified; None for one with anything else in it."""
    ops = [op.operation for op in function.body.blocks[0].operations]
    sinks = [op for op in ops if op.name == "bufferization.materialize_in_destination"]
    if len(sinks) != 1:
        return None
    try:
        return _Reader(function, sinks[0].operands[0]).program(fused)
    except (NotElementwise, NotRepresentable):
        return None


class _Reader:
    """`outer` is the number of outer indices, on which all operands must agree."""

    def __init__(self, function: func.FuncOp, root: ir.Value) -> None:
        self.buffers = list(function.body.blocks[0].arguments)[2:]
        self.root = root
        self.shape = tuple(ir.RankedTensorType(root.type).shape)
        self.nodes: dict[ir.Value, Node] = {}
        self.outer = 1
        self.outer = max(self._broadcast(ir.MemRefType(b.type).shape)[0] for b in self.buffers)
        self.inner = int(np.prod(self.shape, dtype=np.int64)) // self.outer

    def program(self, fused: bool) -> Elementwise:
        root = self._node(self.root)
        if root.bits not in WIDTHS or not self.inner:
            raise NotElementwise("result")
        root = simplify(root, self.inner, fused=fused)
        for node in inside(root, []):
            if isinstance(node, Rescale) and channels_of(node) > 1:
                raise NotElementwise("a rescale for each channel")
        return Elementwise(root, self.outer, self.inner)

    def _node(self, value: ir.Value) -> Node:
        if value not in self.nodes:
            self.nodes[value] = self._read(value)
        return self.nodes[value]

    def _read(self, value: ir.Value) -> Node:
        owner = value.owner
        if not isinstance(owner, ir.OpView):
            raise NotElementwise("argument")
        op = owner.operation
        if op.name == "quant.scast":
            return self._node(op.operands[0])
        if op.name == "bufferization.to_tensor":
            return self._operand(self.buffers.index(op.operands[0]), value)
        array = constant(value)
        if array is not None:
            return self._constant(array, value)
        if op.name not in READERS:
            raise NotElementwise(op.name)
        return READERS[op.name](self, op)

    def _operand(self, buffer: int | Array, value: ir.Value) -> Node:
        bits = width(value)
        if bits not in WIDTHS:
            raise NotElementwise("operand")
        prefix, period = self._broadcast(ir.RankedTensorType(value.type).shape)
        return Read(bits, (), buffer, period, period == self.inner or prefix > 1)

    def _constant(self, array: Array, value: ir.Value) -> Node:
        bits = width(value)
        values = array.astype(np.int64)
        if bits not in (1, *WIDTHS):
            raise NotElementwise("constant")
        if values.size == 1:
            return Constant(bits, (), values.reshape(-1))
        prefix, period = self._broadcast(array.shape)
        if prefix == 1 and period <= MOST_CHANNELS and period < self.inner:
            return Constant(bits, (), values.reshape(-1))
        return self._operand(array.astype(f"int{bits}"), value)

    def _broadcast(self, shape: Sequence[int]) -> tuple[int, int]:
        """Elements that an operand has of the result: leading ones, and trailing ones of each."""
        if tuple(shape) == self.shape:
            return 1, int(np.prod(self.shape, dtype=np.int64)) // self.outer
        if len(shape) != len(self.shape):
            raise NotElementwise("ranks")
        sizes = [(a, b) for a, b in zip(shape, self.shape, strict=True) if (a, b) != (1, 1)]
        repeated = [at for at, (a, b) in enumerate(sizes) if a != b]
        first, last = repeated[0], repeated[-1]
        if any(a != 1 for a, _ in sizes[first : last + 1]):
            raise NotElementwise("broadcast")
        prefix = int(np.prod([b for _, b in sizes[:first]], dtype=np.int64))
        if prefix > 1 and self.outer not in (1, prefix):
            raise NotElementwise("broadcasts")
        period = int(np.prod([b for _, b in sizes[last + 1 :]], dtype=np.int64))
        if period > LONGEST_PERIOD:
            raise NotElementwise("an operand that is too long to be laid out on the stack")
        return prefix, period

    def arguments(self, op: ir.Operation, count: int) -> tuple[Node, ...]:
        """The first operands of an op."""
        return tuple(self._node(op.operands[at]) for at in range(count))


def width(value: ir.Value) -> int:
    """Bits of a tensor's integers, plain or quantized; 0 for other types."""
    element = ir.ShapedType(value.type).element_type
    if isinstance(element, QuantizedType):
        return element.storage_type_integral_width
    return element.width if isinstance(element, ir.IntegerType) else 0


def _rescale(reader: _Reader, op: ir.Operation) -> Node:
    read = read_rescale(op)
    source = reader.arguments(op, 1)
    bits = width(op.results[0])
    if bits not in WIDTHS or source[0].bits not in WIDTHS or min(read.shift) < 1:
        raise NotElementwise("rescale")
    if (read.input_unsigned and source[0].bits == 32) or (read.output_unsigned and bits == 32):
        raise NotElementwise("rescale")
    scaling = set(zip(read.multiplier, read.shift, strict=True))
    count = 1 if len(scaling) == 1 else len(read.multiplier)
    return Rescale(
        bits,
        source,
        np.array(read.multiplier[:count], np.int64),
        np.array(read.shift[:count], np.int64),
        read.rounding == "double_round",
        (read.input_zero_point, read.output_zero_point),
        (read.input_unsigned, read.output_unsigned),
    )


def _clamp(reader: _Reader, op: ir.Operation) -> Node:
    low, high = (op.attributes[name] for name in ("min_val", "max_val"))
    if not isinstance(low, ir.IntegerAttr) or not isinstance(high, ir.IntegerAttr):
        raise NotElementwise("clamp")
    return Clamp(width(op.results[0]), reader.arguments(op, 1), low.value, high.value)


def _cast(reader: _Reader, op: ir.Operation) -> Node:
    bits, source = width(op.results[0]), reader.arguments(op, 1)
    if bits not in (1, *WIDTHS):
        raise NotElementwise("cast")
    return Cast(bits, source)


def _select(reader: _Reader, op: ir.Operation) -> Node:
    return Select(width(op.results[0]), reader.arguments(op, 3))


def _binary(reader: _Reader, op: ir.Operation) -> Node:
    kind = op.name.removeprefix("tosa.")
    bits = width(op.results[0])
    if bits not in (1, *WIDTHS) or (kind == "mul" and scalar(op.operands[2]) != 0):
        raise NotElementwise(kind)
    return Binary(bits, reader.arguments(op, 2), kind)


def _not(reader: _Reader, op: ir.Operation) -> Node:
    bits = width(op.results[0])
    ones = Constant(bits, (), np.array([1 if bits == 1 else -1]))
    return Binary(bits, (*reader.arguments(op, 1), ones), "bitwise_xor")


def _negate(reader: _Reader, op: ir.Operation) -> Node:
    bits = width(op.results[0])
    zeros = [scalar(op.operands[at]) for at in (1, 2)]
    if bits not in (8, 16) or None in zeros:
        raise NotElementwise("negate")
    total = Constant(32, (), np.array([sum(zero for zero in zeros if zero is not None)]))
    wide = Binary(32, (total, *reader.arguments(op, 1)), "sub")
    return Cast(bits, (Clamp(32, (wide,), *limits(bits, False)),))


def _table(reader: _Reader, op: ir.Operation) -> Node:
    """256 entries of 8 bits, from the lowest code on."""
    table = constant(op.operands[1])
    if table is None or table.size != 256 or width(op.results[0]) != 8:
        raise NotElementwise("table")
    return Mapped(8, reader.arguments(op, 1), table.reshape(-1).astype(np.int64))


def _activation(reader: _Reader, op: ir.Operation) -> Node:
    if any(width(value) != 8 for value in (op.operands[0], op.results[0])):
        raise NotElementwise(op.name)
    by_byte = code_map(op.opview)  # pyright: ignore[reportArgumentType] - one of the two
    if by_byte is None:
        raise NotElementwise("a table that is no constant")
    return Mapped(8, reader.arguments(op, 1), wrap(by_byte[..., STORED & 255].astype(np.int64), 8))


def _leaky_relu(reader: _Reader, op: ir.Operation) -> Node:
    domain, result = (
        ir.ShapedType(value.type).element_type for value in (op.operands[0], op.results[0])
    )
    if any(UniformQuantizedType(t).storage_type_integral_width != 8 for t in (domain, result)):
        raise NotElementwise(op.name)
    codes = STORED & 255 if storage_of(domain) == "u8" else STORED
    parameters = op.attributes["parameters"]
    assert isinstance(parameters, lf.LeakyReluAttr)
    entries = parametric_results(parameters, codes, domain, result)
    return Mapped(8, reader.arguments(op, 1), wrap(entries, 8))


READERS: dict[str, Callable[[Any, ir.Operation], Node]] = {
    **{f"tosa.{kind}": _binary for kind in BINARY},
    "lutfuse.clip": _activation,
    "lutfuse.leaky_relu": _leaky_relu,
    "lutfuse.lut_activation": _activation,
    "tosa.bitwise_not": _not,
    "tosa.cast": _cast,
    "tosa.clamp": _clamp,
    "tosa.logical_not": _not,
    "tosa.negate": _negate,
    "tosa.rescale": _rescale,
    "tosa.select": _select,
    "tosa.table": _table,
}
