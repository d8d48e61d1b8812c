"""Element-wise kernels: a graph of ops on flat buffers, in blocks of four vectors.

A block is as many elements as a vector has bytes: 8-bit codes enter and leave as one vector, and
are four vectors of 32-bit lanes between. The elements of the result are numbered by an *outer*
index (of the batch, mostly) and an *inner* one. A thread's share are whole blocks of one outer
index; the last block ends with the last element and may overlap the one before, which the same
thread does, so that there is no tail. Fewer elements than a block are copied to a place that has
room.

An operand of fewer elements repeats along the inner index, as a value for each channel does. It
is laid out once for each outer index, with the start again behind its end: then a block may begin
at any channel. Where its period divides a block, all blocks use the same vectors. What forms
prepare of such an operand is computed in front of the loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from mlir import ir
from mlir.dialects import arith, memref, scf

from lutfuse.kernels.elementwise.block import Block, Place, Prepared
from lutfuse.kernels.elementwise.ops import Node, Read, inside
from lutfuse.kernels.elementwise.stages import Pair, channels_of, is_repeated
from lutfuse.kernels.unit import emit
from lutfuse.kernels.unit.constants import Constants
from lutfuse.kernels.unit.emit import Index, add, mul
from lutfuse.kernels.unit.vectors import VectorUnit

ALIGNMENT = 64


@dataclass(frozen=True)
class Elementwise:
    """An element-wise kernel: the result, and its numbers of outer and inner elements."""

    root: Node
    outer: int
    inner: int

    @cached_property
    def nodes(self) -> list[Node]:
        """All nodes, operands first."""
        return inside(self.root, [])

    @cached_property
    def reads(self) -> list[Read]:
        """What is read."""
        return [node for node in self.nodes if isinstance(node, Read)]

    @cached_property
    def periods(self) -> set[int]:
        """Numbers of inner elements after which something repeats."""
        periods = {read.period for read in self.reads} | {channels_of(n) for n in self.nodes}
        return {period for period in periods if 1 < period < self.inner}


class ElementwiseKernel:
    """Builds the body of one element-wise kernel at the ambient insertion point."""

    def __init__(self, program: Elementwise, unit: VectorUnit, constants: Constants) -> None:
        self.program, self.unit, self.constants = program, unit, constants
        self.size = 4 * unit.lanes

    def emit(
        self, sources: Sequence[ir.Value], target: ir.Value, thread: ir.Value, threads: ir.Value
    ) -> None:
        """Fills this thread's blocks of `target`; all buffers are flat."""
        self.buffers = {
            read: sources[read.buffer]
            if isinstance(read.buffer, int)
            else self.constants.add(read.buffer)
            for read in self.program.reads
        }
        self.copies = {read: self._room_for(read) for read in self.program.reads}
        if self.program.inner < self.size:
            self.result = _room(self.size, ir.MemRefType(target.type).element_type)
        self.prepared = {
            node: self._room_prepared(node)
            for node in self.program.nodes
            if isinstance(node, Pair) and is_repeated(node.sources[1], self.program.inner)
        }

        def image(outer: Index) -> list[ir.Value]:
            self._image(outer, target, thread, threads)
            return []

        if self.program.outer == 1:
            image(0)
        else:
            emit.for_each(0, self.program.outer, 1, image)

    def _room_for(self, read: Read) -> ir.Value | None:
        """Where a repeated operand is laid out, or any operand of a kernel without a block."""
        if read.period == self.program.inner >= self.size:
            return None
        element = ir.MemRefType(self.buffers[read].type).element_type
        return _room(self._length(read.period), element)

    def _length(self, period: int) -> int:
        """Elements of an operand that is laid out: whole blocks, from any start in a period."""
        return -(-(period + self.size) // self.size) * self.size

    def _room_prepared(self, node: Pair) -> list[ir.Value]:
        period = self._period(node.sources[1])
        if self.size % period == 0:
            return []
        f32 = ir.F32Type.get()
        return [_room(self._length(period), f32) for _ in range(node.form.prepared)]

    def _period(self, node: Node) -> int:
        """Inner elements after which a repeated value does so."""
        nodes = inside(node, [])
        periods = [n.period for n in nodes if isinstance(n, Read)]
        return int(np.lcm.reduce([*periods, *(channels_of(n) for n in nodes)]))

    def _image(self, outer: Index, target: ir.Value, thread: ir.Value, threads: ir.Value) -> None:
        """All blocks of one outer index."""
        for read, room in self.copies.items():
            if room is not None:
                self._lay_out(read, room, outer)
        prepared: dict[Node, Prepared] = {
            node: self._prepare(node, rooms) for node, rooms in self.prepared.items()
        }
        start = mul(outer, self.program.inner)
        if self.program.inner >= self.size:
            self._blocks(start, prepared, target, thread, threads)
            return
        first = scf.IfOp(arith.cmpi(arith.CmpIPredicate.eq, thread, emit.index(0)))
        with ir.InsertionPoint(first.then_block):
            block = self._block(0, 0, dict.fromkeys(self.program.periods, 0), prepared)
            block.store(self.program.root, self.result, 0)
            _copy(self.result, 0, target, start, self.program.inner)
            scf.yield_([])

    def _lay_out(self, read: Read, room: ir.Value, outer: Index) -> None:
        """Copies an operand and then its start again, until the room is full."""
        start = mul(outer, read.period) if read.outer else 0
        _copy(self.buffers[read], start, room, 0, read.period)
        if read.period < self.program.inner:
            _copy(room, 0, room, read.period, self._length(read.period) - read.period)

    def _prepare(self, node: Pair, rooms: Sequence[ir.Value]) -> Prepared:
        """What the form wants of its second operand: vectors, or the buffers that hold them."""
        period = self._period(node.sources[1])

        def at(position: Index) -> list[list[ir.Value]]:
            offsets = {p: _modulo(position, p) for p in self.program.periods}
            return self._block(0, position, offsets, {}).prepare(node)

        if not rooms:
            return Prepared(period, vectors=at(0))

        def step(position: ir.Value) -> list[ir.Value]:
            for room, four in zip(rooms, at(position), strict=True):
                for k, vector in enumerate(four):
                    emit.store(vector, room, add(position, k * self.unit.lanes))
            return []

        emit.for_each(0, self._length(period), self.size, step)
        return Prepared(period, rooms=rooms)

    def _blocks(
        self,
        start: Index,
        prepared: dict[Node, Prepared],
        target: ir.Value,
        thread: ir.Value,
        threads: ir.Value,
    ) -> None:
        whole, rest = divmod(self.program.inner, self.size)
        first, stop = emit.share(whole, thread, threads)
        if rest:  # the block that ends with the last element goes to the last thread
            last = arith.cmpi(arith.CmpIPredicate.eq, stop, emit.index(whole))
            stop = arith.select(last, emit.index(whole + 1), stop)
        moving = sorted(period for period in self.program.periods if self.size % period)
        begin = mul(first, self.size)
        carried = [arith.remui(emit.index(begin), emit.index(period)) for period in moving]
        end = self.program.inner - self.size

        def body(which: ir.Value, *offsets: ir.Value) -> list[ir.Value]:
            position: Index = mul(which, self.size)
            at = list(offsets)
            if rest:
                position = arith.minui(emit.index(position), emit.index(end))
                last = arith.cmpi(arith.CmpIPredicate.eq, which, emit.index(whole))
                ends = [emit.index(end % period) for period in moving]
                at = [arith.select(last, e, o) for e, o in zip(ends, at, strict=True)]
            places: dict[int, Index] = dict.fromkeys(self.program.periods, 0)
            places.update(zip(moving, at, strict=True))
            block = self._block(start, position, places, prepared)
            block.store(self.program.root, target, add(start, position))
            return [self._advance(o, p) for o, p in zip(offsets, moving, strict=True)]

        emit.for_each(first, stop, 1, body, carried)

    def _advance(self, offset: ir.Value, period: int) -> ir.Value:
        """A place in a period, one block later."""
        there = arith.addi(offset, emit.index(self.size % period))
        beyond = arith.cmpi(arith.CmpIPredicate.uge, there, emit.index(period))
        return arith.select(beyond, arith.subi(there, emit.index(period)), there)

    def _block(
        self,
        start: Index,
        position: Index,
        offsets: dict[int, Index],
        prepared: dict[Node, Prepared],
    ) -> Block:
        """A block at an inner position whose outer index starts at `start`."""
        places: dict[Node, Place] = {}
        for read, room in self.copies.items():
            repeats = read.period < self.program.inner
            at = offsets.get(read.period, 0) if repeats else position
            if room is not None:
                places[read] = Place(room, at)
            else:
                places[read] = Place(self.buffers[read], add(start if read.outer else 0, at))
        offsets = {**offsets, self.program.inner: position}
        return Block(self.unit, self.constants, places, offsets, prepared)


def _room(size: int, element: ir.Type) -> ir.Value:
    return memref.alloca(ir.MemRefType.get([size], element), [], [], alignment=ALIGNMENT)


def _modulo(position: Index, period: int) -> Index:
    if isinstance(position, int):
        return position % period
    return arith.remui(position, emit.index(period))


def _copy(source: ir.Value, start: Index, target: ir.Value, to: Index, count: int) -> None:
    """Copies elements one by one; where both are one buffer, in ascending order."""

    def one(at: ir.Value) -> list[ir.Value]:
        value = memref.load(source, [emit.index(add(start, at))])
        memref.store(value, target, [emit.index(add(to, at))])
        return []

    emit.for_each(0, count, 1, one)
