"""Streams that Vela made of small layers, run without Vela: LiteRT's integers come out."""

from __future__ import annotations

import numpy as np
import pytest

from lutfuse.ethosu import run_model
from support.npu_models import MODELS, NAMES, model, steps


@pytest.mark.parametrize("name", NAMES)
def test_outputs_are_those_of_the_reference_kernels(name: str) -> None:
    for inputs, outputs in steps(MODELS / f"{name}.npz"):
        results, _ = run_model(model(name), inputs)
        for got, want in zip(results, outputs, strict=True):
            assert (got.dtype, got.shape) == (want.dtype, want.shape)
            assert np.count_nonzero(got != want) == 0


def test_statistics_count_loads_operations_and_bytes() -> None:
    inputs, _ = steps(MODELS / "conv_sigmoid.npz")[0]
    _, counts = run_model(model("conv_sigmoid"), inputs)
    assert (counts.table_loads, counts.table_bytes) == (1, 256)
    assert counts.operations == {"dma": 1, "conv": 1}
    assert counts.read["ifm", 1] == 5 * 7 * 3
    assert counts.written["ofm", 1] == 5 * 7 * 20
    assert counts.bytes_moved == sum(counts.read.values()) + sum(counts.written.values())
    assert "table loads 1 (256 bytes)" in counts.lines()


def test_inputs_must_fit() -> None:
    wrong = np.zeros((1, 2, 3, 4), np.int8)
    with pytest.raises(ValueError, match=r"expected 0/x as int8 of \(1, 5, 7, 3\), got int8"):
        run_model(model("conv_sigmoid"), [wrong])
