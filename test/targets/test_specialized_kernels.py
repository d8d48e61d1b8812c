"""Kernels that are faster unfused: where each of their conditions holds."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from lutfuse.targets import (
    ConvolutionShape,
    Size,
    SpecializedKernel,
)
from support.targets import ALL_CONDITIONS

DYNAMIC = -(1 << 63)


SERVED = ConvolutionShape("convolution", "i8", (3, 2), (1, 2), (2, 1), 1, 32, 128, 8, 9)


def test_size_admits() -> None:
    size = Size(at_least=16, at_most=64, multiple_of=8)
    admitted = [n for n in (DYNAMIC, 0, 8, 15, 16, 17, 24, 64, 72) if size.admits(n)]
    assert admitted == [16, 24, 64]
    assert not Size().admits(DYNAMIC)


def test_kernel_serves_where_all_conditions_hold() -> None:
    assert ALL_CONDITIONS.serves(SERVED)
    assert SpecializedKernel("any").serves(dataclasses.replace(SERVED, height=DYNAMIC))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("producer", "transposed"),
        ("storage", "u8"),
        ("kernel", (2, 3)),
        ("stride", (1, 1)),
        ("dilation", (1, 1)),
        ("group", 2),
        ("input_channels", 33),
        ("output_channels", 96),
        ("height", 7),
        ("height", 65),
        ("width", 7),
        ("width", DYNAMIC),
    ],
)
def test_kernel_serves_not_where_one_condition_fails(field: str, value: Any) -> None:
    assert not ALL_CONDITIONS.serves(dataclasses.replace(SERVED, **{field: value}))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Size(at_least=0), "expected a positive at_least but got 0"),
        (lambda: Size(multiple_of=-8), "expected a positive multiple_of but got -8"),
        (lambda: Size(at_least=8, at_most=4), "expected at_most of at least 8 but got 4"),
        (lambda: SpecializedKernel("", kernel=(0, 3)), "a positive kernel but got \\[0, 3\\]"),
        (lambda: SpecializedKernel("", group=0), "expected a positive group but got 0"),
        (lambda: SpecializedKernel("", storages=frozenset({"f32"})), "storages among .*'f32'"),
    ],
)
def test_condition_without_sense(make: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()
