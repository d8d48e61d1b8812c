"""From accumulators to codes, on vectors: TOSA's RESCALE with saturation, exactly.

    code = sat(rescale(acc) + zero_point)

The formula is that of `lutfuse.numerics.rescale`. The zero point goes into the rounding term,
shifted, so that adding it costs nothing. Products have 64 bits: those of the even lanes are
computed beside those of the odd lanes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from mlir import ir
from mlir.dialects import arith

from lutfuse.kernels.unit import emit
from lutfuse.kernels.unit.constants import Constants
from lutfuse.kernels.unit.emit import bitcast, i, vec
from lutfuse.numerics.rescale import nudges, rescale

IntArray = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True)
class Requantization:
    """Multiplier and shift of each channel, all arrays of one length; see `lutfuse.requant`."""

    multiplier: IntArray
    shift: IntArray
    double_round: bool
    zero_point: int

    def of_channels(self, channels: IntArray | slice) -> Requantization:
        """The multipliers and shifts of some channels, in that order."""
        return replace(self, multiplier=self.multiplier[channels], shift=self.shift[channels])

    def apply(self, acc: IntArray) -> IntArray:
        """The codes before saturation; the last axis of `acc` is the channels."""
        return rescale(acc, self.multiplier, self.shift, self.double_round) + self.zero_point


class RequantizationConstants:
    """The vectors that `emit_requantization` loads, in memory; channels are padded with zeros."""

    def __init__(self, r: Requantization, channels: int, constants: Constants) -> None:
        pad = channels - r.multiplier.size
        shift = np.pad(r.shift, (0, pad), constant_values=32)
        above, below = (
            n + (np.int64(r.zero_point) << shift) for n in nudges(shift, r.double_round)
        )
        self.high = bool(np.all(shift >= 32))  # the result lies in the high half of the product
        self.signed = bool(np.any(above != below))
        self.multiplier = constants.add(np.pad(r.multiplier, (0, pad)).astype(np.int32))
        self.positive = constants.add(_even_and_odd(above))
        self.negative = constants.add(_even_and_odd(below)) if self.signed else None
        self.shift = (
            constants.add((shift - 32).astype(np.int32))
            if self.high
            else constants.add(_even_and_odd(shift))
        )
        self.channels = channels


def _even_and_odd(values: IntArray) -> IntArray:
    """Values of even channels, then those of odd ones."""
    return np.concatenate([values[0::2], values[1::2]]).astype(np.int64)


def emit_requantization(
    acc: ir.Value, constants: RequantizationConstants, channel: emit.Index
) -> ir.Value:
    """Codes plus zero point, not saturated, of accumulators of channels from `channel` on.

    `channel` is even; `acc` has 32-bit lanes, an even number of them.
    """
    lanes = emit.size_of(acc)
    half = arith.shrui(emit.index(channel), emit.index(1))
    odd_half = emit.add(half, constants.channels // 2)
    scales = _halves(emit.load(constants.multiplier, channel, lanes))
    products: list[ir.Value] = []
    for values, scale, place in zip(_halves(acc), scales, (half, odd_half), strict=True):
        product = arith.muli(values, scale)
        rounding = emit.load(constants.positive, place, lanes // 2)
        if constants.negative is not None:
            other = emit.load(constants.negative, place, lanes // 2)
            below = arith.cmpi(arith.CmpIPredicate.slt, product, emit.splat(product.type, 0))
            rounding = arith.select(below, other, rounding)
        product = arith.addi(product, rounding)
        if not constants.high:
            product = arith.shrsi(product, emit.load(constants.shift, place, lanes // 2))
        products.append(bitcast(product, lanes, i(32)))
    first = 1 if constants.high else 0
    order = [lane + first + offset for lane in range(0, lanes, 2) for offset in (0, lanes)]
    codes = emit.shuffle(products[0], products[1], order)
    if constants.high:
        codes = arith.shrsi(codes, emit.load(constants.shift, channel, lanes))
    return codes


def _halves(values: ir.Value) -> tuple[ir.Value, ir.Value]:
    """Even and odd 32-bit lanes, sign-extended to 64 bits."""
    wide = vec(emit.size_of(values) // 2, i(64))
    both = bitcast(values, emit.size_of(values) // 2, i(64))
    width = emit.splat(wide, 32)
    return arith.shrsi(arith.shli(both, width), width), arith.shrsi(both, width)
