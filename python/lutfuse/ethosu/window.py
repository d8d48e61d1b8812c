"""The sliding window of convolution and pooling: which inputs an output sees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lutfuse.ethosu.faults import Fault
from lutfuse.ethosu.fields import kernel_strides
from lutfuse.ethosu.registers import Registers

Int64 = NDArray[np.int64]


@dataclass(frozen=True)
class Axis:
    """One spatial axis: outputs, kernel elements, stride, dilation, padding on both sides."""

    outputs: int
    kernel: int
    stride: int
    dilation: int
    before: int
    after: int

    @property
    def span(self) -> int:
        """Padded inputs under the window in all its places."""
        return (self.outputs - 1) * self.stride + self.dilation * (self.kernel - 1) + 1

    @property
    def inputs(self) -> int:
        """Inputs (after upscaling) under the window: no register holds their number."""
        inputs = self.span - self.before - self.after
        if inputs < 1:
            raise Fault(f"expected padding below {self.span}, got {self.before + self.after}")
        return inputs

    def places(self, element: int) -> slice:
        """Padded inputs that one kernel element meets, output by output."""
        first = element * self.dilation
        return slice(first, first + (self.outputs - 1) * self.stride + 1, self.stride)


@dataclass(frozen=True)
class Window:
    """Both axes, and the mode that doubles the input before: `none`, `nearest`, `transpose`."""

    y: Axis
    x: Axis
    upscale: str

    @property
    def is_padded(self) -> bool:
        """Whether there is padding on any side."""
        return any((self.y.before, self.y.after, self.x.before, self.x.after))

    @property
    def input_extent(self) -> tuple[int, int]:
        """(height, width) of the stored input."""
        factor = 1 if self.upscale == "none" else 2
        return -(-self.y.inputs // factor), -(-self.x.inputs // factor)

    def padded(self, values: Int64, fill: int = 0) -> Int64:
        """Input after upscaling, with `fill` around it, as far as the window goes."""
        grown = self._upscaled(values)
        result = np.full((self.y.span, self.x.span, *values.shape[2:]), fill, values.dtype)
        top, left = self.y.before, self.x.before
        result[top : top + self.y.inputs, left : left + self.x.inputs] = grown
        return result

    def _upscaled(self, values: Int64) -> Int64:
        """Each element twice along both axes (`nearest`), or once with zeros (`transpose`)."""
        height, width = self.y.inputs, self.x.inputs
        if self.upscale == "none":
            return values
        if self.upscale == "nearest":
            return values.repeat(2, axis=0).repeat(2, axis=1)[:height, :width]
        result = np.zeros((height, width, *values.shape[2:]), values.dtype)
        result[::2, ::2] = values
        return result

    def taps(self) -> Iterator[tuple[int, int, tuple[slice, slice]]]:
        """(row, column, places of padded inputs) for each kernel element."""
        for row in range(self.y.kernel):
            for column in range(self.x.kernel):
                yield row, column, (self.y.places(row), self.x.places(column))


def window(registers: Registers, outputs: tuple[int, int]) -> Window:
    """The window of kernel, stride, padding and upscaling registers over (height, width)."""
    stride_x, stride_y = kernel_strides(registers.unsigned("KERNEL_STRIDE"))
    dilation = [registers.flag("KERNEL_STRIDE", f"dilation_{axis}") for axis in "yx"]
    extents = [registers.count("KERNEL_HEIGHT") - 1, registers.count("KERNEL_WIDTH") - 1]
    pads = [registers.unsigned(f"IFM_PAD_{side}") for side in ("TOP", "LEFT", "BOTTOM", "RIGHT")]
    y, x = (
        Axis(outputs[n], extents[n] // dilation[n] + 1, stride, dilation[n], pads[n], pads[n + 2])
        for n, stride in enumerate((stride_y, stride_x))
    )
    return Window(y, x, registers.choice("IFM_UPSCALE", "upscale"))
