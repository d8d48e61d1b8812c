"""Resizing: nearest copies pixels, bilinear weighs two rows and then two columns.

The weights of TOSA's bilinear interpolation are products of a row's and a column's weight, and sums
of products of integers are exact in any order: one pass over two whole input rows makes a weighed
row, a second one over its pixels the output. Lanes have 16 bits where the largest sum fits. Which
pixels an output pixel reads, and their weights, stand in tables of the rows and of the columns.
The requantization that importers put behind a resize is part of the kernel: where it divides by a
power of two it is a shift in those lanes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from mlir import ir
from mlir.dialects import arith, memref, vector

from lutfuse.codegen import emit
from lutfuse.codegen.constants import Constants
from lutfuse.codegen.copies import pieces
from lutfuse.codegen.emit import Index, add, i, mul, vec
from lutfuse.codegen.reductions import saturate, widen
from lutfuse.codegen.requantize import (
    Requantization,
    RequantizationConstants,
    emit_requantization,
)
from lutfuse.codegen.vectors import VectorUnit

Array = np.ndarray[Any, np.dtype[np.int64]]
MAX_ROW = 1 << 17  # bytes of the weighed row, which lies on the stack


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

    def nearest(self) -> Array:
        """The input place of each output."""
        first, second, weight = self.taps()
        return np.where(2 * weight >= self.numerator, second, first)


@dataclass(frozen=True)
class Resize:
    """A resize of NHWC codes, and what follows it.

    Without `requantization` a bilinear one gives 32-bit sums. Nearest has none.
    """

    batch: int
    channels: int
    rows: Axis
    columns: Axis
    bilinear: bool
    requantization: Requantization | None
    output_signed: bool

    @cached_property
    def bounds(self) -> tuple[int, int]:
        """Smallest and largest sum."""
        total = self.rows.numerator * self.columns.numerator
        return -128 * total, 127 * total

    def weighed_row(self) -> int:
        """Elements of an input row."""
        return self.columns.input * self.channels


class NearestKernel:
    """Builds a nearest-neighbour resize at the ambient insertion point."""

    def __init__(self, resize: Resize, unit: VectorUnit, constants: Constants) -> None:
        self.resize, self.unit = resize, unit
        line = resize.weighed_row()
        self.rows = constants.add((resize.rows.nearest() * line).astype(np.int32))
        columns = resize.columns.nearest() * resize.channels
        self.columns = constants.add(columns.astype(np.int32))

    def emit(self, source: ir.Value, target: ir.Value, thread: ir.Value, threads: ir.Value) -> None:
        r = self.resize
        bits = ir.IntegerType(ir.MemRefType(source.type).element_type).width
        vectors = pieces(r.channels, 32 * self.unit.lanes // bits)

        def row(at: ir.Value) -> list[ir.Value]:
            height = emit.index(r.rows.output)
            image = mul(arith.divui(at, height), r.rows.input * r.weighed_row())
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

    def __init__(self, resize: Resize, unit: VectorUnit, constants: Constants) -> None:
        self.resize, self.unit = resize, unit
        self.shift = _shift(resize)
        low, high = resize.bounds
        narrow = low >= -(1 << 15) and high < 1 << 15
        self.bits = 16 if narrow else 32
        self.width = (2 if narrow else 1) * unit.lanes
        self.rows = _tables(resize.rows, resize.weighed_row(), self.bits, constants)
        self.columns = _tables(resize.columns, resize.channels, self.bits, constants)
        self.requantization: RequantizationConstants | None = None
        if resize.requantization is not None and self.shift is None:
            self.requantization = RequantizationConstants(
                _repeat(resize.requantization, unit.lanes), unit.lanes, constants
            )

    def emit(self, source: ir.Value, target: ir.Value, thread: ir.Value, threads: ir.Value) -> None:
        r = self.resize
        # Vectors of single elements are read as two.
        weighed = memref.alloca(
            ir.MemRefType.get([r.weighed_row() + 1], i(self.bits)), [], [], alignment=64
        )

        def row(at: ir.Value) -> list[ir.Value]:
            height = emit.index(r.rows.output)
            image = mul(arith.divui(at, height), r.rows.input * r.weighed_row())
            self._weigh(source, image, arith.remui(at, height), weighed)

            def pixel(x: ir.Value) -> list[ir.Value]:
                write = mul(add(mul(at, r.columns.output), x), r.channels)
                self._pixel(weighed, x, target, write)
                return []

            emit.for_each(0, r.columns.output, 1, pixel)
            return []

        emit.for_each(*emit.share(r.batch * r.rows.output, thread, threads), 1, row)

    def _weigh(self, source: ir.Value, image: Index, row: ir.Value, weighed: ir.Value) -> None:
        """The weighed sum of two input rows."""
        taps = self._taps(self.rows, row)
        size = self.resize.weighed_row()

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
            return saturate(codes, signed=self.resize.output_signed)
        assert self.requantization is not None
        sums = widen(sums, i(32), signed=True)
        step = min(emit.size_of(sums), self.unit.lanes)
        parts = [
            emit_requantization(emit.part(sums, start, step), self.requantization, 0)
            for start in range(0, emit.size_of(sums), step)
        ]
        return saturate(emit.concat(parts), signed=self.resize.output_signed)


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


def _shift(resize: Resize) -> int | None:
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
