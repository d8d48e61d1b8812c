"""Quantized layers as `.tflite` files: every scale, zero point and integer is stated, none derived.

There is no float model and no quantizer: `build` writes the flatbuffer by the classes of its
schema. A model holds any number of independent layers, layer `i` with the tensors `i/x` (input),
`i/w`, `i/b`, `i/u` (result of the convolution) and `i/y` (result of the activation, if any).
`litert` runs any model by LiteRT's reference kernels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema
from ai_edge_litert.interpreter import Interpreter, OpResolverType

Array = np.ndarray[Any, np.dtype[Any]]

_FUSED = {"": "NONE", "relu": "RELU", "relu6": "RELU6"}
_DENSE = "dense"


class Domain(NamedTuple):
    """Scale and zero point of a tensor."""

    scale: float
    zero_point: int


_INPUT, _RESULT, _OUTPUT = Domain(0.05, 3), Domain(0.1, -7), Domain(0.07, 5)


class Activation(NamedTuple):
    """Builtin operator, name of its options, their values, and result domains that are fixed."""

    operator: str
    options: str = ""
    values: tuple[tuple[str, object], ...] = ()
    fixed: tuple[tuple[str, Domain], ...] = ()


_SIGMOID = (
    ("int8", Domain(2**-8, -128)),
    ("uint8", Domain(2**-8, 0)),
    ("int16", Domain(2**-15, 0)),
)
_TANH = (
    ("int8", Domain(2**-7, 0)),
    ("uint8", Domain(2**-7, 128)),
    ("int16", Domain(2**-15, 0)),
)
ACTIVATIONS = {
    "sigmoid": Activation("LOGISTIC", fixed=_SIGMOID),
    "tanh": Activation("TANH", fixed=_TANH),
    "hard_swish": Activation("HARD_SWISH", "HardSwishOptions"),
    "gelu": Activation("GELU", "GeluOptions", (("approximate", False),)),
    "gelu_tanh": Activation("GELU", "GeluOptions", (("approximate", True),)),
    "leaky_relu": Activation("LEAKY_RELU", "LeakyReluOptions", (("alpha", 0.1),)),
    "prelu": Activation("PRELU"),
    "elu": Activation("ELU"),
    "silu": Activation("LOGISTIC", fixed=_SIGMOID),
}
# Of x, u, y and w.
ZERO_POINTS = {"int8": (3, -7, 5, 0), "uint8": (131, 120, 133, 119), "int16": (0, 0, 0, 0)}
SLOPES = {"int8": Domain(0.005, 0), "uint8": Domain(0.005, 64), "int16": Domain(0.005, 0)}


@dataclass(frozen=True, eq=False)
class Layer:
    """A convolution, or a dense layer, and what follows it.

    `operator` is `conv`, `depthwise`, `transpose` or `dense`; `shape` is the input's (NHWC, or NC
    where dense); `channels` are the output's, `shape[3] * multiplier` where depthwise. `fused` is
    the convolution's own `relu` or `relu6`; `activation` a key of `ACTIVATIONS` or empty. `filter`
    has one scale or one per output channel. `trim` takes rows and columns off the result of a
    transposed convolution with SAME padding: fewer than the stride. `slopes` are PRELU's, one for
    each channel. With `from_float` the model's input is float32 `i/f`, which QUANTIZE turns into
    `i/x`. Weights and bias are those given, else random ones from `seed`, the bias up to
    `bias_limit`.
    """

    operator: str = "conv"
    shape: tuple[int, ...] = (1, 5, 7, 3)
    channels: int = 5
    kernel: tuple[int, int] = (3, 3)
    stride: tuple[int, int] = (1, 1)
    dilation: tuple[int, int] = (1, 1)
    padding: str = "SAME"
    multiplier: int = 1
    trim: tuple[int, int] = (0, 0)
    fused: str = ""
    activation: str = ""
    storage: str = "int8"
    input: Domain = _INPUT
    filter: tuple[float, ...] = (0.01,)
    filter_zero_point: int = 0
    result: Domain = _RESULT
    output: Domain = _OUTPUT
    slopes: tuple[int, ...] = ()
    from_float: bool = False
    seed: int = 0
    bias_limit: int = 2000
    weights: Array | None = None
    bias: Array | None = None

    def __str__(self) -> str:
        taps = "x".join(map(str, (*self.shape, *self.kernel, self.channels)))
        after = "+".join(filter(None, (self.fused, self.activation)))
        return f"{self.storage} {self.operator} {taps} {after}".strip()

    @property
    def outputs(self) -> int:
        """Output channels."""
        return self.shape[3] * self.multiplier if self.operator == "depthwise" else self.channels

    @property
    def filter_shape(self) -> tuple[int, ...]:
        """OHWI, 1HWO where depthwise, OI where dense."""
        if self.operator == _DENSE:
            return (self.channels, self.shape[1])
        if self.operator == "depthwise":
            return (1, *self.kernel, self.outputs)
        return (self.channels, *self.kernel, self.shape[3])

    @property
    def result_shape(self) -> tuple[int, ...]:
        """Shape of `u` and `y`."""
        if self.operator == _DENSE:
            return (self.shape[0], self.channels)
        return (self.shape[0], self._size(0), self._size(1), self.outputs)

    def _size(self, axis: int) -> int:
        size, stride = self.shape[axis + 1], self.stride[axis]
        reach = (self.kernel[axis] - 1) * self.dilation[axis] + 1
        if self.operator == "transpose":
            same = size * stride - self.trim[axis]
            return same if self.padding == "SAME" else (size - 1) * stride + reach
        return -(-(size if self.padding == "SAME" else size - reach + 1) // stride)

    @property
    def output_domain(self) -> Domain:
        """Domain of `y`: the one the kind demands, else `output`; `result` without activation."""
        if not self.activation:
            return self.result
        if self.activation == "silu":
            return self.output
        return dict(ACTIVATIONS[self.activation].fixed).get(self.storage, self.output)

    def inputs(self) -> list[Array]:
        """Inputs that reach the ends: lowest and highest codes, both mixed, none, and any."""
        limits = np.iinfo(self.storage)
        rng = np.random.default_rng(self.seed)
        ends = np.array([limits.min, limits.max], self.storage)
        return [
            np.full(self.shape, limits.min, self.storage),
            np.full(self.shape, limits.max, self.storage),
            np.full(self.shape, self.input.zero_point, self.storage),
            rng.choice(ends, self.shape),
            rng.integers(limits.min, limits.max, self.shape, self.storage, endpoint=True),
        ]

    def constants(self) -> tuple[Array, Array]:
        """Weights and bias."""
        rng = np.random.default_rng(self.seed)
        limits = (0, 255) if self.storage == "uint8" else (-128, 127)
        dtype = "uint8" if self.storage == "uint8" else "int8"
        weights = rng.integers(*limits, self.filter_shape, dtype, endpoint=True)
        limit = self.bias_limit
        bias = rng.integers(-limit, limit, self.outputs, endpoint=True)
        weights = weights if self.weights is None else self.weights
        return weights, bias if self.bias is None else self.bias


def typical(layer: Layer, span: float = 6.0, per_channel: bool = False) -> Layer:
    """The layer with domains in which random codes use all of `u`, which reaches to +-`span`.

    uint8 filters stay per tensor: LiteRT has no others.
    """
    half = 2**15 if layer.storage == "int16" else 2**7
    shape = layer.filter_shape
    taps = math.prod(shape[:-1] if layer.operator == "depthwise" else shape[1:])
    x_zero, u_zero, y_zero, w_zero = ZERO_POINTS[layer.storage]
    scale = 0.0019 * span / math.sqrt(taps)
    scales = [scale]
    if per_channel and layer.storage != "uint8":
        scales = [scale * (0.6 + c / layer.outputs) for c in range(layer.outputs)]
    return replace(
        layer,
        input=Domain(_short(6.4 / half), x_zero),
        filter=tuple(map(_short, scales)),
        filter_zero_point=w_zero,
        result=Domain(span / half, u_zero),
        output=Domain(0.83 * span / half, y_zero),
        bias_limit=20 * half,
    )


def _short(scale: float) -> float:
    """Rounds to 12 bits: LiteRT multiplies some scales in float32, and then that is exact."""
    mantissa, exponent = math.frexp(scale)
    return math.ldexp(round(mantissa * 4096), exponent - 12)


def identity(storage: str, scale: float, zero_point: int = 0, **rest: Any) -> tuple[Layer, Array]:
    """A convolution that returns its input, and an input that holds every code."""
    limits = np.iinfo(storage)
    codes = np.arange(limits.min, limits.max + 1).astype(storage)
    size, domain = math.isqrt(codes.size), Domain(scale, zero_point)
    one, none = np.ones((1, 1, 1, 1)), np.zeros(1)
    layer = Layer("conv", (1, size, size, 1), 1, (1, 1), storage=storage, weights=one, bias=none)
    layer = replace(layer, input=domain, filter=(1.0,), result=domain, **rest)
    return layer, codes.reshape(layer.shape)


def build(layers: Sequence[Layer]) -> bytes:
    """A model of these layers side by side: one input and one output each, in their order."""
    writer = _Writer()
    for index, layer in enumerate(layers):
        writer.layer(f"{index}", layer)
    return pack(writer.model)


def pack(model: Any) -> bytes:
    """The file of a `ModelT`."""
    builder = flatbuffers.Builder(1 << 16)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def unpack(data: bytes) -> Any:
    """The `ModelT` of a file."""
    return schema.ModelT.InitFromPackedBuf(data, 0)


def cut(data: bytes, inputs: Sequence[str], outputs: Sequence[str]) -> bytes:
    """The part of a model between these tensors, which become its inputs and outputs."""
    model = unpack(data)
    graph = model.subgraphs[0]
    names = [tensor.name.decode() for tensor in graph.tensors]
    graph.inputs, graph.outputs = ([names.index(n) for n in part] for part in (inputs, outputs))
    needed, kept = set(graph.outputs), []
    for operator in reversed(graph.operators):
        if (needed - set(graph.inputs)) & set(operator.outputs):
            needed |= set(operator.inputs)
            kept.append(operator)
    graph.operators = kept[::-1]
    model.signatureDefs = []
    return pack(model)


def litert(data: bytes, steps: Sequence[Sequence[Array]]) -> list[list[Array]]:
    """Outputs of every step by LiteRT's reference kernels; state is kept from step to step."""
    interpreter = Interpreter(
        model_content=data, experimental_op_resolver_type=OpResolverType.BUILTIN_REF
    )
    interpreter.allocate_tensors()
    outputs = interpreter.get_output_details()
    results: list[list[Array]] = []
    for step in steps:
        for details, array in zip(interpreter.get_input_details(), step, strict=True):
            interpreter.set_tensor(details["index"], array)
        interpreter.invoke()
        results.append([interpreter.get_tensor(details["index"]) for details in outputs])
    return results


