"""Random convolutions, and their result in plain NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from lutfuse.kernels.codes.requantize import Requantization
from lutfuse.kernels.codes.tables import CodeMap
from lutfuse.kernels.conv.convolution import Convolution

Array = np.ndarray[Any, np.dtype[Any]]


def requantization(
    rng: Any, channels: int, terms: int, *, double: bool, zero: int
) -> Requantization:
    """Multipliers and shifts that spread the sums of random codes over the range of codes."""
    spread = 74 * 74 * np.sqrt(terms)
    shift = 31 + round(np.log2(spread / 50))
    return Requantization(
        rng.integers(1 << 30, 1 << 31, channels),
        shift + rng.integers(-1, 2, channels),
        double,
        zero,
    )


def random_convolution(rng: Any, **wanted: Any) -> Convolution:
    """A convolution with random data; `wanted` fixes what it names."""

    def pick(name: str, *choices: Any) -> Any:
        return wanted[name] if name in wanted else choices[rng.integers(len(choices))]

    kernel = pick("kernel", (1, 1), (3, 3), (2, 4), (5, 1))
    stride, dilation = (
        pick("stride", (1, 1), (2, 2), (1, 3)),
        pick("dilation", (1, 1), (2, 1), (1, 2)),
    )
    group, depth, width = (
        pick("group", 1),
        pick("depth", 1, 3, 4, 7, 16, 33),
        pick("width", 1, 5, 17),
    )
    channels = pick("channels", 1, 8, 16, 21, 40, 64)
    output = (pick("batch", 1, 2), pick("height", 1, 3), width, channels * group)
    source = [
        (n - 1) * s + (k - 1) * d + 1
        for n, s, k, d in zip(output[1:3], stride, kernel, dilation, strict=True)
    ]
    extra = pick("extra", 0, 1)
    signed, out_signed = pick("signed", True, False), pick("out_signed", True, False)
    first = -128 if out_signed else 0
    table = rng.integers(first, first + 256, 256) if pick("table", True, False) else None
    return Convolution(
        input=(output[0], source[0] + extra, source[1] + extra, depth * group),
        output=output,
        weights=rng.integers(-128, 128, (channels * group, *kernel, depth)).astype(np.int8),
        bias=rng.integers(-5000, 5000, channels * group),
        stride=stride,
        dilation=dilation,
        group=group,
        input_zero_point=int(rng.integers(-128, 128)) + (0 if signed else 128),
        input_signed=signed,
        requantization=requantization(
            rng,
            channels * group,
            depth * kernel[0] * kernel[1],
            double=pick("double", True, False),
            zero=int(rng.integers(first, first + 256)),
        ),
        output_signed=out_signed,
        code_map=None if table is None else CodeMap(first, table),
    )


def codes(rng: Any, conv: Convolution) -> Array:
    """Random input bytes, with every extreme code among them."""
    data = rng.integers(0, 256, conv.input).astype(np.uint8)
    data.reshape(-1)[:: max(1, data.size // 7)] = 128 if conv.input_signed else 255
    return data


def values(conv: Convolution, data: Array) -> Array:
    """Input codes less their zero point."""
    signed = data.view(np.int8) if conv.input_signed else data
    return signed.astype(np.int64) - conv.input_zero_point


def finish(conv: Convolution, sums: Array) -> Array:
    """The result's bytes of exact sums."""
    low, high = (-128, 127) if conv.output_signed else (0, 255)
    result = np.clip(conv.requantization.apply(sums), low, high)
    if conv.code_map is not None:
        rows = np.broadcast_to(conv.code_map.entries, (result.shape[-1], 256))
        result = rows[np.arange(result.shape[-1]), result - conv.code_map.first]
    return result.astype(np.uint8).reshape(-1)


def reference(conv: Convolution, data: Array) -> Array:
    """The result's bytes: one sum for each tap, in 64 bits."""
    x, (_, height, width, channels) = values(conv, data), conv.output
    sums = np.zeros(conv.output, np.int64) + conv.bias
    depth, each = conv.weights.shape[3], channels // conv.group
    for row, column in np.ndindex(conv.weights.shape[1:3]):
        top, left = row * conv.dilation[0], column * conv.dilation[1]
        rows = slice(top, top + (height - 1) * conv.stride[0] + 1, conv.stride[0])
        columns = slice(left, left + (width - 1) * conv.stride[1] + 1, conv.stride[1])
        for group in range(conv.group):
            part = x[:, rows, columns, group * depth : (group + 1) * depth]
            w = conv.weights[group * each : (group + 1) * each, row, column].astype(np.int64)
            sums[..., group * each : (group + 1) * each] += part @ w.T
    return finish(conv, sums)


def reference_transposed(conv: Convolution, data: Array, out_pad: tuple[int, int]) -> Array:
    """The result's bytes of a transposed convolution: every input pixel adds its kernel."""
    x, (batch, height, width, channels) = values(conv, data), conv.output
    _, rows, columns, _ = conv.weights.shape
    sums = np.zeros((batch, height + 64, width + 64, channels), np.int64)
    for y, z in np.ndindex(x.shape[1:3]):
        top, left = y * conv.stride[0] + out_pad[0] + 32, z * conv.stride[1] + out_pad[1] + 32
        for row, column in np.ndindex(rows, columns):
            at = top + row, left + column
            if at[0] < height + 64 and at[1] < width + 64:
                sums[:, at[0], at[1]] += (
                    x[:, y, z] @ conv.weights[:, row, column].astype(np.int64).T
                )
    return finish(conv, sums[:, 32 : 32 + height, 32 : 32 + width] + conv.bias)
