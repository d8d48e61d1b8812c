"""Depthwise convolutions: each vector holds channels, and a kernel column is one dot product.

A pass does four vectors of channels (64 with AVX-512). The codes that the rows of one kernel column
read are interleaved by byte unpacking, so that each 32-bit lane holds four rows of its channel, and
one `dot4` for each of the four vectors adds them. A column is read and interleaved once: it is
multiplied with every kernel column it meets while the sums of the pixels that are not complete yet
stay in registers. For 3x3 with stride 1 these are 12 sums, 12 weights and four vectors of codes, of
32 registers. Unpacking works within 128-bit lanes, and packing of the results undoes exactly its
order: only constants are permuted. A dilated row is read anew for each pixel.

Channels that are left over and fill a half or a quarter of the pass do so with several pieces of
one row at a time. With several outputs for each input channel, codes are repeated after loading.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from mlir import ir
from mlir.dialects import arith

from lutfuse.kernels.codes.tables import emit_code_map
from lutfuse.kernels.conv.convolution import Convolution, requantizer
from lutfuse.kernels.unit import emit
from lutfuse.kernels.unit.constants import Constants
from lutfuse.kernels.unit.emit import Index, add, bitcast, i, mul
from lutfuse.kernels.unit.vectors import VectorUnit

Array = np.ndarray[Any, np.dtype[Any]]
Sums = list[ir.Value]


@dataclass(frozen=True)
class Pass:
    """Output channels done together: the first, their number, and the pieces of a row.

    `constants` is where the constants of these channels start, in lanes.
    """

    channel: Index
    constants: Index
    valid: int
    pieces: int


@dataclass(frozen=True)
class Row:
    """One row of a pass: where its pieces read and write, and their length in pixels."""

    reads: list[Index]
    writes: list[Index]
    pixels: int
    start: Sums
    weights: list[ir.Value] | None


class DepthwiseKernel:
    """Builds the body of one depthwise convolution at the ambient insertion point."""

    def __init__(self, conv: Convolution, unit: VectorUnit, constants: Constants) -> None:
        self.conv, self.unit, self.constants = conv, unit, constants
        self.size = 4 * unit.lanes
        self.multiplier = conv.output[3] // conv.input[3]
        self.per_pass = self.size // self.multiplier * self.multiplier
        self.whole, self.rest = divmod(conv.output[3], self.per_pass)
        self.pieces = self._pieces()
        channels = self._channel_of_lane()
        order = channels.reshape(-1, unit.lanes // 4, 4, 4).transpose(0, 2, 1, 3).reshape(-1)
        self.planes = [constants.add(plane) for plane in self._pack(order)]
        self.sums = constants.add(conv.sums(unit.unsigned_codes)[order])
        self.requantizer = requantizer(conv, order, unit, constants)

    @staticmethod
    def fits(conv: Convolution, unit: VectorUnit) -> bool:
        """Whether each group has one input channel, and its outputs fit in one pass."""
        depth, channels = conv.input[3], conv.output[3]
        return conv.group == depth and channels // depth <= 4 * unit.lanes

    def _pieces(self) -> int:
        """Pieces of a row that the channels left over leave place for."""
        if self.multiplier > 1 or self.rest == 0:
            return 1
        most = self.unit.lanes // 4  # a piece is at least one 128-bit lane
        return next(n for n in (8, 4, 2, 1) if n <= most and (self.rest * n <= self.size or n == 1))

    def _channel_of_lane(self) -> Array:
        """Output channel of each byte of each pass; unused ones repeat the last channel."""
        last = self.conv.output[3] - 1
        byte = np.arange(self.size)
        whole = [np.minimum(n * self.per_pass + byte, last) for n in range(self.whole)]
        rest = self.whole * self.per_pass + byte % (self.size // self.pieces)
        return np.concatenate([*whole, np.minimum(rest, last)] if self.rest else whole)

    @cached_property
    def groups(self) -> int:
        """Dot products of a kernel column."""
        return -(-self.conv.weights.shape[1] // 4)

    @cached_property
    def columns(self) -> list[int]:
        """Input columns that a step reads, counted from that of its newest pixel."""
        width = self.conv.weights.shape[2]
        if self.conv.dilation[1] > 1:
            return [x * self.conv.dilation[1] for x in range(width)]
        return list(range(min(self.conv.stride[1], width)))

    @cached_property
    def ages(self) -> int:
        """Pixels that have sums at a time: the newest has age 0, and the oldest gets complete."""
        return -(-self.conv.weights.shape[2] // len(self.columns))

    def _kernel_column(self, age: int, which: int) -> int | None:
        """Kernel column that a pixel of this age multiplies with a step's input column."""
        x = age * len(self.columns) + which
        return x if x < self.conv.weights.shape[2] else None

    def _pack(self, order: Array) -> list[Array]:
        """Weights as [pass][kernel column][group][vector][lane][4], in exact planes."""
        weights = self.conv.weights[..., 0]
        _, height, width = weights.shape
        lanes, groups = self.unit.lanes, self.groups
        padded = np.pad(weights, ((0, 0), (0, 4 * groups - height), (0, 0)))[order]
        packed = padded.reshape(-1, 4, lanes, groups, 4, width).transpose(0, 5, 3, 1, 2, 4)
        return [plane.astype(np.int8) for plane in self.unit.planes(packed.reshape(-1, 4))]

    def emit(self, source: ir.Value, target: ir.Value, thread: ir.Value, threads: ir.Value) -> None:
        """Fills this thread's rows of `target` from `source`, both flat."""
        batch, height, _, _ = self.conv.output
        rows = emit.share(batch * height, thread, threads)

        def one(done: Pass) -> None:
            def body(row: ir.Value) -> list[ir.Value]:
                self._row(row, done, source, target)
                return []

            emit.for_each(*rows, 1, body)

        def whole(n: Index) -> list[ir.Value]:
            one(Pass(mul(n, self.per_pass), mul(n, self.size), self.per_pass, 1))
            return []

        if self.whole == 1:
            whole(0)
        elif self.whole:
            emit.for_each(0, self.whole, 1, whole)
        if self.rest:
            start = self.whole * self.per_pass
            one(Pass(start, self.whole * self.size, self.rest, self.pieces))

    def _row(self, row: ir.Value, done: Pass, source: ir.Value, target: ir.Value) -> None:
        """All pixels of one output row, for the channels of a pass."""
        _, height, width, channels = self.conv.output
        _, in_height, in_width, depth = self.conv.input
        image = arith.divui(row, emit.index(height))
        line = arith.remui(row, emit.index(height))
        top = add(mul(image, in_height), mul(line, self.conv.stride[0]))
        read = add(mul(top, in_width * depth), self._input_channel(done.channel))
        write = add(mul(row, width * channels), done.channel)
        pixels = -(-width // done.pieces)
        # Pieces may overlap: then they store the same codes twice.
        starts = [min(n * pixels, width - pixels) for n in range(done.pieces)]
        weights = None
        if self._registers() <= self.unit.registers:
            weights = self._load_weights(done)
        lanes = self.unit.lanes
        here = Row(
            [add(read, start * self.conv.stride[1] * depth) for start in starts],
            [add(write, start * channels) for start in starts],
            pixels,
            [emit.load(self.sums, add(done.constants, v * lanes), lanes) for v in range(4)],
            weights,
        )
        self._pixels(here, done, source, target)

    def _input_channel(self, channel: Index) -> Index:
        if self.multiplier == 1:
            return channel
        if isinstance(channel, int):
            return channel // self.multiplier
        return arith.divui(channel, emit.index(self.multiplier))

    def _registers(self) -> int:
        """Registers for sums, weights and codes."""
        width = self.conv.weights.shape[2]
        return 4 * (self.ages + width * self.groups * len(self.planes) + 1)

    def _load_weights(self, done: Pass) -> list[ir.Value]:
        width = self.conv.weights.shape[2]
        count = width * self.groups * 4
        return [self._weight(done, n, p) for n in range(count) for p in range(len(self.planes))]

    def _weight(self, done: Pass, which: int, plane: int) -> ir.Value:
        width = self.conv.weights.shape[2]
        start = mul(done.constants, 4 * width * self.groups)
        return emit.load(self.planes[plane], add(start, which * self.size), self.size)

    def _pixels(self, row: Row, done: Pass, source: ir.Value, target: ir.Value) -> None:
        young: list[Sums] = []
        for q in range(self.ages - 1):
            young = self._step(q, young, row, done, source)

        def body(q: ir.Value, *flat: ir.Value) -> list[ir.Value]:
            before = [list(flat[at : at + 4]) for at in range(0, len(flat), 4)]
            *after, complete = self._step(q, before, row, done, source)
            pixel = arith.subi(q, emit.index(self.ages - 1))
            self._finish(complete, pixel, row, done, target)
            return [value for sums in after for value in sums]

        carried = [value for sums in young for value in sums]
        emit.for_each(self.ages - 1, row.pixels + self.ages - 1, 1, body, carried)

    def _step(
        self, q: Index, young: list[Sums], row: Row, done: Pass, source: ir.Value
    ) -> list[Sums]:
        """Starts pixel q, and adds to all pixels in work what the columns at q contribute."""
        all_sums = [list(row.start), *young]
        for which, column in enumerate(self.columns):
            meets = [(age, self._kernel_column(age, which)) for age in range(len(all_sums))]
            meets = [(age, x) for age, x in meets if x is not None]
            place = add(mul(q, self.conv.stride[1]), column)
            if len(meets) < self.ages and not isinstance(place, int):
                # The oldest pixel does not need this column, which may lie outside.
                last = (row.pixels - 1) * self.conv.stride[1] + self.conv.weights.shape[2] - 1
                place = arith.minui(place, emit.index(last))
            for group in range(self.groups if meets else 0):
                codes = self._codes(place, group, row, done, source)
                for age, x in meets:
                    place_of_weights = 4 * (x * self.groups + group)
                    self._multiply(all_sums[age], codes, place_of_weights, row, done)
        return all_sums

    def _multiply(
        self, sums: Sums, codes: list[ir.Value], first: int, row: Row, done: Pass
    ) -> None:
        count = len(self.planes)
        for v in range(4):
            for plane in range(count):
                weights = (
                    row.weights[(first + v) * count + plane]
                    if row.weights
                    else self._weight(done, first + v, plane)
                )
                sums[v] = self.unit.dot4(sums[v], codes[v], weights)

    def _codes(
        self, column: Index, group: int, row: Row, done: Pass, source: ir.Value
    ) -> list[ir.Value]:
        """The codes of four kernel rows of one column, interleaved to four vectors."""
        _, _, width, depth = self.conv.input
        height = self.conv.weights.shape[1]
        line = width * depth * self.conv.dilation[0]
        rows: list[ir.Value] = []
        for y in range(4 * group, min(4 * group + 4, height)):
            place = add(mul(column, depth), y * line)
            rows.append(self._load([add(read, place) for read in row.reads], done, source))
        zero = emit.splat(rows[0].type, 0)
        return interleave(rows + [zero] * (4 - len(rows)))

    def _load(self, places: list[Index], done: Pass, source: ir.Value) -> ir.Value:
        """The codes of all pieces at one place of the kernel, as `dot4` takes them."""
        if self.multiplier > 1:
            size = 1 << (self.per_pass // self.multiplier - 1).bit_length()
            some = emit.load(source, places[0], size)
            last = self.per_pass - 1
            order = [min(byte, last) // self.multiplier for byte in range(self.size)]
            codes = emit.shuffle(some, some, order)
        else:
            codes = emit.concat([emit.load(source, at, self.size // done.pieces) for at in places])
        if self.conv.input_signed == self.unit.unsigned_codes:
            codes = arith.xori(codes, emit.splat(codes.type, -128))
        return codes

    def _finish(self, sums: Sums, pixel: ir.Value, row: Row, done: Pass, target: ir.Value) -> None:
        """Turns complete sums into codes and stores them."""
        codes = [
            self.requantizer.emit(s, add(done.constants, v * self.unit.lanes))
            for v, s in enumerate(sums)
        ]
        packed = self.unit.narrow_lanes(codes, signed=self.conv.output_signed)
        channels = [done.channel] * done.pieces
        packed = emit_code_map(packed, self.conv.code_map, self.unit, self.constants, channels)
        for piece, write in enumerate(row.writes):
            place = add(write, mul(pixel, self.conv.output[3]))
            emit.store_part(packed, piece * (self.size // done.pieces), done.valid, target, place)


def interleave(rows: list[ir.Value]) -> list[ir.Value]:
    """Four vectors of bytes a, b, c, d as four of a0 b0 c0 d0 a1 ..., in each 128-bit lane."""
    size = emit.size_of(rows[0])
    low, high = _unpack(rows[0], rows[1])
    low2, high2 = _unpack(rows[2], rows[3])
    words = [bitcast(value, size // 2, i(16)) for value in (low, low2, high, high2)]
    four = [*_unpack(*words[:2]), *_unpack(*words[2:])]
    return [bitcast(value, size, i(8)) for value in four]


def _unpack(a: ir.Value, b: ir.Value) -> tuple[ir.Value, ir.Value]:
    """The elements of a and b in turns: of the low and of the high half of each 128-bit lane."""
    size = emit.size_of(a)
    lane = 128 // ir.IntegerType(ir.VectorType(a.type).element_type).width
    low = [
        start + n + which
        for start in range(0, size, lane)
        for n in range(lane // 2)
        for which in (0, size)
    ]
    return emit.shuffle(a, b, low), emit.shuffle(a, b, [place + lane // 2 for place in low])
