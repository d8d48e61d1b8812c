"""Models of one operator that is no convolution, as `.tflite` files, and what LiteRT makes of them.

`layers` has the convolutions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from ai_edge_litert import schema_py_generated as schema

from support.layers import Array, Domain, pack

_TYPES = schema.TensorType


@dataclass(frozen=True)
class Operator:
    """Builtin operator with options; shapes, storages and domains of inputs and of the output.

    `constants` are int32 operands after the inputs.
    """

    builtin: str
    options: str
    shapes: tuple[tuple[int, ...], ...]
    domains: tuple[Domain, ...]
    result: tuple[int, ...]
    domain: Domain
    storage: str = "int8"
    values: dict[str, object] = field(default_factory=dict[str, object])
    constants: tuple[object, ...] = ()

    def steps(self, count: int = 4) -> list[list[Array]]:
        """Random inputs over the whole range of the storage."""
        limits, rng = np.iinfo(self.storage), np.random.default_rng(0)
        return [
            [
                rng.integers(limits.min, limits.max, shape, self.storage, endpoint=True)
                for shape in self.shapes
            ]
            for _ in range(count)
        ]

    def build(self) -> bytes:
        """The model."""
        model: Any = schema.ModelT()
        model.version, model.buffers = 3, [schema.BufferT()]
        graph: Any = schema.SubGraphT()
        graph.tensors = [
            _tensor(f"x{n}", shape, self.storage, domain)
            for n, (shape, domain) in enumerate(zip(self.shapes, self.domains, strict=True))
        ]
        graph.inputs = list(range(len(graph.tensors)))
        for constant in self.constants:
            graph.tensors.append(_constant(model, np.array(constant, np.int32)))
        graph.tensors.append(_tensor("y", self.result, self.storage, self.domain))
        graph.outputs = [len(graph.tensors) - 1]
        graph.operators = [self._operator(len(graph.tensors))]
        code: Any = schema.OperatorCodeT()
        code.builtinCode = getattr(schema.BuiltinOperator, self.builtin)
        code.deprecatedBuiltinCode, code.version = min(code.builtinCode, 127), 1
        model.operatorCodes, model.subgraphs = [code], [graph]
        return pack(model)

    def _operator(self, tensors: int) -> Any:
        operator: Any = schema.OperatorT()
        operator.inputs, operator.outputs = list(range(tensors - 1)), [tensors - 1]
        operator.builtinOptionsType = getattr(schema.BuiltinOptions, self.options)
        operator.builtinOptions = getattr(schema, f"{self.options}T")()
        for name, value in self.values.items():
            setattr(operator.builtinOptions, name, value)
        return operator


def _tensor(name: str, shape: Sequence[int], storage: str, domain: Domain | None) -> Any:
    tensor: Any = schema.TensorT()
    tensor.name, tensor.shape, tensor.hasRank = name, list(shape), True
    tensor.type, tensor.buffer = getattr(_TYPES, storage.upper()), 0
    if domain is not None:
        tensor.quantization = schema.QuantizationParametersT()
        tensor.quantization.scale = np.array([domain.scale], np.float32)
        tensor.quantization.zeroPoint = np.array([domain.zero_point], np.int64)
    return tensor


def _constant(model: Any, data: Array) -> Any:
    buffer: Any = schema.BufferT()
    buffer.data = np.frombuffer(data.tobytes(), np.uint8)
    model.buffers.append(buffer)
    tensor = _tensor(f"c{len(model.buffers)}", data.shape, "int32", None)
    tensor.buffer = len(model.buffers) - 1
    return tensor


_SHAPE = (1, 7, 9, 19)
_PAIR = (_SHAPE, _SHAPE)


def operators(storage: str) -> dict[str, Operator]:
    """One operator of each kind that the element-wise and pooling units carry."""
    finer = 256.0 if storage == "int16" else 1.0
    shift = {"int8": 0, "uint8": 128}.get(storage)
    a, b, c = (
        Domain(scale / finer, 0 if shift is None else zero + shift)
        for scale, zero in ((0.05, 3), (0.031, -7), (0.07, 5))
    )
    unit = Domain(2**-15, 0) if shift is None else Domain(2**-8, shift - 128)
    pool = {"filterWidth": 3, "filterHeight": 2, "strideW": 2, "strideH": 1}
    twice: dict[str, Any] = {"storage": storage, "constants": ([14, 18],)}

    def two(builtin: str, options: str, second: Domain = b, result: Domain = c) -> Operator:
        return Operator(builtin, options, _PAIR, (a, second), _SHAPE, result, storage)

    def one(builtin: str, options: str, result: tuple[int, ...], **rest: Any) -> Operator:
        rest = {"domain": a, "storage": storage, **rest}
        return Operator(builtin, options, (_SHAPE,), (a,), result, **rest)

    row = (1, 1, 1, 19)
    grown = (1, 14, 18, 19)
    return {
        "add": two("ADD", "AddOptions"),
        "add-same-scale": two("ADD", "AddOptions", a),
        "sub": two("SUB", "SubOptions"),
        "sub-reversed": Operator(
            "SUB", "SubOptions", (row, _SHAPE), (a, b), _SHAPE, c, storage=storage
        ),
        "mul": two("MUL", "MulOptions"),
        "min": two("MINIMUM", "MaximumMinimumOptions", a, a),
        "max": two("MAXIMUM", "MaximumMinimumOptions", a, a),
        "max-pool-same": one("MAX_POOL_2D", "Pool2DOptions", (1, 7, 5, 19), values=pool),
        "average-valid": one(
            "AVERAGE_POOL_2D", "Pool2DOptions", (1, 6, 4, 19), values=pool | {"padding": 1}
        ),
        "average-same": one("AVERAGE_POOL_2D", "Pool2DOptions", (1, 7, 5, 19), values=pool),
        "mean": one(
            "MEAN", "ReducerOptions", row, domain=c, values={"keepDims": True}, constants=([1, 2],)
        ),
        "bilinear": one("RESIZE_BILINEAR", "ResizeBilinearOptions", grown, **twice),
        "nearest": one("RESIZE_NEAREST_NEIGHBOR", "ResizeNearestNeighborOptions", grown, **twice),
        "softmax": Operator(
            "SOFTMAX",
            "SoftmaxOptions",
            ((1, 5, 19),),
            (a,),
            (1, 5, 19),
            unit,
            storage,
            {"beta": 1.0},
        ),
    }
