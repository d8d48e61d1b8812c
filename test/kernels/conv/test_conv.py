"""Dense, grouped and transposed convolutions against NumPy, on all vector units of this machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lutfuse.kernels.conv.convolution import Convolution, Layout
from lutfuse.kernels.conv.dense import ConvolutionKernel
from lutfuse.kernels.conv.placed import axis_phases, groups, phases
from support.convolutions import codes, random_convolution, reference, reference_transposed
from support.kernels import Kernel, runnable

Placed = Sequence[tuple[Convolution, Layout]]


def compiled(conv: Convolution, parts: Placed | None = None, cpu: str = "host") -> Kernel:
    def write(unit: Any, constants: Any, buffers: Any, thread: Any, threads: Any) -> None:
        for one, layout in parts or [(conv, Layout.dense(conv))]:
            kernel = ConvolutionKernel(one, unit, constants, layout)
            kernel.emit(*buffers, thread, threads)

    return Kernel([conv.input, conv.output], write, cpu)


@pytest.mark.parametrize("cpu", runnable())
@settings(max_examples=6)
@given(seed=st.integers(0, 2**32))
def test_random_convolutions(cpu: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    conv = random_convolution(rng)
    data = codes(rng, conv)
    kernel = compiled(conv, cpu=cpu)
    for threads in (1, 2, 3):
        assert np.array_equal(kernel(data, threads=threads), reference(conv, data))


LAYERS = {
    "3x3": {"kernel": (3, 3), "depth": 16, "channels": 40, "width": 14},
    "pointwise": {"kernel": (1, 1), "depth": 20, "channels": 64, "width": 9, "extra": 0},
    "first layer": {"kernel": (3, 3), "depth": 3, "stride": (2, 2), "channels": 32},
    "fully connected": {"kernel": (1, 1), "height": 1, "width": 1, "depth": 100, "channels": 10},
    "dilated": {"kernel": (3, 3), "dilation": (2, 2), "depth": 5, "channels": 24},
}


@pytest.mark.parametrize("name", LAYERS)
@pytest.mark.parametrize("cpu", runnable())
def test_layers(name: str, cpu: str) -> None:
    rng = np.random.default_rng(len(name))
    conv = random_convolution(rng, table=True, **LAYERS[name])
    data = codes(rng, conv)
    assert np.array_equal(compiled(conv, cpu=cpu)(data, threads=2), reference(conv, data))


@pytest.mark.parametrize("cpu", runnable())
def test_extreme_sums(cpu: str) -> None:
    """All weights and codes at their ends: pairs of products overflow 16 bits."""
    rng = np.random.default_rng(7)
    conv = random_convolution(rng, kernel=(3, 3), depth=16, channels=16, group=1)
    conv.weights[:8], conv.weights[8:] = -128, 127
    for code in (0, 127, 128, 255):
        data = np.full(conv.input, code, np.uint8)
        assert np.array_equal(compiled(conv, cpu=cpu)(data), reference(conv, data))


@settings(max_examples=4)
@given(seed=st.integers(0, 2**32), group=st.sampled_from([2, 3]))
def test_groups(seed: int, group: int) -> None:
    rng = np.random.default_rng(seed)
    conv = random_convolution(rng, group=group, depth=3, channels=int(rng.integers(1, 20)))
    data = codes(rng, conv)
    got = compiled(conv, list(groups(conv)))(data, threads=2)
    assert np.array_equal(got, reference(conv, data))


@settings(max_examples=6)
@given(seed=st.integers(0, 2**32))
def test_transposed(seed: int) -> None:
    rng = np.random.default_rng(seed)
    stride = tuple(int(s) for s in rng.integers(1, 4, 2))
    kernel = tuple(int(k) for k in rng.integers(1, 5, 2))
    reach = [-(-k // s) - 1 for k, s in zip(kernel, stride, strict=True)]
    inside = [int(n) for n in rng.integers(1, 6, 2)]
    output = [(n - 1) * s + k for n, s, k in zip(inside, stride, kernel, strict=True)]
    conv = random_convolution(
        rng, kernel=kernel, dilation=(1, 1), stride=(1, 1), batch=2, depth=5, channels=9
    )
    conv = Convolution(
        **{
            **vars(conv),
            "stride": stride,
            "input": (2, *(n + 2 * r for n, r in zip(inside, reach, strict=True)), 5),
            "output": (2, *output, 9),
        }
    )
    out_pad = (-reach[0] * stride[0], -reach[1] * stride[1])
    data = codes(rng, conv)
    got = compiled(conv, phases(conv, out_pad))(data, threads=2)
    assert np.array_equal(got, reference_transposed(conv, data, out_pad))


def test_phases_name_missing_inputs() -> None:
    with pytest.raises(ValueError, match="expected inputs -1 to 3 but got 0 to 3"):
        axis_phases(size=8, kernel=4, stride=2, out_pad=0, source=4)
