"""The proof finds every planted fault, and says so by an input that the contract confirms.

BASE goes in as TOSA, the faulty layer comes out as one fused op, unless the test says otherwise.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from mlir import ir

from lutfuse.passes.proof.certificates import CounterExample
from support.equivalence import (
    assert_computed,
    assert_smallest,
    codes_at,
    proof_of,
    proved,
    the_failure,
)
from support.layer import Layer, Table
from support.layer_text import const, lutfuse, tensor, tosa

RNG = np.random.default_rng(7)
BASE = Layer(
    shape=(1, 5, 6, 3),
    w=RNG.integers(-127, 128, (4, 3, 3, 3)),
    b=RNG.integers(-3000, 3000, 4),
    multiplier=np.array([1183807604, 1432630138, 1216665077, 2129674039]),
    shift=np.array([39, 39, 40, 40]),
    zx=3,
    zu=-5,
    per_channel=True,
    pad=(1, 1, 1, 1),
    table=Table(RNG.permutation(256) - 128),
)
# Multiples of 2^-8: all accumulators that are odd multiples of 128 are ties.
TIES = replace(BASE, multiplier=np.array([1 << 30]), shift=np.array([38]), per_channel=False)
# One weight, so that the accumulators are the 256 codes and the bias.
SMALL = Layer(
    shape=(1, 2, 2, 1),
    w=np.ones((1, 1, 1, 1), np.int64),
    b=np.array([40]),
    multiplier=np.array([1 << 30]),
    shift=np.array([31]),
    double_round=False,
)


def fused(layer: Layer) -> str:
    """One op, or two where there is no table."""
    return lutfuse(layer, fused=layer.table is not None)


def check_refuted(before: Layer, after: Layer, text: Callable[[Layer], str] = fused) -> None:
    """Refuted by an input that is computed; TOSA against itself as well."""
    for write in dict.fromkeys((text, tosa)):
        certificate = the_failure(tosa(before), write(after))
        assert certificate.difference
        assert_computed(before, after, certificate.counter_example)


def changed(values: np.ndarray, at: tuple[int, ...] | int, by: int) -> np.ndarray:
    copy = values.copy()
    copy[at] += by
    return copy


# Nothing wrong ---------------------------------------------------------------------------------


def test_tosa_equals_fused() -> None:
    proof = proved(tosa(BASE), fused(BASE))
    assert [c.op for c in proof.certificates] == ["lutfuse.fused_conv2d"]
    parts = proof.certificates[0]
    assert parts.accumulators == parts.requantization == parts.code_map == "identical"


def test_location_only_change_stays_proved() -> None:
    text = re.sub(r"^( .*)$", r'\1 loc("elsewhere")', tosa(BASE), flags=re.MULTILINE)
    assert text.count('loc("elsewhere")') > 10
    proved(tosa(BASE), text)


TWO = """
func.func @main(%x: tensor<4xi8>, %y: tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi8>) {{
  %t = "tosa.const"() {{values = dense<{table}> : tensor<256xi8>}} : () -> tensor<256xi8>
  {ops}
  return %a, %b : tensor<4xi8>, tensor<4xi8>
}}
"""
TABLE_OP = "{} = tosa.table {}, %t : (tensor<4xi8>, tensor<256xi8>) -> tensor<4xi8>"


def test_reordered_independent_ops_stay_proved() -> None:
    table = list(range(127, -129, -1))
    ops = [TABLE_OP.format("%a", "%x"), TABLE_OP.format("%b", "%y")]
    texts = [TWO.format(table=table, ops="\n".join(order)) for order in (ops, ops[::-1])]
    assert texts[0] != texts[1]
    proved(*texts)


def test_swapped_results_are_found() -> None:
    ops = [TABLE_OP.format("%a", "%x"), TABLE_OP.format("%b", "%y")]
    text = TWO.format(table=list(range(127, -129, -1)), ops="\n".join(ops))
    swapped = text.replace("return %a, %b", "return %b, %a")
    assert {c.verdict for c in proof_of(text, swapped).failed} == {"undecided"}


def test_doubled_multiplier_and_one_more_shift_stay_proved() -> None:
    """With one rounding the two are one function; nothing else says so than comparing both."""
    layer = replace(TIES, multiplier=np.array([1 << 29]), double_round=False)
    other = replace(layer, multiplier=layer.multiplier * 2, shift=layer.shift + 1)
    certificate = proved(tosa(layer), fused(other)).certificates[0]
    assert certificate.requantization == "equal on every accumulator"


def test_doubled_multiplier_under_double_rounding_is_found() -> None:
    """The second nudge does not scale along."""
    layer = replace(TIES, multiplier=np.array([(1 << 29) + 12345]))
    other = replace(layer, multiplier=layer.multiplier * 2, shift=layer.shift + 1)
    check_refuted(layer, other)


# The list of faults ----------------------------------------------------------------------------


def test_final_scale_instead_of_intermediate() -> None:
    """The requantization leads to the domain of the result: here twice as fine."""
    check_refuted(BASE, replace(BASE, shift=BASE.shift - 1))


def test_wrong_zero_point_of_intermediate() -> None:
    check_refuted(BASE, replace(BASE, zu=BASE.zu + 1))


def test_wrong_zero_point_of_input() -> None:
    check_refuted(BASE, replace(BASE, zx=BASE.zx - 1))


def test_wrong_zero_point_of_filter() -> None:
    check_refuted(BASE, replace(BASE, zw=(1,)))


def test_swapped_table() -> None:
    other = Table(RNG.permutation(256) - 128)
    check_refuted(BASE, replace(BASE, table=other))


def test_table_shifted_by_one() -> None:
    assert BASE.table is not None
    check_refuted(BASE, replace(BASE, table=Table(np.roll(BASE.table.entries, 1))))


def test_one_table_entry_off_by_one() -> None:
    assert BASE.table is not None
    entries = changed(BASE.table.entries, 100, 1)
    check_refuted(BASE, replace(BASE, table=Table(entries)))


def test_last_entry_missing() -> None:
    """The dialect's verifier rejects it; TOSA has none, and there the proof does."""
    assert BASE.table is not None
    layer = replace(BASE, table=Table(BASE.table.entries[:-1]))
    with pytest.raises(ir.MLIRError):  # pyright: ignore
        proof_of(tosa(BASE), fused(layer))
    text = tosa(layer).replace("tensor<256xi8>)", "tensor<255xi8>)")
    assert the_failure(tosa(BASE), text, "undecided").op == "tosa.table"


