"""Layers with a clip-like table, and what keeping and merging the boundary make of a sum.

All by the contract and from the parameters: nothing here asks the pass.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from mlir import ir
from mlir.passmanager import PassManager

import lutfuse
from lutfuse.dialects.lutfuse import ClipAttr, RequantAttr, RequantF32Attr
from support.contract import RANGES, Array, look_up, requantize, saturate

MERGE = "fuse-lut-activation{boundary=merge}"


@dataclass(frozen=True)
class Clipped:
    """A 1x1 convolution without padding and a table `clip(round(real), low, high)` behind it.

    Scales of the filter are one for each channel, and so are biases.
    """

    weights: tuple[tuple[int, ...], ...]
    bias: tuple[int, ...]
    x: tuple[float, int] = (0.5, 0)  # scale, zero point
    w: tuple[float, ...] = (0.25,)
    u: tuple[float, int] = (2.0, 0)
    y: tuple[float, int] = (1.0, 0)
    storage: tuple[str, str] = ("i8", "i8")  # of intermediate and result
    bounds: tuple[int, int] = (-1000, 1000)
    form: str = "double_round"
    bits: int = 32
    shape: tuple[int, int] = (2, 2)  # height, width

    @property
    def table(self) -> Array:
        """Results for every intermediate code."""
        low, high = RANGES[self.storage[0]]
        real = (np.arange(low, high + 1) - self.u[1]) * (self.u[0] / self.y[0]) + self.y[1]
        kept = np.clip(np.floor(real + 0.5), *self.bounds)
        return saturate(kept.astype(np.int64), *RANGES[self.storage[1]])

    def factors(self, scale: float) -> list[float]:
        """From a sum to codes of that scale."""
        return [self.x[0] * w / scale for w in self.w]

    def requant(self) -> str:
        """To the intermediate, by the format's own definition and not as the pass makes it."""
        factors = self.factors(self.u[0])
        if self.form == "f32":
            values = ", ".join(f"{float(np.float32(f)):.9e}" for f in factors)
            return f"requant_f32 <scale = [{values}]>"
        pairs = [np.frexp(f) for f in factors]
        width = self.bits - 1
        multiplier = [min(round(m * 2**width), 2**width - 1) for m, _ in pairs]
        shift = [width - int(e) for _, e in pairs]
        return (
            f"requant <multiplier = {multiplier}, shift = {shift}, rounding = {self.form}, "
            f"multiplier_bits = {self.bits}>"
        )

    def text(self) -> str:
        """Convolution and table in the dialect."""
        outputs, inputs = len(self.weights), len(self.weights[0])
        uniform, entries = "!quant.uniform<{}:f32, {:.17e}:{}>", self.table.astype(np.int8)
        scales = ", ".join(f"{w:.17e}" for w in self.w)
        w = f":0, {{{scales}}}" if len(self.w) > 1 else f", {scales}"
        filter_codes = [[[list(row)]] for row in self.weights]
        low = RANGES[self.storage[0]][0]
        size = f"1x{self.shape[0]}x{self.shape[1]}"
        return f"""
!x = {uniform.format("i8", *self.x)}
!w = !quant.uniform<i8:f32{w}>
!u = {uniform.format(self.storage[0], *self.u)}
!y = {uniform.format(self.storage[1], *self.y)}
func.func @main(%p: tensor<{size}x{inputs}xi8>) -> tensor<{size}x{outputs}xi8> {{
  %x = quant.scast %p : tensor<{size}x{inputs}xi8> to tensor<{size}x{inputs}x!x>
  %c = "tosa.const"() {{values = dense<{filter_codes}> : tensor<{outputs}x1x1x{inputs}xi8>}}
    : () -> tensor<{outputs}x1x1x{inputs}xi8>
  %w = quant.scast %c : tensor<{outputs}x1x1x{inputs}xi8> to tensor<{outputs}x1x1x{inputs}x!w>
  %b = "tosa.const"() {{values = dense<{list(self.bias)}> : tensor<{outputs}xi32>}}
    : () -> tensor<{outputs}xi32>
  %t = "tosa.const"() {{values = dense<{entries.tolist()}> : tensor<256xi8>}}
    : () -> tensor<256xi8>
  %u = lutfuse.conv2d %x, %w bias %b {self.requant()}
    : (tensor<{size}x{inputs}x!x>, tensor<{outputs}x1x1x{inputs}x!w>, tensor<{outputs}xi32>)
      -> tensor<{size}x{outputs}x!u>
  %y = lutfuse.lut_activation <custom> %u, %t
      header <first = {low}, entries = 256, lookup = direct, input = !u, result = !y>
    : (tensor<{size}x{outputs}x!u>, tensor<256xi8>) -> tensor<{size}x{outputs}x!y>
  %r = quant.scast %y : tensor<{size}x{outputs}x!y> to tensor<{size}x{outputs}xi8>
  return %r : tensor<{size}x{outputs}xi8>
}}
"""

    def accumulators(self, channel: int) -> Array:
        """Every integer between the lowest and the highest sum, bias included."""
        row = np.array(self.weights[channel])
        ends = np.sort([row * (-128 - self.x[1]), row * (127 - self.x[1])], axis=0).sum(axis=1)
        return np.arange(ends[0], ends[1] + 1) + self.bias[channel]


