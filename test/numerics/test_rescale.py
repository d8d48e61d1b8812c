"""The one RESCALE of this project against exact fractions, and the proof's own against it."""

from __future__ import annotations

from fractions import Fraction
from math import floor

import numpy as np
import pytest

from lutfuse.numerics.rescale import rescale
from lutfuse.passes.proof.stages import FixedPoint

EDGES = [0, 1, -1, 2, -2, 3, -3, 127, -128, (1 << 31) - 1, -(1 << 31)]
PAIRS = [(1 << 30, 30), (1 << 30, 31), (1 << 30, 32), (3 << 29, 38), ((1 << 31) - 1, 62), (5, 2)]


def expected(value: int, multiplier: int, shift: int, double_round: bool) -> int:
    """`apply_scale_32` of TOSA 1.0, on fractions."""
    twice = Fraction(1 if value >= 0 else -1, 1 << (shift - 30)) if shift > 31 else Fraction(0)
    exact = Fraction(value * multiplier, 1 << shift) + (twice if double_round else 0)
    return floor(exact + Fraction(1, 2))


@pytest.mark.parametrize("double_round", [False, True])
@pytest.mark.parametrize(("multiplier", "shift"), PAIRS)
def test_every_edge(multiplier: int, shift: int, double_round: bool) -> None:
    ties = [t for k in (-3, 1, 5) if abs(t := (k << shift) // (2 * multiplier)) < 1 << 31]
    values = np.array([*EDGES, *ties, *(t + 1 for t in ties)])
    want = [expected(int(v), multiplier, shift, double_round) for v in values]
    assert rescale(values, multiplier, shift, double_round).tolist() == want
    proof = FixedPoint(multiplier, shift, double_round)
    assert proof.of_each(values).tolist() == want
    assert [proof(int(value)) for value in values] == want


def test_channels_are_broadcast() -> None:
    values = np.array([[7, -7, 7], [1000, -1000, 0]])
    multiplier, shift = np.array([1 << 30, 3 << 29, 5]), np.array([31, 33, 2])
    got = rescale(values, multiplier, shift, double_round=True)
    for row in range(2):
        for at, pair in enumerate(zip(multiplier.tolist(), shift.tolist(), strict=True)):
            assert got[row, at] == expected(int(values[row, at]), *pair, True)


def test_products_beyond_64_bits_of_python_integers() -> None:
    values = np.array([1 << 47, -(1 << 47)], object)
    got = rescale(values, np.array((1 << 31) - 1, object), np.array(40, object), False)
    assert got.tolist() == [expected(int(v), (1 << 31) - 1, 40, False) for v in values]
