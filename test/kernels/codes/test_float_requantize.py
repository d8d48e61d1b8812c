"""The float form of RESCALE: its model of float operations, and its proof, by exhaustion."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lutfuse.kernels.codes.float_requantize import FloatForm, find_float_form, fma, sum_bounds
from lutfuse.kernels.codes.requantize import Requantization
from lutfuse.kernels.codes.tables import CodeMap, steps
from support.convolutions import requantization

ALL = steps(None, signed=True)
numbers = st.floats(-300, 300, width=32) | st.floats(-(2.0**-9), 2.0**-9, width=32)


def neighbours(value: Fraction) -> tuple[Any, Any]:
    """Greatest single-precision number not above a value, and least one not below."""
    near = np.float32(float(value))
    below = near if Fraction(float(near)) <= value else np.nextafter(near, np.float32(-np.inf))
    above = near if Fraction(float(near)) >= value else np.nextafter(near, np.float32(np.inf))
    return below, above


@settings(max_examples=300)
@given(x=st.integers(-(1 << 24), 1 << 24), y=numbers, z=numbers)
def test_fma_rounds_once(x: int, y: float, z: float) -> None:
    exact = Fraction(x) * Fraction(y) + Fraction(z)
    below, above = neighbours(exact)
    a, b, c = np.array([float(x)]), np.array([y], np.float32), np.array([z], np.float32)
    assert fma(a, b, c, rounds_down=True)[0] == below
    got = fma(a, b, c, rounds_down=False)[0]
    distance = abs(Fraction(float(got)) - exact)
    assert distance == min(abs(Fraction(float(one)) - exact) for one in (below, above))


def all_equal(r: Requantization, form: FloatForm, sums: Any, *, rounds_down: bool) -> bool:
    exact = np.clip(r.apply(sums), -128, 127)
    return np.array_equal(exact, np.clip(form.apply(sums, rounds_down=rounds_down), -128, 127))


@settings(max_examples=8)
@given(
    seed=st.integers(0, 2**32),
    terms=st.sampled_from([9, 25, 64, 576]),
    double=st.booleans(),
    zero=st.integers(-128, 127),
)
def test_found_forms_are_equal_everywhere(seed: int, terms: int, double: bool, zero: int) -> None:
    rng = np.random.default_rng(seed)
    r = requantization(rng, 3, terms, double=double, zero=zero)
    weights = rng.integers(-128, 128, (3, terms))
    least, most = sum_bounds(weights, rng.integers(-999, 999, 3), -128, 127)
    for down in (True, False):
        form = find_float_form(r, least, most, ALL, rounds_down=down)
        if form is not None:
            sums = np.arange(max(least.max(), -400000), min(most.min(), 400000))[:, None]
            assert all_equal(r, form, np.broadcast_to(sums, (sums.size, 3)), rounds_down=down)


@pytest.mark.parametrize("double", [True, False])
def test_depthwise_sums_have_a_form(double: bool) -> None:
    r = requantization(np.random.default_rng(1), 64, 9, double=double, zero=-30)
    bound = np.full(64, 9 * 255 * 128)
    form = find_float_form(r, -bound, bound, ALL, rounds_down=True)
    assert form is not None
    assert (form.below is not None) == double


def test_a_second_scale_is_taken_for_large_sums() -> None:
    r = requantization(np.random.default_rng(2), 32, 576, double=True, zero=3)
    bound = np.full(32, 576 * 255 * 128)
    form = find_float_form(r, -bound, bound, ALL, rounds_down=True)
    assert form is not None
    assert form.scale_low is not None


def test_codes_that_a_map_joins_need_no_place() -> None:
    codes = np.arange(-128, 128)
    assert steps(CodeMap(-128, np.clip(codes, -100, -90)), signed=True).tolist() == list(
        range(-99, -89)
    )
    rows = np.stack([np.where(codes < 5, 0, 1), np.where(codes < 9, 0, 1)])
    assert steps(CodeMap(-128, rows), signed=True).tolist() == [5, 9]


@pytest.mark.parametrize(
    ("multiplier", "shift"),
    [(1 << 30, 51), (0, 35), (1 << 30, 0)],
    ids=["tiny", "zero", "unshifted"],
)
def test_no_form_outside_the_model(multiplier: int, shift: int) -> None:
    r = Requantization(np.array([multiplier]), np.array([shift]), False, 0)
    assert find_float_form(r, np.array([-9]), np.array([9]), ALL, rounds_down=True) is None


def test_no_form_where_results_leave_32_bits() -> None:
    r = Requantization(np.array([1 << 30]), np.array([28]), False, 0)
    bound = np.array([(1 << 31) - 1])
    assert find_float_form(r, -bound, bound, ALL, rounds_down=True) is None


def test_no_form_without_places() -> None:
    r = requantization(np.random.default_rng(3), 1, 9, double=True, zero=0)
    none = np.array([], np.int64)
    assert find_float_form(r, np.array([-9]), np.array([9]), none, rounds_down=True) is None
