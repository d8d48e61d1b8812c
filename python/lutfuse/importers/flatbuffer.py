"""What a `.tflite` flatbuffer knows and its TOSA form does not: names, kinds, scales, zero points.

Field names below are those of the TFLite schema (`schema.fbs`), read through the `tflite` package.
Only plain Python values leave this module.
"""

# The `tflite` package is generated and untyped; this module is the typed boundary around it.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false

from __future__ import annotations

import math
import struct
from dataclasses import dataclass, replace
from typing import Any

import tflite
from tflite.utils import BUILTIN_OPCODE2NAME

IDENTIFIER = b"TFL3"

# What reading a damaged buffer can raise in the generated code and the flatbuffer runtime.
_DAMAGE = (AttributeError, IndexError, OverflowError, TypeError, ValueError, struct.error)

_DTYPES = {code: name.lower() for name, code in vars(tflite.TensorType).items() if name.isupper()}


class FlatbufferError(ValueError):
    """The flatbuffer is damaged: `expected ..., got ...`."""


@dataclass(frozen=True)
class FileTensor:
    """One `Tensor` with its `QuantizationParameters`.

    `dtype` is the lower-case `TensorType`, which is numpy's name wherever numpy has the type.
    `scales` are the exact values of the float32 `scale` vector: none (not quantized), one, or one
    for each index along `axis` (`quantized_dimension`).
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    scales: tuple[float, ...] = ()
    zero_points: tuple[int, ...] = ()
    axis: int = 0

    @property
    def is_quantized(self) -> bool:
        """Whether there is a usable zero point for every scale, and a scale at all."""
        usable = all(math.isfinite(scale) and scale > 0 for scale in self.scales)
        return bool(self.scales) and len(self.scales) == len(self.zero_points) and usable

    def signed(self) -> FileTensor:
        """The same real numbers stored as int8 if they are stored as uint8, else the tensor."""
        if self.dtype != "uint8":
            return self
        return replace(self, dtype="int8", zero_points=tuple(z - 128 for z in self.zero_points))


@dataclass(frozen=True)
class Operator:
    """One `Operator`: its `BuiltinOperator` name, operands (None where omitted) and results.

    `approximate` is `GeluOptions.approximate`: the tanh form of GELU.
    """

    kind: str
    inputs: tuple[FileTensor | None, ...]
    outputs: tuple[FileTensor, ...]
    approximate: bool = False

    @property
    def name(self) -> str:
        """Name of the first result, after which the converter names all it makes of the op."""
        return self.outputs[0].name if self.outputs else ""


@dataclass(frozen=True)
class Model:
    """The operators of all subgraphs in file order; inputs and outputs of the first subgraph."""

    operators: tuple[Operator, ...]
    inputs: tuple[FileTensor, ...]
    outputs: tuple[FileTensor, ...]


def read_model(data: bytes) -> Model:
    """Read a model; raises FlatbufferError on damage, whatever the flatbuffer runtime raises."""
    try:
        return _read_model(data)
    except FlatbufferError:
        raise
    except _DAMAGE as error:
        raise FlatbufferError(f"expected an intact flatbuffer, got {error}") from error


def _read_model(data: bytes) -> Model:
    root: Any = tflite.Model.GetRootAsModel(data, 0)
    operators: list[Operator] = []
    interfaces: list[tuple[tuple[FileTensor, ...], tuple[FileTensor, ...]]] = []
    for index in range(root.SubgraphsLength()):
        graph = root.Subgraphs(index)
        tensors = [_read_tensor(graph.Tensors(i)) for i in range(graph.TensorsLength())]
        inputs, outputs = _vector(graph, "Inputs"), _vector(graph, "Outputs")
        interfaces.append((_select(tensors, inputs), _select(tensors, outputs)))
        for position in range(graph.OperatorsLength()):
            operators.append(_read_operator(root, graph.Operators(position), tensors))
    if not interfaces:
        raise FlatbufferError("expected at least one subgraph, got none")
    return Model(tuple(operators), *interfaces[0])


def _vector(table: Any, field: str) -> list[Any]:
    """The numbers of a vector field; none if it is absent."""
    length = getattr(table, f"{field}Length")()
    return getattr(table, f"{field}AsNumpy")().tolist() if length else []


def _select(tensors: list[FileTensor], indices: list[int]) -> tuple[FileTensor, ...]:
    for index in indices:
        if not 0 <= index < len(tensors):
            raise FlatbufferError(f"expected a tensor index below {len(tensors)}, got {index}")
    return tuple(tensors[index] for index in indices)


def _read_operator(root: Any, operator: Any, tensors: list[FileTensor]) -> Operator:
    code = root.OperatorCodes(operator.OpcodeIndex())
    # Codes below 127 may stand in the deprecated field only; the schema says to take the larger.
    builtin = max(code.BuiltinCode(), code.DeprecatedBuiltinCode())
    kind = BUILTIN_OPCODE2NAME.get(builtin, f"BUILTIN_{builtin}")
    inputs = tuple(
        None if index < 0 else _select(tensors, [index])[0] for index in _vector(operator, "Inputs")
    )
    outputs = _select(tensors, _vector(operator, "Outputs"))
    return Operator(kind, inputs, outputs, kind == "GELU" and _is_approximate(operator))


def _is_approximate(operator: Any) -> bool:
    table = operator.BuiltinOptions()
    if table is None or operator.BuiltinOptionsType() != tflite.BuiltinOptions.GeluOptions:
        return False
    options = tflite.GeluOptions()
    options.Init(table.Bytes, table.Pos)
    return bool(options.Approximate())


def _read_tensor(tensor: Any) -> FileTensor:
    code = tensor.Type()
    result = FileTensor(
        name=(tensor.Name() or b"").decode("utf-8"),
        dtype=_DTYPES.get(code, f"type{code}"),
        shape=tuple(_vector(tensor, "Shape")),
    )
    quantization = tensor.Quantization()
    if quantization is None:
        return result
    return replace(
        result,
        scales=tuple(_vector(quantization, "Scale")),
        zero_points=tuple(_vector(quantization, "ZeroPoint")),
        axis=quantization.QuantizedDimension(),
    )
