"""A quantized layer as plain integers, and what it computes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from support import contract
from support.contract import RANGES, Array

_NUMPY = {"i8": np.int8, "u8": np.uint8, "i16": np.int16}


def stored(codes: Array, storage: str) -> Array:
    """Codes as compiled functions take and return them: signless, so signed to NumPy."""
    return codes.astype(_NUMPY[storage]).view(np.int16 if storage == "i16" else np.int8)


@dataclass(frozen=True, eq=False)
class Table:
    """A table activation. With `first` None it is interpolated: 513 points of 16 bits."""

    entries: Array
    first: int | None = -128
    storage: str = "i8"
    double_round: bool = False
    zero_point: int = 0

    def reference(self, codes: Array) -> Array:
        """Result codes."""
        if self.first is None:
            return contract.interpolate(codes, self.entries, self.double_round)
        return contract.look_up(codes, self.entries, self.first)


@dataclass(frozen=True, eq=False)
class Layer:
    """Convolution, requantization and perhaps a table. Filters are OHWI, zero points one or O."""

    shape: tuple[int, ...]
    w: Array
    b: Array | None
    multiplier: Array
    shift: Array
    zx: int = 0
    zw: tuple[int, ...] = (0,)
    zu: int = 0
    storage: tuple[str, str, str] = ("i8", "i8", "i8")  # of input, filter and intermediate
    narrow: tuple[int, int] | None = None
    per_channel: bool = False
    double_round: bool = True
    multiplier_bits: int = 32
    transposed: bool = False
    stride: tuple[int, int] = (1, 1)
    pad: tuple[int, int, int, int] = (0, 0, 0, 0)  # of the output where transposed
    dilation: tuple[int, int] = (1, 1)
    group: int = 1
    table: Table | None = None

    def accumulators(self, x: Array) -> Array:
        """Sums with the bias, exact."""
        x, w = x - self.zx, self.w - np.reshape(self.zw, (-1, 1, 1, 1))
        if self.transposed:
            acc = contract.convolve_transposed(x, w, self.stride, self.pad, self.group)
        else:
            acc = contract.convolve(x, w, self.stride, self.pad, self.dilation, self.group)
        return acc if self.b is None else acc + self.b

    def intermediate(self, x: Array) -> Array:
        """Codes between convolution and table."""
        acc = self.accumulators(x)
        scaled = contract.requantize(acc, self.multiplier, self.shift, self.double_round)
        return contract.saturate(scaled + self.zu, *self.range)

    def reference(self, x: Array) -> Array:
        """Codes of the result as they are stored."""
        u = self.intermediate(x)
        y = u if self.table is None else self.table.reference(u)
        return stored(y, self.result_storage)

    @property
    def range(self) -> tuple[int, int]:
        """Lowest and highest intermediate code."""
        return self.narrow or RANGES[self.storage[2]]

    @property
    def result_storage(self) -> str:
        return self.storage[2] if self.table is None else self.table.storage

    @property
    def result_shape(self) -> tuple[int, ...]:
        return self.accumulators(np.zeros(self.shape, np.int64)).shape

    @property
    def wide(self) -> bool:
        """Whether accumulators have 48 bits."""
        return self.storage[0] == "i16"

    @property
    def depthwise(self) -> bool:
        """Whether TOSA has one op for the groups."""
        return self.group > 1 and self.w.shape[3] == 1 and not self.transposed
