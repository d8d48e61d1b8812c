"""A layer as a `.tflite` file, written by the builder functions of the package `tflite`."""

# The package is generated and untyped; this module is the typed boundary around it.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Callable, Sequence

import flatbuffers
import numpy as np
import tflite

from benchmarks.layers import INPUT, SLOPE, Array, Domain, Layer

_OPERATORS = {
    "conv": ("CONV_2D", "Conv2DOptions"),
    "depthwise": ("DEPTHWISE_CONV_2D", "DepthwiseConv2DOptions"),
    "transpose": ("TRANSPOSE_CONV", "TransposeConvOptions"),
    "dense": ("FULLY_CONNECTED", "FullyConnectedOptions"),
}
_ACTIVATIONS = {
    "sigmoid": ("LOGISTIC", ""),
    "hard-swish": ("HARD_SWISH", "HardSwishOptions"),
    "leaky": ("LEAKY_RELU", "LeakyReluOptions"),
}
# Of operators whose first version has no scale per channel or no bias.
_VERSIONS = {"CONV_2D": 3, "DEPTHWISE_CONV_2D": 3, "TRANSPOSE_CONV": 3, "FULLY_CONNECTED": 5}


def write_layer(layer: Layer) -> bytes:
    """The model of one layer; its input and its output are int8."""
    writer = _Writer()
    constants = layer.constants
    x = writer.tensor("x", layer.input_shape, [INPUT])
    each = [Domain(float(scale), 0) for scale in constants.scales]
    w = writer.tensor("w", layer.weights_shape, each, constants.weights, layer.channel_axis)
    wide = [Domain(INPUT.scale * domain.scale, 0) for domain in each]
    b = writer.tensor("b", (layer.outputs,), wide, constants.bias)
    u = writer.tensor("u", layer.output_shape, [layer.result])
    inputs = [x, w, b]
    if layer.kind == "transpose":
        inputs = [writer.tensor("size", (4,), (), np.array(layer.output_shape, np.int32)), w, x, b]
    writer.operator(*_OPERATORS[layer.kind], inputs, u, **_options(layer))
    if layer.activation in _ACTIVATIONS:
        y = writer.tensor("y", layer.output_shape, [layer.output])
        fields = {"Alpha": SLOPE} if layer.activation == "leaky" else {}
        writer.operator(*_ACTIVATIONS[layer.activation], [u], y, **fields)
        u = y
    return writer.model(x, u)


def _options(layer: Layer) -> dict[str, float]:
    relu6 = layer.activation == "relu6"
    fused = tflite.ActivationFunctionType
    fields: dict[str, float] = {"FusedActivationFunction": fused.RELU6 if relu6 else fused.NONE}
    if layer.kind != "dense":
        fields |= {"StrideH": layer.stride, "StrideW": layer.stride, "Padding": tflite.Padding.SAME}
    if layer.kind in ("conv", "depthwise"):
        fields |= {"DilationHFactor": 1, "DilationWFactor": 1}
    if layer.kind == "depthwise":
        fields["DepthMultiplier"] = 1
    return fields


class _Writer:
    """One model in the making; methods return positions in its lists."""

    def __init__(self) -> None:
        self.builder = flatbuffers.Builder(1 << 16)
        self.codes: list[str] = []
        self.tensors: list[int] = []
        self.operators: list[int] = []
        self.buffers = [self._table("Buffer")]

    def tensor(
        self,
        name: str,
        shape: Sequence[int],
        domains: Sequence[Domain],
        data: Array | None = None,
        axis: int = 0,
    ) -> int:
        """A tensor, int8 unless its data are of another type."""
        type_ = tflite.TensorType.INT8
        if data is not None:
            type_ = getattr(tflite.TensorType, data.dtype.name.upper())
            raw = self._vector(np.frombuffer(data.tobytes(), np.uint8))
            self.buffers.append(self._table("Buffer", Data=raw))
        fields = {
            "Shape": self._vector(np.array(shape, np.int32)),
            "Type": type_,
            "Buffer": len(self.buffers) - 1 if data is not None else 0,
            "Name": self.builder.CreateString(name),
            "HasRank": True,
        }
        if domains:
            fields["Quantization"] = self._table(
                "QuantizationParameters",
                Scale=self._vector(np.array([d.scale for d in domains], np.float32)),
                ZeroPoint=self._vector(np.array([d.zero_point for d in domains], np.int64)),
                QuantizedDimension=axis,
            )
        self.tensors.append(self._table("Tensor", **fields))
        return len(self.tensors) - 1

    def operator(
        self, builtin: str, options: str, inputs: Sequence[int], output: int, **fields: float
    ) -> None:
        """An operator with one result."""
        if builtin not in self.codes:
            self.codes.append(builtin)
        known = {
            "OpcodeIndex": self.codes.index(builtin),
            "Inputs": self._vector(np.array(inputs, np.int32)),
            "Outputs": self._vector(np.array([output], np.int32)),
        }
        if options:
            known["BuiltinOptionsType"] = getattr(tflite.BuiltinOptions, options)
            known["BuiltinOptions"] = self._table(options, **fields)
        self.operators.append(self._table("Operator", **known))

    def model(self, input_: int, output: int) -> bytes:
        """The file."""
        graph = self._table(
            "SubGraph",
            Tensors=self._offsets(self.tensors),
            Inputs=self._vector(np.array([input_], np.int32)),
            Outputs=self._vector(np.array([output], np.int32)),
            Operators=self._offsets(self.operators),
        )
        model = self._table(
            "Model",
            Version=3,
            OperatorCodes=self._offsets([self._code(name) for name in self.codes]),
            Subgraphs=self._offsets([graph]),
            Buffers=self._offsets(self.buffers),
        )
        self.builder.Finish(model, b"TFL3")
        return bytes(self.builder.Output())

    def _code(self, name: str) -> int:
        code = getattr(tflite.BuiltinOperator, name)
        # The old field holds one byte; readers take the larger of the two.
        return self._table(
            "OperatorCode",
            DeprecatedBuiltinCode=min(code, 127),
            Version=_VERSIONS.get(name, 1),
            BuiltinCode=code,
        )

    def _table(self, kind: str, **fields: float) -> int:
        getattr(tflite, f"{kind}Start")(self.builder)
        for name, value in fields.items():
            add: Callable[[flatbuffers.Builder, float], None]
            add = getattr(tflite, f"{kind}Add{name}")
            add(self.builder, value)
        return getattr(tflite, f"{kind}End")(self.builder)

    def _vector(self, values: Array) -> int:
        return self.builder.CreateNumpyVector(values)

    def _offsets(self, tables: Sequence[int]) -> int:
        self.builder.StartVector(4, len(tables), 4)
        for table in reversed(tables):
            self.builder.PrependUOffsetTRelative(table)
        return self.builder.EndVector()
