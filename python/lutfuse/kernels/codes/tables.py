"""What happens to codes after requantization: saturation, bounds, table look-up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from mlir import ir
from mlir.dialects import arith, memref, vector

from lutfuse.kernels.codes.two_pieces import PADDING, TwoPieces, emit_two_pieces, find_two_pieces
from lutfuse.kernels.unit import emit
from lutfuse.kernels.unit.constants import Constants
from lutfuse.kernels.unit.vectors import VectorUnit

Codes = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True)
class CodeMap:
    """A function of 8-bit codes: entry k, of the last axis, is for the code `first + k`."""

    first: int  # -128 for signed codes, 0 for unsigned ones
    entries: Codes  # or a row for each channel: [channel, code]
    _forms: dict[bool, TwoPieces | None] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    def bounds(self) -> tuple[int, int] | None:
        """(lowest, highest) if the map only clips, else None."""
        codes = np.arange(self.first, self.first + 256)
        low, high = int(self.entries.min()), int(self.entries.max())
        return (low, high) if np.array_equal(self.entries, np.clip(codes, low, high)) else None

    def two_pieces(self, *, rounds_down: bool) -> TwoPieces | None:
        """The form of `find_two_pieces`; searched once."""
        if rounds_down not in self._forms:
            self._forms[rounds_down] = find_two_pieces(
                self.entries, self.first, rounds_down=rounds_down
            )
        return self._forms[rounds_down]

    def by_byte(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        """The entries in the order of the codes' bytes: 0 to 127, then -128 to -1 or 128 to 255."""
        order = np.arange(256) if self.first == 0 else np.arange(256) ^ 128
        return (
            self.entries[..., order].astype(np.uint8 if self.first == 0 else np.int8).view(np.int8)
        )


def steps(code_map: CodeMap | None, *, signed: bool) -> Codes:
    """Codes that a map, None being the identity, tells from the code before."""
    if code_map is None:
        return np.arange(-127, 128) if signed else np.arange(1, 256)
    rows = np.atleast_2d(code_map.entries)
    return np.flatnonzero(np.any(rows[:, 1:] != rows[:, :-1], axis=0)) + code_map.first + 1


def emit_code_map(
    codes: ir.Value,
    code_map: CodeMap | None,
    unit: VectorUnit,
    constants: Constants,
    channels: Sequence[emit.Index] = (0,),
) -> ir.Value:
    """Applies a map to a vector of bytes; None is the identity.

    `channels` are the first channels of equal parts of the vector, at least `unit.lanes` each: a
    map may have a row of entries for each channel.
    """
    if code_map is None:
        return codes
    if code_map.entries.ndim > 1:
        return _emit_rows(codes, code_map, unit, constants, channels)
    bounds = code_map.bounds()
    if bounds is None:
        return unit.lookup(codes, code_map.by_byte(), constants)
    low, high = bounds
    signed = code_map.first < 0
    least, most = (-128, 127) if signed else (0, 255)
    minimum, maximum = (arith.minsi, arith.maxsi) if signed else (arith.minui, arith.maxui)
    if low > least:
        codes = maximum(codes, emit.splat(codes.type, _byte(low)))
    if high < most:
        codes = minimum(codes, emit.splat(codes.type, _byte(high)))
    return codes


def _emit_rows(
    codes: ir.Value,
    code_map: CodeMap,
    unit: VectorUnit,
    constants: Constants,
    channels: Sequence[emit.Index],
) -> ir.Value:
    """Applies a map that has a row for each channel: as two lines if it has that form."""
    signed = code_map.first < 0
    form = code_map.two_pieces(rounds_down=unit.rounds_down) if unit.fused else None
    if form is not None:
        return emit_two_pieces(codes, form, channels, unit, constants, signed=signed)
    rows = code_map.by_byte()
    table = constants.add(np.resize(rows, (len(rows) + PADDING, 256)))
    size = emit.size_of(codes) // len(channels)
    entries: list[ir.Value] = []
    for lane in range(emit.size_of(codes)):
        byte = arith.index_castui(ir.IndexType.get(), vector.extract(codes, [], [lane]))
        row = emit.mul(emit.add(channels[lane // size], lane % size), 256)
        entries.append(memref.load(table, [emit.index(emit.add(byte, row))]))
    return vector.from_elements(codes.type, entries)


def _byte(code: int) -> int:
    """The signed number of a code's byte."""
    return code - 256 if code > 127 else code
