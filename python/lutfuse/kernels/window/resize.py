"""Resizing: nearest copies pixels, bilinear weighs two rows and then two columns.

The weights of TOSA's bilinear interpolation are products of a row's and a column's weight, and sums
of products of integers are exact in any order: one pass over two whole input rows makes a weighed
row, a second one over its pixels the output. Lanes have 16 bits where the largest sum fits. Which
pixels an output pixel reads, and their weights, stand in tables of the rows and of the columns.
Between the edges of a row the weights repeat every few pixels. Those of a period are constants; and
where a period is one step in the input and a vector holds several pixels, each place of the period
is computed for several periods at once, and the results are interleaved.
The requantization that importers put behind a resize is part of the kernel: where it divides by a
power of two it is a shift in those lanes.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd
from typing import Any

import numpy as np
from mlir import ir
from mlir.dialects import arith, memref, vector

from lutfuse.kernels.codes.requantize import (
    Requantization,
    RequantizationConstants,
    emit_requantization,
)
from lutfuse.kernels.memory.copies import pieces
from lutfuse.kernels.unit import emit
from lutfuse.kernels.unit.constants import Constants
from lutfuse.kernels.unit.emit import Index, add, i, mul, vec
from lutfuse.kernels.unit.vectors import VectorUnit
from lutfuse.kernels.window.reductions import saturate, widen

Array = np.ndarray[Any, np.dtype[np.int64]]
MAX_ROW = 1 << 17  # bytes of the weighed row, which lies on the stack
MAX_PERIOD = 4  # outputs of a period that is unrolled


@dataclass(frozen=True)
class Axis:
    """TOSA's scale and offset of one axis: place = (output * denominator + offset) / numerator."""

    input: int
    output: int
    numerator: int
    denominator: int
    offset: int

    def taps(self) -> tuple[Array, Array, Array]:
        """The two input places of each output, and the weight of the second one."""
        place = np.arange(self.output) * self.denominator + self.offset
        whole = place // self.numerator
        last = self.input - 1
        weight = place - whole * self.numerator
        return np.clip(whole, 0, last), np.clip(whole + 1, 0, last), weight

    def period(self) -> tuple[int, int]:
        """After how many outputs the weights repeat, and how many inputs later."""
        common = gcd(self.numerator, self.denominator)
        return self.numerator // common, self.denominator // common

    def regular(self) -> range:
        """The outputs whose two inputs are neighbours."""
        first, second, _ = self.taps()
        found = np.flatnonzero(second == first + 1)
        return range(int(found[0]), int(found[-1]) + 1) if found.size else range(0)

    def nearest(self) -> Array:
        """The input place of each output."""
        first, second, weight = self.taps()
        return np.where(2 * weight >= self.numerator, second, first)


@dataclass(frozen=True)
class Nearest:
    """A resize of NHWC elements that copies the nearest one."""

    batch: int
    channels: int
    rows: Axis
    columns: Axis

    @property
    def line(self) -> int:
        """Elements of an input row."""
        return self.columns.input * self.channels


@dataclass(frozen=True)
class Bilinear(Nearest):
    """A resize of NHWC signed codes to weighed sums, and to codes where there is requantization."""

    requantization: Requantization | None
    output_signed: bool

    @property
    def bounds(self) -> tuple[int, int]:
        """Smallest and largest sum."""
        total = self.rows.numerator * self.columns.numerator
        return -128 * total, 127 * total


