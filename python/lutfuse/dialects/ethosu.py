"""The dialect `ethosu`: op classes from ODS, and its attributes as values of Python.

An attribute is a frozen dataclass here, so that passes compare, hash and replace them. `attr()`
makes the MLIR attribute, `read` is the way back:

    map = FeatureMap("i8", (8, 8, 16), "scratch", 0)
    ethosu.DmaOp(Range("constants", 0, 256).attr(), slot_range("ethos-u55-128", 2).attr())
    table = read(op.attributes["table"])

The verifiers check the values, with the constraint ids of `dialect/ethosu/*.td`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from mlir import ir

from lutfuse import _lutfuse
from lutfuse.dialects.accelerators import SLOT_BYTES, SLOTS, find_accelerator

from ._ethosu_ops_gen import (
    CallOp,
    Conv2DOp,
    DepthwiseConv2DOp,
    DmaOp,
    ElementwiseOp,
    PoolingOp,
    ProgramOp,
)

__all__ = [
    "BYTES",
    "SLOTS",
    "SLOT_BYTES",
    "CallOp",
    "Clamp",
    "Conv2DOp",
    "DepthwiseConv2DOp",
    "DmaOp",
    "ElementwiseOp",
    "FeatureMap",
    "Kernel",
    "PoolingOp",
    "ProgramOp",
    "Range",
    "Scale",
    "Table",
    "enum",
    "read",
    "slot_of",
    "slot_range",
]

BYTES = {"i8": 1, "u8": 1, "i16": 2, "u16": 2, "i32": 4}


@dataclass(frozen=True)
class Range:
    """`length` bytes of a region from `address` on: `#ethosu.range`."""

    region: str
    address: int
    length: int

    @property
    def end(self) -> int:
        """One past the last byte."""
        return self.address + self.length

    def overlaps(self, other: Range) -> bool:
        """Whether both have a byte in common."""
        same = self.region == other.region
        return same and self.address < other.end and other.address < self.end

    def text(self) -> str:
        """What stands between `<` and `>`."""
        return f"{self.region} + {self.address}, {self.length}"

    def attr(self) -> ir.Attribute:
        """The attribute, in the ambient context."""
        return ir.Attribute.parse(f"#ethosu.range<{self.text()}>")


@dataclass(frozen=True)
class FeatureMap:
    """Height, width and depth at an address: `#ethosu.feature_map`."""

    element: str
    shape: tuple[int, int, int]
    region: str
    address: int
    zero_point: int = 0
    layout: str = "nhwc"
    strides: tuple[int, int, int] | None = None

    def attr(self) -> ir.Attribute:
        """The attribute, in the ambient context."""
        zero_point = f" zero_point = {self.zero_point}" if self.zero_point else ""
        strides = f" strides = {list(self.strides)}" if self.strides else ""
        return ir.Attribute.parse(
            f"#ethosu.feature_map<{self.element}, {list(self.shape)}, {self.layout}, "
            f"{self.region} + {self.address}{zero_point}{strides}>"
        )


@dataclass(frozen=True)
class Kernel:
    """Window, height before width: `#ethosu.kernel`."""

    size: tuple[int, int] = (1, 1)
    stride: tuple[int, int] = (1, 1)
    dilation: tuple[int, int] = (1, 1)

    def attr(self) -> ir.Attribute:
        """The attribute, in the ambient context."""
        return ir.Attribute.parse(
            f"#ethosu.kernel<{list(self.size)}, stride = {list(self.stride)}, "
            f"dilation = {list(self.dilation)}>"
        )


@dataclass(frozen=True)
class Scale:
    """`value * multiplier * 2^-shift`: `#ethosu.scale`."""

    multiplier: int
    shift: int

    def attr(self) -> ir.Attribute:
        """The attribute, in the ambient context."""
        return ir.Attribute.parse(f"#ethosu.scale<{self.multiplier}, {self.shift}>")


@dataclass(frozen=True)
class Clamp:
    """Codes kept in [low, high]: `#ethosu.clamp`."""

    low: int
    high: int

    def attr(self) -> ir.Attribute:
        """The attribute, in the ambient context."""
        return ir.Attribute.parse(f"#ethosu.clamp<{self.low}, {self.high}>")


@dataclass(frozen=True)
class Table:
    """A table in the constants, and the slot that holds it if it has one: `#ethosu.table`."""

    source: Range
    slot: int | None = None

    def attr(self) -> ir.Attribute:
        """The attribute, in the ambient context."""
        slot = "" if self.slot is None else f" slot = {self.slot}"
        return ir.Attribute.parse(f"#ethosu.table<<{self.source.text()}>{slot}>")


Value: TypeAlias = Range | FeatureMap | Kernel | Scale | Clamp | Table


def read(attr: ir.Attribute) -> Any:
    """The value of an attribute of this dialect; an enum is its name, an array a tuple."""
    if isinstance(attr, ir.ArrayAttr):
        return tuple(read(element) for element in attr)
    text = str(attr)
    kind = text.split("<", 1)[0].removeprefix("#ethosu.")
    if kind in ("rounding", "upscale", "traversal", "pooling_mode", "elementwise_mode"):
        return text.split("<", 1)[1].rstrip(">")
    parameters = _lutfuse.ethosu_parameters(attr)
    if kind == "feature_map":
        parameters["strides"] = tuple(cast(list[int], parameters["strides"])) or None
    if kind == "table":
        slot = cast(int, parameters.pop("slot"))
        return Table(Range(**parameters), None if slot < 0 else slot)
    fields = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in parameters.items()
    }
    return _CLASSES[kind](**fields)


_CLASSES: dict[str, type[Any]] = {
    "range": Range,
    "feature_map": FeatureMap,
    "kernel": Kernel,
    "scale": Scale,
    "clamp": Clamp,
}


def enum(kind: str, name: str) -> ir.Attribute:
    """An enum attribute by its mnemonic and the name of its case."""
    return ir.Attribute.parse(f"#ethosu.{kind}<{name}>")


def slot_range(accelerator: str, slot: int, length: int = SLOT_BYTES) -> Range:
    """The bytes of `shram` that are a table slot, or several from it on."""
    first = find_accelerator(accelerator).table_address
    return Range("shram", first + slot * SLOT_BYTES, length)


def slot_of(accelerator: str, destination: Range) -> int | None:
    """The first slot that a DMA writes, None where it writes none."""
    if destination.region != "shram":
        return None
    return (destination.address - slot_range(accelerator, 0).address) // SLOT_BYTES
