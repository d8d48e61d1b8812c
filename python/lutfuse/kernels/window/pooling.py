"""Pooling: the maximum or the mean of a window, channels in the lanes.

The maximum stays in bytes, a window is a tree of loads. Places outside of the image are moved onto
its edge, which lies in the window as well, so that padding costs no branch.

The mean sums 32-bit lanes, one vector of channels at a time, and divides by TOSA's reciprocal of
the number of elements, which is an exact requantization. With padding the number differs from pixel
to pixel: first and last element of a window, and the class of its constants, come from tables of
the rows and of the columns.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from mlir import ir
from mlir.dialects import arith, memref

from lutfuse.kernels.codes.requantize import Requantization
from lutfuse.kernels.memory.copies import pieces
from lutfuse.kernels.unit import emit
from lutfuse.kernels.unit.constants import Constants
from lutfuse.kernels.unit.emit import Index, add, i, mul, vec
from lutfuse.kernels.unit.vectors import VectorUnit
from lutfuse.kernels.window.reductions import Finish, accumulate, share_blocks, widen

UNROLLED_TAPS = 16  # a window of at most so many elements has no loop


@dataclass(frozen=True)
class Window:
    """Windows over an image: NHWC shapes, kernel, stride, and padding at the top and left."""

    input: tuple[int, int, int, int]
    output: tuple[int, int, int, int]
    kernel: tuple[int, int]
    stride: tuple[int, int]
    pad: tuple[int, int]

    def bounds(self, axis: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
        """First and last-but-one place inside of the image, for each output row or column."""
        first = np.arange(self.output[1 + axis]) * self.stride[axis] - self.pad[axis]
        last = np.minimum(first + self.kernel[axis], self.input[1 + axis])
        return np.stack([np.maximum(first, 0), last])

    def inside(self, axis: int) -> bool:
        """Whether every window lies in the image."""
        first, last = self.bounds(axis)
        return bool(np.all(last - first == self.kernel[axis]))


@dataclass(frozen=True)
class MaxPool:
    """The maximum of windows of signed integers."""

    window: Window


class MaxPoolKernel:
    """Builds a maximum at the ambient insertion point."""

    def __init__(self, pool: MaxPool, unit: VectorUnit, constants: Constants) -> None:
        del constants
        self.window, self.unit = pool.window, unit

    def emit(self, source: ir.Value, target: ir.Value, thread: ir.Value, threads: ir.Value) -> None:
        batch, height, width, channels = self.window.output
        bits = ir.IntegerType(ir.MemRefType(source.type).element_type).width
        vectors = pieces(channels, 32 * self.unit.lanes // bits)

        def row(at: ir.Value) -> list[ir.Value]:
            image, line = arith.divui(at, emit.index(height)), arith.remui(at, emit.index(height))

            def pixel(column: ir.Value) -> list[ir.Value]:
                write = mul(add(mul(at, width), column), channels)
                for start, size in vectors:
                    value = self._maximum(source, image, (line, column), start, size)
                    emit.store(value, target, add(write, start))
                return []

            emit.for_each(0, width, 1, pixel)
            return []

        emit.for_each(*emit.share(batch * height, thread, threads), 1, row)

    def _maximum(
        self,
        source: ir.Value,
        image: ir.Value,
        pixel: tuple[ir.Value, ir.Value],
        start: int,
        size: int,
    ) -> ir.Value:
        _, height, width, channels = self.window.input
        rows, columns = self.window.kernel

        def tap(y: Index, x: Index) -> ir.Value:
            line = add(mul(image, height), self._place(0, pixel[0], y))
            at = mul(add(mul(line, width), self._place(1, pixel[1], x)), channels)
            return emit.load(source, add(at, start), size)

        if rows * columns <= UNROLLED_TAPS:
            value = tap(0, 0)
            for which in range(1, rows * columns):
                value = arith.maxsi(value, tap(*divmod(which, columns)))
            return value

        def each_row(y: ir.Value, best: ir.Value) -> list[ir.Value]:
            def each(x: ir.Value, value: ir.Value) -> list[ir.Value]:
                return [arith.maxsi(value, tap(y, x))]

            return emit.for_each(0, columns, 1, each, [best])

        return emit.for_each(0, rows, 1, each_row, [tap(0, 0)])[0]

    def _place(self, axis: int, output: ir.Value, tap: Index) -> Index:
        """Input row or column of a tap, moved onto the edge."""
        first = mul(output, self.window.stride[axis])
        if self.window.inside(axis):
            return add(first, tap)
        at = arith.addi(emit.index(first), emit.index(add(tap, -self.window.pad[axis])))
        at = arith.maxsi(at, emit.index(0))
        return arith.minsi(at, emit.index(self.window.input[1 + axis] - 1))


@dataclass(frozen=True)
class AveragePool:
    """The mean of windows of signed 8-bit codes."""

    window: Window
    input_zero_point: int
    output_zero_point: int


def reciprocal(count: int, zero_point: int) -> Requantization:
    """Division by a number of elements; TOSA 1.0, `reciprocal_scale`."""
    bits = (count - 1).bit_length()
    multiplier = (((1 << 30) + 1) << bits) // count
    return Requantization(np.array([multiplier]), np.array([30 + bits]), False, zero_point)


class AveragePoolKernel:
    """Builds a mean at the ambient insertion point."""

    def __init__(self, pool: AveragePool, unit: VectorUnit, constants: Constants) -> None:
        self.pool, self.unit, self.constants = pool, unit, constants
        sizes = [np.unique(np.diff(pool.window.bounds(axis), axis=0)[0]) for axis in (0, 1)]
        self.columns = len(sizes[1])
        counts = [int(a * b) for a in sizes[0] for b in sizes[1]]
        self.finish = Finish(
            [-count * pool.input_zero_point for count in counts],
            [reciprocal(count, pool.output_zero_point) for count in counts],
            unit,
            constants,
            signed=True,
        )
        self.tables = [self._tables(axis, sizes[axis]) for axis in (0, 1)]
        self.zeros = emit.splat(vec(unit.lanes, i(32)), 0)

    def _tables(
        self, axis: int, sizes: np.ndarray[tuple[int], np.dtype[np.int64]]
    ) -> ir.Value | None:
        """First place, number of places and class, one after the other, of each row or column."""
        if self.pool.window.inside(axis):
            return None
        first, last = self.pool.window.bounds(axis)
        table = np.stack([first, last - first, np.searchsorted(sizes, last - first)], axis=1)
        return self.constants.add(table.astype(np.int32))

    def emit(self, source: ir.Value, target: ir.Value, thread: ir.Value, threads: ir.Value) -> None:
        batch, height, width, channels = self.pool.window.output

        def block(row: ir.Value, channel: Index, size: int) -> None:
            image = arith.divui(row, emit.index(height))
            y, rows, row_class = self._span(0, arith.remui(row, emit.index(height)))
            top = add(mul(image, self.pool.window.input[1]), y)

            def pixel(column: ir.Value) -> list[ir.Value]:
                x, columns, column_class = self._span(1, column)
                at = add(mul(add(mul(top, self.pool.window.input[2]), x), channels), channel)
                sums = self._window(source, at, rows, columns)
                kind = add(mul(row_class, self.columns), column_class)
                write = add(mul(add(mul(row, width), column), channels), channel)
                self.finish.emit(sums, kind, size, target, write)
                return []

            emit.for_each(0, width, 1, pixel)

        share_blocks(batch * height, channels, self.unit.lanes, (thread, threads), block)

    def _span(self, axis: int, output: ir.Value) -> tuple[Index, Index, Index]:
        """First place, number of places, and class of an output row or column."""
        table, window = self.tables[axis], self.pool.window
        if table is None:
            return mul(output, window.stride[axis]), window.kernel[axis], 0
        at = mul(output, 3)
        first, count, kind = (
            arith.index_cast(ir.IndexType.get(), memref.load(table, [emit.index(add(at, k))]))
            for k in range(3)
        )
        return first, count, kind

    def _window(self, source: ir.Value, at: Index, rows: Index, columns: Index) -> ir.Value:
        _, _, width, channels = self.pool.window.input

        def term(place: Index) -> ir.Value:
            return widen(emit.load(source, place, self.unit.lanes), i(32), signed=True)

        if columns == width and isinstance(rows, int):  # one run of pixels
            return accumulate(rows * width, self.zeros, lambda k: term(add(at, mul(k, channels))))

        def row(y: Index, sums: ir.Value) -> list[ir.Value]:
            line = add(at, mul(y, width * channels))
            return [accumulate(columns, sums, lambda k: term(add(line, mul(k, channels))))]

        if isinstance(rows, int) and rows <= 4:
            sums = self.zeros
            for y in range(rows):
                sums = row(y, sums)[0]
            return sums
        return emit.for_each(0, rows, 1, row, [self.zeros])[0]
