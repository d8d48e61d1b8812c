"""ONNX Runtime on the QDQ form of a layer, with all its graph optimizations."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from benchmarks.cases import Case
from benchmarks.engines import EngineError
from benchmarks.layers import Array
from benchmarks.onnx_layers import OFFSET, write_layer


def load(case: Case, threads: int, variant: str) -> _Session:
    """There are no variants."""
    if case.layer is None:
        raise EngineError("expected a generated layer: this model has no ONNX form")
    runtime: Any = importlib.import_module("onnxruntime")
    options = runtime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    options.log_severity_level = 3
    providers = ["CPUExecutionProvider"]
    session = runtime.InferenceSession(write_layer(case.layer), options, providers=providers)
    return _Session(session, case.arrays()[0])


class _Session:
    """A session whose input and output are bound once."""

    def __init__(self, session: Any, codes: Array) -> None:
        self.session = session
        self.array = (codes.astype(np.int16) + OFFSET).astype(np.uint8)
        self.binding = session.io_binding()
        self.binding.bind_cpu_input("x", self.array)
        self.binding.bind_output("y")

    def run(self) -> None:
        """Runs once."""
        self.session.run_with_iobinding(self.binding)

    def outputs(self) -> list[Array]:
        """The result as int8 codes."""
        result = self.binding.copy_outputs_to_cpu()[0]
        return [(result.astype(np.int16) - OFFSET).astype(np.int8)]
