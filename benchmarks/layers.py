"""The single layers that are measured: shapes, integers and domains, and nothing of any engine.

Every layer is an int8 convolution with one scale per output channel and what follows it. Inputs are
uniform codes; the scales are such that the result of the convolution spreads over all of its
domain. Layers are drawn from a seed, so that a worker in another environment builds the same one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]


class Domain(NamedTuple):
    """Scale and zero point of an int8 tensor."""

    scale: float
    zero_point: int


INPUT = Domain(1 / 32, -5)
RESULT = Domain(1 / 16, 3)
SPREAD = 2.5  # standard deviation of the convolution's result, as a real number
SLOPE = 0.1  # of leaky ReLU
# What each activation's result is stored in.
OUTPUTS = {
    "none": RESULT,
    "relu6": Domain(6 / 255, -128),
    "sigmoid": Domain(1 / 256, -128),
    "hard-swish": Domain(8.375 / 255, -117),
    "leaky": Domain(8.8 / 255, -105),
}
ACTIVATIONS = tuple(OUTPUTS)


class Constants(NamedTuple):
    """Weights OHWI (1HWO where depthwise), their scales by output channel, and the bias."""

    weights: Array
    scales: Array
    bias: Array


@dataclass(frozen=True)
class Layer:
    """A convolution of kind `conv`, `depthwise`, `transpose` or `dense`, and its activation.

    `size` is the height and the width of the input, padding is SAME.
    """

    kind: str
    size: int
    inputs: int
    outputs: int
    kernel: int = 1
    stride: int = 1
    activation: str = "none"
    seed: int = 0

    @property
    def name(self) -> str:
        """As `conv3x3-56x56-64-64-sigmoid`, with `-s2` after the kernel for a stride of 2."""
        depth = f"{self.inputs}-{self.outputs}-{self.activation}"
        if self.kind == "dense":
            return f"dense-{depth}"
        stride = f"-s{self.stride}" if self.stride > 1 else ""
        kernel, size = (f"{side}x{side}" for side in (self.kernel, self.size))
        return f"{self.kind}{kernel}{stride}-{size}-{depth}"

    @property
    def input_shape(self) -> tuple[int, ...]:
        """NHWC, or NC where dense."""
        if self.kind == "dense":
            return (1, self.inputs)
        return (1, self.size, self.size, self.inputs)

    @property
    def output_shape(self) -> tuple[int, ...]:
        """NHWC, or NC where dense."""
        if self.kind == "dense":
            return (1, self.outputs)
        up = self.kind == "transpose"
        size = self.size * self.stride if up else -(-self.size // self.stride)
        return (1, size, size, self.outputs)

    @property
    def weights_shape(self) -> tuple[int, ...]:
        """As TFLite stores them."""
        if self.kind == "dense":
            return (self.outputs, self.inputs)
        if self.kind == "depthwise":
            return (1, self.kernel, self.kernel, self.outputs)
        return (self.outputs, self.kernel, self.kernel, self.inputs)

    @property
    def pad(self) -> tuple[int, int]:
        """Rows before and after the input, as SAME has it; columns are alike."""
        if self.kind in ("dense", "transpose"):
            return 0, 0
        total = max(0, (self.output_shape[1] - 1) * self.stride + self.kernel - self.size)
        return total // 2, total - total // 2

    @property
    def channel_axis(self) -> int:
        """Axis of the weights that has the output channels."""
        return 3 if self.kind == "depthwise" else 0

    @property
    def result(self) -> Domain:
        """Domain of the convolution's result; a fused clamp is its own result."""
        return OUTPUTS["relu6"] if self.activation == "relu6" else RESULT

    @property
    def output(self) -> Domain:
        """Domain of the layer's result."""
        return OUTPUTS[self.activation]

    @cached_property
    def constants(self) -> Constants:
        """Integers that stand for normally distributed weights and a small bias."""
        rng = np.random.default_rng(self.seed)
        shape, axis = self.weights_shape, self.channel_axis
        terms = math.prod(shape) // shape[axis]
        if self.kind == "transpose":
            terms = self.inputs * (self.kernel // self.stride) ** 2
        deviation = SPREAD / (math.sqrt(terms) * INPUT.scale * 256 / math.sqrt(12))
        real = rng.normal(0, deviation, shape)
        rest = tuple(i for i in range(len(shape)) if i != axis)
        scales = (np.abs(real).max(axis=rest) / 127).astype(np.float32).astype(np.float64)
        wide = scales.reshape([-1 if i == axis else 1 for i in range(len(shape))])
        weights = np.clip(np.rint(real / wide), -127, 127).astype(np.int8)
        bias = np.rint(rng.normal(0, 0.1, self.outputs) / (INPUT.scale * scales)).astype(np.int32)
        return Constants(weights, scales, bias)

    def inputs_from(self, seed: int) -> list[Array]:
        """Uniform codes."""
        return [np.random.default_rng(seed).integers(-128, 128, self.input_shape, np.int8)]


# Each with every activation.
SHAPES = (
    Layer("conv", 56, 64, 64, kernel=3),
    Layer("conv", 56, 64, 64),
    Layer("conv", 112, 16, 96),
    Layer("conv", 14, 512, 512),
    Layer("depthwise", 56, 64, 64, kernel=3),
    Layer("depthwise", 112, 96, 96, kernel=3),
    Layer("transpose", 56, 64, 64, kernel=2, stride=2),
    Layer("conv", 224, 3, 32, kernel=3, stride=2),
    Layer("dense", 1, 1280, 1000),
    Layer("conv", 7, 64, 64, kernel=3),
)
