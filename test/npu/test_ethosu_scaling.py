"""Scaling: TFLite's arithmetic, the two other modes, wide operands, scale records."""

from __future__ import annotations

from fractions import Fraction
from math import floor, trunc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lutfuse.ethosu.faults import ArithmeticFault
from lutfuse.ethosu.scaling import scale, unpack_scales
from lutfuse.numerics.fixed_point import multiply

INT32 = st.integers(-(2**31), 2**31 - 1)
INT48 = st.integers(-(2**47), 2**47 - 1)
MULTIPLIER = st.integers(2**30, 2**31 - 1)
SHIFT = st.integers(0, 63)


@given(INT32, MULTIPLIER, st.integers(31, 62))
def test_tfl_is_the_arithmetic_of_tflite(value: int, multiplier: int, shift: int) -> None:
    values = np.array([value], np.int64)
    assert scale(values, multiplier, shift, "tfl") == multiply(values, multiplier, 31 - shift)


@given(INT48, st.integers(0, 2**32 - 1), SHIFT)
def test_natural_rounds_half_up(value: int, multiplier: int, shift: int) -> None:
    exact = Fraction(value * multiplier, 2**shift)
    want = min(max(floor(exact + Fraction(1, 2)), -(2**62)), 2**62)
    assert scale(np.array([value]), multiplier, shift, "natural") == want


@given(INT48, st.integers(0, 2**32 - 1), SHIFT)
def test_truncate_rounds_towards_zero(value: int, multiplier: int, shift: int) -> None:
    want = min(max(trunc(Fraction(value * multiplier, 2**shift)), -(2**62)), 2**62)
    assert scale(np.array([value]), multiplier, shift, "truncate") == want


@given(
    st.integers(-(2**39), 2**39 - 1), st.integers(0, 2**32 - 1), st.integers(0, 63), st.booleans()
)
def test_scale_records(bias: int, multiplier: int, shift: int, second: bool) -> None:
    record = (bias & (2**40 - 1) | multiplier << 40 | shift << 72).to_bytes(10, "little")
    data = bytes(10 * second) + record
    found = unpack_scales(data, 1 + second)
    assert [int(column[-1]) for column in found] == [bias, multiplier, shift]


def test_missing_scale_records() -> None:
    with pytest.raises(ArithmeticFault, match="expected 2 scale records, got 19 bytes"):
        unpack_scales(bytes(19), 2)
