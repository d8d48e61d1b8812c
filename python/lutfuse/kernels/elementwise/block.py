"""One block of an element-wise kernel: each value as bytes, as 32-bit lanes or as floats.

A value is made in the representation that its user wants, once. Codes that are rounded last stay
unsaturated lanes until they become bytes, where narrowing saturates them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from mlir import ir
from mlir.dialects import arith, math

from lutfuse.kernels.codes.tables import emit_code_map
from lutfuse.kernels.codes.two_pieces import TwoPieces, emit_lines
from lutfuse.kernels.elementwise.ops import (
    Constant,
    Mapped,
    Node,
    Read,
    Rescale,
    emit_clamp,
    emit_wrap,
)
from lutfuse.kernels.elementwise.stages import Pair, channels_of
from lutfuse.kernels.elementwise.two_input_forms import (
    EmittedFloats,
    emit_larger,
    emit_smaller,
)
from lutfuse.kernels.unit import emit
from lutfuse.kernels.unit.constants import Constants
from lutfuse.kernels.unit.emit import Index, add, i, vec
from lutfuse.kernels.unit.vectors import VectorUnit, typed

Four = list[ir.Value]


@dataclass(frozen=True)
class Place:
    """A buffer and the first element of the block in it."""

    buffer: ir.Value
    at: Index


@dataclass(frozen=True)
class Prepared:
    """What a form prepared: the vectors of every block, or buffers with one for each place."""

    period: int
    vectors: Sequence[Four] = ()
    rooms: Sequence[ir.Value] = ()


@dataclass
class Block:
    """`offsets` are the block's place in each period."""

    unit: VectorUnit
    constants: Constants
    places: Mapping[Node, Place]
    offsets: Mapping[int, Index]
    prepared: Mapping[Node, Prepared]
    _made: dict[tuple[str, Node], list[ir.Value]] = field(default_factory=dict)

    def store(self, node: Node, target: ir.Value, at: Index) -> None:
        """Writes the block's values of a node from `at` on."""
        if node.bits == 8:
            emit.store(self.bytes(node), target, at)
            return
        for k, lanes in enumerate(self.wide(node)):
            value = lanes
            if node.bits < 32:
                value = arith.trunci(vec(self.unit.lanes, i(node.bits)), lanes)
            emit.store(value, target, add(at, k * self.unit.lanes))

    def bytes(self, node: Node) -> ir.Value:
        """8-bit codes as one vector."""
        return self._once("bytes", node, lambda: [self._bytes(node)])[0]

    def wide(self, node: Node) -> Four:
        """Signed numbers in 32-bit lanes."""
        return self._once("wide", node, lambda: self._wide(node))

    def floats(self, node: Node, unsigned: bool) -> Four:
        """8-bit codes in float32 lanes."""
        return self._once(f"floats {unsigned}", node, lambda: self._floats(node, unsigned))

    def prepare(self, node: Pair) -> list[Four]:
        """What the form of `node` wants of its second operand."""
        ops = EmittedFloats(self.unit.fused)
        b = self.floats(node.sources[1], node.unsigned[1])
        by_vector = [node.form.prepare(ops, lanes) for lanes in b]
        return [list(four) for four in zip(*by_vector, strict=True)]

    def _once(self, kind: str, node: Node, make: Callable[[], list[ir.Value]]) -> list[ir.Value]:
        key = (kind, node)
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    def _bytes(self, node: Node) -> ir.Value:
        if isinstance(node, Read):
            place = self.places[node]
            return emit.load(place.buffer, place.at, 4 * self.unit.lanes)
        if isinstance(node, Mapped):
            return self._mapped(node)
        if isinstance(node, Pair | Rescale):
            return self.unit.narrow(self._unsaturated(node), signed=not node.unsigned[-1])
        return self.unit.narrow(self.wide(node), signed=True)

    def _mapped(self, node: Mapped) -> ir.Value:
        if self._lines(node) is not None:
            return self.unit.narrow(self._unsaturated(node), signed=True)
        codes = self.bytes(node.sources[0])
        channels = [self.offsets.get(channels_of(node), 0)]
        return emit_code_map(codes, node.code_map, self.unit, self.constants, channels)

    def _lines(self, node: Node) -> TwoPieces | None:
        """The form of a table, where there is one and it is faster than looking up."""
        if not isinstance(node, Mapped) or not self.unit.fused:
            return None
        rows = node.rows
        if rows.ndim == 1 and (self.unit.looks_up or node.code_map.bounds() is not None):
            return None
        return node.lines.two_pieces(rounds_down=self.unit.rounds_down)

    def _unsaturated(self, node: Node) -> Four:
        """8-bit codes in 32-bit lanes, before saturation."""
        if isinstance(node, Pair):
            return [emit_nearest(f) for f in self._unrounded(node)]
        lines = self._lines(node)
        if lines is None:
            return self._operation(node)
        at, lanes = self.offsets.get(channels_of(node), 0), self.unit.lanes
        return [
            emit_lines(x, lines, add(at, k * lanes), self.unit, self.constants)
            for k, x in enumerate(self.floats(node.sources[0], False))
        ]

    def _wide(self, node: Node) -> Four:
        lanes = self.unit.lanes
        if isinstance(node, Read):
            place = self.places[node]
            parts = [emit.load(place.buffer, add(place.at, k * lanes), lanes) for k in range(4)]
            return [self._extended(part) for part in parts]
        if isinstance(node, Constant):
            return self._constant(node)
        if isinstance(node, Mapped):
            codes = self.bytes(node)  # also where it has lines: narrowing is cheap
            return [self._extended(emit.part(codes, k * lanes, lanes)) for k in range(4)]
        if isinstance(node, Pair):
            i32 = vec(lanes, i(32))
            signed = [arith.fptosi(i32, f) for f in self.floats(node, node.unsigned[-1])]
            return [emit_wrap(x, 8) if node.unsigned[-1] else x for x in signed]
        four = self._operation(node)
        if isinstance(node, Rescale) and node.bits < 32:
            four = [emit_clamp(x, *node.range) for x in four]
            four = [emit_wrap(x, node.bits) if node.unsigned[1] else x for x in four]
        return four

    def _extended(self, part: ir.Value) -> ir.Value:
        i32 = vec(self.unit.lanes, i(32))
        return part if part.type == i32 else arith.extsi(i32, part)

    def _constant(self, node: Constant) -> Four:
        lanes = self.unit.lanes
        if node.values.size == 1:
            return [emit.splat(vec(lanes, i(32)), int(node.values[0]))] * 4
        period = node.values.size
        content = np.resize(node.values, period + 4 * lanes).astype(np.int32)
        buffer, at = self.constants.add(content), self.offsets.get(period, 0)
        return [emit.load(buffer, add(at, k * lanes), lanes) for k in range(4)]

    def _operation(self, node: Node) -> Four:
        arguments = [self.wide(source) for source in node.sources]
        return [
            node.emit(self.constants, *(argument[k] for argument in arguments)) for k in range(4)
        ]

    def _saturated(self, node: Pair) -> Four:
        """Codes in float32 lanes."""
        low, high = node.range
        below, above = node.reach[0] < low, node.reach[1] > high
        if below and above and self.unit.clamps and node not in self.prepared and node.centred:
            form, ops = node.centred, EmittedFloats(self.unit.fused)
            a, b = (self.floats(source, False) for source in node.sources)
            four = [form.combine(ops, x, form.prepare(ops, y)) for x, y in zip(a, b, strict=True)]
            return [typed("llvm.intr.floor", f.type, self.unit.clamp(f, 127.5)) for f in four]
        four = [emit_rounded(f, self.unit) for f in self._unrounded(node)]
        if below:
            four = [emit_larger(f, emit.splat(f.type, low)) for f in four]
        if above:
            four = [emit_smaller(f, emit.splat(f.type, high)) for f in four]
        return four

    def _unrounded(self, node: Pair) -> Four:
        """Floats before they are rounded."""
        lanes = self.unit.lanes
        ready = self.prepared.get(node)
        if ready is None:
            prepared = self.prepare(node)
        elif ready.vectors:
            prepared = list(ready.vectors)
        else:
            at = self.offsets[ready.period]
            prepared = [
                [emit.load(room, add(at, k * lanes), lanes) for k in range(4)]
                for room in ready.rooms
            ]
        ops = EmittedFloats(self.unit.fused)
        a = self.floats(node.sources[0], node.unsigned[0])
        return [node.form.combine(ops, a[k], [one[k] for one in prepared]) for k in range(4)]

    def _floats(self, node: Node, unsigned: bool) -> Four:
        if isinstance(node, Pair) and node.unsigned[-1] == unsigned:
            return self._saturated(node)
        wide = self.wide(node)
        if unsigned:
            wide = [arith.andi(x, emit.splat(x.type, 255)) for x in wide]
        f32 = vec(self.unit.lanes, ir.F32Type.get())
        return [arith.sitofp(f32, x) for x in wide]


def emit_rounded(x: ir.Value, unit: VectorUnit) -> ir.Value:
    """Floats below 2^22 rounded to integers, ties to even."""
    if unit.fused:  # such units round in one instruction, others would call a function
        return math.roundeven(x)
    large = emit.splat(x.type, 1.5 * 2**23)  # beside it there is only room for integers
    return arith.subf(arith.addf(x, large), large)


def emit_nearest(x: ir.Value) -> ir.Value:
    """Float32 lanes rounded to 32-bit integers, ties to even."""
    lanes = emit.size_of(x)
    return typed("llvm.intr.lrint", vec(lanes, i(32)), x)