class _Writer:
    """Collects the tables of one model; methods return tensor indices."""

    def __init__(self) -> None:
        self.graph: Any = schema.SubGraphT()
        self.graph.tensors, self.graph.operators = [], []
        self.graph.inputs, self.graph.outputs = [], []
        self.model: Any = schema.ModelT()
        self.model.version = 3
        self.model.operatorCodes, self.model.buffers = [], [schema.BufferT()]
        self.model.subgraphs = [self.graph]

    def layer(self, name: str, layer: Layer) -> None:
        x = self._tensor(f"{name}/x", layer.shape, layer.storage, [layer.input])
        if layer.from_float:
            f = self._tensor(f"{name}/f", layer.shape, "float32", ())
            self._operator("QUANTIZE", [f], x, schema.QuantizeOptionsT())
        self.graph.inputs.append(f if layer.from_float else x)
        u = self._convolution(name, layer, x)
        self.graph.outputs.append(self._activation(name, layer, u) if layer.activation else u)

    def _convolution(self, name: str, layer: Layer, x: int) -> int:
        weights, bias = layer.constants()
        domains = [Domain(scale, layer.filter_zero_point) for scale in layer.filter]
        axis = 3 if layer.operator == "depthwise" else 0
        dtype = "uint8" if layer.storage == "uint8" else "int8"
        w = self._tensor(f"{name}/w", layer.filter_shape, dtype, domains, axis, weights)
        wide = "int64" if layer.storage == "int16" else "int32"
        domains = [Domain(layer.input.scale * scale, 0) for scale in layer.filter]
        b = self._tensor(f"{name}/b", (layer.outputs,), wide, domains, 0, bias)
        u = self._tensor(f"{name}/u", layer.result_shape, layer.storage, [layer.result])
        inputs = [x, w, b]
        if layer.operator == "transpose":
            size = np.array(layer.result_shape)
            inputs = [self._tensor(f"{name}/size", (4,), "int32", (), 0, size), w, x, b]
        operator, options = _convolution_options(layer)
        self._operator(operator, inputs, u, options)
        return u

    def _activation(self, name: str, layer: Layer, u: int) -> int:
        activation = ACTIVATIONS[layer.activation]
        inputs, shape = [u], layer.result_shape
        if layer.activation == "silu":
            gate = dict(activation.fixed)[layer.storage]
            s = self._tensor(f"{name}/s", shape, layer.storage, [gate])
            self._operator(activation.operator, inputs, s, None)
            y = self._tensor(f"{name}/y", shape, layer.storage, [layer.output])
            self._operator("MUL", [u, s], y, schema.MulOptionsT())
            return y
        y = self._tensor(f"{name}/y", shape, layer.storage, [layer.output_domain])
        if layer.activation == "prelu":
            slopes = np.array(layer.slopes or np.arange(1, 1 + shape[-1]) * 5 % 128)
            alpha, domain = (*(1 for _ in shape[2:]), shape[-1]), SLOPES[layer.storage]
            inputs.append(self._tensor(f"{name}/a", alpha, layer.storage, [domain], 0, slopes))
        options = getattr(schema, f"{activation.options}T")() if activation.options else None
        for field, value in activation.values:
            setattr(options, field, value)
        self._operator(activation.operator, inputs, y, options)
        return y

    def _tensor(
        self,
        name: str,
        shape: Sequence[int],
        dtype: str,
        domains: Sequence[Domain],
        axis: int = 0,
        data: Array | None = None,
    ) -> int:
        tensor = schema.TensorT()
        tensor.name, tensor.shape, tensor.hasRank = name, list(shape), True
        tensor.type, tensor.buffer = getattr(schema.TensorType, dtype.upper()), 0
        if domains:
            quantization = tensor.quantization = schema.QuantizationParametersT()
            quantization.scale = np.array([d.scale for d in domains], np.float32)
            quantization.zeroPoint = np.array([d.zero_point for d in domains], np.int64)
            quantization.quantizedDimension = axis
        if data is not None:
            buffer = schema.BufferT()
            buffer.data = np.frombuffer(data.astype(dtype).tobytes(), np.uint8)
            tensor.buffer = len(self.model.buffers)
            self.model.buffers.append(buffer)
        self.graph.tensors.append(tensor)
        return len(self.graph.tensors) - 1

    def _operator(self, builtin: str, inputs: list[int], output: int, options: Any) -> None:
        operator = schema.OperatorT()
        operator.inputs, operator.outputs = inputs, [output]
        operator.opcodeIndex = self._code(getattr(schema.BuiltinOperator, builtin))
        if options is not None:
            operator.builtinOptions = options
            kind = type(options).__name__.removesuffix("T")
            operator.builtinOptionsType = getattr(schema.BuiltinOptions, kind)
        self.graph.operators.append(operator)

    def _code(self, builtin: int) -> int:
        known = [code.builtinCode for code in self.model.operatorCodes]
        if builtin in known:
            return known.index(builtin)
        code = schema.OperatorCodeT()
        # The old field holds one byte; readers take the larger of the two.
        code.builtinCode, code.deprecatedBuiltinCode, code.version = builtin, min(builtin, 127), 1
        self.model.operatorCodes.append(code)
        return len(known)


def _convolution_options(layer: Layer) -> tuple[str, Any]:
    fused = getattr(schema.ActivationFunctionType, _FUSED[layer.fused])
    if layer.operator == _DENSE:
        options: Any = schema.FullyConnectedOptionsT()
        options.fusedActivationFunction = fused
        return "FULLY_CONNECTED", options
    operator, options = {
        "conv": ("CONV_2D", schema.Conv2DOptionsT()),
        "depthwise": ("DEPTHWISE_CONV_2D", schema.DepthwiseConv2DOptionsT()),
        "transpose": ("TRANSPOSE_CONV", schema.TransposeConvOptionsT()),
    }[layer.operator]
    options.padding = getattr(schema.Padding, layer.padding)
    options.strideH, options.strideW = layer.stride
    options.fusedActivationFunction = fused
    if layer.operator != "transpose":
        options.dilationHFactor, options.dilationWFactor = layer.dilation
    if layer.operator == "depthwise":
        options.depthMultiplier = layer.multiplier
    return operator, options
