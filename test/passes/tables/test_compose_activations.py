"""Composition equals both activations in order, for every code: by TOSA's ops and by NumPy."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
from mlir import ir
from mlir.passmanager import PassManager

import lutfuse
from lutfuse.passes.upstream.jit import JitModule
from support.contract import RANGES, Array
from support.layer import stored
from support.layer_text import bits, const, tensor
from support.parametric import Codes

COMPOSE = "compose-activations"
LOWER = "convert-lutfuse-to-tosa,canonicalize"
RNG = np.random.default_rng(7)
CHANNELS = 3

Step = tuple[int, int] | Array  # bounds of a clip, or entries from the lowest code on


@pytest.fixture(autouse=True)
def context() -> Iterator[ir.Context]:
    with ir.Context() as context:
        lutfuse.register(context)
        yield context


def apply(step: Step, codes: Array, domain: Codes) -> Array:
    """Result codes: a table has a row for each channel, or one for all."""
    if isinstance(step, tuple):
        return np.minimum(np.maximum(codes, step[0]), step[1])
    index = np.clip(codes - domain.range[0], 0, step.shape[-1] - 1)
    if step.ndim == 1:
        return step[index]
    return np.stack([step[c][index[..., c]] for c in range(len(step))], -1)


def text(steps: list[Step], domains: list[Codes], shape: tuple[int, ...]) -> str:
    """`@main` with the steps in order, between casts. Domain `i` is that before step `i`."""
    storage = [tensor(shape, bits(domain.storage)) for domain in (domains[0], domains[-1])]
    lines = [f"%v0 = quant.scast %x : {storage[0]} to {tensor(shape, str(domains[0]))}"]
    for i, (step, x, y) in enumerate(zip(steps, domains[:-1], domains[1:], strict=True)):
        types = tensor(shape, str(x)), tensor(shape, str(y))
        if isinstance(step, tuple):
            how = f"lutfuse.clip %v{i} <min = {step[0]}, max = {step[1]}> : ({types[0]})"
        else:
            lines.append(const(f"t{i}", stored(step, y.storage), bits(y.storage)))
            layout = f"first = {x.range[0]}, entries = {step.shape[-1]}, lookup = direct"
            header = f"header <{layout}, input = {x}, result = {y}>"
            t = tensor(step.shape, bits(y.storage))
            how = f"lutfuse.lut_activation <tanh> %v{i}, %t{i} {header} : ({types[0]}, {t})"
        lines.append(f"%v{i + 1} = {how} -> {types[1]}")
    lines.append(f"%r = quant.scast %v{len(steps)} : {types[1]} to {storage[1]}")
    body = "\n  ".join([*lines, f"return %r : {storage[1]}"])
    return f"func.func @main(%x: {storage[0]}) -> {storage[1]} {{\n  {body}\n}}\n"


def check(steps: list[Step], domains: list[Codes]) -> str:
    """All three computations of every code; returns the one op that is left."""
    codes = np.repeat(domains[0].all, CHANNELS).reshape(1, 1, -1, CHANNELS)
    expected = codes
    for step, domain in zip(steps, domains, strict=False):
        expected = apply(step, expected, domain)
    module = ir.Module.parse(text(steps, domains, codes.shape))
    apart = str(module)
    PassManager.parse(f"builtin.module({COMPOSE})").run(module.operation)
    together = str(module)
    ops = [line for line in together.splitlines() if "= lutfuse." in line]
    assert len(ops) == 1, ops
    assert together.count('"tosa.const"') == together.count("lut_activation")
    for form in (apart, together):
        lowered = ir.Module.parse(form)
        PassManager.parse(f"builtin.module({LOWER})").run(lowered.operation)
        (got,) = JitModule(lowered)(stored(codes, domains[0].storage))
        assert (got == stored(expected, domains[-1].storage)).all(), steps
    return ops[0]


DOMAINS = [
    Codes("i8", -9),
    Codes("i8", 127, 0.5),
    Codes("u8", 119),
    Codes("u8", 1, 0.25, (1, 255)),
    Codes("i8", 0, 1.0, (-127, 127)),
]


def table(x: Codes, y: Codes, rows: int = 0) -> Array:
    """Random codes of `y` for all codes of `x`, the ends among them."""
    low, high = y.range
    entries = RNG.integers(low, high + 1, (*([rows] if rows else []), len(x.all)))
    entries[..., [0, -1, 7, 8]] = [high, low, low, high]
    return entries


def bounds(domain: Codes) -> list[tuple[int, int]]:
    low, high = domain.range
    third = (high - low) // 3
    return [(low, high), (low + third, high - third), (low, low), (high - 5, high)]


@pytest.mark.parametrize("domain", [*DOMAINS, Codes("i16", 0), Codes("i16", 999, 1.0, (-9, 9999))])
def test_two_clips_intersect(domain: Codes) -> None:
    """Bounds that do not meet: every code ends at the bound of the second clip."""
    for first, second in product(bounds(domain), repeat=2):
        assert "lutfuse.clip" in check([first, second], [domain] * 3)


@pytest.mark.parametrize("rows", [0, CHANNELS])
@pytest.mark.parametrize("y", DOMAINS)
@pytest.mark.parametrize("x", DOMAINS)
def test_clip_before_a_table(x: Codes, y: Codes, rows: int) -> None:
    check([bounds(x)[1], table(x, y, rows)], [x, x, y])


@pytest.mark.parametrize("rows", [0, CHANNELS])
@pytest.mark.parametrize("y", DOMAINS)
@pytest.mark.parametrize("x", DOMAINS)
def test_table_before_a_clip(x: Codes, y: Codes, rows: int) -> None:
    check([table(x, y, rows), bounds(y)[1]], [x, y, y])


@pytest.mark.parametrize(("first", "second"), list(product([0, CHANNELS], repeat=2)))
@pytest.mark.parametrize(
    ("x", "u", "y"), [DOMAINS[:3], DOMAINS[2:], DOMAINS[::2], DOMAINS[3::-1][:3]]
)
def test_table_before_a_table(x: Codes, u: Codes, y: Codes, first: int, second: int) -> None:
    check([table(x, u, first), table(u, y, second)], [x, u, y])


def test_chain_of_five() -> None:
    x, u, v = DOMAINS[:3]
    steps = [bounds(x)[1], table(x, u), bounds(u)[1], table(u, v, CHANNELS), bounds(v)[1]]
    check(steps, [x, x, u, u, v, v])


def test_rows_that_became_equal_are_one() -> None:
    x, y = DOMAINS[:2]
    op = check([table(x, y, CHANNELS), (5, 5)], [x, y, y])
    assert "tensor<256xi8>" in op


def test_table_that_stays_what_it_was_keeps_its_kind() -> None:
    x, y = DOMAINS[:2]
    entries = table(x, y)
    assert "<tanh>" in check([x.range, entries], [x, x, y])
    assert "<tanh>" in check([entries, y.range], [x, y, y])
    assert "<custom>" in check([entries, (0, 1)], [x, y, y])
    assert "<custom>" in check([(0, 1), entries], [x, x, y])


def test_kind_20_bounds_overwritten_instead_of_composed() -> None:
    """ReLU6 then ReLU keeps the 6, a clip before a table stays before it."""
    domain, zero, six = DOMAINS[0], -9, 51
    assert f"<min = {zero}, max = {six}>" in check([(zero, six), (zero, 127)], [domain] * 3)
    assert f"<min = {zero}, max = {six}>" in check([(zero, 127), (zero, six)], [domain] * 3)
    entries = np.arange(256)[::-1] - 128
    check([(zero, six), entries], [domain] * 3)


@pytest.mark.parametrize("storage", RANGES)
def test_the_order_of_clips_that_do_not_meet_matters(storage: str) -> None:
    low, high = RANGES[storage]
    domain = Codes(storage, low)
    below, above = (low, low + 3), (high - 3, high)
    assert f"<min = {above[0]}, max = {above[0]}>" in check([below, above], [domain] * 3)
    assert f"<min = {below[1]}, max = {below[1]}>" in check([above, below], [domain] * 3)
