"""Random layers for hypothesis: shapes are drawn, integers come from a seed."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from support.contract import RANGES, Array
from support.layer import Layer, Table

PAIR = st.tuples(st.integers(1, 3), st.integers(1, 3))


def codes(rng: np.random.Generator, storage: str, shape: tuple[int, ...], zero: int) -> Array:
    """Codes of which many are the ends of the range, or the zero point."""
    low, high = RANGES[storage]
    anything = rng.integers(low, high + 1, shape)
    special = rng.choice([low, low + 1, zero, high - 1, high], shape)
    return np.where(rng.random(shape) < 0.3, special, anything)


def factor(rng: np.random.Generator, scale: float, width: int) -> tuple[int, int]:
    """Multiplier and shift near `scale`: a power of two, whose ties are hit often, or any."""
    fraction, exponent = math.frexp(scale)
    multiplier = 1 << (width - 2) if rng.random() < 0.5 else int(fraction * (1 << (width - 1)))
    return multiplier, min(max(width - 1 - exponent, 2), 62)


def requantization(
    rng: np.random.Generator, layer: Layer, acc: Array, width: int
) -> tuple[Array, Array]:
    """Factors that use the whole range of the intermediate codes; now and then absurd ones."""
    low, high = RANGES[layer.storage[2]]
    spread = (high - low) * rng.choice([0.2, 1.0, 3.0])
    count = layer.w.shape[0] if layer.per_channel else 1
    if rng.random() < 0.1:
        multiplier, shift = rng.integers(1, 1 << (width - 1), count), rng.integers(2, 63, count)
        # TOSA demands that the scaled value fits in 32 bits before it is saturated.
        product = int(np.abs(acc).max()) * multiplier.max()
        return multiplier, np.maximum(shift, max(2, int(product).bit_length() - 30))
    pairs = [factor(rng, spread / max(1, np.abs(acc).max()), width) for _ in range(count)]
    multiplier, shift = np.array(pairs, np.int64).T
    return multiplier, shift


def bias(rng: np.random.Generator, acc: Array, channels: int, wide: bool) -> Array:
    """Mostly as large as the sums; at times it takes them to the ends of the accumulator."""
    room = (1 << (47 if wide else 31)) - 1 - int(np.abs(acc).max())
    size = max(1, min(room, int(np.abs(acc).max())))
    values = rng.integers(-size, size + 1, rng.choice([1, channels]))
    far = rng.choice([-room, room], values.shape)
    return np.where(rng.random(values.shape) < 0.1, far, values)


def table(rng: np.random.Generator, layer: Layer) -> Table:
    """A table without structure, so that every wrong index shows."""
    if layer.storage[2] == "i16":
        points = rng.integers(-32768, 32768, 513)
        return Table(points, None, "i16", bool(rng.random() < 0.5))
    return Table(rng.permutation(256) - 128)


def finish(
    rng: np.random.Generator, layer: Layer, with_table: bool, with_bias: bool = True
) -> tuple[Layer, Array]:
    """The layer with integers that suit the input, and the input."""
    x = codes(rng, layer.storage[0], layer.shape, layer.zx)
    wide = layer.storage[0] == "i16"
    acc = layer.accumulators(x)
    if with_bias:
        layer = replace(layer, b=bias(rng, acc, layer.w.shape[0], wide))
        acc = layer.accumulators(x)
    multiplier, shift = requantization(rng, layer, acc, layer.multiplier_bits)
    layer = replace(layer, multiplier=multiplier, shift=shift)
    return replace(layer, table=table(rng, layer) if with_table else None), x


def _window(draw: DrawFn, op: str, exact: bool, kernel: tuple[int, int]) -> dict[str, object]:
    """Spatial parameters. Where `exact`, the stride divides the span, as TOSA demands."""
    stride = draw(PAIR)
    if op == "transposed":
        crop = [(1 - kernel[0], 2), (1 - kernel[0], 2), (1 - kernel[1], 2), (1 - kernel[1], 2)]
        size = draw(st.tuples(st.integers(1, 4), st.integers(1, 4)))
        pad = [draw(st.integers(*ends)) for ends in crop]
        for axis in (0, 1):  # something must be left
            full = (size[axis] - 1) * stride[axis] + kernel[axis]
            if full + pad[2 * axis] + pad[2 * axis + 1] < 1:
                pad[2 * axis] = 0
        return {"size": size, "stride": stride, "pad": tuple(pad), "transposed": True}
    dilation = draw(PAIR)
    pad = [draw(st.integers(0, 3)) for _ in range(4)]
    size: list[int] = []
    for axis in (0, 1):
        reach = (kernel[axis] - 1) * dilation[axis] + 1
        span = (draw(st.integers(1, 4)) - 1) * stride[axis]
        extra = 0 if exact else draw(st.integers(0, stride[axis] - 1))
        # Some input must be read: no window over nothing but padding.
        if span + reach <= pad[2 * axis]:
            pad[2 * axis] = 0
        if span + extra + reach <= pad[2 * axis] + pad[2 * axis + 1]:
            pad[2 * axis + 1] = 0
        size.append(span + extra + reach - pad[2 * axis] - pad[2 * axis + 1])
    return {"size": tuple(size), "stride": stride, "pad": tuple(pad), "dilation": dilation}


def _layer(draw: DrawFn, rng: np.random.Generator, **given: object) -> Layer:
    """A layer of the storages, groups and window in `given`, zero points drawn at their ends."""
    x_storage, w_storage, u_storage = storage = given.pop("storage")
    size, channels, outputs = given.pop("size"), given.pop("channels"), given.pop("outputs")
    zero = {
        name: 0 if name == "i16" else draw(st.sampled_from([*RANGES[name], 0, 5]))
        for name in set(storage)
    }
    group = given["group"]
    wide = x_storage == "i16"
    multiplier_bits = 16 if wide else draw(st.sampled_from([32, 32, 16]))
    return Layer(
        shape=(draw(st.integers(1, 2)), *size, channels),
        w=codes(rng, w_storage, (outputs, *given.pop("kernel"), channels // group), 0),
        b=None,
        multiplier=np.array([1]),
        shift=np.array([2]),
        zx=zero[x_storage],
        zw=(zero[w_storage],),
        zu=zero[u_storage],
        storage=storage,
        per_channel=draw(st.booleans()),
        double_round=multiplier_bits == 32 and draw(st.booleans()),
        multiplier_bits=multiplier_bits,
        **given,
    )


# MLIR 22.1.8 cannot compile a strided transposed convolution of 16 bits.
TOSA = [
    (op, (x, "i8", u))
    for op in ("conv", "depthwise", "transposed")
    for x, u in [("i8", "i8"), ("i8", "u8"), ("i8", "i16"), ("i16", "i8"), ("i16", "i16")]
    if op != "transposed" or x == "i8"
]


@st.composite
def tosa_layers(draw: DrawFn, op: str, storage: tuple[str, str, str]) -> tuple[Layer, Array]:
    """Layers that TOSA can say as they are."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    kernel, channels = draw(PAIR), draw(st.integers(1, 4))
    if op == "depthwise" and kernel == (1, 1):
        kernel = 1, 2  # MLIR 22.1.8 cannot compile a padded one of 1x1
    layer = _layer(
        draw,
        rng,
        storage=storage,
        kernel=kernel,
        channels=channels,
        outputs=draw(st.integers(1, 3)) * (channels if op == "depthwise" else 1),
        group=channels if op == "depthwise" else 1,
        **_window(draw, op, True, kernel),
    )
    return finish(rng, layer, storage[2] != "u8" and draw(st.booleans()))


