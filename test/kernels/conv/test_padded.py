"""Convolutions that write inside of a border, and fill it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lutfuse.kernels.conv.dense import ConvolutionKernel
from lutfuse.kernels.conv.placed import padded
from lutfuse.kernels.memory import copies
from lutfuse.kernels.memory.copies import Copier
from support.convolutions import codes, random_convolution, reference
from support.kernels import Kernel, runnable


@pytest.mark.parametrize("cpu", runnable())
@settings(max_examples=5)
@given(seed=st.integers(0, 2**32))
def test_random_borders(cpu: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    conv = random_convolution(rng)
    before, after = ([0, *rng.integers(0, 3, 3).tolist()] for _ in range(2))
    expected = reference(conv, data := codes(rng, conv)).reshape(conv.output)
    pairs = list(zip(before, after, strict=True))
    expected = np.pad(expected, pairs, constant_values=77)

    def write(unit: Any, constants: Any, buffers: Any, thread: Any, threads: Any) -> None:
        source, target = buffers
        moves = copies.pad(conv.output, before, after)
        fills = [move for move in moves if move.source is None]
        Copier([], target, 77, unit, thread, threads).emit(fills)
        layout = padded(conv, before, after)
        ConvolutionKernel(conv, unit, constants, layout).emit(source, target, thread, threads)

    kernel = Kernel([conv.input, expected.shape], write, cpu)
    for threads in (1, 3):
        assert np.array_equal(kernel(data, threads=threads), expected.reshape(-1))
