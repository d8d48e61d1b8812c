"""The planted faults: realistic layers, and what a wrong compiler makes of them.

A fault is a function of the layer, so that it can be planted into the constructed samples of
`support.edges` and into plain random ones alike. Nothing here is of the passes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from support.contract import Array
from support.edges import codes_of, edge_layer, on_edges, text_of
from support.layer import Layer, Table
from support.layer_text import bits, const, lutfuse, tensor
from support.parametric import Case, Clip, Codes

RANDOM = np.random.RandomState  # its streams are frozen, and the note's numbers with them
SU, SY, ZU, ZY = 6 / 127, 6.6 / 255, -4, -117
WIDE_SU = 6 / 32767
SIX = 100  # the code of the upper bound


def silu(scale: float, zero_point: int = ZU) -> Table:
    """The table of SiLU for codes of this scale."""
    x = (np.arange(-128, 128) - zero_point) * scale
    y = np.rint(x / (1 + np.exp(-x)) / SY) + ZY
    return Table(np.clip(y, -128, 127).astype(np.int64), zero_point=ZY)


def wide_silu() -> Table:
    """The same for 16 bits: 513 points, with the scale of the input."""
    x = np.arange(-32768, 32769, 128) * WIDE_SU
    y = np.rint(x / (1 + np.exp(-x)) / WIDE_SU)
    return Table(np.clip(y, -32768, 32767).astype(np.int64), None, "i16")


def leaky(slope: float) -> Table:
    """A leaky ReLU in the domain of its input."""
    value = np.arange(-128, 128) - ZU
    y = np.rint(np.where(value < 0, slope * value, value)) + ZU
    return Table(np.clip(y, -128, 127).astype(np.int64), zero_point=ZU)


def realistic(**changed: object) -> Layer:
    """3x3 over 16 channels, scales such that sums of random codes reach the ends at five sigma.

    One channel's factor is a power of two, as where scales are; all others are odd numbers.
    """
    shift = np.full(8, 42)
    shift[2] = 41
    layer = Layer(
        shape=(1, 32, 32, 16),
        w=RANDOM(1).randint(-127, 128, (8, 3, 3, 16)),
        b=RANDOM(2).randint(-20000, 20000, 8),
        multiplier=np.array(
            [
                *(1717986919, 1518500251, 1 << 30, 1999999973),
                *(1618033989, 1414213563, 1732050807, 1888888889),
            ]
        ),
        shift=shift,
        zx=-5,
        zu=ZU,
        per_channel=True,
        pad=(1, 1, 1, 1),
        table=silu(SU),
    )
    return replace(layer, **changed)


WIDE = {
    "storage": ("i16", "i8", "i16"),
    "multiplier": np.array([26501, 23171, 1 << 14, 31249, 25281, 22097, 27063, 29513]),
    "shift": np.array([26, 26, 25, 26, 26, 26, 26, 26]),
    "double_round": False,
    "multiplier_bits": 16,
    "zx": 0,
    "zu": 0,
    "table": wide_silu(),
}


# Wrong -----------------------------------------------------------------------------------------


def _scaled(layer: Layer) -> Layer:
    multiplier = np.rint(layer.multiplier * (SU / SY / 2)).astype(np.int64)
    return replace(layer, multiplier=multiplier, shift=layer.shift - 1)


def _entries(layer: Layer, change: Callable[[Array], Array]) -> Layer:
    assert layer.table is not None
    return replace(layer, table=replace(layer.table, entries=change(layer.table.entries)))


def _one_unit(layer: Layer) -> Layer:
    return replace(layer, multiplier=layer.multiplier + (layer.multiplier == 1 << 30))


def _last_missing(entries: Array) -> Array:
    return np.append(entries[:-1], entries[-2])


def _unchanged(layer: Layer) -> Layer:
    return layer


@dataclass(frozen=True, eq=False)
class Fault:
    """A layer and its clip's bounds if it has one, and how either becomes wrong."""

    before: Layer
    plant: Callable[[Layer], Layer] = _unchanged
    bounds: tuple[tuple[int, int], tuple[int, int]] | None = None
    padding: int | None = None  # padding with this instead of the zero point

    def case(self, wrong: bool) -> Case | None:
        """The clip."""
        if self.bounds is None:
            return None
        domain = Codes(self.before.storage[2], self.before.zu, 1.0, self.before.narrow)
        return Case(Clip(*self.bounds[wrong]), domain, domain)

    def right(self, layer: Layer, x: Array) -> Array:
        """Result codes of a layer with the numbers of `before`."""
        return codes_of(layer, self.case(False), x)

    def wrong(self, layer: Layer, x: Array) -> Array:
        """Result codes with the fault."""
        if self.padding is not None:
            layer, x = unpadded(layer, x, self.padding)
        return codes_of(self.plant(layer), self.case(True), x)

    def exposed(self, layer: Layer, x: Array) -> Array:
        """Which samples show the fault."""
        return self.wrong(layer, x) != self.right(layer, x)

    def constructed(self) -> tuple[Layer, Array]:
        """An edge for each output channel, with the numbers of `before`, and the input."""
        if self.padding is not None:
            x = RANDOM(3).randint(-128, 128, self.before.shape)
            return on_edges(RANDOM(4), self.before, x), x
        names = ("storage", "narrow", "double_round", "multiplier_bits", "zx", "zu", "table")
        given = {name: getattr(self.before, name) for name in names}
        pairs = list(zip(self.before.multiplier.tolist(), self.before.shift.tolist(), strict=True))
        extra = () if self.bounds is None else self.bounds[0]
        return edge_layer(np.random.default_rng(3), pairs, extra, **given)

    def texts(self) -> tuple[str, str]:
        """The module before, and the one with the fault."""
        if self.padding is not None:
            return padded(self.before, self.before.zx), padded(self.before, self.padding)
        before, after = self.before, self.plant(self.before)
        return text_of(before, self.case(False)), text_of(after, self.case(True))


