"""The float model that an integer `.tflite` model stands for: the same operators on real numbers.

Weights and biases become the real numbers that their codes stand for; QUANTIZE and DEQUANTIZE have
nothing left to do and go. So every int8 model has a float model to be compared with.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.engines import EngineError
from benchmarks.layers import Array

_CASTS = ("QUANTIZE", "DEQUANTIZE")


@dataclass(frozen=True)
class Codes:
    """How the codes of a tensor stand for real numbers; without a scale they are the numbers."""

    dtype: np.dtype[Any]
    scale: float | None = None
    zero_point: int = 0

    def real(self, codes: Array) -> Array:
        """The numbers that codes stand for."""
        if self.scale is None:
            return codes
        return (codes.astype(np.float64) - self.zero_point) * self.scale

    def codes(self, real: Array) -> Array:
        """The codes nearest to numbers."""
        if self.scale is None:
            return real.astype(self.dtype)
        limits = np.iinfo(self.dtype)
        codes = np.rint(real.astype(np.float64) / self.scale) + self.zero_point
        return np.clip(codes, limits.min, limits.max).astype(self.dtype)


class FloatTwin:
    """`model` is the file; `inputs` and `outputs` say what the integer model's codes stand for.

    Raises `EngineError` where a quantized constant has no data type that is known.
    """

    def __init__(self, data: bytes) -> None:
        self._schema: Any = importlib.import_module("ai_edge_litert.schema_py_generated")
        model = self._schema.ModelT.InitFromPackedBuf(data, 0)
        names = {code: name for name, code in vars(self._schema.BuiltinOperator).items()}
        casts = {
            position
            for position, code in enumerate(model.operatorCodes)
            if names.get(max(code.builtinCode, code.deprecatedBuiltinCode)) in _CASTS
        }
        graph = model.subgraphs[0]
        self.inputs = [self._codes(graph.tensors[which]) for which in graph.inputs]
        self.outputs = [self._codes(graph.tensors[which]) for which in graph.outputs]
        for part in model.subgraphs:
            _drop(part, casts)
            for tensor in part.tensors:
                self._to_float(model, tensor)
        self.model = self._pack(model)

    def _codes(self, tensor: Any) -> Codes:
        quantization = tensor.quantization
        if quantization is None or quantization.scale is None:
            return Codes(self._dtype(tensor))
        zero_point = int(quantization.zeroPoint[0])
        return Codes(self._dtype(tensor), float(quantization.scale[0]), zero_point)

    def _dtype(self, tensor: Any) -> np.dtype[Any]:
        types = {code: name for name, code in vars(self._schema.TensorType).items()}
        try:
            return np.dtype(types[tensor.type].lower())
        except TypeError:
            raise EngineError(f"expected numbers but got {types[tensor.type]}") from None

    def _to_float(self, model: Any, tensor: Any) -> None:
        quantization = tensor.quantization
        if quantization is None or quantization.scale is None or not len(quantization.scale):
            return
        data = model.buffers[tensor.buffer].data
        if data is not None and len(data):
            values = self._real(np.asarray(data, np.uint8).view(self._dtype(tensor)), tensor)
            buffer = self._schema.BufferT()
            buffer.data = np.frombuffer(values.astype(np.float32).tobytes(), np.uint8)
            tensor.buffer = len(model.buffers)
            model.buffers.append(buffer)
        tensor.type, tensor.quantization = self._schema.TensorType.FLOAT32, None

    def _real(self, codes: Array, tensor: Any) -> Array:
        quantization, shape = tensor.quantization, [int(size) for size in tensor.shape]
        wide = [1] * max(1, len(shape))
        wide[quantization.quantizedDimension] = -1
        scales, zeros = quantization.scale, quantization.zeroPoint
        if len(scales) == 1:
            wide = [1] * len(wide)
        zeros = np.asarray(zeros if zeros is not None else np.zeros(len(scales)), np.float64)
        values = codes.reshape(shape).astype(np.float64) - zeros.reshape(wide)
        return values * np.asarray(scales, np.float64).reshape(wide)

    def _pack(self, model: Any) -> bytes:
        builder = importlib.import_module("flatbuffers").Builder(1 << 16)
        builder.Finish(model.Pack(builder), b"TFL3")
        return bytes(builder.Output())


def _drop(graph: Any, casts: set[int]) -> None:
    """Takes casts between codes out of a graph; its own inputs and outputs keep their names."""
    same: dict[int, int] = {}
    kept: list[Any] = []
    for operator in graph.operators:
        operator.inputs = [same.get(int(which), int(which)) for which in operator.inputs]
        if operator.opcodeIndex in casts:
            same[int(operator.outputs[0])] = int(operator.inputs[0])
        else:
            kept.append(operator)
    graph.operators = kept
    graph.outputs = [same.get(int(which), int(which)) for which in graph.outputs]
