"""Tables with a row for each channel as two lines."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lutfuse.kernels.codes.two_pieces import find_two_pieces
from support.prelu import prelu_rows


@pytest.mark.parametrize("rounds_down", [True, False])
@settings(max_examples=10)
@given(seed=st.integers(0, 2**32))
def test_prelu_is_two_lines(rounds_down: bool, seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows = prelu_rows(rng, int(rng.integers(1, 80)))
    form = find_two_pieces(rows, -128, rounds_down=rounds_down)
    assert form is not None
    got = form.apply(np.arange(-128, 128), rounds_down=rounds_down)
    assert np.array_equal(np.clip(got, -128, 127), rows)


def test_unsigned_codes() -> None:
    rows = prelu_rows(np.random.default_rng(1), 20) + 128
    form = find_two_pieces(rows, 0, rounds_down=True)
    assert form is not None
    assert np.array_equal(np.clip(form.apply(np.arange(256), rounds_down=True), 0, 255), rows)


def test_other_tables_are_not() -> None:
    rows = prelu_rows(np.random.default_rng(2), 20)
    rows[7, 3] = rows[7, 3] + 40
    rows[7, 200] = -rows[7, 200]
    assert find_two_pieces(rows, -128, rounds_down=True) is None


def test_one_row_that_differs_is_found_beyond_the_sample() -> None:
    """The pivot of few rows fits them, but not the one that was not among them."""
    codes = np.arange(-128, 128)
    line = np.clip(codes // 2, -128, 127)
    rows = np.stack([line + n for n in range(40)])
    rows[1] = np.where(codes < -50, line, np.clip(codes + 25, -128, 127))
    form = find_two_pieces(rows, -128, rounds_down=True)
    assert form is not None
    assert form.pivot < -40
    got = form.apply(codes, rounds_down=True)
    assert np.array_equal(np.clip(got, -128, 127), rows)