def test_rounding_mode_changed() -> None:
    check_refuted(TIES, replace(TIES, double_round=False))


@pytest.mark.parametrize("by", [1, -1, 1 << 20])
def test_multiplier_of_one_channel_changed(by: int) -> None:
    """By one unit as well: it decides all ties one way."""
    before = replace(TIES, multiplier=np.full(4, 1 << 30), shift=np.full(4, 38), per_channel=True)
    after = replace(before, multiplier=changed(before.multiplier, 2, by))
    certificate = the_failure(tosa(before), fused(after))
    example = assert_computed(before, after, certificate.counter_example)
    assert example.channel == 2
    assert certificate.requantization == "differ" and certificate.code_map == "identical"


def test_unit_of_a_multiplier_that_no_accumulator_notices() -> None:
    """Without ties near its 256 steps the other function is the same one, as the contract says."""
    layer = replace(BASE, multiplier=changed(BASE.multiplier, 2, 1))
    proved(tosa(BASE), fused(layer))
    limit = int(np.abs(BASE.w[2]).sum()) * 131 + 3000
    every = np.arange(-limit, limit + 1)
    assert np.array_equal(codes_at(BASE, 2, every), codes_at(layer, 2, every))


def test_bias_changed_by_one() -> None:
    assert BASE.b is not None
    check_refuted(BASE, replace(BASE, b=changed(BASE.b, 1, 1)))


def test_missing_bias() -> None:
    check_refuted(BASE, replace(BASE, b=None))


def test_filter_element_changed() -> None:
    layer = replace(BASE, w=changed(BASE.w, (3, 0, 2, 1), 1))
    certificate = the_failure(tosa(BASE), fused(layer))
    assert_computed(BASE, layer, certificate.counter_example)
    assert "at [3, 0, 2, 1] of the filter" in certificate.difference


def test_two_filter_channels_swapped() -> None:
    check_refuted(BASE, replace(BASE, w=BASE.w[[1, 0, 2, 3]]))


def test_padding_moved() -> None:
    check_refuted(BASE, replace(BASE, pad=(0, 2, 1, 1)))


