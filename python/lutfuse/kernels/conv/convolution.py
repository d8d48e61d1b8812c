"""What every kernel of a convolution is told: the layer, and where its codes lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from lutfuse.kernels.codes.float_requantize import sum_bounds
from lutfuse.kernels.codes.requantize import Requantization
from lutfuse.kernels.codes.requantizer import Requantizer
from lutfuse.kernels.codes.tables import CodeMap, steps
from lutfuse.kernels.unit.constants import Constants
from lutfuse.kernels.unit.vectors import VectorUnit

Array = np.ndarray[Any, np.dtype[Any]]
IntArray = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True)
class Convolution:
    """An 8-bit convolution without padding, and what follows it.

    `input` and `output` are NHWC shapes, `weights` OHWI with the zero point taken off, `bias` has a
    value for each output channel, the zero point of the input not yet in it.
    """

    input: tuple[int, int, int, int]
    output: tuple[int, int, int, int]
    weights: np.ndarray[Any, np.dtype[np.int8]]
    bias: np.ndarray[Any, np.dtype[np.int64]]
    stride: tuple[int, int]
    dilation: tuple[int, int]
    group: int
    input_zero_point: int
    input_signed: bool
    requantization: Requantization
    output_signed: bool
    code_map: CodeMap | None

    def sums(self, unsigned_codes: bool) -> Array:
        """Start of each channel's sum: the bias less what the zero point contributes."""
        turned = self.input_signed == unsigned_codes
        zero = self.input_zero_point + (128 if unsigned_codes else -128) * turned
        total = self.weights.astype(np.int64).sum(axis=(1, 2, 3))
        return (self.bias - zero * total).astype(np.int32)


@dataclass(frozen=True)
class Layout:
    """Where the codes lie, in elements: first one, then distances of images, rows and pixels.

    Reading follows the rows of the output: `read_row` is the stride times a row of the input.
    `read_line` and `read_tap` are the distances between two rows and columns of the kernel.
    """

    read: int
    read_image: int
    read_row: int
    read_pixel: int
    read_line: int
    read_tap: int
    write: int
    write_image: int
    write_row: int
    write_pixel: int

    @staticmethod
    def dense(conv: Convolution) -> Layout:
        """Input and output without gaps."""
        _, in_height, in_width, depth = conv.input
        _, height, width, channels = conv.output
        line = in_width * depth
        return Layout(
            read=0,
            read_image=in_height * line,
            read_row=conv.stride[0] * line,
            read_pixel=conv.stride[1] * depth,
            read_line=conv.dilation[0] * line,
            read_tap=conv.dilation[1] * depth,
            write=0,
            write_image=height * width * channels,
            write_row=width * channels,
            write_pixel=channels,
        )


def requantizer(
    conv: Convolution, order: IntArray, unit: VectorUnit, constants: Constants
) -> Requantizer:
    """What turns the sums of a convolution into codes, its constants in the given order."""
    low, high = (-128, 127) if conv.input_signed else (0, 255)
    zero = conv.input_zero_point
    bounds = sum_bounds(conv.weights, conv.bias, low - zero, high - zero)
    outcomes = steps(conv.code_map, signed=conv.output_signed)
    return Requantizer(conv.requantization, bounds, outcomes, order, unit, constants)
