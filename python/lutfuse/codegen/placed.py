"""Convolutions that are one or several dense ones, each at a place of its own in larger buffers.

A grouped convolution is one dense convolution for each group, between pixels that hold all groups.
A transposed convolution with stride s is s * s dense ones: the output pixels whose distance from
the first one leaves the same remainder all read with the same part of the kernel, reversed.
Where padding follows a convolution, its result is written inside of the border.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod

import numpy as np

from lutfuse.codegen.conv import Convolution, Layout
from lutfuse.codegen.requantize import Requantization
from lutfuse.codegen.tables import CodeMap

Placed = tuple[Convolution, Layout]


def padded(conv: Convolution, before: Sequence[int], after: Sequence[int]) -> Layout:
    """A dense convolution whose result lies inside of a border."""
    sizes = [b + n + a for b, n, a in zip(before, conv.output, after, strict=True)]
    image, row, pixel, _ = (prod(sizes[axis + 1 :]) for axis in range(4))
    return replace(
        Layout.dense(conv),
        write=before[0] * image + before[1] * row + before[2] * pixel + before[3],
        write_image=image,
        write_row=row,
        write_pixel=pixel,
    )


def groups(conv: Convolution) -> Iterator[Placed]:
    """The dense convolutions of a grouped one."""
    count, whole = conv.group, Layout.dense(conv)
    depth, channels = conv.input[3] // count, conv.output[3] // count
    for group in range(count):
        part = slice(group * channels, (group + 1) * channels)
        one = replace(
            conv,
            output=(*conv.output[:3], channels),
            weights=conv.weights[part],
            bias=conv.bias[part],
            group=1,
            requantization=_channels(conv.requantization, part),
            code_map=_rows(conv.code_map, part),
        )
        yield one, replace(whole, read=group * depth, write=group * channels)


def _channels(r: Requantization, part: slice) -> Requantization:
    return replace(r, multiplier=r.multiplier[part], shift=r.shift[part])


def _rows(code_map: CodeMap | None, part: slice) -> CodeMap | None:
    if code_map is None or code_map.entries.ndim == 1:
        return code_map
    return replace(code_map, entries=code_map.entries[part])


@dataclass(frozen=True)
class Axis:
    """One phase along one axis: its kernel taps, output places and first input place.

    The output places are `start`, `start + stride`, ...; `count` of them. Output q reads the input
    places from `first + q` on, as many as there are taps.
    """

    taps: range
    start: int
    count: int
    first: int


def axis_phases(size: int, kernel: int, stride: int, out_pad: int, source: int) -> list[Axis]:
    """The phases of an axis with `size` outputs; raises ValueError where the input is too short.

    Output o gets input i through tap o - out_pad - i * stride.
    """
    phases: list[Axis] = []
    for rest in range(stride):
        taps = range(rest, kernel, stride)
        low = -((out_pad + rest) // stride)
        high = (size - 1 - out_pad - rest) // stride
        if high < low:
            continue
        first = low - max(len(taps) - 1, 0)
        if taps and (first < 0 or high >= source):
            raise ValueError(f"expected inputs {first} to {high} but got 0 to {source - 1}")
        start = low * stride + rest + out_pad
        phases.append(Axis(taps, start, high - low + 1, first if taps else 0))
    return phases


def phases(conv: Convolution, out_pad: tuple[int, int]) -> list[Placed]:
    """The dense convolutions of a transposed one, whose `stride` is the step of its output.

    `out_pad` is the padding of the output at top and left. The input holds all places that are
    read: it has been padded with its zero point.
    """
    _, in_height, in_width, depth = conv.input
    batch, height, width, channels = conv.output
    kernel_height, kernel_width = conv.weights.shape[1:3]
    rows = axis_phases(height, kernel_height, conv.stride[0], out_pad[0], in_height)
    columns = axis_phases(width, kernel_width, conv.stride[1], out_pad[1], in_width)
    line = in_width * depth
    found: list[Placed] = []
    for y in rows:
        for x in columns:
            weights = conv.weights[
                :, y.taps.start :: conv.stride[0], x.taps.start :: conv.stride[1]
            ]
            weights = weights[:, ::-1, ::-1]
            if weights.size == 0:
                weights = np.zeros((channels, 1, 1, depth), np.int8)
            one = replace(
                conv,
                output=(batch, y.count, x.count, channels),
                weights=np.ascontiguousarray(weights),
                stride=(1, 1),
            )
            layout = Layout(
                read=y.first * line + x.first * depth,
                read_image=in_height * line,
                read_row=line,
                read_pixel=depth,
                read_line=line,
                read_tap=depth,
                write=(y.start * width + x.start) * channels,
                write_image=height * width * channels,
                write_row=conv.stride[0] * width * channels,
                write_pixel=conv.stride[1] * channels,
            )
            found.append((one, layout))
    return found
