"""Step functions and maps of the proof against brute force, and against compiled TOSA.

The proof decides on closed forms. Here each is compared with the formula on every value, so that
a verdict of `proved` rests on no formula of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from mlir import ir

import lutfuse
from lutfuse.passes.proof.nodes import Pool, array_of
from lutfuse.passes.proof.reader import read
from lutfuse.passes.proof.stages import FixedPoint, FloatScale, Requantization, Stage
from support.contract import RANGES, Array, requantize
from support.equivalence import assert_computed, codes_at, passed_through, proof_of, proved
from support.layer import Layer, Table, stored
from support.layer_text import lutfuse as lutfuse_text
from support.layer_text import tosa

SPAN = 6000  # values on either side that brute force visits


def requantizations() -> Iterator[Requantization]:
    rng = np.random.default_rng(3)
    for double in (False, True):
        for shift in (2, 10, 30, 31, 32, 33, 38, 44, 45, 62):
            top = min(31, max(1, shift + 4))
            for multiplier in (0, 1, 1 << (top - 1), int(rng.integers(1, 1 << top))):
                yield FixedPoint(multiplier, shift, double)
    for scale in (0.5, 0.0078125, float(np.float32(0.3)), 1.0, 37.25):
        yield FloatScale(scale)


def results(requantization: Requantization, values: Array) -> Array:
    """The formulas of the contract and of `#lutfuse.requant_f32`."""
    if isinstance(requantization, FloatScale):
        scaled = values.astype(np.float32) * np.float32(requantization.scale)
        return np.rint(scaled).astype(np.int64)
    double = requantization.double
    shift = np.int64(requantization.shift)
    return requantize(values, np.int64(requantization.multiplier), shift, double)


@pytest.mark.parametrize("requantization", list(requantizations()), ids=str)
def test_first_value_that_reaches_a_code(requantization: Requantization) -> None:
    values = np.arange(-SPAN, SPAN + 1)
    every = results(requantization, values)
    assert (np.diff(every) >= 0).all()
    assert [requantization(int(v)) for v in values[::97]] == every[::97].tolist()
    codes = np.unique(np.concatenate([every, every + 1, [-3, 0, 3]]))
    expected = np.append(values, SPAN + 1)[np.searchsorted(every, codes)]
    assert np.array_equal(requantization.first(codes, -SPAN, SPAN), expected)


def stages(rng: np.random.Generator, width: int) -> tuple[Stage, Stage]:
    """Two that are close to each other."""
    low, high = RANGES["i8" if width == 8 else "i16"]
    multiplier, shift = int(rng.integers(1 << 24, 1 << 26)), int(rng.integers(27, 35))
    first = Stage(
        (FixedPoint(multiplier, shift, bool(rng.random() < 0.5)),),
        (int(rng.integers(-500, 500)),),
        int(rng.integers(-20, 20)),
        low + int(rng.integers(0, 30)),
        high - int(rng.integers(0, 30)),
        False,
        width,
    )
    other = FixedPoint(multiplier + int(rng.integers(-3, 4)), shift, bool(rng.random() < 0.5))
    second = replace(
        first,
        requantizations=(other,),
        bias=(first.bias[0] + int(rng.integers(-1, 2)),),
        low=first.low + int(rng.integers(-1, 2)),
    )
    return first, second


@pytest.mark.parametrize("width", [8, 16])
def test_differences_of_two_stages(width: int) -> None:
    rng = np.random.default_rng(width)
    sums = np.arange(-SPAN, SPAN + 1)
    found = 0
    for _ in range(60):
        pair = stages(rng, width)
        steps = [stage.steps(0, stage.bias[0], -SPAN, SPAN) for stage in pair]
        every = [
            np.clip(results(s.requantizations[0], sums + s.bias[0]) + s.zero_point, s.low, s.high)
            for s in pair
        ]
        wrong = np.zeros(sums.shape, bool)
        for first, last, old, new in steps[0].differences(steps[1]).tolist():
            here = slice(first + SPAN, last + SPAN + 1)
            assert (every[0][here] == old).all() and (every[1][here] == new).all()
            wrong[here] = True
        assert np.array_equal(wrong, every[0] != every[1])
        found += wrong.any() and not wrong.all()
    assert found > 20


# Layers ----------------------------------------------------------------------------------------


def layer(rng: np.random.Generator) -> Layer:
    """Small, with one or all channels different, and mostly with a table."""
    channels = int(rng.integers(1, 4))
    count = channels if rng.random() < 0.5 else 1
    return Layer(
        shape=(1, 4, 4, 2),
        w=rng.integers(-8, 9, (channels, 2, 2, 2)),
        b=rng.integers(-300, 300, channels),
        multiplier=rng.integers(1 << 29, 1 << 31, count),
        shift=rng.integers(32, 37, count),
        zx=int(rng.integers(-128, 128)),
        zu=int(rng.integers(-110, 120)),
        narrow=(-120, 125) if rng.random() < 0.3 else None,
        per_channel=count > 1,
        double_round=bool(rng.random() < 0.5),
        pad=(1, 0, 0, 1),
        table=Table(rng.integers(-4, 5, 256)) if rng.random() < 0.8 else None,
    )


def fault(rng: np.random.Generator, old: Layer) -> Layer:
    """One change, which a coarse table or saturation may hide."""
    assert old.b is not None
    one = np.zeros(old.multiplier.shape, np.int64)
    one[rng.integers(len(one))] = 1
    low, high = old.range
    entries = np.zeros(256, np.int64) if old.table is None else old.table.entries.copy()
    entries[rng.integers(256)] += 1
    w = old.w.copy()
    w[tuple(rng.integers(size) for size in w.shape)] += 1
    changes: list[dict[str, object]] = [
        {"multiplier": old.multiplier - one * int(rng.integers(1, 1 << 20))},
        {"double_round": not old.double_round},
        {"b": old.b + rng.integers(-1, 2, old.b.shape)},
        {"narrow": (low, high - 1), "zu": min(old.zu, high - 1)},
        {"zu": old.zu + 1 if old.zu < high else old.zu - 1},
        {"table": Table(entries) if old.table is not None else None},
        {"w": w},
        {"zx": old.zx - 1 if old.zx > 0 else old.zx + 1},
        {"pad": (0, 1, 0, 1)},
    ]
    return replace(old, **changes[rng.integers(len(changes))])


def assert_equal_everywhere(before: Layer, after: Layer, rng: np.random.Generator) -> None:
    """On every accumulator where the sums are the same, and on random inputs."""
    limit = int(np.abs(before.w).reshape(before.w.shape[0], -1).sum(axis=1).max()) * 255
    for channel in range(before.w.shape[0]):
        low, high = extremes(before, channel)
        assert -limit <= low <= high <= limit
        sums = np.arange(low, high + 1)
        old, new = (
            codes_at(one, channel, sums + (0 if one.b is None else one.b[channel]))
            for one in (before, after)
        )
        assert np.array_equal(old, new)
    for _ in range(20):
        x = rng.integers(-128, 128, before.shape)
        assert np.array_equal(before.reference(x), after.reference(x))


def extremes(one: Layer, channel: int) -> tuple[int, int]:
    """Lowest and highest sum of a whole window."""
    w = one.w[channel]
    ends = [w * (code - one.zx) for code in (-128, 127)]
    return int(np.minimum(*ends).sum()), int(np.maximum(*ends).sum())


def test_verdicts_on_random_faults() -> None:
    """Proved layers are equal on all accumulators, refuted ones differ on the input given."""
    rng = np.random.default_rng(11)
    verdicts: list[str] = []
    for _ in range(200):
        before = layer(rng)
        after = fault(rng, before)
        old = lutfuse_text(before)
        proof = proof_of(old, lutfuse_text(after, fused=after.table is not None))
        verdicts.append(proof.verdict)
        if proof.verdict == "proved":
            assert_equal_everywhere(before, after, rng)
        for certificate in proof.failed:
            if certificate.verdict == "refuted":
                assert_computed(before, after, certificate.counter_example)
    assert verdicts.count("proved") > 10
    assert verdicts.count("refuted") > 100
    assert verdicts.count("undecided") < 20


def test_open_channels_are_all_compared() -> None:
    """A difference that only the last channel reaches, of a result of unknown channels."""
    rng = np.random.default_rng(1)
    before = replace(layer(rng), shape=(1, 3, 3, 1), w=np.array([[[[0]]], [[[90]]]]), pad=(0,) * 4)
    before = replace(before, b=np.array([0]), multiplier=np.array([1 << 30]), shift=np.array([37]))
    before = replace(before, per_channel=False, table=None, narrow=None, zx=0, zu=0)
    texts = [
        lutfuse_text(one).replace("1x3x3x2x", "1x3x3x?x")
        for one in (before, replace(before, multiplier=before.multiplier + (1 << 24)))
    ]
    assert "1x3x3x?x" in texts[0]
    proved(texts[0], texts[0])
    (certificate,) = proof_of(texts[0], texts[1]).failed
    assert certificate.verdict == "refuted"
    assert certificate.counter_example is not None and certificate.counter_example.channel == 1


# Maps ------------------------------------------------------------------------------------------

UNARY = """
func.func @main(%x: tensor<1x256x3x{source}>) -> tensor<1x256x3x{result}> {{
  %m = "tosa.const"() {{values = dense<{multiplier}> : tensor<{count}xi32>}}
    : () -> tensor<{count}xi32>
  %s = "tosa.const"() {{values = dense<{shift}> : tensor<{count}xi8>}} : () -> tensor<{count}xi8>
  %i = "tosa.const"() {{values = dense<{zx}> : tensor<1x{source}>}} : () -> tensor<1x{source}>
  %o = "tosa.const"() {{values = dense<{zy}> : tensor<1x{result}>}} : () -> tensor<1x{result}>
  %y = tosa.rescale %x, %m, %s, %i, %o {{
      input_unsigned = {unsigned_in}, output_unsigned = {unsigned_out}, scale32 = true,
      per_channel = {per_channel}, rounding_mode = {rounding}}}
    : (tensor<1x256x3x{source}>, tensor<{count}xi32>, tensor<{count}xi8>, tensor<1x{source}>,
       tensor<1x{result}>) -> tensor<1x256x3x{result}>
  return %y : tensor<1x256x3x{result}>
}}
"""


@pytest.mark.parametrize("seed", range(12))
def test_rescale_is_the_compiled_one(seed: int) -> None:
    """A map is written out by our formula: all codes of it through the upstream lowering."""
    from lutfuse.passes.upstream.jit import JitModule

    rng = np.random.default_rng(seed)
    unsigned_in, unsigned_out = (bool(rng.random() < 0.4) for _ in range(2))
    result = "i8" if unsigned_out or rng.random() < 0.5 else "i32"
    count = int(rng.choice([1, 3]))
    wide = 18 if result == "i32" else 0
    text = UNARY.format(
        source="i8",
        result=result,
        count=count,
        multiplier=rng.integers(1 << 29, 1 << 31, count).tolist(),
        shift=(rng.integers(29, 35, count) - wide).tolist(),
        zx=int(rng.integers(-128, 128)),
        zy=0 if result == "i32" else int(rng.integers(-128, 128)),
        unsigned_in=str(unsigned_in).lower(),
        unsigned_out=str(unsigned_out).lower(),
        per_channel=str(count > 1).lower(),
        rounding=rng.choice(["SINGLE_ROUND", "DOUBLE_ROUND"]),
    )
    with ir.Context() as context:
        lutfuse.register(context)
        module = ir.Module.parse(text)
        x = np.broadcast_to(np.arange(-128, 128)[None, :, None], (1, 256, 3)).astype(np.int8)
        compiled = JitModule(module)(np.ascontiguousarray(x))[0]
        side = read(Pool(), module.operation)
        node = next(n for op, n in zip(*_results(side), strict=True) if op.name == "tosa.rescale")
    expected = np.broadcast_to(array_of(node), (3, 256)).T
    assert np.array_equal(compiled[0], expected)


def _results(side: object) -> tuple[list[ir.Operation], list[object]]:
    values = side.values  # pyright: ignore
    owners = [(v.owner, n) for v, n in values.items() if isinstance(v.owner, ir.OpView)]
    return [owner.operation for owner, _ in owners], [node for _, node in owners]


def lowered(text: str) -> str:
    return passed_through(text, "convert-lutfuse-to-tosa")


@pytest.mark.parametrize("u", ["i8", "u8", "i16"])
@pytest.mark.parametrize("x", ["i8", "u8"])
def test_unsigned_and_wide_layers_equal_their_lowering(x: str, u: str) -> None:
    rng = np.random.default_rng(5)
    one = replace(layer(rng), storage=(x, "u8", u), zx=7, zu=9, zw=(200,), narrow=(5, 120))
    one = replace(one, w=rng.integers(0, 256, one.w.shape))
    table = Table(stored(rng.integers(0, 256, 256), "i8"), RANGES[u][0])
    if u == "i16":
        table = Table(rng.integers(-32768, 32768, 513), None, "i16", True)
        one = replace(one, zu=0, narrow=(-30000, 30000))
    for layer_ in (replace(one, table=None), replace(one, table=table)):
        text = lutfuse_text(layer_, fused=layer_.table is not None)
        proved(text, lowered(text))
        assert proof_of(text, lowered(lutfuse_text(replace(layer_, zu=layer_.zu + 1)))).failed


@pytest.mark.parametrize("u", ["i8", "i16"])
def test_48_bit_accumulators(u: str) -> None:
    rng = np.random.default_rng(8)
    one = replace(layer(rng), storage=("i16", "i8", u), zx=0, zu=0, narrow=None, table=None)
    one = replace(one, multiplier=np.array([20000]), shift=np.array([25]), per_channel=False)
    one = replace(one, multiplier_bits=16, double_round=False)
    assert one.b is not None
    proved(tosa(one), lutfuse_text(one))
    proved(lutfuse_text(one), lowered(lutfuse_text(one)))
    for other in (replace(one, multiplier=one.multiplier + 40), replace(one, b=one.b + 900)):
        (certificate,) = proof_of(tosa(one), lutfuse_text(other)).failed
        assert_computed(one, other, certificate.counter_example)


def test_16_bit_table_entry_is_found() -> None:
    rng = np.random.default_rng(6)
    points = rng.integers(-32768, 32768, 513)
    before = replace(layer(rng), storage=("i8", "i8", "i16"), zu=0, narrow=None)
    before = replace(before, table=Table(points, None, "i16"))
    other = points.copy()
    other[256] += 40
    after = replace(before, table=Table(other, None, "i16"))
    proved(tosa(before), lutfuse_text(before, fused=True))
    (certificate,) = proof_of(tosa(before), lutfuse_text(after, fused=True)).failed
    assert certificate.code_map == "differ"
    assert_computed(before, after, certificate.counter_example)