def requantized(requant: ir.Attribute, channel: int, accumulators: Array) -> Array:
    """Without zero point."""
    if isinstance(requant, RequantF32Attr):
        scale = np.float32(requant.scale[channel if len(requant.scale) > 1 else 0])
        return np.rint(accumulators.astype(np.float32) * scale).astype(np.int64)
    assert isinstance(requant, RequantAttr)
    at = channel if len(requant.multiplier) > 1 else 0
    multiplier, shift = (np.array(part[at]) for part in (requant.multiplier, requant.shift))
    return requantize(accumulators, multiplier, shift, requant.rounding == "double_round")


@dataclass(frozen=True)
class Outcome:
    """What a pass made of a layer, without its ops: those go with their module."""

    layer: Clipped
    own: ir.Attribute  # requantization before the merge
    requant: ir.Attribute
    clip: ClipAttr
    intermediate: str  # type of the merged op
    given_up: str
    facts: dict[str, int]

    def kept(self, channel: int, accumulators: Array) -> Array:
        """Codes through the intermediate and the table."""
        low, high = RANGES[self.layer.storage[0]]
        u = requantized(self.own, channel, accumulators) + self.layer.u[1]
        return look_up(saturate(u, low, high), self.layer.table, low)

    def merged(self, channel: int, accumulators: Array) -> Array:
        """Codes by what the merged op says."""
        codes = requantized(self.requant, channel, accumulators) + self.layer.y[1]
        kept = saturate(codes, *RANGES[self.layer.storage[1]])
        return np.clip(kept, self.clip.min, self.clip.max)


def merge(layer: Clipped) -> Outcome:
    """Runs the pass on a layer."""
    module = parse(layer.text())
    (plain,) = ops_named(module, "lutfuse.conv2d")
    own = plain.attributes["requant"]
    run_on(module, MERGE)
    (op,) = ops_named(module, "lutfuse.fused_conv2d")
    clip = op.attributes["activation"]
    assert isinstance(clip, ClipAttr)
    intermediate = str(ir.TypeAttr(op.attributes["intermediate_type"]).value)
    stated = ir.DictAttr(op.attributes["lutfuse.merged_boundary"])
    given_up = str(ir.TypeAttr(stated["intermediate_type"]).value)
    return Outcome(layer, own, op.attributes["requant"], clip, intermediate, given_up, facts(op))


def facts(op: ir.Operation) -> dict[str, int]:
    """The integers of `lutfuse.merged_boundary`."""
    found = ir.DictAttr(op.attributes["lutfuse.merged_boundary"])
    return {one.name: ir.IntegerAttr(one.attr).value for one in found if "type" not in one.name}


def parse(text: str) -> ir.Module:
    context = ir.Context()
    lutfuse.register(context)
    return ir.Module.parse(text, context)


def run_on(module: ir.Module, *passes: str) -> ir.Module:
    """The module itself, after the passes."""
    PassManager.parse(f"builtin.module({','.join(passes)})", module.context).run(module.operation)
    return module


def ops_named(module: ir.Module, pattern: str) -> list[ir.Operation]:
    """In program order."""
    found: list[ir.Operation] = []

    def visit(op: ir.Operation) -> ir.WalkResult:
        if re.fullmatch(pattern, op.name):
            found.append(op)
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found
