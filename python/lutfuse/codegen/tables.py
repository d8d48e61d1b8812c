"""What happens to codes after requantization: saturation, bounds, table look-up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from mlir import ir
from mlir.dialects import arith

from lutfuse.codegen import emit
from lutfuse.codegen.constants import Constants
from lutfuse.codegen.vectors import VectorUnit

Codes = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True)
class CodeMap:
    """A function of 8-bit codes: entry k is the result for the code `first + k`."""

    first: int  # -128 for signed codes, 0 for unsigned ones
    entries: Codes

    def bounds(self) -> tuple[int, int] | None:
        """(lowest, highest) if the map only clips, else None."""
        codes = np.arange(self.first, self.first + 256)
        low, high = int(self.entries.min()), int(self.entries.max())
        return (low, high) if np.array_equal(self.entries, np.clip(codes, low, high)) else None

    def by_byte(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        """The entries in the order of the codes' bytes: 0 to 127, then -128 to -1 or 128 to 255."""
        order = np.arange(256) if self.first == 0 else np.arange(256) ^ 128
        return self.entries[order].astype(np.uint8 if self.first == 0 else np.int8).view(np.int8)


def emit_code_map(
    codes: ir.Value, code_map: CodeMap | None, unit: VectorUnit, constants: Constants
) -> ir.Value:
    """Applies a map to a vector of bytes; None is the identity."""
    if code_map is None:
        return codes
    bounds = code_map.bounds()
    if bounds is None:
        return unit.lookup(codes, constants.add(code_map.by_byte()))
    low, high = bounds
    signed = code_map.first < 0
    least, most = (-128, 127) if signed else (0, 255)
    minimum, maximum = (arith.minsi, arith.maxsi) if signed else (arith.minui, arith.maxui)
    if low > least:
        codes = maximum(codes, emit.splat(codes.type, _byte(low)))
    if high < most:
        codes = minimum(codes, emit.splat(codes.type, _byte(high)))
    return codes


def _byte(code: int) -> int:
    """The signed number of a code's byte."""
    return code - 256 if code > 127 else code
