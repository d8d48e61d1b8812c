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

from lutfuse.kernels.codes.requantize import Requantization
from lutfuse.kernels.codes.tables import CodeMap
from lutfuse.kernels.conv.convolution import Convolution, Layout

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
    read: it has been padded with its zero point. Neighbours in a row that read the same input
    become one convolution with as many times the channels, which writes them side by side.
    """
    batch, height, width, channels = conv.output
    kernel_height, kernel_width = conv.weights.shape[1:3]
    rows = axis_phases(height, kernel_height, conv.stride[0], out_pad[0], conv.input[1])
    columns = axis_phases(width, kernel_width, conv.stride[1], out_pad[1], conv.input[2])
    together = _side_by_side(columns, conv.stride[1])
    found: list[Placed] = []
    for y in rows:
        for group in [columns] if together else [[x] for x in columns]:
            one = replace(
                _repeated(conv, len(group)),
                output=(batch, y.count, group[0].count, channels * len(group)),
                weights=np.concatenate([_taps(conv, y, x) for x in group]),
                stride=(1, 1),
            )
            found.append((one, _phase_layout(conv, y, group[0])))
    return found


def _side_by_side(columns: list[Axis], stride: int) -> bool:
    """Whether the phases of a row are neighbours that read the same places."""
    same = {(len(x.taps), x.count, x.first) for x in columns}
    starts = [x.start for x in columns]
    return len(columns) == stride and len(same) == 1 and starts == list(range(stride))


def _taps(conv: Convolution, y: Axis, x: Axis) -> np.ndarray[tuple[int, ...], np.dtype[np.int8]]:
    """The weights of a phase in the order in which it reads."""
    weights = conv.weights[:, y.taps.start :: y.taps.step, x.taps.start :: x.taps.step]
    if not weights.size:
        return np.zeros((conv.output[3], 1, 1, conv.input[3]), np.int8)
    return weights[:, ::-1, ::-1]


def _repeated(conv: Convolution, times: int) -> Convolution:
    """All that belongs to channels, so many times."""
    if times == 1:
        return conv
    r, code_map = conv.requantization, conv.code_map
    if code_map is not None and code_map.entries.ndim > 1:
        code_map = replace(code_map, entries=np.tile(code_map.entries, (times, 1)))
    return replace(
        conv,
        bias=np.tile(conv.bias, times),
        requantization=replace(
            r, multiplier=np.tile(r.multiplier, times), shift=np.tile(r.shift, times)
        ),
        code_map=code_map,
    )


def _phase_layout(conv: Convolution, y: Axis, x: Axis) -> Layout:
    _, in_height, in_width, depth = conv.input
    _, height, width, channels = conv.output
    line = in_width * depth
    return Layout(
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
