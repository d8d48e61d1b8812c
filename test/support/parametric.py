"""Clips and leaky ReLUs as plain integers, what they compute, and how the dialect spells them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from support import contract
from support.contract import RANGES, Array
from support.layer import stored
from support.layer_text import bits, const, tensor


@dataclass(frozen=True)
class Codes:
    """A domain: storage, zero point, scale, and its range where that is narrow."""

    storage: str
    zero_point: int
    scale: float = 1.0
    narrow: tuple[int, int] | None = None

    @property
    def range(self) -> tuple[int, int]:
        """Lowest and highest code."""
        return self.narrow or RANGES[self.storage]

    @property
    def all(self) -> Array:
        """Every code of the range."""
        low, high = self.range
        return np.arange(low, high + 1)

    def __str__(self) -> str:
        low, high = self.range
        scale = f"{self.scale:.17e}:{self.zero_point}"
        return f"!quant.uniform<{self.storage}<{low}:{high}>:f32, {scale}>"


@dataclass(frozen=True)
class Requant:
    """Multipliers, shifts and rounding."""

    multiplier: tuple[int, ...] = (1 << 30,)
    shift: tuple[int, ...] = (30,)
    double_round: bool = True
    multiplier_bits: int = 32

    def __call__(self, value: Array) -> Array:
        pairs = np.array(self.multiplier), np.array(self.shift)
        return contract.requantize(value, *pairs, self.double_round)

    @property
    def factor(self) -> float:
        """The one factor."""
        return self.multiplier[0] * 2.0 ** -self.shift[0]

    def __str__(self) -> str:
        mode = "double_round" if self.double_round else "single_round"
        return (
            f"<multiplier = {list(self.multiplier)}, shift = {list(self.shift)}, "
            f"rounding = {mode}, multiplier_bits = {self.multiplier_bits}>"
        )


@dataclass(frozen=True)
class Clip:
    """Bounds in codes."""

    low: int
    high: int
    name = "clip"

    def reference(self, codes: Array, domain: Codes, result: Codes) -> Array:
        """Result codes."""
        assert domain == result
        return np.minimum(np.maximum(codes, self.low), self.high)

    def __str__(self) -> str:
        return f"<min = {self.low}, max = {self.high}>"


@dataclass(frozen=True)
class LeakyRelu:
    """Two requantizations and factors."""

    positive: Requant = Requant()
    negative: Requant = Requant((1717986918,), (34,))
    factor: tuple[int, ...] = (1,)
    negate: bool = False
    name = "leaky_relu"

    def reference(self, codes: Array, domain: Codes, result: Codes) -> Array:
        """Result codes."""
        value = codes - domain.zero_point
        below = self.negative(value * np.array(self.factor)) * (-1 if self.negate else 1)
        y = result.zero_point + np.where(value >= 0, self.positive(value), below)
        return contract.saturate(y, *result.range)

    def __str__(self) -> str:
        rest = f"negate = {str(self.negate).lower()}, factor = {list(self.factor)}"
        return f"<positive = {self.positive}, negative = {self.negative} {rest}>"


@dataclass(frozen=True)
class Case:
    """An activation between two domains."""

    activation: Clip | LeakyRelu
    domain: Codes
    result: Codes

    def reference(self, codes: Array) -> Array:
        """Result codes as they are stored."""
        y = self.activation.reference(codes, self.domain, self.result)
        return stored(y, self.result.storage)


def scaled(domain: Codes, positive: Requant, result: Codes) -> Codes:
    """`result` with the scale to which `positive` leads."""
    scale = domain.scale / positive.factor
    return Codes(result.storage, result.zero_point, scale, result.narrow)


def plain(cases: list[Case], shape: tuple[int, ...]) -> str:
    """`@main`: every activation on the one argument, all of one storage."""
    lines: list[str] = []
    storage = bits(cases[0].domain.storage)
    for i, case in enumerate(cases):
        x, y = tensor(shape, str(case.domain)), tensor(shape, str(case.result))
        lines += [
            f"%x{i} = quant.scast %x : {tensor(shape, storage)} to {x}",
            f"%y{i} = lutfuse.{case.activation.name} %x{i} {case.activation} : ({x}) -> {y}",
            f"%r{i} = quant.scast %y{i} : {y} to {tensor(shape, bits(case.result.storage))}",
        ]
    return _function(cases, shape, storage, lines)


def convolved(
    cases: list[Case], shape: tuple[int, ...], *, fused: bool, transposed: bool = False
) -> str:
    """`@main`: every activation behind a convolution that hands on all codes.

    The argument is the codes less their zero point: i8 or i16, and one channel for each filter.
    """
    storage = "i16" if cases[0].domain.storage == "i16" else "i8"
    wide = storage == "i16"
    channels = shape[-1]
    w = f"tensor<{channels}x1x1x1x!quant.uniform<i8:f32, 1.0>>"
    requant = Requant((1 << 14,), (14,), False, 16) if wide else Requant()
    ones = const("wc", np.ones((channels, 1, 1, 1), np.int64), "i8")
    lines = [ones, f"%w = quant.scast %wc : tensor<{channels}x1x1x1xi8> to {w}"]
    op = "conv_transpose2d" if transposed else "conv2d"
    for i, case in enumerate(cases):
        # Zero points of input and intermediate cancel out, so that 8 bits reach every code.
        offset = case.domain.zero_point - (128 if case.domain.storage == "u8" else 0)
        x = tensor(shape, f"!quant.uniform<{storage}:f32, 1.0:{offset}>")
        u, y = tensor(shape, str(case.domain)), tensor(shape, str(case.result))
        window = f"group {channels} requant {requant}"
        parameters = f"{case.activation.name} {case.activation}"
        lines.append(f"%x{i} = quant.scast %x : {tensor(shape, storage)} to {x}")
        if fused:
            extra = f"activation {parameters} intermediate {case.domain}"
            lines.append(
                f"%y{i} = lutfuse.fused_{op} %x{i}, %w {extra} {window} : ({x}, {w}) -> {y}"
            )
        else:
            lines += [
                f"%u{i} = lutfuse.{op} %x{i}, %w {window} : ({x}, {w}) -> {u}",
                f"%y{i} = lutfuse.{case.activation.name} %u{i} {case.activation} : ({u}) -> {y}",
            ]
        result = tensor(shape, bits(case.result.storage))
        lines.append(f"%r{i} = quant.scast %y{i} : {y} to {result}")
    return _function(cases, shape, storage, lines)


def _function(cases: list[Case], shape: tuple[int, ...], storage: str, lines: list[str]) -> str:
    results = ", ".join(tensor(shape, bits(case.result.storage)) for case in cases)
    names = ", ".join(f"%r{i}" for i in range(len(cases)))
    body = "\n  ".join([*lines, f"return {names} : {results}"])
    return f"func.func @main(%x: {tensor(shape, storage)}) -> ({results}) {{\n  {body}\n}}\n"