def test_dilation_changed() -> None:
    """Padding grows along, so that the shape stays."""
    check_refuted(BASE, replace(BASE, dilation=(2, 1), pad=(2, 2, 1, 1)))


def test_stride_changed() -> None:
    """Padding makes up for what the larger stride needs, so that the shape stays."""
    layer = replace(BASE, shape=(1, 4, 6, 3), pad=(0, 0, 1, 1))
    check_refuted(layer, replace(layer, stride=(2, 1), pad=(0, 1, 1, 1)))


def test_stride_of_a_single_row() -> None:
    layer = replace(BASE, shape=(1, 3, 6, 3), pad=(0, 0, 1, 1))
    proved(tosa(layer), fused(replace(layer, stride=(2, 1))))


def test_stride_that_changes_the_shape() -> None:
    layer = replace(BASE, shape=(1, 5, 5, 3))
    strided = replace(layer, stride=(2, 2))
    assert {c.verdict for c in proof_of(tosa(layer), fused(strided)).failed} == {"undecided"}


def test_groups_changed() -> None:
    """The same filter, read as two groups of channels."""
    layer = replace(BASE, shape=(1, 5, 6, 4), w=BASE.w[..., :2], group=2)
    other = replace(layer, shape=(1, 5, 6, 4), w=layer.w[[2, 3, 0, 1]])
    certificate = the_failure(fused(layer), fused(other))
    assert_computed(layer, other, certificate.counter_example)


def test_transposed_convolution_with_wrong_bias() -> None:
    layer = replace(BASE, transposed=True, stride=(2, 2), pad=(0, -1, 0, 0))
    proved(tosa(layer), fused(layer))
    assert layer.b is not None
    check_refuted(layer, replace(layer, b=changed(layer.b, 3, -1)))


def test_transposed_convolution_cropped_elsewhere() -> None:
    layer = replace(BASE, transposed=True, stride=(2, 2), pad=(0, -1, 0, 0))
    check_refuted(layer, replace(layer, pad=(-1, 0, 0, 0)))


# Bounds ----------------------------------------------------------------------------------------


def clamped(layer: Layer, low: int, high: int) -> str:
    """TOSA with a CLAMP between requantization and table."""
    u = tensor(layer.result_shape, "i8")
    op = f"%c = tosa.clamp %u {{min_val = {low} : i8, max_val = {high} : i8}} : ({u}) -> {u}"
    lines = tosa(layer).replace("tosa.table %u", "tosa.table %c").splitlines()
    at = next(i for i, line in enumerate(lines) if "%u = tosa.rescale" in line)
    return "\n".join([*lines[: at + 1], f"  {op}", *lines[at + 1 :]])


@pytest.mark.parametrize("bounds", [(-5, 89), (-4, 90), (-6, 90), (-5, 91)])
def test_clip_bound_off_by_one(bounds: tuple[int, int]) -> None:
    proved(clamped(BASE, -5, 90), clamped(BASE, -5, 90))
    certificate = the_failure(clamped(BASE, -5, 90), clamped(BASE, *bounds))
    layers = [replace(BASE, narrow=limits) for limits in ((-5, 90), bounds)]
    assert_computed(layers[0], layers[1], certificate.counter_example)


def test_clip_that_becomes_part_of_the_table() -> None:
    assert BASE.table is not None
    codes = np.clip(np.arange(-128, 128), -5, 90)
    layer = replace(BASE, table=Table(BASE.table.entries[codes + 128]))
    assert proved(clamped(BASE, -5, 90), fused(layer)).certificates[0].code_map == "identical"


def test_clip_that_becomes_a_narrow_range() -> None:
    """Another stage and another map, the same function of every accumulator."""
    layer = replace(BASE, narrow=(-5, 90))
    certificate = proved(clamped(BASE, -5, 90), fused(layer)).certificates[0]
    assert certificate.code_map == "equal on every accumulator"


def test_narrow_range_ignored() -> None:
    layer = replace(BASE, narrow=(-127, 127))
    proved(clamped(BASE, -127, 127), fused(layer))
    for before in (clamped(BASE, -127, 127), fused(layer)):
        for after in (fused(BASE), tosa(BASE)):
            certificate = the_failure(before, after)
            assert_computed(layer, BASE, certificate.counter_example)


