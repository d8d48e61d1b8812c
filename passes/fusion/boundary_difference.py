"""How far apart two ways from a convolution's sums to codes are, on every accumulator.

Both ways are step functions of the accumulator, so that their difference changes at the steps of
one of them only: the largest is found in closed form (`equivalence_stages`), and no accumulator
is left out. Looked at are all that filter, bias and input codes allow, or all that the
accumulator's type holds where these are no constants.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from mlir import ir

from lutfuse.passes.ir.constants import constant
from lutfuse.passes.ir.convolution import Convolution
from lutfuse.passes.proof.activations import element_of, shape_of, width_of
from lutfuse.passes.proof.nodes import Array, Node, Pool, array_of, every_code
from lutfuse.passes.proof.quantized import build
from lutfuse.passes.proof.stages import Stage
from lutfuse.passes.proof.windows import Window, bounds


@dataclass(frozen=True)
class Difference:
    """The largest difference in codes, and the accumulator (bias included) nearest to 0 with it.

    `channel` is the first that has it. Without a difference only `largest` has a meaning.
    """

    largest: int = 0
    channel: int = 0
    accumulator: int = 0
    kept: int = 0
    merged: int = 0


@dataclass(frozen=True)
class Layer:
    """A convolution and an activation: accumulators to codes, and these to results.

    `lows` and `highs` are each channel's lowest and highest accumulator. `codes` is [N], or
    [C, N], by stored code.
    """

    stage: Stage
    codes: Array
    lows: Array
    highs: Array

    def difference(self, merged: Stage) -> Difference:
        """Against a stage that leads from the same accumulators to the result at once."""
        found = Difference()
        for channel, (low, high) in enumerate(zip(self.lows, self.highs, strict=True)):
            if low <= high:
                one = self._of_channel(merged, channel, int(low), int(high))
                found = max(found, one, key=lambda difference: difference.largest)
        return found

    def _of_channel(self, merged: Stage, channel: int, low: int, high: int) -> Difference:
        row = self.codes if self.codes.ndim == 1 else self.codes[channel]
        kept = self.stage.steps(channel, 0, low, high).through(row)
        apart = kept.differences(merged.steps(channel, 0, low, high))
        if not len(apart):
            return Difference()
        if merged.unsigned:
            apart[:, 2:] &= (1 << merged.width) - 1
        distance = np.abs(apart[:, 2] - apart[:, 3])
        apart = apart[distance == distance.max()]
        nearest = np.clip(0, apart[:, 0], apart[:, 1])
        at = int(np.argmin(np.abs(nearest)))
        codes = int(apart[at, 2]), int(apart[at, 3])
        return Difference(int(distance.max()), channel, int(nearest[at]), *codes)


def read_layer(convolution: Convolution, activation: ir.Operation) -> Layer | None:
    """A plain convolution and an activation of its codes; None where no closed form is known."""
    pool = Pool()
    op = convolution.operation
    codes = build(pool, op, [_node(pool, value) for value in op.operands])
    if codes is None:
        return None
    assert isinstance(codes.data, Stage)
    others = [_node(pool, value) for value in list(activation.operands)[1:]]
    result = build(pool, activation, [codes, *others])
    if result is None or (result is not codes and result.kind != "map"):
        return None
    table = every_code(codes.width) if result is codes else array_of(result)
    return Layer(codes.data, table, *_accumulators(codes.operands[0], codes.data))


def _node(pool: Pool, value: ir.Value) -> Node:
    array, width = constant(value), width_of(value.type)
    if array is not None:
        return pool.constant(array, width, str(element_of(value)))
    return pool.make("argument", len(pool), (), shape_of(value.type), width)


def _accumulators(sums: Node, stage: Stage) -> tuple[Array, Array]:
    """Lowest and highest accumulator of each channel."""
    acc = sums if sums.kind == "acc" else sums.operands[0]
    assert isinstance(acc.data, Window)
    channels = acc.data.filter_shape[0]
    half = 1 << (acc.width - 1)
    if sums is not acc or acc.data.weights is None:
        return np.full(channels, -half, np.int64), np.full(channels, half - 1, np.int64)
    codes = every_code(acc.operands[0].width)
    low, high = bounds(acc.data, (int(codes[0]), int(codes[-1])))
    bias = np.array([stage.bias_of(channel) for channel in range(channels)], np.int64)
    return np.maximum(low + bias, -half), np.minimum(high + bias, half - 1)
