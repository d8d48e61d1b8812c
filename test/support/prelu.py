"""What a quantized PReLU makes of each code."""

from __future__ import annotations

from typing import Any

import numpy as np

from support.contract import requantize


def prelu_rows(rng: Any, channels: int) -> Any:
    """Entries [channel, 256] of signed codes: two scales, the lower one with a random factor."""

    def rescale(values: Any, multiplier: int, shift: int) -> Any:
        return requantize(values, np.int64(multiplier), np.int64(shift), double_round=True)

    zero, target = (int(z) for z in rng.integers(-110, 60, 2))
    values = np.arange(-128, 128) - zero
    above = rescale(values, int(rng.integers(1 << 30, 1 << 31)), 31 + int(rng.integers(0, 2)))
    factors = rng.integers(-127, 128, (channels, 1))
    below = rescale(values * factors, int(rng.integers(1 << 30, 1 << 31)), 38)
    return np.clip(np.where(values >= 0, above, below) + target, -128, 127)
