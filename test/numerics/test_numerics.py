"""`lutfuse.numerics`: no entry differs from what the runtimes themselves compute."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lutfuse.numerics import Domain, build_table, find_runtime, interpolate
from support.activations import (
    Case,
    cases,
    converted,
    differing,
    litert,
    near_ties,
    run_converted,
)

COUNT = 300


def rules(runtime: str, *storages: str) -> list[tuple[str, str]]:
    """Kinds and storages that a runtime has."""
    found = find_runtime(runtime)
    return [key[::-1] for key in {**found.tables, **found.kernels} if key[0] in storages]


# LiteRT ---------------------------------------------------------------------------------------


def wrong_for_litert(chosen: list[Case]) -> list[Case]:
    return differing(chosen, [case.expected("tflite") for case in chosen], litert(chosen))


@pytest.mark.parametrize(("kind", "storage"), rules("tflite", "i8", "u8"))
def test_every_code_equals_litert(kind: str, storage: str) -> None:
    assert wrong_for_litert(cases(kind, storage, COUNT)) == []


@pytest.mark.parametrize(("kind", "storage"), rules("tflite", "i16"))
def test_every_16_bit_code_equals_litert(kind: str, storage: str) -> None:
    chosen = cases(kind, storage, 24)
    if kind in ("sigmoid", "tanh"):
        powers = (2.0**-13, 2.0**-12, 2.0**-11, 2.0**-12 * 1.0005, 2.0**-12 * 1.0008, 4.0, 1e-9)
        chosen += [replace_scale(chosen[0], scale) for scale in powers]
    if kind.startswith("gelu"):
        chosen += [
            case._replace(x=replace(case.x, zero_point=-900), y=replace(case.y, zero_point=1200))
            for case in chosen[:8]
        ]
    for case in chosen:
        assert wrong_for_litert([case]) == []


def replace_scale(case: Case, scale: float) -> Case:
    return case._replace(x=replace(case.x, scale=float(np.float32(scale))))


@pytest.mark.parametrize("kind", ["tanh", "gelu", "gelu_tanh", "elu", "exp"])
def test_last_bit_equals_litert(kind: str) -> None:
    assert wrong_for_litert(near_ties(kind, COUNT)) == []


@pytest.mark.parametrize("kind", ["exp", "tanh", "gelu", "log"])
@pytest.mark.parametrize("scales", [(1.0, 1e-38), (3e38, 1e-3), (1.0, 1e30), (1e-38, 1e-38)])
def test_extreme_scales_equal_litert(kind: str, scales: tuple[float, float]) -> None:
    x, y = (float(np.float32(scale)) for scale in scales)
    assert wrong_for_litert([Case(kind, Domain("i8", x, 5), Domain("i8", y, 3))]) == []


def test_square_root_is_truncated_after_a_division() -> None:
    chosen = [
        Case("sqrt", Domain("i8", s * s, -128), Domain("i8", s, -128)) for s in (3.0, 5.0, 11.0)
    ]
    assert wrong_for_litert(chosen) == []
    assert (chosen[0].expected("tflite") < chosen[0].expected("exact")).sum() > 50


def test_litert_refuses_a_hard_swish_that_we_refuse() -> None:
    case = Case("hard_swish", Domain("i8", 130.0), Domain("i8", 1.0))
    with pytest.raises(ValueError, match=r"^expected a scale ratio below 128 but got 130\.0$"):
        case.expected("tflite")
    with pytest.raises(RuntimeError, match="output_multiplier_exponent"):
        litert([case])


# TOSA converter -------------------------------------------------------------------------------

NO_TABLES = ("silu", "leaky_relu")


def wrong_for_converter(chosen: list[Case], folder: Path) -> list[Case]:
    tables = [build_table(case.kind, case.x, case.y, "tosa-converter") for case in chosen]
    return differing(chosen, tables, converted(chosen, folder))


@pytest.mark.parametrize(("kind", "storage"), rules("tosa-converter", "i8", "i16"))
def test_every_entry_equals_the_converter(kind: str, storage: str, tmp_path: Path) -> None:
    if kind in NO_TABLES:
        chosen = cases(kind, storage, 40 if storage == "i8" else 6)
        expected = [case.expected("tosa-converter") for case in chosen]
        assert differing(chosen, expected, run_converted(chosen, tmp_path)) == []
    else:
        chosen = cases(kind, storage, COUNT if storage == "i8" else 40)
        assert wrong_for_converter(chosen, tmp_path) == []


@pytest.mark.parametrize("kind", ["tanh", "gelu", "gelu_tanh", "exp"])
def test_last_bit_equals_the_converter(kind: str, tmp_path: Path) -> None:
    assert wrong_for_converter(near_ties(kind, COUNT), tmp_path) == []


# Found by a search over random domains: one table in four thousand.
SIGMOIDS = [
    (0.003915045410394669, -22, -70),
    (0.14837470650672913, -51, -128),
    (0.01802857778966427, -80, -128),
    (0.07963909208774567, -81, -128),
]


def test_sigmoid_is_float32_for_litert_and_float64_for_the_converter(tmp_path: Path) -> None:
    chosen = [Case("sigmoid", Domain("i8", s, x), Domain("i8", 2**-8, y)) for s, x, y in SIGMOIDS]
    assert wrong_for_litert(chosen) == []
    assert wrong_for_converter(chosen, tmp_path) == []
    for case in chosen:
        assert (case.expected("tflite") != case.expected("tosa-converter")).sum() == 1


# Where a multiplier from float32 scales and one from the same in float64 give other entries.
LEAKY_RELUS = [
    (0.026997867971658707, -9, 0.041576460003852844, 0.872661292552948),
    (0.37335291504859924, 38, 0.8219552636146545, 0.4270913004875183),
    (0.2701270282268524, 120, 0.20181891322135925, 0.23607105016708374),
]
SILUS = [
    (0.6981946229934692, -65, 1.1062983274459839, None),
    (0.017432769760489464, 98, 0.0343356691300869, None),
    (0.05967922881245613, -83, 0.05225042626261711, None),
]


@pytest.mark.parametrize(
    ("kind", "found", "same"), [("leaky_relu", LEAKY_RELUS, False), ("silu", SILUS, True)]
)
def test_multipliers_are_float32_but_for_leaky_relu_of_the_converter(
    kind: str, found: list[tuple[float, int, float, float | None]], same: bool, tmp_path: Path
) -> None:
    chosen = [Case(kind, Domain("i8", s, z), Domain("i8", y), slope) for s, z, y, slope in found]
    assert wrong_for_litert(chosen) == []
    expected = [case.expected("tosa-converter") for case in chosen]
    assert differing(chosen, expected, run_converted(chosen, tmp_path)) == []
    assert (differing(chosen, expected, litert(chosen)) == []) is same


def test_converter_breaks_tanh_far_below_zero(tmp_path: Path) -> None:
    case = Case("tanh", Domain("i8", 3.0, 127), Domain("i8", 2**-7, -20))
    assert wrong_for_converter([case], tmp_path) == []
    broken = case.expected("tosa-converter") != case.expected("tflite")
    reals = case.x.reals()
    assert broken.any() and (reals[broken] < -354).all()


def test_converter_breaks_an_exponential_that_overflows(tmp_path: Path) -> None:
    case = Case("exp", Domain("i8", 0.2, -128), Domain("i8", 0.03))
    assert wrong_for_converter([case], tmp_path) == []
    broken = case.expected("tosa-converter") != case.expected("tflite")
    overflows = np.exp(case.x.reals()) / case.y.scale > 2.0**31
    assert (broken & ~overflows).sum() == 0


def test_converter_ignores_the_result_scale_of_16_bit_sigmoid() -> None:
    x = Domain("i16", 2.0**-12)
    tables = [
        build_table("sigmoid", x, Domain("i16", s), "tosa-converter") for s in (2**-15, 2**-9)
    ]
    assert np.array_equal(*tables)


@pytest.mark.parametrize(("kind", "largest"), [("sigmoid", 3), ("tanh", 6)])
def test_converter_and_litert_differ_in_16_bits(kind: str, largest: int) -> None:
    case = Case(kind, Domain("i16", 8 / 32768), Domain("i16", 2.0**-15))
    points = build_table(kind, case.x, case.y, "tosa-converter")
    apart = np.abs(interpolate(points).astype(int) - case.expected("tflite"))
    assert 0 < apart.max() <= largest
