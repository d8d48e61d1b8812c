"""Data movement against NumPy: the runs of each op, and the kernels made of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lutfuse.kernels.memory import copies
from lutfuse.kernels.memory.copies import Move, pieces
from support.kernels import runnable
from support.tosa_kernels import Array, Compiled, function, number, random, shape, tensor

SHAPES = st.lists(st.integers(1, 5), min_size=1, max_size=4)
SEEDS = st.integers(0, 2**32)


def run(moves: Sequence[Move], sources: Sequence[Array], size: Sequence[int]) -> Array:
    """What moves do; every element is written exactly once, by -1 where it is filled."""
    result, written = np.zeros(int(np.prod(size)), int), np.zeros(int(np.prod(size)), int)
    for move in moves:
        for at in product(*map(range, move.sizes)):
            write = move.write + int(np.dot(at, move.write_strides))
            read = move.read + int(np.dot(at, move.read_strides))
            value: Any = -1
            if move.source is not None:
                value = sources[move.source].reshape(-1)[read : read + move.run]
            result[write : write + move.run] = value
            written[write : write + move.run] += 1
    assert (written == 1).all()
    return result.reshape(size)


@given(SHAPES, SEEDS)
def test_pad_moves(size: list[int], seed: int) -> None:
    rng = np.random.default_rng(seed)
    before, after = rng.integers(0, 3, (2, len(size))).tolist()
    data = rng.integers(0, 99, size)
    expected = np.pad(data, list(zip(before, after, strict=True)), constant_values=-1)
    assert np.array_equal(run(copies.pad(size, before, after), [data], expected.shape), expected)


@given(SHAPES, SEEDS)
def test_other_moves(size: list[int], seed: int) -> None:
    rng = np.random.default_rng(seed)
    data, axis = rng.integers(0, 99, size), int(rng.integers(len(size)))
    other = np.concatenate([data, data], axis)
    start = rng.integers(0, size)
    count = [int(rng.integers(1, n - s + 1)) for n, s in zip(size, start, strict=True)]
    order, multiples = rng.permutation(len(size)), rng.integers(1, 4, len(size))
    cut = data[tuple(slice(s, s + n) for s, n in zip(start, count, strict=True))]
    cases = [
        (copies.concat([size, other.shape, size], axis), np.concatenate([data, other, data], axis)),
        (copies.cut(size, start.tolist(), count), cut),
        (copies.reverse(size, axis), np.flip(data, axis)),
        (copies.tile(size, multiples.tolist()), np.tile(data, multiples)),
        (copies.transpose(size, order.tolist()), data.transpose(order)),
    ]
    for moves, expected in cases:
        assert np.array_equal(run(moves, [data, other, data], expected.shape), expected)


@given(st.integers(1, 300), st.sampled_from([1, 4, 16, 64]))
def test_pieces_cover_a_run(size: int, width: int) -> None:
    places = [place for start, n in pieces(size, width) for place in range(start, start + n)]
    assert set(places) == set(range(size))
    assert all(n <= width and n.bit_count() == 1 for _, n in pieces(size, width))


def pad(size: Sequence[int], amounts: Sequence[int], element: str, value: int) -> str:
    target = [n + amounts[2 * a] + amounts[2 * a + 1] for a, n in enumerate(size)]
    source, result = tensor(size, element), tensor(target, element)
    types = f"({source}, !tosa.shape<{2 * len(size)}>, tensor<1x{element}>) -> {result}"
    body = shape("p", amounts) + number("v", value, element) + f"%r = tosa.pad %0, %p, %v : {types}"
    return function([source], result, body)


def check_pad(size: Sequence[int], amounts: Sequence[int], element: str, cpu: str) -> None:
    data = random(np.random.default_rng(len(size)), size, element)
    pairs = np.reshape(amounts, (-1, 2))
    expected = np.pad(data, pairs, constant_values=-77)
    Compiled(pad(size, amounts, element, -77), cpu).check(expected, data)


PADS = {
    "of a convolution": ([1, 7, 9, 24], [0, 0, 1, 1, 1, 1, 0, 0], "i8"),
    "one side, long rows": ([2, 3, 40, 33], [0, 0, 0, 1, 0, 1, 0, 0], "i8"),
    "columns of three channels": ([1, 5, 6, 3], [0, 0, 0, 0, 2, 1, 0, 0], "i8"),
    "channels": ([1, 4, 5, 16], [0, 0, 0, 0, 0, 0, 0, 16], "i8"),
    "everywhere": ([2, 3, 4, 5], [1, 0, 0, 2, 1, 1, 2, 1], "i8"),
    "nothing": ([1, 2, 2, 77], [0] * 8, "i8"),
    "wide elements": ([1, 5, 7, 9], [0, 0, 1, 1, 2, 0, 0, 1], "i32"),
    "rank one": ([200], [3, 5], "i16"),
}


@pytest.mark.parametrize("cpu", runnable())
@pytest.mark.parametrize("name", PADS)
def test_pads(name: str, cpu: str) -> None:
    check_pad(*PADS[name], cpu)


@settings(max_examples=8)
@given(st.lists(st.integers(1, 20), min_size=4, max_size=4), SEEDS)
def test_random_pads(size: list[int], seed: int) -> None:
    rng = np.random.default_rng(seed)
    element = ["i8", "i16", "i32"][rng.integers(3)]
    check_pad(size, rng.integers(0, 4, 8).tolist(), element, "host")


@pytest.mark.parametrize("cpu", runnable())
@pytest.mark.parametrize(("axis", "depth"), [(3, 24), (1, 40), (2, 7), (3, 1)])
def test_concat(axis: int, depth: int, cpu: str) -> None:
    sizes = [[1, 6, 5, depth] for _ in range(3)]
    sizes[1][axis] += 3
    rng = np.random.default_rng(axis)
    data = [random(rng, size) for size in sizes]
    expected = np.concatenate(data, axis)
    inputs, result = [tensor(size, "i8") for size in sizes], tensor(expected.shape, "i8")
    body = (
        f"%r = tosa.concat %0, %1, %2 {{axis = {axis} : i32}} : ({', '.join(inputs)}) -> {result}"
    )
    Compiled(function(inputs, result, body), cpu).check(expected, *data)


def test_concat_with_a_constant_and_itself() -> None:
    source, result = "tensor<1x3x8xi8>", "tensor<1x7x8xi8>"
    body = (
        '%c = "tosa.const"() <{values = dense<-9> : tensor<1x1x8xi8>}> : () -> tensor<1x1x8xi8>\n'
        "%r = tosa.concat %0, %c, %0 {axis = 1 : i32} : "
        f"({source}, tensor<1x1x8xi8>, {source}) -> {result}"
    )
    data = random(np.random.default_rng(0), [1, 3, 8])
    expected = np.concatenate([data, np.full((1, 1, 8), -9, np.int8), data], 1)
    Compiled(function([source], result, body)).check(expected, data)


@pytest.mark.parametrize("cpu", runnable())
def test_slice(cpu: str) -> None:
    data = random(np.random.default_rng(0), [2, 9, 7, 64])
    for start, size in [([0, 1, 0, 0], [2, 8, 7, 64]), ([1, 2, 3, 5], [1, 4, 2, 33])]:
        expected = data[tuple(slice(s, s + n) for s, n in zip(start, size, strict=True))]
        source, result = tensor(data.shape, "i8"), tensor(size, "i8")
        types = f"({source}, !tosa.shape<4>, !tosa.shape<4>) -> {result}"
        body = shape("s", start) + shape("n", size) + f"%r = tosa.slice %0, %s, %n : {types}"
        Compiled(function([source], result, body), cpu).check(expected, data)


TRANSPOSES = [
    ([1, 3, 20, 37], [0, 2, 3, 1], "i8"),
    ([1, 35, 18, 33], [0, 3, 1, 2], "i8"),
    ([5, 40, 50], [0, 2, 1], "i16"),
    ([2, 3, 4, 70], [0, 2, 1, 3], "i8"),
    ([17, 33], [1, 0], "i32"),
]


@pytest.mark.parametrize("cpu", runnable())
@pytest.mark.parametrize(("size", "order", "element"), TRANSPOSES)
def test_transpose(size: list[int], order: list[int], element: str, cpu: str) -> None:
    data = random(np.random.default_rng(1), size, element)
    expected = data.transpose(order)
    source, result = tensor(size, element), tensor(expected.shape, element)
    perms = f"{{perms = array<i32: {', '.join(map(str, order))}>}}"
    body = f"%r = tosa.transpose %0 {perms} : ({source}) -> {result}"
    Compiled(function([source], result, body), cpu).check(expected, data)


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_reverse(axis: int) -> None:
    data = random(np.random.default_rng(2), [3, 5, 20])
    type_ = tensor(data.shape, "i8")
    body = f"%r = tosa.reverse %0 {{axis = {axis} : i32}} : ({type_}) -> {type_}"
    Compiled(function([type_], type_, body)).check(np.flip(data, axis), data)


def test_tile() -> None:
    data = random(np.random.default_rng(3), [2, 3, 20])
    source, result = tensor(data.shape, "i8"), tensor([4, 3, 60], "i8")
    types = f"({source}, !tosa.shape<3>) -> {result}"
    body = shape("m", [2, 1, 3]) + f"%r = tosa.tile %0, %m : {types}"
    Compiled(function([source], result, body)).check(np.tile(data, [2, 1, 3]), data)


def test_an_argument_that_is_returned() -> None:
    data = random(np.random.default_rng(4), [1, 300], "i16")
    text = "func.func @main(%0: tensor<1x300xi16>) -> tensor<1x300xi16> {"
    Compiled(text + "return %0 : tensor<1x300xi16> }").check(data, data)
