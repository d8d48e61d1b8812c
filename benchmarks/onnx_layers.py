"""A layer as an ONNX model in QDQ form, NHWC at its ends.

Activations are uint8, the codes of the `.tflite` layer plus 128: ONNX Runtime's kernels for x86 are
fastest for unsigned activations and signed weights. The transposes at both ends cancel against
those that the runtimes insert around their NHWC kernels.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmarks.layers import INPUT, SLOPE, Array, Domain, Layer

OPSET = 20
OFFSET = 128  # of a uint8 code to the int8 code of the same number


def write_layer(layer: Layer) -> bytes:
    """The model of one layer; raises ImportError where the package `onnx` is missing."""
    return _Writer(layer).model()


class _Writer:
    """Nodes and constants of one layer; methods return names of values."""

    def __init__(self, layer: Layer) -> None:
        self.onnx: Any = importlib.import_module("onnx")
        self.layer = layer
        self.nodes: list[Any] = []
        self.initializers: list[Any] = []

    def model(self) -> bytes:
        """The file."""
        helper, layer = self.onnx.helper, self.layer
        x = "x" if layer.kind == "dense" else self.node("Transpose", ["x"], perm=[0, 3, 1, 2])
        u = self.quantize(self.convolution(self.dequantize(x, INPUT)), layer.result)
        if layer.activation in ("sigmoid", "hard-swish", "leaky"):
            u = self.quantize(self.activation(self.dequantize(u, layer.result)), layer.output)
        self.rename(u if layer.kind == "dense" else self.transposed(u))
        ends = [
            helper.make_tensor_value_info(name, self.onnx.TensorProto.UINT8, shape)
            for name, shape in (("x", layer.input_shape), ("y", layer.output_shape))
        ]
        graph = helper.make_graph(self.nodes, "layer", ends[:1], ends[1:], self.initializers)
        opsets = [helper.make_opsetid("", OPSET)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=10)
        self.onnx.checker.check_model(model)
        return model.SerializeToString()

    def convolution(self, x: str) -> str:
        """The convolution with its weights and bias, and its clamp."""
        layer, constants = self.layer, self.layer.constants
        scales = constants.scales.astype(np.float32)
        zeros = np.zeros(layer.outputs)
        weights, axis = self.weights()
        w = self.dequantized(weights, scales, zeros.astype(np.int8), axis)
        wide = (scales * np.float32(INPUT.scale)).astype(np.float32)
        b = self.dequantized(constants.bias, wide, zeros.astype(np.int32), 0)
        if layer.kind == "dense":
            return self.clamped(self.node("Gemm", [x, w, b], transB=1))
        before, after = layer.pad
        fields = {
            "kernel_shape": [layer.kernel] * 2,
            "strides": [layer.stride] * 2,
            "pads": [before, before, after, after],
            "group": layer.inputs if layer.kind == "depthwise" else 1,
        }
        kind = "ConvTranspose" if layer.kind == "transpose" else "Conv"
        return self.clamped(self.node(kind, [x, w, b], **fields))

    def weights(self) -> tuple[Array, int]:
        """Weights as ONNX has them, and their axis of output channels."""
        weights = self.layer.constants.weights
        if self.layer.kind == "dense":
            return weights, 0
        order = {"conv": (0, 3, 1, 2), "depthwise": (3, 0, 1, 2), "transpose": (3, 0, 1, 2)}
        return weights.transpose(order[self.layer.kind]), int(self.layer.kind == "transpose")

    def clamped(self, u: str) -> str:
        """With the clamp that belongs to the convolution."""
        if self.layer.activation != "relu6":
            return u
        ends = [self.constant(np.array(end, np.float32)) for end in (0, 6)]
        return self.node("Clip", [u, *ends])

    def activation(self, u: str) -> str:
        """The activation after the convolution."""
        kinds = {"sigmoid": "Sigmoid", "hard-swish": "HardSwish", "leaky": "LeakyRelu"}
        fields = {"alpha": SLOPE} if self.layer.activation == "leaky" else {}
        return self.node(kinds[self.layer.activation], [u], **fields)

    def transposed(self, u: str) -> str:
        """From NCHW back to NHWC."""
        return self.node("Transpose", [u], perm=[0, 2, 3, 1])

    def rename(self, last: str) -> None:
        """Names the result of the last node."""
        assert self.nodes[-1].output[0] == last
        self.nodes[-1].output[0] = "y"

    def quantize(self, value: str, domain: Domain) -> str:
        """To uint8 codes."""
        return self.node("QuantizeLinear", [value, *self.domain(domain)])

    def dequantize(self, value: str, domain: Domain) -> str:
        """From uint8 codes."""
        return self.node("DequantizeLinear", [value, *self.domain(domain)])

    def domain(self, domain: Domain) -> list[str]:
        """Scale and zero point of uint8 codes."""
        zero_point = np.array(domain.zero_point + OFFSET, np.uint8)
        return [self.constant(np.array(domain.scale, np.float32)), self.constant(zero_point)]

    def dequantized(self, values: Array, scales: Array, zeros: Array, axis: int) -> str:
        """Constants of one scale per channel."""
        names = [self.constant(array) for array in (values, scales, zeros)]
        return self.node("DequantizeLinear", names, axis=axis)

    def constant(self, values: Array) -> str:
        """A constant."""
        name = f"c{len(self.initializers)}"
        tensor = self.onnx.numpy_helper.from_array(np.ascontiguousarray(values), name)
        self.initializers.append(tensor)
        return name

    def node(self, kind: str, inputs: Sequence[str], **fields: object) -> str:
        """A node with one result."""
        name = f"t{len(self.nodes)}"
        self.nodes.append(self.onnx.helper.make_node(kind, list(inputs), [name], **fields))
        return name
