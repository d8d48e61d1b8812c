"""The proof on activations that moved over reshapes and transpositions, rightly and wrongly.

A counter-example is never believed: both modules are compiled and run on its input.
"""

from __future__ import annotations

import numpy as np
import pytest
from mlir import ir

import lutfuse
from lutfuse.passes.proof.certificates import CounterExample
from lutfuse.passes.upstream.jit import JitModule
from support.contract import Array
from support.equivalence import passed_through, proof_of, proved, the_failure
from support.net import INPUT, Net

RNG = np.random.default_rng(11)
FUSE = "fuse-lut-activation{target=cpu}"


def table(*rows: int) -> Array:
    """Any table of 256 entries, or one of as many rows."""
    return RNG.permuted(np.broadcast_to(np.arange(-128, 128), (*rows, 256)), axis=-1)


def run(net: Net | str, x: Array) -> Array:
    """Codes of the result in row-major order, by the lowering."""
    with ir.Context() as context:
        lutfuse.register(context)
        lowered = passed_through(str(net), "convert-lutfuse-to-tosa", "canonicalize")
        return JitModule(ir.Module.parse(lowered, context))(x.astype(np.int8))[0].reshape(-1)


def assert_computed(before: Net, after: Net, example: CounterExample | None) -> None:
    """Both compiled nets compute what the counter-example says, from its input."""
    assert example is not None and example.position is not None and example.channel is not None
    x = np.zeros(INPUT, np.int64)
    for (row, column, channel), code in example.inputs:
        x[0, row, column, channel] = code
    row, column = example.position
    element = (2 * row + column) * before.channels + example.channel
    assert example.element in (None, element)
    assert run(before, x)[element] == example.code_before
    assert run(after, x)[element] == example.code_after
    assert example.code_before != example.code_after


@pytest.mark.parametrize("shape", [(12,), (2, 6), (3, 1, 4), (4, 3)])
def test_table_moved_over_a_reshape(shape: tuple[int, ...]) -> None:
    codes = table()
    before, after = Net(3).conv().reshape(*shape).lut(codes), Net(3).fused(codes).reshape(*shape)
    (certificate,) = proved(str(before), str(after)).certificates
    assert certificate.op == "lutfuse.fused_conv2d"
    assert certificate.code_map == "identical"
    assert "lutfuse.lut_activation" not in passed_through(str(before), FUSE)
    proved(passed_through(str(before), FUSE), str(after))


@pytest.mark.parametrize("shape", [(4, 3), (2, 1, 2, 3)])
def test_rows_moved_where_channels_stay_last(shape: tuple[int, ...]) -> None:
    before = str(Net(3).conv().reshape(*shape).lut(table(3)))
    after = passed_through(before, FUSE)
    assert "lutfuse.lut_activation" not in after
    proved(before, after)
    x = RNG.integers(-128, 128, INPUT)
    assert np.array_equal(run(before, x), run(after, x))


def test_rows_repeated_for_more_channels() -> None:
    """Element i has row i modulo 2, and so has channel i modulo 4."""
    codes = table(2)
    before = Net(4).conv().reshape(8, 2).lut(codes)
    proved(str(before), str(Net(4).fused(np.tile(codes, (2, 1))).reshape(8, 2)))


def test_reshape_over_reshape() -> None:
    codes = table()
    before = Net(3).conv().reshape(6, 2).lut(codes).reshape(4, 3)
    proved(str(before), str(Net(3).conv().reshape(12).reshape(4, 3).lut(codes)))


@pytest.mark.parametrize("axes", [(0, 3, 1, 2), (0, 2, 1, 3), (1, 0, 2, 3)])
def test_table_moved_over_a_transposition(axes: tuple[int, ...]) -> None:
    codes = table()
    before = Net(3).conv().transpose(*axes).lut(codes)
    after = Net(3).fused(codes).transpose(*axes)
    proof = proved(str(before), str(after))
    assert [certificate.op for certificate in proof.certificates] == ["lutfuse.fused_conv2d"]
    x = RNG.integers(-128, 128, INPUT)
    assert np.array_equal(run(before, x), run(after, x))


def test_rows_in_the_wrong_order_for_the_channels() -> None:
    codes = table(2)
    before = Net(4).conv().reshape(8, 2).lut(codes)
    after = Net(4).fused(np.repeat(codes, 2, axis=0)).reshape(8, 2)
    failure = the_failure(str(before), str(after))
    assert failure.op == "lutfuse.fused_conv2d"
    assert_computed(before, after, failure.counter_example)


