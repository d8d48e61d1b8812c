"""Domains: integer codes and the real numbers that they stand for, without MLIR."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from mlir import ir
from mlir.dialects import quant
from numpy.typing import NDArray

from lutfuse.dialects.quant_types import LARGEST_SCALE, SMALLEST_SCALE, storage_of, storage_range

IntArray = NDArray[np.integer[Any]]
FloatArray = NDArray[np.floating[Any]]

# The bindings of the quant dialect have no stub.
_quant: Any = quant

DTYPES: dict[str, type[np.integer[Any]]] = {"i8": np.int8, "u8": np.uint8, "i16": np.int16}


@dataclass(frozen=True)
class Domain:
    """A quantized domain: code `c` stands for `(c - zero_point) * scale`.

    `storage` is `i8`, `u8` or `i16`; `low` and `high` narrow its range, as in `-127:127`.
    Raises ValueError on anything that no runtime accepts.
    """

    storage: str
    scale: float
    zero_point: int = 0
    low: int | None = None
    high: int | None = None

    def __post_init__(self) -> None:
        if self.storage not in DTYPES:
            raise ValueError(f"expected storage i8, u8 or i16 but got '{self.storage}'")
        if not SMALLEST_SCALE <= self.scale <= LARGEST_SCALE:
            raise ValueError(f"expected a positive float32 scale but got {self.scale}")
        lowest, highest = storage_range(self.storage)
        low, high = self.range
        if not lowest <= low < high <= highest:
            raise ValueError(f"expected a range within {lowest}:{highest} but got {low}:{high}")
        if not lowest <= self.zero_point <= highest:
            raise ValueError(
                f"expected a zero point in [{lowest}, {highest}] but got {self.zero_point}"
            )

    @property
    def range(self) -> tuple[int, int]:
        """Lowest and highest code that values take."""
        lowest, highest = storage_range(self.storage)
        return (
            lowest if self.low is None else self.low,
            highest if self.high is None else self.high,
        )

    @property
    def dtype(self) -> type[np.integer[Any]]:
        """NumPy type of a code."""
        return DTYPES[self.storage]

    def codes(self) -> NDArray[np.int64]:
        """Every code of the storage in rising order: 256 or 65536 of them."""
        lowest, highest = storage_range(self.storage)
        return np.arange(lowest, highest + 1, dtype=np.int64)

    def reals(self, codes: IntArray | None = None) -> NDArray[np.float64]:
        """What `codes` (every code, by default) stand for; exact for a float32 scale."""
        codes = self.codes() if codes is None else codes
        return (codes.astype(np.int64) - self.zero_point) * np.float64(self.scale)


def domain_of(type_: ir.Type) -> Domain:
    """The domain of a `!quant.uniform` type; raises ValueError for all other types."""
    if not isinstance(type_, _quant.UniformQuantizedType):
        raise ValueError(f"expected a per-tensor quantized type but got {type_}")
    uniform: Any = type_
    low, high = uniform.storage_type_min, uniform.storage_type_max
    return Domain(storage_of(type_), uniform.scale, uniform.zero_point, low, high)