class NearestKernel:
    """Builds a nearest-neighbour resize at the ambient insertion point."""

    def __init__(self, resize: Nearest, unit: VectorUnit, constants: Constants) -> None:
        self.resize, self.unit = resize, unit
        line = resize.line
        self.rows = constants.add((resize.rows.nearest() * line).astype(np.int32))
        columns = resize.columns.nearest() * resize.channels
        self.columns = constants.add(columns.astype(np.int32))

    def emit(self, source: ir.Value, target: ir.Value, thread: ir.Value, threads: ir.Value) -> None:
        r = self.resize
        bits = ir.IntegerType(ir.MemRefType(source.type).element_type).width
        vectors = pieces(r.channels, 32 * self.unit.lanes // bits)

        def row(at: ir.Value) -> list[ir.Value]:
            height = emit.index(r.rows.output)
            image = mul(arith.divui(at, height), r.rows.input * r.line)
            top = add(image, _entry(self.rows, arith.remui(at, height)))

            def pixel(x: ir.Value) -> list[ir.Value]:
                read = add(top, _entry(self.columns, x))
                write = mul(add(mul(at, r.columns.output), x), r.channels)
                for start, size in vectors:
                    value = emit.load(source, add(read, start), size)
                    emit.store(value, target, add(write, start))
                return []

            emit.for_each(0, r.columns.output, 1, pixel)
            return []

        emit.for_each(*emit.share(r.batch * r.rows.output, thread, threads), 1, row)


class BilinearKernel:
    """Builds a bilinear resize at the ambient insertion point; codes are signed."""

    def __init__(self, resize: Bilinear, unit: VectorUnit, constants: Constants) -> None:
        self.resize, self.unit = resize, unit
        self.shift = _shift(resize)
        low, high = resize.bounds
        narrow = low >= -(1 << 15) and high < 1 << 15
        self.bits = 16 if narrow else 32
        self.width = (2 if narrow else 1) * unit.lanes
        self.rows = _tables(resize.rows, resize.line, self.bits, constants)
        self.columns = _tables(resize.columns, resize.channels, self.bits, constants)
        self.requantization: RequantizationConstants | None = None
        if resize.requantization is not None and self.shift is None:
            self.requantization = RequantizationConstants(
                _repeat(resize.requantization, unit.lanes), unit.lanes, constants
            )

    def emit(self, source: ir.Value, target: ir.Value, thread: ir.Value, threads: ir.Value) -> None:
        r = self.resize
        # Vectors of single elements are read as two.
        weighed = memref.alloca(ir.MemRefType.get([r.line + 1], i(self.bits)), [], [], alignment=64)

        def row(at: ir.Value) -> list[ir.Value]:
            height = emit.index(r.rows.output)
            image = mul(arith.divui(at, height), r.rows.input * r.line)
            self._weigh(source, image, arith.remui(at, height), weighed)

            start = mul(at, r.columns.output * r.channels)

            def pixel(x: ir.Value) -> list[ir.Value]:
                self._pixel(weighed, x, target, add(start, mul(x, r.channels)))
                return []

            def period(k: ir.Value) -> list[ir.Value]:
                return self._period(weighed, inside, k, target, start)

            periods, inside = self._periods()
            emit.for_each(0, inside.start, 1, pixel)
            if periods:
                emit.for_each(0, periods, 1, period)
            emit.for_each(inside.stop, r.columns.output, 1, pixel)
            return []

        emit.for_each(*emit.share(r.batch * r.rows.output, thread, threads), 1, row)

    def _periods(self) -> tuple[int, range]:
        """Number of steps of whole periods in a row, and the outputs that they make."""
        period, _ = self.resize.columns.period()
        inside = self.resize.columns.regular()
        if period > MAX_PERIOD:
            return 0, range(0)
        size = period * self.together
        return len(inside) // size, inside[: len(inside) // size * size]

    @property
    def together(self) -> int:
        """Periods that are computed in one vector."""
        period, step = self.resize.columns.period()
        several, rest = divmod(self.width, self.resize.channels)
        return several if step == 1 and period in (1, 2, 4) and several and not rest else 1

    def _period(
        self, weighed: ir.Value, inside: range, k: ir.Value, target: ir.Value, start: Index
    ) -> list[ir.Value]:
        """The outputs of a period, or of several."""
        columns, channels, several = self.resize.columns, self.resize.channels, self.together
        first, _, weights = columns.taps()
        period, step = columns.period()
        read = mul(k, several * step * channels)
        write = add(add(start, inside.start * channels), mul(k, several * period * channels))
        for at, size in pieces(several * channels, self.width):
            results: list[ir.Value] = []
            for phase in range(period):
                output = inside.start + phase
                place, weight = int(first[output]), int(weights[output])
                lanes = max(size, 2)
                near, far = (
                    emit.load(weighed, add(read, (place + tap) * channels + at), lanes)
                    for tap in (0, 1)
                )
                sums = arith.muli(near, emit.splat(near.type, columns.numerator - weight))
                if weight:
                    other = arith.muli(far, emit.splat(far.type, weight))
                    sums = arith.addi(sums, other)
                results.append(emit.part(self._finish(sums), 0, size))
            if several > 1:
                emit.store(_interleave(results, channels), target, write)
                continue
            for phase, result in enumerate(results):
                emit.store(result, target, add(write, phase * channels + at))
        return []

    def _weigh(self, source: ir.Value, image: Index, row: ir.Value, weighed: ir.Value) -> None:
        """The weighed sum of two input rows."""
        taps = self._taps(self.rows, row)
        size = self.resize.line

        def block(start: Index, width: int) -> None:
            def load(place: Index) -> ir.Value:
                codes = emit.load(source, add(add(image, place), start), width)
                return widen(codes, i(self.bits), signed=True)

            emit.store(self._mix(taps, load, width), weighed, start)

        def body(which: ir.Value) -> list[ir.Value]:
            block(mul(which, self.width), self.width)
            return []

        if whole := size // self.width:
            emit.for_each(0, whole, 1, body)
        for start, width in pieces(size, self.width):
            if start + width > whole * self.width:
                block(start, width)

    def _taps(self, tables: tuple[ir.Value, ...], at: ir.Value) -> tuple[Any, ...]:
        first, second, one, other = tables
        weights = (memref.load(table, [at]) for table in (one, other))
        return (_entry(first, at), _entry(second, at), *weights)

    def _mix(self, taps: tuple[Any, ...], load: Any, width: int) -> ir.Value:
        """Two vectors, each times its weight."""
        type_ = vec(width, i(self.bits))
        a, b = (
            arith.muli(load(place), vector.broadcast(type_, weight))
            for place, weight in zip(taps[:2], taps[2:], strict=True)
        )
        return arith.addi(a, b)

    def _pixel(self, weighed: ir.Value, x: ir.Value, target: ir.Value, write: Index) -> None:
        taps = self._taps(self.columns, x)
        for start, size in pieces(self.resize.channels, self.width):

            def load(place: Index, start: int = start, size: int = size) -> ir.Value:
                return emit.load(weighed, add(place, start), max(size, 2))

            sums = self._mix(taps, load, max(size, 2))
            emit.store(emit.part(self._finish(sums), 0, size), target, add(write, start))

    def _finish(self, sums: ir.Value) -> ir.Value:
        """Sums as they are stored."""
        r = self.resize.requantization
        if r is None:
            return widen(sums, i(32), signed=True)
        if self.shift is not None:
            half = 1 << (self.shift - 1) if self.shift else 0
            sums = arith.addi(sums, emit.splat(sums.type, half))
            codes = arith.shrsi(sums, emit.splat(sums.type, self.shift))
            codes = arith.addi(codes, emit.splat(codes.type, r.zero_point))
            low, high = ((b + half >> self.shift) + r.zero_point for b in self.resize.bounds)
            least, most = (-128, 127) if self.resize.output_signed else (0, 255)
            if least <= low and high <= most:
                return arith.trunci(vec(emit.size_of(codes), i(8)), codes)
            return saturate(codes, signed=self.resize.output_signed)
        assert self.requantization is not None
        sums = widen(sums, i(32), signed=True)
        step = min(emit.size_of(sums), self.unit.lanes)
        parts = [
            emit_requantization(emit.part(sums, start, step), self.requantization, 0)
            for start in range(0, emit.size_of(sums), step)
        ]
        return saturate(emit.concat(parts), signed=self.resize.output_signed)


def _interleave(vectors: list[ir.Value], size: int) -> ir.Value:
    """The first `size` elements of each vector, then the second ones, and so on."""
    both, lanes = emit.concat(vectors), emit.size_of(vectors[0])
    order = np.arange(len(vectors) * lanes).reshape(len(vectors), lanes // size, size)
    return emit.shuffle(both, both, order.transpose(1, 0, 2).reshape(-1).tolist())


def _entry(table: ir.Value, at: Index) -> ir.Value:
    return arith.index_cast(ir.IndexType.get(), memref.load(table, [emit.index(at)]))


def _tables(axis: Axis, step: int, bits: int, constants: Constants) -> tuple[ir.Value, ...]:
    """Places, `step` elements apart, and weights of the two taps of each output."""
    first, second, weight = axis.taps()
    places = [constants.add((place * step).astype(np.int32)) for place in (first, second)]
    weights = (axis.numerator - weight, weight)
    return (*places, *(constants.add(w.astype(f"int{bits}")) for w in weights))


def _repeat(r: Requantization, lanes: int) -> Requantization:
    return Requantization(
        np.repeat(r.multiplier, lanes), np.repeat(r.shift, lanes), r.double_round, r.zero_point
    )


def _shift(resize: Bilinear) -> int | None:
    """Bits of the shift that the requantization is, if that cannot overflow; else None."""
    r = resize.requantization
    if r is None or (r.double_round and int(r.shift[0]) > 31):
        return None
    multiplier = int(r.multiplier[0])
    power = multiplier.bit_length() - 1
    shift = int(r.shift[0]) - power
    low, high = resize.bounds
    limit = 1 << (15 if low >= -(1 << 15) and high < 1 << 15 else 31)
    largest = max(high + (1 << max(shift, 1)), -low) + abs(r.zero_point) + 1
    return shift if multiplier == 1 << power and 0 <= shift < 15 and largest < limit else None
