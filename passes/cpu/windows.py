"""Reads pooling, resizing and sums, with the rescales around them, for kernel generators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import prod
from typing import Protocol

import numpy as np
from mlir import ir

from lutfuse.kernels.codes.requantize import Requantization
from lutfuse.kernels.window.pooling import (
    AveragePool,
    AveragePoolKernel,
    MaxPool,
    MaxPoolKernel,
    Window,
)
from lutfuse.kernels.window.reductions import Sum, SumKernel
from lutfuse.kernels.window.resize import (
    MAX_ROW,
    Axis,
    Bilinear,
    BilinearKernel,
    Nearest,
    NearestKernel,
)
from lutfuse.passes.cpu.data_movement import element_bytes, input_of, shape_of
from lutfuse.passes.ir.constants import scalar, sizes
from lutfuse.passes.ir.rescale import NotRepresentable, Rescale, read_rescale


class WindowKernel(Protocol):
    """Writes a kernel that reads windows of one buffer."""

    def emit(
        self, source: ir.Value, target: ir.Value, thread: ir.Value, threads: ir.Value
    ) -> None: ...


WINDOW_KERNELS: dict[type, Callable[..., WindowKernel]] = {
    MaxPool: MaxPoolKernel,
    AveragePool: AveragePoolKernel,
    Sum: SumKernel,
    Nearest: NearestKernel,
    Bilinear: BilinearKernel,
}


def read_window(ops: Sequence[ir.Operation]) -> object | None:
    """What a kernel computes from windows of its one input, a key of `WINDOW_KERNELS`."""
    readers = (read_max_pool, read_average_pool, read_resize, read_sum)
    found = (reader(ops) for reader in readers)
    return next((window for window in found if window is not None), None)


def read_max_pool(ops: Sequence[ir.Operation]) -> MaxPool | None:
    """A maximum of signed integers."""
    if len(ops) != 1 or ops[0].name != "tosa.max_pool2d" or not element_bytes(ops[0].results[0]):
        return None
    return MaxPool(_window(ops[0]))


def read_average_pool(ops: Sequence[ir.Operation]) -> AveragePool | None:
    """A mean of 8-bit codes."""
    if len(ops) != 1 or ops[0].name != "tosa.avg_pool2d" or element_bytes(ops[0].results[0]) != 1:
        return None
    zero_points = scalar(ops[0].operands[1]), scalar(ops[0].operands[2])
    if zero_points[0] is None or zero_points[1] is None:
        return None
    return AveragePool(_window(ops[0]), zero_points[0], zero_points[1])


def _window(op: ir.Operation) -> Window:
    kernel, stride, pad = (
        list(ir.DenseI64ArrayAttr(op.attributes[name])) for name in ("kernel", "stride", "pad")
    )
    source, result = shape_of(op.operands[0]), shape_of(op.results[0])
    return Window(
        _four(source),
        _four(result),
        (kernel[0], kernel[1]),
        (stride[0], stride[1]),
        (pad[0], pad[2]),
    )


def _four(shape: Sequence[int]) -> tuple[int, int, int, int]:
    batch, height, width, channels = shape
    return batch, height, width, channels


def read_resize(ops: Sequence[ir.Operation]) -> Nearest | Bilinear | None:
    """A resize of codes, a bilinear one with or without the rescale to codes behind it."""
    if not _is_chain(ops) or ops[0].name != "tosa.resize" or len(ops) > 2:
        return None
    op = ops[0]
    scale, offset = sizes(op.operands[1]), sizes(op.operands[2])
    width = element_bytes(op.operands[0])
    if scale is None or offset is None or width is None:
        return None
    source, result = _four(shape_of(op.operands[0])), shape_of(op.results[0])
    rows, columns = (
        Axis(source[1 + a], result[1 + a], scale[2 * a], scale[2 * a + 1], offset[a])
        for a in (0, 1)
    )
    place = (source[0], source[3], rows, columns)
    if "NEAREST" in str(op.attributes["mode"]):
        return Nearest(*place) if len(ops) == 1 else None
    rescale = to_codes(ops[1]) if len(ops) == 2 else None
    if width != 1 or 4 * source[2] * source[3] > MAX_ROW or (len(ops) == 2 and rescale is None):
        return None
    if rescale is None:
        return Bilinear(*place, None, output_signed=True)
    return Bilinear(*place, requantization(rescale), output_signed=not rescale.output_unsigned)


def read_sum(ops: Sequence[ir.Operation]) -> Sum | None:
    """Sums over neighbouring axes, between rescales from and to codes or without."""
    if not _is_chain(ops):
        return None
    first = from_codes(ops[0]) if ops[0].name == "tosa.rescale" else None
    last = to_codes(ops[-1]) if ops[-1].name == "tosa.rescale" else None
    sums = ops[first is not None : len(ops) - (last is not None)]
    if not sums or any(op.name != "tosa.reduce_sum" for op in sums):
        return None
    if element_bytes(sums[0].operands[0]) != 4:
        return None
    shape = _around([_axis(op) for op in sums], shape_of(ops[0].operands[0]))
    if shape is None:
        return None
    return Sum(
        shape,
        0 if first is None else first.input_zero_point,
        first is None or not first.input_unsigned,
        None if last is None else requantization(last),
        last is None or not last.output_unsigned,
    )


def _axis(op: ir.Operation) -> int:
    return ir.IntegerAttr(op.attributes["axis"]).value


def _around(axes: Sequence[int], shape: Sequence[int]) -> tuple[int, int, int] | None:
    """Elements outside of, along and inside of axes, None if another axis is between them."""
    first, last = min(axes), max(axes) + 1
    if any(shape[axis] != 1 for axis in range(first, last) if axis not in axes):
        return None
    return prod(shape[:first]), prod(shape[first:last]), prod(shape[last:])


def _is_chain(ops: Sequence[ir.Operation]) -> bool:
    """Whether the first op reads the kernel's one input, and each other one the op before it."""
    if not ops or input_of(ops[0].operands[0]) != 0:
        return False
    pairs = pairwise(ops)
    return all(after.operands[0] == before.results[0] for before, after in pairs)


def _rescale(op: ir.Operation) -> Rescale | None:
    try:
        rescale = read_rescale(op) if op.name == "tosa.rescale" else None
    except NotRepresentable:
        return None
    return rescale if rescale and rescale.scale32 and len(rescale.shift) == 1 else None


def from_codes(op: ir.Operation) -> Rescale | None:
    """A rescale that does nothing but take off the zero point of 8-bit codes."""
    rescale = _rescale(op)
    widths = element_bytes(op.operands[0]), element_bytes(op.results[0])
    if rescale is None or widths != (1, 4) or rescale.output_zero_point:
        return None
    exact = rescale.multiplier[0] == 1 << rescale.shift[0] and rescale.shift[0] < 32
    return rescale if exact else None


def to_codes(op: ir.Operation) -> Rescale | None:
    """A rescale of 32-bit integers to 8-bit codes."""
    rescale = _rescale(op)
    widths = element_bytes(op.operands[0]), element_bytes(op.results[0])
    if rescale is None or widths != (4, 1) or rescale.input_zero_point:
        return None
    return rescale


def requantization(rescale: Rescale) -> Requantization:
    """A rescale of one multiplier."""
    return Requantization(
        np.array(rescale.multiplier, np.int64),
        np.array(rescale.shift, np.int64),
        rescale.rounding == "double_round",
        rescale.output_zero_point,
    )
