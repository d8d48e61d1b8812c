"""Dense convolutions: a direct convolution whose tile of sums stays in registers.

A tile is M pixels of one output row by N vectors of output channels. For each kernel row the codes
that a pixel reads are one contiguous run (kernel width times channels), read four at a time: the
four are broadcast to all lanes, and each lane multiplies them with the weights of its channel.
One step costs N loads of weights and M broadcasts for M * N dot products, so M and N are chosen to
fill the registers and to leave as few partial tiles as possible. Sums become codes, and codes pass
the activation, before anything is stored.

Four codes are read at a time even where a run ends earlier (weights there are zero): a buffer must
be readable for 3 bytes past its end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from mlir import ir
from mlir.dialects import arith

from lutfuse.kernels.codes.tables import emit_code_map
from lutfuse.kernels.conv.convolution import Convolution, Layout, requantizer
from lutfuse.kernels.conv.tiling import choose_tiling, tiling_cost
from lutfuse.kernels.unit import emit
from lutfuse.kernels.unit.constants import Constants
from lutfuse.kernels.unit.emit import Index, add, mul
from lutfuse.kernels.unit.vectors import VectorUnit

UNROLLED_STEPS = 4  # a tile of at most so many steps has no loop

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Block:
    """Channels of one pass over the rows: the first, how many vectors, and their weights.

    The first is an integer in the block that holds the last channels, which may be partly filled.
    """

    channel: Index
    vectors: int
    weights: ir.Value
    start: Index  # of the block in `weights`

    def valid(self, vector: int, channels: int, lanes: int) -> int:
        """Channels of a vector that exist."""
        if isinstance(self.channel, int):
            return min(lanes, channels - self.channel - vector * lanes)
        return lanes


class ConvolutionKernel:
    """Builds the body of one convolution at the ambient insertion point.

    `layout` places a convolution inside larger buffers: one group of several, or one phase of a
    transposed convolution.
    """

    def __init__(
        self,
        conv: Convolution,
        unit: VectorUnit,
        constants: Constants,
        layout: Layout | None = None,
    ) -> None:
        self.conv, self.unit, self.constants = conv, unit, constants
        self.layout = layout or Layout.dense(conv)
        self.planes = unit.planes(conv.weights)
        channels = conv.output[3]
        self.channel_vectors = -(-channels // unit.lanes)
        self.padded_channels = self.channel_vectors * unit.lanes
        self.rows, self.columns = self._rows_and_columns()
        self.tiling = choose_tiling(self.columns, self.channel_vectors, unit)
        order = np.minimum(np.arange(self.padded_channels), channels - 1)
        self.requantizer = requantizer(conv, order, unit, constants)
        sums = np.pad(conv.sums(unit.unsigned_codes), (0, self.padded_channels - channels))
        self.sums = constants.add(sums)

    @cached_property
    def contiguous(self) -> bool:
        """Whether the codes of one kernel row are one run."""
        return self.layout.read_tap == self.conv.weights.shape[3]

    @cached_property
    def taps(self) -> tuple[int, int]:
        """Runs of a pixel: kernel rows, and kernel columns where a row is not one run."""
        _, height, width, _ = self.conv.weights.shape
        return height, 1 if self.contiguous else width

    @cached_property
    def steps(self) -> int:
        """Steps of four codes in a run."""
        _, _, width, channels = self.conv.weights.shape
        return -(-(width * channels if self.contiguous else channels) // 4)

    def _pointwise(self) -> bool:
        """Whether input and output are two equal rows of pixels."""
        one = self.conv.weights.shape[1:3] == (1, 1) and self.conv.stride == (1, 1)
        equal = self.conv.input[:3] == self.conv.output[:3]
        return one and equal and self.layout == Layout.dense(self.conv)

    def _rows_and_columns(self) -> tuple[int, int]:
        """Output rows and pixels of a row; a pointwise convolution may cut its pixels anyhow."""
        batch, height, width, _ = self.conv.output
        if not self._pointwise():
            return batch * height, width
        pixels = batch * height * width
        divisors = [d for d in range(1, min(pixels, 128) + 1) if pixels % d == 0]
        cost = {d: tiling_cost(d, self.channel_vectors, self.unit) / d for d in divisors}
        columns = min(divisors, key=lambda d: (cost[d], -d))
        return pixels // columns, columns

    def emit(self, source: ir.Value, target: ir.Value, thread: ir.Value, threads: ir.Value) -> None:
        """Fills this thread's rows of `target` from `source`, both flat."""
        rows = emit.share(self.rows, thread, threads)
        size = self.tiling.vectors
        blocks, rest = divmod(self.channel_vectors, size)
        if not rest and self.padded_channels != self.conv.output[3]:
            blocks, rest = blocks - 1, size  # the last block stores less
        if blocks:
            weights = self.constants.add(self._pack(0, blocks, size))

            def block(which: ir.Value) -> list[ir.Value]:
                return self._block(which, size, weights, rows, source, target)

            emit.for_each(0, blocks, 1, block)
        if rest:
            weights = self.constants.add(self._pack(blocks * size, 1, rest))
            last = Block(blocks * size * self.unit.lanes, rest, weights, 0)
            self._rows(last, rows, source, target)

    def _block(
        self,
        which: ir.Value,
        size: int,
        weights: ir.Value,
        rows: tuple[ir.Value, ir.Value],
        source: ir.Value,
        target: ir.Value,
    ) -> list[ir.Value]:
        start = mul(which, self._run_bytes(size) * self.taps[0] * self.taps[1])
        block = Block(mul(which, size * self.unit.lanes), size, weights, start)
        self._rows(block, rows, source, target)
        return []

    def _rows(
        self, block: Block, rows: tuple[ir.Value, ir.Value], source: ir.Value, target: ir.Value
    ) -> None:
        def row(at: ir.Value) -> list[ir.Value]:
            self._row(at, block, source, target)
            return []

        emit.for_each(*rows, 1, row)

    def _step_bytes(self, vectors: int) -> int:
        """Bytes of the weights of one step, for a block of so many vectors."""
        return len(self.planes) * vectors * self.unit.lanes * 4

    def _run_bytes(self, vectors: int) -> int:
        """Bytes of the weights of one run."""
        return self.steps * self._step_bytes(vectors)

    def _pack(self, first: int, blocks: int, vectors: int) -> Array:
        """Weights of equal blocks of channels, in the order in which tiles read them."""
        lanes, (rows, columns) = self.unit.lanes, self.taps
        channels, _, width, depth = self.conv.weights.shape
        packed: list[Array] = []
        for plane in self.planes:
            runs = plane.reshape(channels, rows, columns, width * depth // columns)
            padded = np.zeros((self.padded_channels, rows, columns, 4 * self.steps), np.int8)
            padded[:channels, :, :, : runs.shape[3]] = runs
            part = padded[first * lanes : (first + blocks * vectors) * lanes]
            part = part.reshape(blocks, vectors, lanes, rows, columns, self.steps, 4)
            packed.append(part.transpose(0, 3, 4, 5, 1, 2, 6))
        return np.stack(packed, axis=4)

    def _row(self, row: ir.Value, block: Block, source: ir.Value, target: ir.Value) -> None:
        layout, height = self.layout, self.conv.output[1]
        if self._pointwise():
            read: Index = mul(row, self.columns * layout.read_pixel)
            write: Index = mul(row, self.columns * layout.write_pixel)
        elif self.conv.output[0] == 1:
            read = add(mul(row, layout.read_row), layout.read)
            write = add(mul(row, layout.write_row), layout.write)
        else:
            image = arith.divui(row, emit.index(height))
            line = arith.remui(row, emit.index(height))
            read = add(mul(image, layout.read_image), mul(line, layout.read_row))
            write = add(mul(image, layout.write_image), mul(line, layout.write_row))
            read, write = add(read, layout.read), add(write, layout.write)
        write = add(write, block.channel)
        pixels = self.tiling.pixels
        whole = self.columns // pixels

        def tile(which: Index, size: int) -> None:
            at = add(read, mul(which, pixels * layout.read_pixel))
            to = add(write, mul(which, pixels * layout.write_pixel))
            sums = self._tile(at, size, block, source)
            self._finish(sums, block, to, target)

        if whole == 1:
            tile(0, pixels)
        elif whole:

            def body(which: ir.Value) -> list[ir.Value]:
                tile(which, pixels)
                return []

            emit.for_each(0, whole, 1, body)
        if rest := self.columns % pixels:
            tile(whole, rest)

    def _tile(self, at: Index, pixels: int, block: Block, source: ir.Value) -> list[ir.Value]:
        """The sums of a tile, pixel by pixel."""
        lanes, count = self.unit.lanes, block.vectors
        start = [emit.load(self.sums, add(block.channel, n * lanes), lanes) for n in range(count)]
        size = self._step_bytes(count)
        unroll = self.taps[0] * self.taps[1] * self.steps <= UNROLLED_STEPS

        def run(read: Index, place: Index, sums: list[ir.Value]) -> list[ir.Value]:
            def step(k: Index, *now: ir.Value) -> list[ir.Value]:
                at, weights = add(read, mul(k, 4)), add(place, mul(k, size))
                return self._step(at, weights, pixels, block, source, list(now))

            if not unroll:
                return emit.for_each(0, self.steps, 1, step, sums)
            for k in range(self.steps):
                sums = step(k, *sums)
            return sums

        return self._runs(at, block.start, start * pixels, run, self._run_bytes(count), unroll)

    def _step(
        self,
        read: Index,
        weights: Index,
        pixels: int,
        block: Block,
        source: ir.Value,
        sums: list[ir.Value],
    ) -> list[ir.Value]:
        """Adds the products of four codes of each pixel."""
        count, size = block.vectors, 4 * self.unit.lanes
        places = [add(weights, which * size) for which in range(len(self.planes) * count)]
        w = [emit.load(block.weights, place, size) for place in places]
        out: list[ir.Value] = []
        for pixel in range(pixels):
            at = add(read, pixel * self.layout.read_pixel)
            x = self.unit.broadcast4(source, at, signed=self.conv.input_signed)
            for n in range(count):
                total = sums[pixel * count + n]
                for plane in range(len(self.planes)):
                    total = self.unit.dot4(total, x, w[plane * count + n])
                out.append(total)
        return out

    def _runs(
        self,
        at: Index,
        weights: Index,
        sums: list[ir.Value],
        run: Callable[[Index, Index, list[ir.Value]], list[ir.Value]],
        size: int,
        unroll: bool,
    ) -> list[ir.Value]:
        """All runs of a pixel, unrolled where they are few."""
        rows, columns = self.taps
        line, column = self.layout.read_line, self.layout.read_tap
        if rows * columns == 1 or unroll:
            for which in range(rows * columns):
                y, x = divmod(which, columns)
                sums = run(add(at, y * line + x * column), add(weights, which * size), sums)
            return sums

        def row(y: ir.Value, *s: ir.Value) -> list[ir.Value]:
            def one(x: Index, *inner: ir.Value) -> list[ir.Value]:
                read = add(add(at, mul(y, line)), mul(x, column))
                place = add(weights, mul(add(mul(y, columns), x), size))
                return run(read, place, list(inner))

            return emit.for_each(0, columns, 1, one, s) if columns > 1 else one(0, *s)

        return emit.for_each(0, rows, 1, row, sums)

    def _finish(self, sums: list[ir.Value], block: Block, to: Index, target: ir.Value) -> None:
        """Turns the sums of a tile into codes and stores them."""
        lanes, count, channels = self.unit.lanes, block.vectors, self.conv.output[3]
        channel = [add(block.channel, n * lanes) for n in range(count)]
        loaded: list[dict[str, ir.Value]] = [{} for _ in channel]
        codes = [
            self.requantizer.emit(value, channel[which % count], loaded[which % count])
            for which, value in enumerate(sums)
        ]
        for start in range(0, len(codes), 4):
            four = codes[start : start + 4]
            four += [four[-1]] * (4 - len(four))
            packed = self.unit.narrow(four, signed=self.conv.output_signed)
            places = [channel[(start + n) % count] for n in range(4)]
            packed = emit_code_map(packed, self.conv.code_map, self.unit, self.constants, places)
            for position in range(min(4, len(codes) - start)):
                pixel, n = divmod(start + position, count)
                valid = block.valid(n, channels, lanes)
                place = add(to, pixel * self.layout.write_pixel + n * lanes)
                emit.store_part(packed, position * lanes, valid, target, place)
