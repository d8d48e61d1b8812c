"""Clip and leaky ReLU compute their definition: every code, storage, zero point and range."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
import pytest
from mlir import ir
from mlir.passmanager import PassManager

import lutfuse
from lutfuse.passes.core import remarks
from lutfuse.passes.upstream.jit import JitModule
from lutfuse.targets import TARGETS, Target, register_target
from support.contract import RANGES, Array
from support.parametric import Case, Clip, Codes, LeakyRelu, Requant, convolved, plain, scaled

FUSE = "fuse-lut-activation{target=cpu}"
UNFUSE = "unfuse-lut-activation"
LOWER = "convert-lutfuse-to-tosa,canonicalize"

NARROW = {"i8": (-127, 127), "u8": (1, 255), "i16": (-32767, 32767)}
ONE = Requant()
# Slopes 0.1, 1.6, 0, and the smallest multiplier; negative ones; ties and 16-bit multipliers.
NEGATIVE = [
    (Requant((1717986918,), (34,)), (1,)),
    (Requant((1717986918,), (30,)), (1,)),
    (Requant((0,), (31,)), (1,)),
    (Requant((1,), (2,)), (1,)),
    (Requant((1717986918,), (32,)), (-1,)),
    (Requant((1717986918,), (30,)), (-1,)),
    (Requant((1 << 30,), (33,), False), (-3,)),
    (Requant((1 << 30,), (33,)), (-3,)),
    (Requant((1 << 14,), (17,), False, 16), (5,)),
]
PER_CHANNEL = [
    (Requant((1717986918,), (41,)), (-128, 0, 127)),
    (Requant((1717986918, 3, 0), (34, 5, 31)), (1,)),
    (Requant((1717986918, 1 << 30, 1 << 30), (34, 31, 30), False), (1, -1, -2)),
    (Requant((1 << 30,), (46,), False), (-32768, 255, 32767)),
]
POSITIVE = [ONE, Requant((1288490188,), (31,)), Requant((1288490188,), (29,), False)]


@pytest.fixture(autouse=True)
def context() -> Iterator[ir.Context]:
    with ir.Context() as context:
        lutfuse.register(context)
        yield context


def zero_points(storage: str, low: int, high: int) -> list[int]:
    """Both ends, their neighbours, and what is between."""
    middle = 119 if storage == "u8" else -9
    return [low, low + 1, middle, 0 if low <= 0 else low, high - 1, high]


def domains(storage: str) -> list[Codes]:
    ranges = (None, NARROW[storage])
    return [
        Codes(storage, zero_point, 1.0, narrow)
        for narrow in ranges
        for zero_point in sorted(set(zero_points(storage, *(narrow or RANGES[storage]))))
    ]


def clips(domain: Codes) -> list[Case]:
    """ReLU, ReLU6-like, around the zero point, one code, nothing at all."""
    low, high = domain.range
    zero = domain.zero_point
    bounds = [(zero, high), (zero, min(zero + 60, high)), (max(zero - 9, low), min(zero + 9, high))]
    bounds += [(low, low), (high, high), (low, zero), (low, high)]
    return [Case(Clip(*pair), domain, domain) for pair in bounds]


def leakies(
    domain: Codes, results: Sequence[Codes], negatives: Sequence[tuple[Requant, tuple[int, ...]]]
) -> list[Case]:
    """Every combination of slopes and scales, results in turn."""
    triples = enumerate(product(POSITIVE, negatives, (False, True)))
    return [
        Case(
            LeakyRelu(positive, *negative, negate),
            domain,
            scaled(domain, positive, results[i % len(results)]),
        )
        for i, (positive, negative, negate) in triples
    ]


def run(text: str, x: Array, *passes: str) -> list[Array]:
    module = ir.Module.parse(text)
    PassManager.parse(f"builtin.module({','.join(passes)})").run(module.operation)
    left = [line for line in str(module).splitlines() if "lutfuse." in line or "quant." in line]
    assert not left
    return JitModule(module)(x)


def assert_all(cases: Sequence[Case], codes: Array, got: Sequence[Array]) -> None:
    for case, y in zip(cases, got, strict=True):
        expected = case.reference(codes)
        wrong = int((y != expected).sum())
        assert y.dtype == expected.dtype
        assert wrong == 0, f"{wrong} of {y.size} codes differ in {case}"


def every_code(storage: str, channels: int = 1) -> tuple[Array, Array]:
    """All codes of a storage for each channel, and the bytes or words that store them."""
    low, high = RANGES[storage]
    codes = np.arange(low, high + 1)
    side = int(len(codes) ** 0.5)
    codes = np.repeat(codes, channels).reshape(1, side, side, channels)
    dtype = np.int16 if storage == "i16" else np.int8
    return codes, codes.astype({"u8": np.uint8}.get(storage, dtype)).view(dtype)


def within(codes: Array, case: Case) -> Array:
    """Codes outside of a narrow range do not occur: the nearest that do."""
    return np.clip(codes, *case.domain.range)


@pytest.mark.parametrize("storage", RANGES)
def test_every_code_of_a_clip(storage: str) -> None:
    codes, x = every_code(storage)
    cases = [case for domain in domains(storage) for case in clips(domain)]
    assert_all(cases, codes, run(plain(cases, x.shape), x, LOWER))


@pytest.mark.parametrize(
    "zero_point", ["first", "second", "middle", "zero", "last but one", "last"]
)
@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("storage", RANGES)
def test_every_code_of_a_leaky_relu(storage: str, narrow: bool, zero_point: str) -> None:
    low, high = NARROW[storage] if narrow else RANGES[storage]
    names = ["first", "second", "middle", "zero", "last but one", "last"]
    at = zero_points(storage, low, high)[names.index(zero_point)]
    domain = Codes(storage, at, 1.0, (low, high))
    codes, x = every_code(storage)
    results = [result for other in RANGES for result in domains(other)]
    cases = leakies(domain, results, NEGATIVE)
    assert_all(cases, codes, run(plain(cases, x.shape), x, LOWER))


@pytest.mark.parametrize("storage", RANGES)
def test_every_code_of_slopes_for_each_channel(storage: str) -> None:
    codes, x = every_code(storage, 3)
    cases = [c for d in domains(storage)[::3] for c in leakies(d, domains(storage), PER_CHANNEL)]
    assert_all(cases, codes, run(plain(cases, x.shape), x, LOWER))


@pytest.mark.parametrize("shape", [(), (3,), (2, 3)])
def test_any_rank(shape: tuple[int, ...]) -> None:
    domain = Codes("i8", -9)
    cases = leakies(domain, [domain], PER_CHANNEL if shape else NEGATIVE) + clips(domain)
    codes = np.random.default_rng(3).integers(-128, 128, shape)
    assert_all(cases, codes, run(plain(cases, shape), np.array(codes, np.int8), LOWER))


# Behind convolutions --------------------------------------------------------------------------


def behind(storage: str, channels: int) -> list[Case]:
    """A convolution of 16-bit codes has zero point 0 in TOSA."""
    chosen = [d for d in domains(storage) if storage != "i16" or d.zero_point == 0][::2]
    negatives = NEGATIVE if channels == 1 else PER_CHANNEL
    return [
        case
        for domain in chosen
        for case in [*clips(domain)[:3], *leakies(domain, domains(storage), negatives)[::2]]
    ]


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("storage", RANGES)
def test_every_code_fused(storage: str, channels: int, transposed: bool) -> None:
    """By the pass, as written, and taken apart again."""
    cases = behind(storage, channels)
    codes, x = every_code(storage, channels)
    x = (codes - 128).astype(np.int8) if storage == "u8" else x
    expected = [case.reference(within(codes, case)) for case in cases]
    apart = convolved(cases, x.shape, fused=False, transposed=transposed)
    fused = convolved(cases, x.shape, fused=True, transposed=transposed)
    for text, *passes in [(apart, FUSE, LOWER), (fused, LOWER), (fused, UNFUSE, LOWER)]:
        for case, y, e in zip(cases, run(text, x, *passes), expected, strict=True):
            assert (y == e).all(), case


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("storage", RANGES)
def test_unfusing_is_the_inverse(storage: str, channels: int, transposed: bool) -> None:
    cases = behind(storage, channels)
    shape = (1, 4, 4, channels)
    text = convolved(cases, shape, fused=False, transposed=transposed)
    module = ir.Module.parse(text)
    before = module.operation.get_asm(enable_debug_info=True)
    PassManager.parse(f"builtin.module({FUSE})").run(module.operation)
    assert str(module).count("lutfuse.fused_conv") == len(cases)
    PassManager.parse(f"builtin.module({UNFUSE})").run(module.operation)
    assert module.operation.get_asm(enable_debug_info=True) == before


# Public reports ---------------------------------------------------------------------------------

# A convolution that hands on 16 by 16 codes, whose zero point is neither end of the storage.
ASYMMETRIC = Codes("i8", -9)


def fused_by_the_pass(case: Case, *passes: str) -> tuple[str, Array]:
    """The module after the passes, and the result codes of every input code."""
    _, x = every_code("i8")
    module = ir.Module.parse(convolved([case], x.shape, fused=False))
    PassManager.parse(f"builtin.module({','.join(passes)})").run(module.operation)
    text = str(module)
    return text, run(text, x, LOWER)[0].ravel()


def test_kind_03_relu_dropped_because_the_range_implies_it() -> None:
    """Right only if the zero point is the lowest code."""
    case = Case(Clip(-9, 127), ASYMMETRIC, ASYMMETRIC)
    for passes in ([FUSE], ["compose-activations", FUSE], ["collapse-elementwise-to-table"]):
        text, y = fused_by_the_pass(case, *passes)
        assert "<min = -9, max = 127>" in text
        assert y.min() == -9


def test_kind_04_clip_folded_into_the_range_and_the_range_lost() -> None:
    """A narrow range and a clip within it are two bounds, and both survive."""
    domain = Codes("i8", -9, 1.0, (-100, 90))
    for bounds in ((-9, 51), (-100, 90)):
        text, y = fused_by_the_pass(Case(Clip(*bounds), domain, domain), FUSE)
        assert "i8<-100:90>" in text and f"<min = {bounds[0]}, max = {bounds[1]}>" in text
        assert (y.min(), y.max()) == bounds


@pytest.mark.parametrize("zero_point", [-128, -9, 0, 127])
def test_kind_05_zero_point_assumed_to_be_zero(zero_point: int) -> None:
    """Fused, a leaky ReLU bends at the zero point of the intermediate codes."""
    domain = Codes("i8", zero_point)
    case = Case(LeakyRelu(negative=Requant((0,), (31,))), domain, domain)
    text, y = fused_by_the_pass(case, FUSE)
    assert "lutfuse.fused_conv2d" in text
    assert np.array_equal(y, np.maximum(np.arange(-128, 128), zero_point))


@pytest.mark.parametrize("storage", ["i8", "u8"])
def test_kind_08_unfused_relu_clamps_at_literal_zero(storage: str) -> None:
    """The bound of a ReLU is the zero point, as a code of its storage."""
    domain = Codes(storage, 119)
    codes, x = every_code(storage)
    case = Case(Clip(119, RANGES[storage][1]), domain, domain)
    (y,) = run(plain([case], x.shape), x, LOWER)
    assert y.view(np.uint8 if storage == "u8" else np.int8).min() == 119
    assert_all([case], codes, [y])


def test_kind_09_leaky_relu_in_float_instead_of_fixed_point() -> None:
    """The two differ at ties, on negative codes, which data in 0 to 1 never has."""
    domain = Codes("i8", 0)
    case = Case(LeakyRelu(negative=Requant((1 << 30,), (31,))), domain, domain)
    _, y = fused_by_the_pass(case, FUSE)
    codes = np.arange(-128, 128)
    away = np.where(codes >= 0, codes, np.copysign(np.floor(abs(codes / 2) + 0.5), codes))
    assert set(codes[y != away]) == set(range(-127, 0, 2))
    assert np.array_equal(y, case.reference(codes))


def test_kind_10_leaky_relu_right_only_if_scales_are_equal() -> None:
    """The positive half is requantized as well."""
    positive = Requant((1288490189,), (31,))
    result = scaled(ASYMMETRIC, positive, Codes("i8", 33))
    case = Case(LeakyRelu(positive), ASYMMETRIC, result)
    _, y = fused_by_the_pass(case, FUSE)
    codes = np.arange(-128, 128)
    assert np.array_equal(y, case.reference(codes))
    assert y[-1] == 33 + round(136 * 0.6) != 33 + 136 - 9


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("passes", [(), (FUSE,), (FUSE, UNFUSE), (FUSE, UNFUSE, FUSE)])
def test_kind_13_one_of_the_lowerings_ignores_the_activation(
    passes: tuple[str, ...], transposed: bool
) -> None:
    """Fused, taken apart and fused again, of either convolution."""
    codes, x = every_code("i8")
    cases = [
        Case(Clip(-9, 51), ASYMMETRIC, ASYMMETRIC),
        Case(LeakyRelu(factor=(-2,)), ASYMMETRIC, ASYMMETRIC),
    ]
    text = convolved(cases, x.shape, fused=False, transposed=transposed)
    assert_all(cases, codes, run(text, x, *passes, LOWER))
    for case in cases:
        assert (case.reference(codes) != codes).any()


# Targets ----------------------------------------------------------------------------------------


def test_target_without_slopes_for_each_channel(monkeypatch: pytest.MonkeyPatch) -> None:
    """`leaky_relu` is one slope; `prelu` is a capability of its own."""
    parameters = frozenset({"clip", "leaky_relu"})
    target = Target("one-slope", "", activations=frozenset(), parameters=parameters)
    monkeypatch.setitem(TARGETS, target.name, target)
    domain = Codes("i8", -9)
    one, each = LeakyRelu(), LeakyRelu(factor=(-1, 0, 1))
    cases = [Case(Clip(-9, 9), domain, domain), *(Case(a, domain, domain) for a in (one, each))]
    module = ir.Module.parse(convolved(cases, (1, 4, 4, 3), fused=False))
    with remarks.collect() as found:
        manager = PassManager.parse("builtin.module(fuse-lut-activation{target=one-slope})")
        manager.run(module.operation)
    assert [r.name for r in found] == ["fused", "fused", "refused", "summary"]
    line = found[2].details["unsupported-activation"]
    assert line.startswith(
        "expected a clip or a leaky_relu after a depthwise convolution of i8 codes but got prelu; "
    )


def test_target_with_parameters_that_are_none() -> None:
    with pytest.raises(ValueError, match=r"expected parameters among .* but got \['relu'\]"):
        register_target(Target("relu", "", parameters=frozenset({"relu"})))
    assert "relu" not in TARGETS
