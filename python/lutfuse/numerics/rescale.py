"""The arithmetic of TOSA's RESCALE on int64 arrays: the one place where it is written out.

    rescale(v) = (v * multiplier + 2^(shift - 1) ± 2^30) >> shift

The ±2^30, away from 0, is that of DOUBLE_ROUND for shifts above 31 (TOSA 1.0, `apply_scale_32`).
Nothing is saturated: callers add a zero point and say what 32 bits hold. The proof has a formula
of its own (`lutfuse.passes.proof.stages`), as what it proves is what this one computed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]


def nudges(shift: Array, double_round: bool) -> tuple[Array, Array]:
    """What is added to a product before it is shifted: of values from 0 on, and of those below."""
    half = np.int64(1) << (shift - 1)
    twice = np.where(shift > 31, np.int64(1) << 30, 0) if double_round else np.int64(0)
    return half + twice, half - twice


def rescale(
    values: Array, multiplier: Array | int, shift: Array | int, double_round: bool
) -> Array:
    """`values * multiplier / 2^shift`, rounded; all are broadcast, shifts are at least 1.

    int64 must hold the products; arrays of Python's integers hold all.
    """
    above, below = nudges(np.asarray(shift), double_round)
    return (values * multiplier + np.where(values >= 0, above, below)) >> shift