def test_entry_of_a_code_that_never_occurs() -> None:
    """With the range -127 to 127 nobody reads the first of 256 entries."""
    assert BASE.table is not None
    layers = [
        replace(BASE, narrow=(-127, 127), table=Table(entries))
        for entries in (BASE.table.entries, changed(BASE.table.entries, 0, 3))
    ]
    proved(fused(layers[0]), fused(layers[1]))


PAD = """
func.func @main(%x: tensor<1x4x4x2xi8>) -> tensor<1x6x6x2xi8> {{
  %0 = tosa.const_shape {{values = dense<[0, 0, 1, 1, 1, 1, 0, 0]> : tensor<8xindex>}}
    : () -> !tosa.shape<8>
  {value}
  %1 = tosa.pad %x, %0, %v
    : (tensor<1x4x4x2xi8>, !tosa.shape<8>, tensor<1xi8>) -> tensor<1x6x6x2xi8>
  return %1 : tensor<1x6x6x2xi8>
}}
"""


def test_padding_value_wrong() -> None:
    """0 instead of the zero point."""
    texts = [PAD.format(value=const("v", value, "i8")) for value in (-3, 0)]
    certificate = the_failure(*texts)
    assert certificate.op == "tosa.pad"
    assert certificate.counter_example == CounterExample(-3, 0)
    proved(texts[0], texts[0])


# Smallest counter-examples ---------------------------------------------------------------------


def test_one_unit_of_a_multiplier_at_the_smallest_accumulator() -> None:
    layer = replace(TIES, w=TIES.w[:1], b=None, zx=0)
    other = replace(layer, multiplier=layer.multiplier + 1)
    example = assert_computed(layer, other, the_failure(tosa(layer), fused(other)).counter_example)
    assert_smallest(layer, other, example)


def pairs_of_stages(every: np.ndarray) -> Iterator[tuple[Layer, Layer, np.ndarray]]:
    """Layers with two multipliers close to each other, and accumulators at which they differ."""
    for multiplier, shift in itertools.product((1 << 30, 1518500250, 3 << 29), (36, 38)):
        before = replace(SMALL, multiplier=np.array([multiplier]), shift=np.array([shift]))
        expected = codes_at(before, 0, every)
        for delta in range(-(1 << 26), 1 << 26, 1 << 18):
            after = replace(before, multiplier=before.multiplier + delta)
            wrong = every[codes_at(after, 0, every) != expected]
            if len(wrong):
                yield before, after, wrong


def pairs_with_one_difference() -> dict[int, tuple[Layer, Layer]]:
    """One pair for each accumulator at which alone some pair differs."""
    pairs = pairs_of_stages(np.arange(-128, 128) + 40)
    return {int(wrong[0]): (b, a) for b, a, wrong in pairs if len(wrong) == 1}


def test_stages_that_differ_at_exactly_one_accumulator() -> None:
    pairs = pairs_with_one_difference()
    assert len(pairs) >= 8
    for accumulator, (before, after) in pairs.items():
        certificate = the_failure(tosa(before), lutfuse(after))
        example = assert_computed(before, after, certificate.counter_example)
        assert example.accumulator == accumulator


def test_difference_beyond_the_reachable_accumulators() -> None:
    """The same two stages are equal where no input leads to that accumulator."""
    pairs = pairs_with_one_difference()
    for accumulator, layers in pairs.items():
        assert accumulator != 0
        zero = np.zeros((1, 1, 1, 1), np.int64)
        before, after = (replace(layer, w=zero, b=None) for layer in layers)
        certificate = proved(tosa(before), lutfuse(after)).certificates[0]
        assert certificate.requantization == "equal on every accumulator"


def test_difference_at_an_accumulator_without_an_input() -> None:
    """Even weights have even sums: a difference at an odd one is neither proved nor refuted."""
    pairs = pairs_of_stages(np.arange(-256, 255))
    *layers, wrong = next(pair for pair in pairs if (pair[2] % 2).all())
    before, after = (replace(one, w=one.w * 2, b=np.array([0])) for one in layers)
    certificate = the_failure(tosa(before), lutfuse(after), "undecided")
    assert certificate.counter_example is not None
    assert certificate.counter_example.accumulator in wrong
    assert certificate.counter_example.inputs == ()
    assert "no input was found" in certificate.difference