@st.composite
def lutfuse_layers(draw: DrawFn, op: str, group: int) -> tuple[Layer, Array]:
    """Layers that only the dialect can say: groups, unsigned operands, narrow ranges, any span."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    kernel, channels = draw(PAIR), group * draw(st.integers(1, 2))
    if group == channels and kernel == (1, 1):
        kernel = 1, 2  # as above
    inputs = ["i8", "u8"] if op == "transposed" else ["i8", "u8", "i16"]
    storage = tuple(draw(st.sampled_from(s)) for s in (inputs, ["i8", "u8"], ["i8", "u8", "i16"]))
    layer = _layer(
        draw,
        rng,
        storage=storage,
        kernel=kernel,
        channels=channels,
        outputs=group * draw(st.integers(1, 3)),
        group=group,
        **_window(draw, op, False, kernel),
    )
    if draw(st.booleans()):
        low, high = layer.range
        narrow = low + draw(st.integers(0, 40)), high - draw(st.integers(0, 40))
        layer = replace(layer, narrow=narrow, zu=min(max(layer.zu, narrow[0]), narrow[1]))
    layer, x = finish(rng, layer, draw(st.booleans()), draw(st.booleans()))
    if layer.table is not None and storage[2] != "i16":
        layer = replace(layer, table=_other_table(draw, rng, layer))
    return layer, x


def _other_table(draw: DrawFn, rng: np.random.Generator, layer: Layer) -> Table:
    """A direct table that covers more codes than there are, or just those."""
    low, high = layer.range
    first = low - draw(st.integers(0, 3))
    length = high - first + 1 + draw(st.integers(0, 3))
    storage = draw(st.sampled_from(["i8", "u8"]))
    return Table(rng.integers(*RANGES[storage], length, endpoint=True), first, storage)
