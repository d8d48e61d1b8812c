"""In which order the hardware eats weights: the inverse of Vela's `mlw_codec.reorder_encode`.

Weights come in blocks: output channels of a block, input channels of a block, parts of the kernel
of at most 8 x 8 dilated elements, then micro-blocks. Depth-first order goes through the kernel
outside of the input channels, part-kernel-first inside. What a micro-block has too much is zero.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lutfuse.ethosu.faults import WeightFault
from lutfuse.ethosu.weight_stream import Weights

Indices = NDArray[np.int64]

_SUBKERNEL = 8


@dataclass(frozen=True)
class Order:
    """What decides the order: extents of the weights, of blocks and micro-blocks, and modes.

    `block` output channels of a block for one core; `bits` of the input; `dilation` (y, x).
    """

    shape: tuple[int, int, int, int]
    block: int
    ofm_depth: int
    ifm_depth: int
    bits: int
    depthwise: bool
    part_kernel: bool
    dilation: tuple[int, int]

    @property
    def input_block(self) -> int:
        """Input channels of a block."""
        return 16 if self.part_kernel or self.bits == 16 else 32

    @property
    def multiple(self) -> int:
        """Kernel elements come in multiples of this."""
        if self.depthwise:
            return 4
        if not self.part_kernel:
            return 1
        return 2 if self.bits == 16 else 4


def _up(value: int, multiple: int) -> int:
    return -(-value // multiple) * multiple


def _grid(order: Order, axes: list[tuple[str, NDArray[np.int64]]]) -> dict[str, Indices]:
    """Flat index of each axis name at each step of nested loops, outermost first."""
    grids = np.meshgrid(*[values for _, values in axes], indexing="ij")
    totals: dict[str, Indices] = {}
    for (name, _), grid in zip(axes, grids, strict=True):
        totals[name] = totals.get(name, np.zeros((), np.int64)) + grid
    return {name: total.reshape(-1) for name, total in totals.items()}


def _loops(order: Order, outputs: int, inputs: int, elements: int) -> dict[str, Indices]:
    """Offsets in one block: of output channel `o`, input channel `i`, kernel element `k`."""
    micro_o = ("o", np.arange(0, _up(outputs, order.ofm_depth), order.ofm_depth))
    micro_i = ("i", np.arange(0, inputs, order.ifm_depth))
    kernel = ("k", np.arange(elements))
    output = ("o", np.arange(order.ofm_depth))
    source = ("i", np.arange(1 if order.depthwise else order.ifm_depth))
    if order.part_kernel:
        return _grid(order, [micro_i, micro_o, kernel, output, source])
    return _grid(order, [micro_o, kernel, micro_i, output, source])


def _blocks(order: Order) -> Iterator[Indices]:
    """Flat indices of weights (output, y, x, input), or -1 for zeros between them."""
    depth, height, width, channels = order.shape
    step_y, step_x = (_SUBKERNEL // one for one in order.dilation)
    for o in range(0, depth, order.block):
        outputs = min(order.block, depth - o)
        for i in range(0, channels, order.input_block):
            inputs = _inputs(order, channels - i)
            for y in range(0, height, step_y):
                rows = min(step_y, height - y)
                for x in range(0, width, step_x):
                    columns = min(step_x, width - x)
                    elements = _up(rows * columns, order.multiple)
                    at = _loops(order, outputs, inputs, elements)
                    within = at["k"] < rows * columns
                    within &= (at["o"] + o < depth) & (at["i"] + i < channels)
                    ky, kx = at["k"] // columns + y, at["k"] % columns + x
                    flat = ((at["o"] + o) * height + ky) * width + kx
                    yield np.where(within, flat * channels + at["i"] + i, -1)


def _inputs(order: Order, left: int) -> int:
    """Input channels that a block goes through, of those that are left."""
    if order.depthwise:
        return order.ifm_depth
    return min(order.input_block, left) if order.part_kernel else order.input_block


@lru_cache(maxsize=64)
def _indices(order: Order) -> Indices:
    return np.concatenate(list(_blocks(order)))


def in_order(stream: Weights, order: Order) -> Weights:
    """Weights (output, y, x, input) of a decoded stream; trailing zeros of the stream may miss.

    Raises WeightFault on a stream that is too short or has a weight where none belongs.
    """
    indices = _indices(order)
    if stream.size < indices.size or stream[indices.size :].any():
        raise WeightFault(f"expected {indices.size} weights for {order.shape}, got {stream.size}")
    used = stream[: indices.size]
    if used[indices < 0].any():
        raise WeightFault(f"expected zeros between weights of {order.shape}, got others")
    result = np.zeros(int(np.prod(order.shape)), np.int16)
    result[indices[indices >= 0]] = used[indices >= 0]
    return result.reshape(order.shape)
