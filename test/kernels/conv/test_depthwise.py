"""Depthwise convolutions against NumPy, for every vector unit that runs here."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lutfuse.kernels.codes.tables import CodeMap
from lutfuse.kernels.conv.convolution import Convolution, Layout
from lutfuse.kernels.conv.dense import ConvolutionKernel
from lutfuse.kernels.conv.depthwise import DepthwiseKernel
from lutfuse.kernels.unit.select import VECTOR_UNITS
from support.convolutions import codes, random_convolution, reference
from support.kernels import Kernel, runnable
from support.prelu import prelu_rows


def compiled(conv: Convolution, cpu: str = "host") -> Kernel:
    def write(unit: Any, constants: Any, buffers: Any, thread: Any, threads: Any) -> None:
        DepthwiseKernel(conv, unit, constants).emit(buffers[0], buffers[1], thread, threads)

    return Kernel([conv.input, conv.output], write, cpu)


def random_depthwise(rng: Any, **wanted: Any) -> Convolution:
    wanted = {"depth": 1, "channels": int(rng.choice([1, 1, 1, 2, 3])), **wanted}
    wanted.setdefault("group", int(rng.integers(2, 150)))
    wanted.setdefault("kernel", tuple(int(k) for k in rng.integers(1, 6, 2)))
    return random_convolution(rng, **wanted)


def check(conv: Convolution, cpu: str, rng: Any, threads: int = 2) -> None:
    data = codes(rng, conv)
    assert np.array_equal(compiled(conv, cpu)(data, threads=threads), reference(conv, data))


@pytest.mark.parametrize("cpu", runnable())
@settings(max_examples=6)
@given(seed=st.integers(0, 2**32))
def test_random_shapes(cpu: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    check(random_depthwise(rng), cpu, rng, threads=int(rng.integers(1, 4)))


LAYERS = {
    "whole passes": {"kernel": (3, 3), "group": 128, "width": 9},
    "one piece left": {"kernel": (3, 3), "group": 104, "width": 7},
    "two pieces of a row": {"kernel": (3, 3), "group": 88, "width": 7},
    "four pieces of a row": {"kernel": (3, 3), "group": 16, "width": 9},
    "pieces longer than the row": {"kernel": (3, 3), "group": 16, "width": 1},
    "stride": {"kernel": (3, 3), "group": 72, "width": 8, "stride": (2, 2), "extra": 0},
    "stride above the kernel": {"kernel": (1, 2), "group": 40, "width": 5, "stride": (1, 3)},
    "dilated": {"kernel": (3, 3), "group": 24, "width": 6, "dilation": (2, 2)},
    "five rows": {"kernel": (5, 5), "group": 32, "width": 6},
    "seven columns": {"kernel": (2, 7), "group": 20, "width": 8},
    "three outputs for each input": {"kernel": (3, 3), "group": 50, "channels": 3},
    "sixty-four outputs for each input": {"kernel": (3, 1), "group": 3, "channels": 16},
}


@pytest.mark.parametrize("name", LAYERS)
def test_layers(name: str) -> None:
    rng = np.random.default_rng(len(name))
    plain = {"channels": 1, "stride": (1, 1), "dilation": (1, 1)}
    check(random_depthwise(rng, **{**plain, **LAYERS[name]}), "host", rng)


@pytest.mark.parametrize("cpu", runnable())
def test_extreme_sums(cpu: str) -> None:
    """All weights and codes at their ends: pairs of products overflow 16 bits."""
    conv = random_depthwise(np.random.default_rng(7), kernel=(3, 3), group=32, channels=1)
    conv.weights[:16], conv.weights[16:] = -128, 127
    for code in (0, 127, 128, 255):
        data = np.full(conv.input, code, np.uint8)
        assert np.array_equal(compiled(conv, cpu)(data), reference(conv, data))


def with_rows(conv: Convolution, rows: Any) -> Convolution:
    first = -128 if conv.output_signed else 0
    return replace(conv, code_map=CodeMap(first, rows + 128 + first))


@pytest.mark.parametrize("cpu", runnable())
@pytest.mark.parametrize("signed", [True, False])
@pytest.mark.parametrize("kind", ["lines", "any"])
def test_a_table_for_each_channel(cpu: str, signed: bool, kind: str) -> None:
    rng = np.random.default_rng(5)
    conv = random_depthwise(rng, group=24, kernel=(3, 3), channels=1, width=5, out_signed=signed)
    rows = prelu_rows(rng, 24) if kind == "lines" else rng.integers(-128, 128, (24, 256))
    check(with_rows(conv, rows), cpu, rng)


@pytest.mark.parametrize("channels", [16, 21, 40])
def test_a_table_for_each_channel_of_a_dense_convolution(channels: int) -> None:
    rng = np.random.default_rng(channels)
    conv = random_convolution(rng, depth=4, kernel=(3, 3), channels=channels, width=5)
    conv = with_rows(conv, prelu_rows(rng, channels))

    def write(unit: Any, constants: Any, buffers: Any, thread: Any, threads: Any) -> None:
        kernel = ConvolutionKernel(conv, unit, constants, Layout.dense(conv))
        kernel.emit(buffers[0], buffers[1], thread, threads)

    data = codes(rng, conv)
    got = Kernel([conv.input, conv.output], write)(data, threads=2)
    assert np.array_equal(got, reference(conv, data))


def test_outputs_of_an_input_must_fit_in_a_pass() -> None:
    rng = np.random.default_rng(1)
    unit = VECTOR_UNITS["avx512-vbmi"]
    assert DepthwiseKernel.fits(random_depthwise(rng, group=2, channels=64), unit)
    assert not DepthwiseKernel.fits(random_depthwise(rng, group=2, channels=65), unit)
    assert not DepthwiseKernel.fits(random_convolution(rng, group=2, depth=2, channels=2), unit)
