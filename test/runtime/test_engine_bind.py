"""`CpuModel.bind`: a call on arrays that were looked at once."""

from __future__ import annotations

import numpy as np
import pytest
from mlir import ir

import lutfuse
from lutfuse.runtime.cpu import CpuModel

NEGATE = """
func.func @main(%x: tensor<1x{n}xi8>) -> tensor<1x{n}xi8> {{
  %zero = "tosa.const"() {{values = dense<0> : tensor<1xi8>}} : () -> tensor<1xi8>
  %0 = tosa.negate %x, %zero, %zero
    : (tensor<1x{n}xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x{n}xi8>
  return %0 : tensor<1x{n}xi8>
}}
"""


@pytest.fixture(params=[5, 4096, 4097])
def model(request: pytest.FixtureRequest) -> CpuModel:
    context = ir.Context()
    lutfuse.register(context)
    return lutfuse.load(ir.Module.parse(NEGATE.format(n=request.param), context))


def test_reads_and_writes_in_place(model: CpuModel) -> None:
    x, y = model.empty(model.inputs[0]), model.empty(model.outputs[0])
    run = model.bind(x, out=[y])
    for value in (3, -7):
        x[...] = value
        run()
        assert (y == -value).all()
        assert np.array_equal(y, model.run(x)[0])


def test_call_keeps_its_arrays(model: CpuModel) -> None:
    y = model.empty(model.outputs[0])
    run = model.bind(model.empty(model.inputs[0]), out=[y])
    run()
    assert (y == 0).all()


def test_refuses_arrays_to_be_copied(model: CpuModel) -> None:
    x, y = model.empty(model.inputs[0]), model.empty(model.outputs[0])
    strided = np.zeros((1, 2 * x.shape[1]), np.int8)[:, ::2]
    with pytest.raises(ValueError, match="in place"):
        model.bind(strided, out=[y])
    with pytest.raises(ValueError, match="in place"):
        model.bind(x, out=[x])
    with pytest.raises(ValueError, match="input 0: expected"):
        model.bind(x[:, 1:], out=[y])
