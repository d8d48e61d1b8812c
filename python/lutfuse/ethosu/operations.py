"""Commands of the dialect `ethosu` as values: read from ops, written as ops.

One class for all commands with feature maps: which fields an op has is up to its class in ODS.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from mlir import ir

from lutfuse.dialects import ethosu
from lutfuse.dialects.ethosu import Clamp, FeatureMap, Kernel, Range, Scale, Table

Pad = tuple[int, int, int, int]


@dataclass(frozen=True)
class Dma:
    """Copies a range: `ethosu.dma`."""

    source: Range
    destination: Range


@dataclass(frozen=True)
class Operation:
    """A command with feature maps. `kind` is the op's name, `pad` top, bottom, left, right."""

    kind: str
    ifm: FeatureMap
    ofm: FeatureMap
    block: tuple[int, int, int]
    mode: str | None = None
    ifm2: FeatureMap | None = None
    scalar: int | None = None
    kernel: Kernel | None = None
    pad: Pad | None = None
    weights: tuple[Range, ...] | None = None
    biases: tuple[Range, ...] | None = None
    scale: Scale | None = None
    scale_ifm: Scale | None = None
    scale_ifm2: Scale | None = None
    traversal: str | None = None
    upscale: str | None = None
    rounding: str | None = None
    clamp: Clamp | None = None
    table: Table | None = None


_CLASSES: dict[str, type[Any]] = {
    "conv2d": ethosu.Conv2DOp,
    "depthwise_conv2d": ethosu.DepthwiseConv2DOp,
    "pooling": ethosu.PoolingOp,
    "elementwise": ethosu.ElementwiseOp,
}
_ENUMS = ("traversal", "upscale", "rounding")


def read_operation(op: ir.Operation) -> Operation | Dma:
    """The command that an op stands for."""
    values = {name: _value(attr) for name, attr in op.attributes.items()}
    if op.name == "ethosu.dma":
        return Dma(values["source"], values["destination"])
    return Operation(op.name.removeprefix("ethosu."), **values)


def _value(attr: ir.Attribute) -> Any:
    if isinstance(attr, ir.DenseI64ArrayAttr):
        return tuple(attr)
    if isinstance(attr, ir.IntegerAttr):
        return attr.value
    return ethosu.read(attr)


def write_operation(operation: Operation) -> None:
    """Creates the op at the ambient insertion point and location."""
    values = {
        one.name: _attribute(operation.kind, one.name, getattr(operation, one.name))
        for one in fields(operation)
        if one.name != "kind" and getattr(operation, one.name) is not None
    }
    required = [values.pop(name) for name in _REQUIRED[operation.kind]]
    _CLASSES[operation.kind](*required, **values)


_CONVOLUTION = ("ifm", "ofm", "kernel", "weights", "biases", "block")
_REQUIRED = {
    "conv2d": _CONVOLUTION,
    "depthwise_conv2d": _CONVOLUTION,
    "pooling": ("mode", "ifm", "ofm", "kernel", "block"),
    "elementwise": ("mode", "ifm", "ofm", "block"),
}


def _attribute(kind: str, name: str, value: Any) -> Any:
    if name == "mode":
        return ethosu.enum(f"{kind}_mode", value)
    if name in _ENUMS:
        return ethosu.enum(name, value)
    if name in ("weights", "biases"):
        return ir.ArrayAttr.get([one.attr() for one in value])
    if name in ("block", "pad"):
        return ir.DenseI64ArrayAttr.get(value)
    return value if isinstance(value, int) else value.attr()
