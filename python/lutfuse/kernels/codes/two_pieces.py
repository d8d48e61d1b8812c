"""Tables with a row for each channel, as two lines: what a PReLU leaves of its 256 codes.

    entry = sat(floor(code * scale + offset)), of one line below the pivot and another from it on

Scale and offset are single precision; the pivot is one for all channels. `find_two_pieces` searches
them for any table and tries all 256 codes of every channel, so that nothing needs to be known of
where the table comes from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from mlir import ir
from mlir.dialects import arith

from lutfuse.kernels.codes.float_requantize import Doubles, Floats, IntArray, fma
from lutfuse.kernels.unit import emit
from lutfuse.kernels.unit.constants import Constants
from lutfuse.kernels.unit.emit import vec
from lutfuse.kernels.unit.vectors import VectorUnit

NARROWINGS = 24  # of the search for a slope
ENOUGH = 2.0**-10  # width of a range of offsets that leaves place for rounding
SAMPLE = 8  # channels that the pivot is first looked for with
PADDING = 64  # lanes that may be loaded beyond the last channel


@dataclass(frozen=True)
class TwoPieces:
    """Scales and offsets of each channel, both [piece, channel]: below the pivot, from it on."""

    pivot: int
    scale: Floats
    offset: Floats

    def apply(self, codes: IntArray, *, rounds_down: bool) -> IntArray:
        """[channel, code]: results before saturation."""
        upper = (codes >= self.pivot).astype(np.int64)
        scale, offset = self.scale[upper].T, self.offset[upper].T
        value = fma(codes.astype(np.float64), scale, offset, rounds_down=rounds_down)
        return np.floor(value).astype(np.int64)


def find_two_pieces(entries: IntArray, first: int, *, rounds_down: bool) -> TwoPieces | None:
    """Two lines for each row of [channel, 256], whose first entry is of the code `first`, or None.

    Saturation is to signed codes if `first` is below zero, else to unsigned ones.
    """
    codes = np.arange(first, first + 256)
    unique, rows = np.unique(entries, axis=0, return_inverse=True)
    for sample in (unique[:: max(1, len(unique) // SAMPLE)], unique):
        pivot = _pivot(sample, codes)
        below, above = codes < pivot, codes >= pivot
        lines = [_lines(unique[:, p], codes[p], codes) for p in (below, above)]
        if lines[0] is None or lines[1] is None:
            continue
        scale = np.stack([lines[0][0], lines[1][0]]).astype(np.float32)
        offset = np.stack([lines[0][1], lines[1][1]]).astype(np.float32)
        form = TwoPieces(pivot, scale, offset)
        found = np.clip(form.apply(codes, rounds_down=rounds_down), codes[0], codes[-1])
        if np.array_equal(found, unique):
            every = rows.reshape(-1)
            return TwoPieces(pivot, scale[:, every], offset[:, every])
    return None


def _pivot(entries: IntArray, codes: IntArray) -> int:
    """The greatest code below which one line fits every row."""
    low, high = 1, codes.size
    while low < high:
        middle = (low + high + 1) // 2
        fits = _lines(entries[:, :middle], codes[:middle], codes) is not None
        low, high = (middle, high) if fits else (low, middle - 1)
    return int(codes[0]) + low


def _lines(
    entries: IntArray, codes: IntArray, all_codes: IntArray
) -> tuple[Doubles, Doubles] | None:
    """Slope and offset of a line for each row, None where a row has none.

    It is looked for where the range of offsets is widest. The width is concave in the slope, so
    that comparing two slopes leaves out a third of the range.
    """
    if codes.size == 0:
        return np.zeros(entries.shape[0]), np.zeros(entries.shape[0])
    low, high = _slopes(entries, (entries > all_codes[0]) & (entries < all_codes[-1]))
    slope = least = most = width = np.zeros(entries.shape[0])
    for _ in range(NARROWINGS):
        third = (high - low) / 3
        a, b = low + third, high - third
        least_a, most_a = _offsets(entries, codes, all_codes, a)
        least_b, most_b = _offsets(entries, codes, all_codes, b)
        better = most_a - least_a < most_b - least_b
        low, high = np.where(better, a, low), np.where(better, high, b)
        slope, least = np.where(better, b, a), np.where(better, least_b, least_a)
        most = np.where(better, most_b, most_a)
        width = most - least
        if np.all(width > ENOUGH):
            break
        if np.any(width + (high - low) * codes.size < 0):
            return None  # no slope between them adds so much
    return (slope, (least + most) / 2) if np.all(width > 0) else None


def _slopes(
    entries: IntArray, inside: np.ndarray[Any, np.dtype[np.bool_]]
) -> tuple[Doubles, Doubles]:
    """Between what the slope lies, by the first and last entry that is not saturated."""
    row = np.arange(entries.shape[0])
    first = inside.argmax(axis=1)
    last = entries.shape[1] - 1 - inside[:, ::-1].argmax(axis=1)
    rise, run = entries[row, last] - entries[row, first], last - first
    known = inside.any(axis=1) & (run > 0)
    run = np.maximum(run, 1)
    return np.where(known, (rise - 1) / run, -256.0), np.where(known, (rise + 1) / run, 256.0)


def _offsets(
    entries: IntArray, codes: IntArray, all_codes: IntArray, slope: Doubles
) -> tuple[Doubles, Doubles]:
    """Least and most offset that a slope allows for each row; saturated entries bound one side."""
    line = codes * slope[:, None]
    least = np.where(entries > all_codes[0], entries - line, -1e6).max(axis=1)
    most = np.where(entries < all_codes[-1], entries + 1 - line, 1e6).min(axis=1)
    return least, most


def emit_two_pieces(
    codes: ir.Value,
    form: TwoPieces,
    channels: Sequence[emit.Index],
    unit: VectorUnit,
    constants: Constants,
    *,
    signed: bool,
) -> ir.Value:
    """Entries of a vector of codes, whose equal parts start at the given channels."""
    size = emit.size_of(codes) // len(channels)
    convert = arith.sitofp if signed else arith.uitofp
    single = vec(unit.lanes, ir.F32Type.get())
    results: list[ir.Value] = []
    for start in range(0, emit.size_of(codes), unit.lanes):
        code = convert(single, emit.part(codes, start, unit.lanes))
        lane = emit.add(channels[start // size], start % size)
        results.append(emit_lines(code, form, lane, unit, constants))
    return unit.narrow(results, signed=signed)


def emit_lines(
    codes: ir.Value, form: TwoPieces, channel: emit.Index, unit: VectorUnit, constants: Constants
) -> ir.Value:
    """Entries, not saturated, of float lanes of the channels from `channel` on."""
    pivot = emit.splat(codes.type, form.pivot)
    lower = arith.cmpf(arith.CmpFPredicate.OLT, codes, pivot)
    scale, offset = (
        arith.select(
            lower, *(_constants(row, channel, unit.lanes, constants) for row in (rows[0], rows[1]))
        )
        for rows in (form.scale, form.offset)
    )
    return unit.floor(unit.fma(codes, scale, offset))


def _constants(
    row: np.ndarray[Any, np.dtype[np.float32]],
    lane: emit.Index,
    lanes: int,
    constants: Constants,
) -> ir.Value:
    """Values of channels from `lane` on; the first ones come again behind the last."""
    if np.all(row == row[0]):
        return emit.splat(vec(lanes, ir.F32Type.get()), float(row[0]))
    return emit.load(constants.add(np.resize(row, row.size + PADDING)), lane, lanes)
