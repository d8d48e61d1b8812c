"""OpenVINO on the `.tflite` file, which it runs faster than the ONNX form of the same layer."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from benchmarks.cases import Case
from benchmarks.engines import EngineError
from benchmarks.layers import Array


def load(case: Case, threads: int, variant: str) -> _Session:
    """There are no variants."""
    openvino: Any = importlib.import_module("openvino")
    core = openvino.Core()
    settings = {
        "INFERENCE_NUM_THREADS": threads,
        "NUM_STREAMS": 1,
        "PERFORMANCE_HINT": "LATENCY",
        "ENABLE_CPU_PINNING": False,
    }
    try:
        compiled = core.compile_model(core.read_model(str(case.model)), "CPU", settings)
    except RuntimeError as error:
        raise EngineError(_reason(error)) from None
    request = compiled.create_infer_request()
    for position, codes in enumerate(case.arrays()):
        request.set_input_tensor(position, openvino.Tensor(np.ascontiguousarray(codes)))
    return _Session(request, len(compiled.outputs))


def _reason(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__


class _Session:
    """A request whose inputs have been set."""

    def __init__(self, request: Any, outputs: int) -> None:
        self.request, self.count = request, outputs
        self.run = request.infer

    def outputs(self) -> list[Array]:
        """Results as the model has them."""
        return [self.request.get_output_tensor(n).data.copy() for n in range(self.count)]
