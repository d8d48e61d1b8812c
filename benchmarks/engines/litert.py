"""LiteRT: XNNPACK on the int8 model or on its float twin, and the reference kernels."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from benchmarks.cases import Case
from benchmarks.engines import EngineError
from benchmarks.engines.float_twin import FloatTwin
from benchmarks.layers import Array


def load(case: Case, threads: int, variant: str) -> _Session:
    """Variants are `xnnpack`, `float` and `reference`."""
    data = case.model.read_bytes()
    if variant == "float":
        twin = FloatTwin(data)
        return _FloatSession(twin, _interpreter(twin.model, threads, "AUTO"), case.arrays())
    resolver = {"xnnpack": "AUTO", "reference": "BUILTIN_REF"}[variant]
    return _Session(_interpreter(data, threads, resolver), case.arrays())


def _interpreter(data: bytes, threads: int, resolver: str) -> Any:
    litert: Any = importlib.import_module("ai_edge_litert.interpreter")
    try:
        interpreter = litert.Interpreter(
            model_content=data,
            num_threads=threads,
            experimental_op_resolver_type=litert.OpResolverType[resolver],
        )
        interpreter.allocate_tensors()
    except (RuntimeError, ValueError) as error:
        raise EngineError(str(error).splitlines()[0]) from None
    return interpreter


class _Session:
    """An interpreter whose inputs have been set."""

    def __init__(self, interpreter: Any, inputs: list[Array]) -> None:
        self.interpreter = interpreter
        self.run = interpreter.invoke
        for details, array in zip(interpreter.get_input_details(), inputs, strict=True):
            interpreter.set_tensor(details["index"], array)

    def outputs(self) -> list[Array]:
        """Results as the model has them."""
        details = self.interpreter.get_output_details()
        return [self.interpreter.get_tensor(one["index"]) for one in details]


class _FloatSession(_Session):
    """The float twin: inputs become real numbers, results codes."""

    def __init__(self, twin: FloatTwin, interpreter: Any, inputs: list[Array]) -> None:
        self.twin = twin
        floats = [d.real(array) for d, array in zip(twin.inputs, inputs, strict=True)]
        super().__init__(interpreter, [array.astype(np.float32) for array in floats])

    def outputs(self) -> list[Array]:
        """Results, quantized as those of the int8 model."""
        pairs = zip(self.twin.outputs, super().outputs(), strict=True)
        return [domain.codes(array) for domain, array in pairs]
