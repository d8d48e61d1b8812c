"""The sums of a convolution: what they are made of, how large they get, one of them in full."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from lutfuse.passes.proof.nodes import DYNAMIC, Array, Shape

# Input element (row, column, channel) and its coefficient.
Coefficients = dict[tuple[int, int, int], int]


@dataclass(frozen=True)
class Window:
    """`sum (x - zx)(w - zw)` of signed codes, without bias.

    `weights` are the differences `w - zw` as int16, OHWI, and None where the filter is no
    constant: then it is the second operand. `canonical_window` drops what does not matter.
    """

    transposed: bool
    input_shape: Shape
    result_shape: Shape
    filter_shape: Shape  # OHWI
    stride: tuple[int, ...]
    pad: tuple[int, ...]
    dilation: tuple[int, ...]
    group: int
    zero_point: int
    weights: bytes | None
    filter_zero_points: tuple[object, ...] = ()  # where the filter is no constant

    @property
    def filter(self) -> Array:
        """`w - zw`, OHWI."""
        assert self.weights is not None
        return np.frombuffer(self.weights, np.int16).reshape(self.filter_shape).astype(np.int64)


def canonical_window(window: Window) -> Window:
    """Without what does not matter to the sums.

    Where the size of the result is known, rows and columns past the last that it reads are not
    looked at: `pad` becomes top and left. A stride does not matter to a single row, nor a
    dilation to a filter of one row.
    """
    _, *results, _ = window.result_shape
    known = DYNAMIC not in results
    once = [size == 1 for size in (window.input_shape[1:3] if window.transposed else results)]
    return replace(
        window,
        pad=window.pad[::2] if known else window.pad,
        stride=tuple(1 if known and one else s for s, one in zip(window.stride, once, strict=True)),
        dilation=tuple(
            1 if size == 1 else d
            for d, size in zip(window.dilation, window.filter_shape[1:3], strict=True)
        ),
    )


def spread(window: Window, channels: int, start: int = 0) -> Array:
    """The filter for `channels` input channels, of which the window's own begin at `start`.

    Weights are 0 where an output channel does not read an input channel.
    """
    outputs, height, width, inputs = window.filter_shape
    found = np.zeros((outputs, height, width, channels), np.int64)
    for channel, weights in enumerate(window.filter):
        first = start + channel // (outputs // window.group) * inputs
        found[channel, :, :, first : first + inputs] = weights
    return found


def differing_channels(before: Window, after: Window) -> list[int]:
    """Output channels that are other sums of the input; all where that cannot be told."""
    every = list(range(before.filter_shape[0]))
    if before.filter_shape[:3] != after.filter_shape[:3]:
        return every
    old, new = before.filter, after.filter
    if (before.filter_shape, before.group) != (after.filter_shape, after.group):
        old, new = (spread(w, w.filter_shape[3] * w.group) for w in (before, after))
    if old.shape != new.shape:
        return every
    return np.flatnonzero((old != new).any(axis=(1, 2, 3))).tolist() or every


def bounds(window: Window, codes: tuple[int, int]) -> tuple[Array, Array]:
    """Lowest and highest sum of each channel over all positions and inputs."""
    low, high = codes[0] - window.zero_point, codes[1] - window.zero_point
    if DYNAMIC in (*window.input_shape[1:3], *window.result_shape[1:3]):
        # Any part of the filter may lie on padding, which adds nothing.
        return _ends(window.filter, min(low, 0), max(high, 0))
    parts = [
        {
            tuple(i for i, _ in reads(window, axis, at))
            for at in range(window.result_shape[1 + axis])
        }
        for axis in (0, 1)
    ]
    ends = [
        _ends(window.filter[:, rows][:, :, columns], low, high)
        for rows, columns in itertools.product(*parts)
    ]
    return np.min([end[0] for end in ends], axis=0), np.max([end[1] for end in ends], axis=0)


def _ends(weights: Array, low: int, high: int) -> tuple[Array, Array]:
    """Lowest and highest sum where each weight is taken between `low` and `high` times."""
    w = weights.reshape(len(weights), -1)
    positive, negative = np.maximum(w, 0).sum(axis=1), np.minimum(w, 0).sum(axis=1)
    return positive * low + negative * high, positive * high + negative * low


def _known_shapes(window: Window) -> tuple[Shape, Shape]:
    """Input and result shape; sizes that are open become large enough for a whole window."""
    if DYNAMIC not in (*window.input_shape, *window.result_shape):
        return window.input_shape, window.result_shape
    _, height, width, _ = window.filter_shape
    sizes: list[int] = []
    results: list[int] = []
    for axis, kernel in enumerate((height, width)):
        reach = (kernel - 1) * window.dilation[axis] + 1
        size = window.input_shape[1 + axis]
        size = 4 * reach + window.stride[axis] if size == DYNAMIC else size
        sizes.append(size)
        result = window.result_shape[1 + axis]
        if result == DYNAMIC:
            whole = (size - 1) * window.stride[axis] + kernel
            result = whole if window.transposed else (size - reach) // window.stride[axis] + 1
        results.append(max(result, 1))
    channels = window.filter_shape[3] * window.group
    return (1, *sizes, channels), (1, *results, window.filter_shape[0])


def positions(window: Window) -> list[tuple[int, int]]:
    """Rows and columns of the result worth a look: the middle, and where padding plays."""
    _, (_, height, width, _) = _known_shapes(window)
    rows, columns = (height // 2, 0, height - 1), (width // 2, 0, width - 1)
    near = (height // 2 + 1, width // 2 + 1)
    found = [(r, c) for r in rows for c in columns]
    if near[0] < height and near[1] < width:
        found.insert(1, near)
    return list(dict.fromkeys(found))


def coefficients(window: Window, position: tuple[int, int], channel: int) -> Coefficients:
    """The weights of one sum by input element; the sum itself lacks `- zx * sum of weights`."""
    weights = window.filter[channel]
    outputs, _, _, inputs = window.filter_shape
    first = channel // (outputs // window.group) * inputs
    found: Coefficients = {}
    for i, row in reads(window, 0, position[0]):
        for j, column in reads(window, 1, position[1]):
            for c in range(inputs):
                if weights[i, j, c]:
                    found[row, column, first + c] = int(weights[i, j, c])
    return found


def reads(window: Window, axis: int, at: int) -> Iterator[tuple[int, int]]:
    """Filter indices along rows (0) or columns (1), with the input index that each reads."""
    size = _known_shapes(window)[0][1 + axis]
    pad = window.pad[axis if len(window.pad) == 2 else 2 * axis]
    stride = window.stride[axis]
    for i in range(window.filter_shape[1 + axis]):
        if window.transposed:
            index, rest = divmod(at - i - pad, stride)
        else:
            index, rest = at * stride + i * window.dilation[axis] - pad, 0
        if rest == 0 and 0 <= index < size:
            yield i, index