def unpadded(layer: Layer, x: Array, value: int) -> tuple[Layer, Array]:
    """A layer whose input is padded already, with `value`."""
    top, bottom, left, right = layer.pad
    x = np.pad(x, ((0, 0), (top, bottom), (left, right), (0, 0)), constant_values=value)
    return replace(layer, shape=x.shape, pad=(0, 0, 0, 0)), x


def padded(layer: Layer, value: int) -> str:
    """The padding as an op of its own, as importers leave it, in front of the convolution."""
    inner, _ = unpadded(layer, np.zeros(layer.shape, np.int64), value)
    code = bits(layer.storage[0])
    outside, inside = tensor(layer.shape, code), tensor(inner.shape, code)
    sizes = [0, 0, *layer.pad, 0, 0]
    lines = [
        f"func.func @main(%x0: {outside}) -> ",
        f"  %ps = tosa.const_shape {{values = dense<{sizes}> : tensor<8xindex>}} "
        ": () -> !tosa.shape<8>",
        f"  {const('pv', value, code)}",
        f"  %x = tosa.pad %x0, %ps, %pv : ({outside}, !tosa.shape<8>, tensor<1x{code}>) "
        f"-> {inside}",
    ]
    head, body = lutfuse(inner).split("{\n", 1)
    return f"{lines[0]}{head.split(' -> ')[1]}{{\n" + "\n".join([*lines[1:], body])


FAULTS = {
    "final scale instead of intermediate": Fault(realistic(), _scaled),
    "wrong zero point": Fault(realistic(), lambda layer: replace(layer, zu=layer.zu + 1)),
    "swapped table": Fault(realistic(), lambda layer: replace(layer, table=silu(SU * 1.01))),
    "table shifted by one": Fault(
        realistic(), lambda layer: _entries(layer, lambda e: np.append(e[0], e[:-1]))
    ),
    "last entry missing": Fault(realistic(), lambda layer: _entries(layer, _last_missing)),
    "last entry missing (16 bit)": Fault(
        realistic(**WIDE), lambda layer: _entries(layer, _last_missing)
    ),
    "rounding mode changed": Fault(
        realistic(), lambda layer: replace(layer, double_round=not layer.double_round)
    ),
    "one channel's multiplier changed": Fault(realistic(), _one_unit),
    "clip bound off by one": Fault(realistic(table=None), bounds=((ZU, SIX), (ZU, SIX + 1))),
    "narrow range ignored": Fault(
        realistic(narrow=(-127, 127), table=leaky(0.28)), lambda layer: replace(layer, narrow=None)
    ),
    "padding value wrong": Fault(realistic(), padding=0),
}