@pytest.mark.parametrize(("shape", "rows"), [((12,), 1), ((2, 6), 6), ((1, 12), 12)])
def test_rows_moved_over_a_reshape_that_changes_channels(shape: tuple[int, ...], rows: int) -> None:
    """The convolution has 3 channels: its rows repeat too early, or differ where they must not."""
    codes = table(rows) if rows > 1 else table()
    before = Net(3).conv().reshape(*shape).lut(codes)
    after = Net(3).fused(codes[:3] if rows > 1 else table(3)).reshape(*shape)
    failure = the_failure(str(before), str(after))
    assert failure.op == "lutfuse.fused_conv2d"
    assert failure.difference.endswith("elements differ" if rows > 3 else "channels differ")
    assert_computed(before, after, failure.counter_example)


def test_another_table_behind_a_reshape() -> None:
    before, after = Net(3).conv().reshape(12).lut(table()), Net(3).fused(table()).reshape(12)
    assert_computed(before, after, the_failure(str(before), str(after)).counter_example)


def test_reshape_in_place_of_a_transposition() -> None:
    codes = table()
    before = Net(3).conv().transpose(0, 3, 1, 2).lut(codes)
    failure = the_failure(str(before), str(Net(3).fused(codes).reshape(1, 3, 2, 2)))
    assert failure.difference == "expected element 1 to be element 3 but got 1"
    example = failure.counter_example
    assert example is not None and example.element == 1
    assert example.code_before != example.code_after


def test_rows_moved_over_a_transposition() -> None:
    """Both have 2 channels, but the last axis is another one."""
    codes = table(2)
    before = Net(2).conv().transpose(0, 3, 1, 2).lut(codes)
    after = Net(2).fused(codes).transpose(0, 3, 1, 2)
    failure = the_failure(str(before), str(after))
    example = failure.counter_example
    assert example is not None and example.element == 1 and example.code is not None
    # Element 1 is column 1 of channel 0: row 1 of the table before, and row 0 after.
    rows = codes[:, example.code + 128]
    assert [example.code_before, example.code_after] == rows[::-1].tolist()


# Ops behind the convolution: axes of a transposition, or sizes of a reshape.
View = tuple[str, tuple[int, ...]]
PAIR = table(2)
SIZES = [(16,), (4, 4), (8, 2), (2, 2, 4), (1, 4, 2, 2), (1, 2, 2, 4)]


def random_views(rng: np.random.Generator, shape: tuple[int, ...]) -> list[View]:
    views: list[View] = []
    for _ in range(rng.integers(3)):
        if rng.integers(2):
            axes = tuple(rng.permutation(len(shape)).tolist())
            views.append(("transpose", axes))
            shape = tuple(shape[axis] for axis in axes)
        else:
            shape = SIZES[rng.integers(len(SIZES))]
            views.append(("reshape", shape))
    return views


def viewed(codes: Array, views: list[View]) -> Array:
    for name, numbers in views:
        codes = codes.transpose(numbers) if name == "transpose" else codes.reshape(numbers)
    return codes


def random_rows(rng: np.random.Generator, channels: int) -> Array:
    """One table, or one of two for each channel, in some order."""
    if channels == 1 or rng.integers(2):
        return PAIR[0]
    orders = [np.arange(channels) % 2, np.arange(channels) * 2 // channels]
    return PAIR[orders[rng.integers(2)]]


def random_net(rng: np.random.Generator, u: Array) -> tuple[Net, Array]:
    """A net, and what it makes of codes of the convolution."""
    net, first = Net(4).conv(), random_views(rng, u.shape[1:])
    for name, numbers in first:
        getattr(net, name)(*numbers)
    codes = np.stack([viewed(one, first) for one in u])
    rows = random_rows(rng, codes.shape[-1])
    row = np.arange(codes.shape[-1]) if rows.ndim > 1 else 0
    codes = np.atleast_2d(rows)[row, codes + 128]
    net.lut(rows)
    second = random_views(rng, codes.shape[1:])
    for name, numbers in (*second, ("reshape", (16,))):
        getattr(net, name)(*numbers)
    return net, np.stack([viewed(one, second).reshape(-1) for one in codes])


def test_verdicts_on_random_views() -> None:
    """Proved is what is equal on random codes, and only that; all else is refuted."""
    rng = np.random.default_rng(3)
    u = rng.integers(-128, 128, (50, 1, 2, 2, 4))
    counts = {"proved": 0, "refuted": 0}
    for _ in range(60):
        nets = [random_net(rng, u) for _ in range(4)]
        for (before, old), (after, new) in zip(nets[:2], nets[2:], strict=True):
            expected = "proved" if np.array_equal(old, new) else "refuted"
            assert proof_of(str(before), str(after)).verdict == expected
            counts[expected] += 1
    assert min(counts.values()) > 10, counts


def test_reshape_to_another_shape() -> None:
    before, after = Net(3).conv().reshape(4, 3).reshape(12), Net(3).conv().reshape(3, 4)
    the_failure(str(before), str(after), "undecided")
