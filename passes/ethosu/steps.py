"""What becomes one command of the NPU, before addresses are known.

A lowering turns an op of the host's dialects into steps, or says why the NPU cannot do it
exactly. Steps name values; planning gives the values addresses.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from mlir import ir
from mlir.dialects.quant import QuantizedType, UniformQuantizedType
from numpy.typing import NDArray

from lutfuse.dialects.ethosu import BYTES, Clamp, Kernel, Scale
from lutfuse.dialects.quant_types import storage_of, storage_range
from lutfuse.passes.ir.storage import behind

# Views of one value's bytes: casts between storage and quantized types, and reshapes.
ALIASES = ("quant.scast", "tosa.reshape", "tosa.identity")
Shape3 = tuple[int, int, int]


class Refusal(Exception):
    """Why an op stays on the host: a reason for programs, and a line for people."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason


@dataclass(frozen=True)
class Piece:
    """A feature map inside a value, or inside constant bytes.

    `offset` and `strides` are in bytes; without strides the map is contiguous.
    """

    source: ir.Value | bytes
    element: str
    shape: Shape3
    zero_point: int = 0
    offset: int = 0
    strides: Shape3 | None = None


@dataclass(frozen=True)
class Filter:
    """Weights (OHWI, zero point subtracted), and bias, multiplier and shift of each channel."""

    weights: NDArray[np.int16]
    biases: tuple[int, ...]
    multipliers: tuple[int, ...]
    shifts: tuple[int, ...]


@dataclass(frozen=True)
class Step:
    """One command; see `lutfuse.ethosu.operations.Operation` for the fields."""

    kind: str
    ifm: Piece
    ofm: Piece
    mode: str | None = None
    ifm2: Piece | None = None
    kernel: Kernel | None = None
    pad: tuple[int, int, int, int] | None = None
    filter: Filter | None = None
    scale: Scale | None = None
    scale_ifm: Scale | None = None
    scale_ifm2: Scale | None = None
    upscale: str | None = None
    rounding: str | None = None
    clamp: Clamp | None = None
    table: bytes | None = None


@dataclass(frozen=True)
class Lowering:
    """The steps of one op, the values that they read, and what they write."""

    op: ir.Operation
    steps: tuple[Step, ...]
    result: ir.Value
    inputs: tuple[ir.Value, ...] = field(default=())


def lowering(op: ir.Operation, steps: list[Step]) -> Lowering:
    """The lowering of an op with one result."""
    sources = [piece.source for step in steps for piece in (step.ifm, step.ifm2) if piece]
    inputs = dict.fromkeys(one for one in sources if isinstance(one, ir.Value))
    return Lowering(op, tuple(steps), op.results[0], tuple(inputs))


def root(value: ir.Value) -> ir.Value:
    """The value whose bytes these are."""
    return behind(value, ALIASES)


def element_of(type_: ir.Type) -> str:
    """Storage of a tensor's elements; raises Refusal where the NPU has no such."""
    element = ir.ShapedType(type_).element_type
    name = storage_of(element) if isinstance(element, QuantizedType) else str(element)
    if name not in BYTES:
        raise Refusal("element-type", f"expected elements of 8, 16 or 32 bits but got {element}")
    return name


def shape_of(value: ir.Value) -> Shape3:
    """Height, width and depth: leading dimensions of an element-wise shape become one."""
    shape = ir.RankedTensorType(value.type).shape
    if any(size < 1 for size in shape):
        raise Refusal("dynamic-shape", f"expected a static shape but got {list(shape)}")
    padded = [1, 1, 1, *shape]
    return int(np.prod(padded[:-2])), padded[-2], padded[-1]


def image_of(value: ir.Value) -> Shape3:
    """Height, width and depth of an NHWC tensor with a batch of one."""
    shape = ir.RankedTensorType(value.type).shape
    if len(shape) != 4 or shape[0] != 1:
        raise Refusal("batch", f"expected an NHWC tensor with a batch of 1 but got {list(shape)}")
    return shape_of(value)


def piece_of(value: ir.Value, zero_point: int | None = None, image: bool = False) -> Piece:
    """The whole of a value; the zero point is its type's unless given."""
    element = ir.ShapedType(value.type).element_type
    if zero_point is None:
        quantized = isinstance(element, UniformQuantizedType)
        zero_point = UniformQuantizedType(element).zero_point if quantized else 0
    shape = image_of(value) if image else shape_of(value)
    return Piece(root(value), element_of(value.type), shape, zero_point)


def narrow_range(domain: ir.Type) -> Clamp | None:
    """Bounds of a storage range that is not the whole storage, None where it is."""
    quantized = QuantizedType(domain)
    low, high = quantized.storage_type_min, quantized.storage_type_max
    return None if (low, high) == storage_range(storage_of(domain)) else Clamp(low, high)


def tighter(one: Clamp | None, two: Clamp | None) -> Clamp | None:
    """Both bounds at once: the second is applied to what the first left."""
    if one is None or two is None:
        return one or two
    low, high = (min(max(bound, one.low), one.high) for bound in (two.low, two.high))
    return Clamp(max(low, min(two.high, one.low)), high)


def check_window(kernel: Kernel, pad: tuple[int, ...], pooling: bool = False) -> None:
    """Raises Refusal where a window is beyond the registers."""
    highest = 256 if pooling else 64
    rows, columns = (
        (size - 1) * dilation + 1
        for size, dilation in zip(kernel.size, kernel.dilation, strict=True)
    )
    if rows > highest or rows * columns > highest * highest:
        raise Refusal(
            "kernel-size",
            f"expected a kernel of at most {highest} rows and {highest * highest} positions but "
            f"got {rows} x {columns}",
        )
    if any(not 1 <= stride <= 3 for stride in kernel.stride):
        raise Refusal("stride", f"expected strides of 1 to 3 but got {list(kernel.stride)}")
    if any(dilation > (1 if pooling else 2) for dilation in kernel.dilation):
        raise Refusal("dilation", f"expected dilations of 1 or 2 but got {list(kernel.dilation)}")
    if max(pad[:2]) >= rows or max(pad[2:]) >= columns:
        raise Refusal("padding", f"expected padding smaller than the kernel but got {list(pad)}")


def identity(
    ifm: Piece, ofm: Piece, clamp: Clamp | None = None, table: bytes | None = None
) -> Step:
    """A copy: an average over one element, with a clamp or a table if need be."""
    return Step(
        "pooling", ifm, ofm, "average", kernel=Kernel(), scale=Scale(1, 0), clamp=clamp, table=table
    )
