"""Data movement: pad, concat, slice, reverse, tile, transpose as runs that are copied or filled.

All of these are boxes of elements that go from one place to another, with a stride for each axis.
Axes that are contiguous on both sides are merged, the innermost into a run, which is moved by whole
vectors; its last vector overlaps the one before it instead of a tail of small pieces. Boxes of the
same loops share them, so that a padded row is written from left to right. A transposition, whose
runs are single elements, goes through tiles of 16 by 16 in registers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import prod

import numpy as np
from mlir import ir
from mlir.dialects import arith, memref

from lutfuse.kernels.unit import emit
from lutfuse.kernels.unit.emit import Index, add, mul
from lutfuse.kernels.unit.vectors import VectorUnit

TILE = 16  # elements of a side of a transposed tile
UNROLLED = 8  # a run of at most so many vectors has no loop


@dataclass(frozen=True)
class Move:
    """A run of elements that is moved once for each step of some loops, the outermost first.

    `source` numbers the buffer that is read; None fills. `read` and `write` are the first places.
    """

    source: int | None
    run: int
    read: int
    write: int
    sizes: tuple[int, ...] = ()
    read_strides: tuple[int, ...] = ()
    write_strides: tuple[int, ...] = ()


def strides(shape: Sequence[int]) -> list[int]:
    """Distance between neighbours of each axis of a dense tensor."""
    return [prod(shape[axis + 1 :]) for axis in range(len(shape))]


def box(
    source: int | None,
    sizes: Sequence[int],
    read: tuple[int, Sequence[int]],
    write: tuple[int, Sequence[int]],
) -> Iterator[Move]:
    """The move of a box of elements, none if it is empty; `read` and `write`: start and strides."""
    if prod(sizes) == 0:
        return
    axes: list[tuple[int, int, int]] = []
    for size, r, w in zip(sizes, read[1], write[1], strict=True):
        if size == 1:
            continue
        if axes and axes[-1][1:] == (size * r, size * w):
            axes[-1] = (axes[-1][0] * size, r, w)
        else:
            axes.append((size, r, w))
    contiguous = bool(axes) and axes[-1][1:] == (1, 1)
    run = axes.pop()[0] if contiguous else 1
    loops = [tuple(axis[k] for axis in axes) for k in range(3)]
    yield Move(source, run, read[0], write[0], *loops)


def pad(shape: Sequence[int], before: Sequence[int], after: Sequence[int]) -> list[Move]:
    """Fills the border around buffer 0."""
    target = [b + size + a for b, size, a in zip(before, shape, after, strict=True)]
    steps = strides(target)
    inside = sum(b * step for b, step in zip(before, steps, strict=True))
    moves = list(box(0, shape, (0, strides(shape)), (inside, steps)))
    corner = 0
    for axis in range(len(shape)):
        # All of the axes behind, the inside of those before.
        for start, size in ((0, before[axis]), (before[axis] + shape[axis], after[axis])):
            sizes = [*shape[:axis], size, *target[axis + 1 :]]
            moves += box(None, sizes, (0, steps), (corner + start * steps[axis], steps))
        corner += before[axis] * steps[axis]
    return moves


def concat(shapes: Sequence[Sequence[int]], axis: int) -> list[Move]:
    """Buffers 0, 1, ... one after the other along an axis."""
    target = [*shapes[0]]
    target[axis] = sum(shape[axis] for shape in shapes)
    steps = strides(target)
    moves: list[Move] = []
    start = 0
    for source, shape in enumerate(shapes):
        moves += box(source, shape, (0, strides(shape)), (start * steps[axis], steps))
        start += shape[axis]
    return moves


def cut(shape: Sequence[int], start: Sequence[int], size: Sequence[int]) -> list[Move]:
    """A slice of buffer 0."""
    steps = strides(shape)
    first = sum(s * step for s, step in zip(start, steps, strict=True))
    return list(box(0, size, (first, steps), (0, strides(size))))


def reverse(shape: Sequence[int], axis: int) -> list[Move]:
    """Buffer 0 with one axis backwards."""
    steps = strides(shape)
    back = [-step if which == axis else step for which, step in enumerate(steps)]
    return list(box(0, shape, ((shape[axis] - 1) * steps[axis], back), (0, steps)))


def tile(shape: Sequence[int], multiples: Sequence[int]) -> list[Move]:
    """Buffer 0, repeated along each axis."""
    sizes = [n for pair in zip(multiples, shape, strict=True) for n in pair]
    steps = [n for step in strides(shape) for n in (0, step)]
    return list(box(0, sizes, (0, steps), (0, strides(sizes))))


def transpose(shape: Sequence[int], order: Sequence[int]) -> list[Move]:
    """Buffer 0 with its axes in another order."""
    steps = strides(shape)
    sizes = [shape[axis] for axis in order]
    return list(box(0, sizes, (0, [steps[axis] for axis in order]), (0, strides(sizes))))


def pieces(size: int, width: int) -> list[tuple[int, int]]:
    """Start and size of vectors that cover a run exactly, of a power of two up to `width` each."""
    width = min(width, 1 << (size.bit_length() - 1))
    starts = list(range(0, size - width + 1, width))
    if size % width:
        starts.append(size - width)
    return [(start, width) for start in starts]


@dataclass(frozen=True)
class Copier:
    """Emits moves between flat buffers of one element type."""

    sources: Sequence[ir.Value]
    target: ir.Value
    fill: int
    unit: VectorUnit
    thread: ir.Value
    threads: ir.Value

    @property
    def element(self) -> ir.Type:
        return ir.MemRefType(self.target.type).element_type

    def emit(self, moves: Sequence[Move]) -> None:
        """All moves, each group of equal loops in one nest."""
        divided = [part for move in moves for part in self._divide(move)]
        divided.sort(key=_nest_of)
        for _, group in groupby(divided, key=_nest_of):
            # From left to right, as the target lies in memory.
            self._nest(sorted(group, key=lambda move: move.write))

    @property
    def width(self) -> int:
        """Elements of a vector."""
        return 32 * self.unit.lanes // ir.IntegerType(self.element).width

    def _divide(self, move: Move) -> Iterator[Move]:
        """One run without loops becomes a loop over vectors, which threads share."""
        whole = move.run // self.width
        if move.sizes or whole < 2:
            yield move
            return
        done = whole * self.width
        loop = ((whole,), (self.width,), (self.width,))
        yield Move(move.source, self.width, move.read, move.write, *loop)
        if move.run > done:
            yield replace(move, run=move.run - done, read=move.read + done, write=move.write + done)

    def _nest(self, group: Sequence[Move]) -> None:
        sizes = group[0].sizes or (1,)
        axis = _tiled_axis(group[0])
        if axis is not None:
            for move in group:
                self._transposed(move, axis)
            return

        def body(at: list[ir.Value]) -> None:
            for move in group:
                self._run(move, *_places(move, at))

        self._loops(sizes, body)

    def _loops(self, sizes: Sequence[int], body: Callable[[list[ir.Value]], None]) -> None:
        """A nest whose outermost loop is shared by the threads."""

        def level(depth: int, counters: list[ir.Value]) -> None:
            if depth == len(sizes):
                body(counters)
                return

            def step(counter: ir.Value) -> list[ir.Value]:
                level(depth + 1, [*counters, counter])
                return []

            bounds: tuple[Index, Index] = (0, sizes[depth])
            if depth == 0:
                bounds = emit.share(sizes[0], self.thread, self.threads)
            emit.for_each(*bounds, 1, step)

        level(0, [])

    def _run(self, move: Move, read: Index, write: Index) -> None:
        if move.run == 1:
            memref.store(self._one(move, read), self.target, [emit.index(write)])
            return
        width, done = self.width, 0
        if (whole := move.run // width) > UNROLLED:
            step = 4 * width

            def body(which: ir.Value) -> list[ir.Value]:
                at = mul(which, step)
                for start in range(0, step, width):
                    self._vector(move, width, add(add(read, at), start), add(add(write, at), start))
                return []

            emit.for_each(0, whole // 4, 1, body)
            done = whole // 4 * step
        for start, size in pieces(move.run, width):
            if start + size > done:
                self._vector(move, size, add(read, start), add(write, start))

    def _one(self, move: Move, read: Index) -> ir.Value:
        if move.source is None:
            return arith.constant(self.element, self.fill)
        return memref.load(self.sources[move.source], [emit.index(read)])

    def _vector(self, move: Move, size: int, read: Index, write: Index) -> None:
        if move.source is None:
            value = emit.splat(emit.vec(size, self.element), self.fill)
        else:
            value = emit.load(self.sources[move.source], read, size)
        emit.store(value, self.target, write)

    def _transposed(self, move: Move, axis: int) -> None:
        """Tiles, and the elements at the ends of the two axes one by one."""
        last = len(move.sizes) - 1
        tiled = _part(_part(move, axis, 0, TILE), last, 0, TILE)

        def body(at: list[ir.Value]) -> None:
            read, write = _places(tiled, at)
            source, steps = self.sources[move.source or 0], move.read_strides
            rows = [emit.load(source, add(read, k * steps[last]), TILE) for k in range(TILE)]
            for k, row in enumerate(_transpose(rows)):
                emit.store(row, self.target, add(write, k * move.write_strides[axis]))

        self._loops(tiled.sizes, body)
        ends = move.sizes[axis] // TILE * TILE, move.sizes[last] // TILE * TILE
        rest = [_part(move, axis, ends[0], 1), _part(_head(move, axis, ends[0]), last, ends[1], 1)]
        for part in rest:
            self._loops(part.sizes, lambda at, part=part: self._run(part, *_places(part, at)))


def _nest_of(move: Move) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return move.sizes, move.write_strides


def _places(move: Move, counters: Sequence[ir.Value]) -> tuple[Index, Index]:
    """Where a run is read and written at the given step of each loop."""
    read: Index = move.read
    write: Index = move.write
    for counter, r, w in zip(counters, move.read_strides, move.write_strides, strict=False):
        read, write = add(mul(counter, r), read), add(mul(counter, w), write)
    return read, write


def _tiled_axis(move: Move) -> int | None:
    """The axis that is contiguous where it is read, if the last is where it is written."""
    if move.source is None or move.run != 1 or not move.sizes or move.write_strides[-1] != 1:
        return None
    axes = [a for a, step in enumerate(move.read_strides) if step == 1 and move.sizes[a] >= TILE]
    return axes[0] if axes and move.sizes[-1] >= TILE and axes[0] != len(move.sizes) - 1 else None


def _head(move: Move, axis: int, size: int) -> Move:
    """The first steps of an axis."""
    return replace(move, sizes=_with(move.sizes, axis, size))


def _part(move: Move, axis: int, start: int, step: int) -> Move:
    """The steps of an axis from `start` on, in whole groups of `step`."""
    r, w = move.read_strides[axis], move.write_strides[axis]
    return replace(
        move,
        read=move.read + start * r,
        write=move.write + start * w,
        sizes=_with(move.sizes, axis, (move.sizes[axis] - start) // step),
        read_strides=_with(move.read_strides, axis, r * step),
        write_strides=_with(move.write_strides, axis, w * step),
    )


def _with(values: tuple[int, ...], position: int, value: int) -> tuple[int, ...]:
    return (*values[:position], value, *values[position + 1 :])


def _transpose(rows: list[ir.Value]) -> list[ir.Value]:
    """The columns of a square tile: each round interleaves rows of its two halves."""
    half, size = len(rows) // 2, emit.size_of(rows[0])
    order = np.arange(2 * size).reshape(2, size).T.reshape(2, size).tolist()
    for _ in range(len(rows).bit_length() - 1):
        pairs = zip(rows[:half], rows[half:], strict=True)
        rows = [emit.shuffle(a, b, part) for a, b in pairs for part in order]
    return rows
