"""Sums over axes, from 8-bit codes or 32-bit integers to 32-bit sums or to codes.

The reduced axes are one axis between those outside and those inside of it. The elements of the
inside are the lanes: each step loads one vector and adds it, four steps at a time in a tree. Where
there is no inside, vectors run along the reduced axis, and their lanes are added at the end.

Vectors are always whole: those at the end of the inside read past it, which buffers allow, and
store only what exists.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from mlir import ir
from mlir.dialects import arith, vector

from lutfuse.kernels.codes.requantize import (
    Requantization,
    RequantizationConstants,
    emit_requantization,
)
from lutfuse.kernels.unit import emit
from lutfuse.kernels.unit.constants import Constants
from lutfuse.kernels.unit.emit import Index, add, i, mul, vec
from lutfuse.kernels.unit.vectors import VectorUnit

GROUP = 4  # terms that are added in a tree
UNROLLED_GROUPS = 4  # so many of them need no loop


@dataclass(frozen=True)
class Sum:
    """The sum over the middle axis of `shape` (outside, reduced, inside), less `zero` each.

    Without `requantization` the result is the 32-bit sum.
    """

    shape: tuple[int, int, int]
    zero: int
    signed: bool
    requantization: Requantization | None
    output_signed: bool


def widen(codes: ir.Value, element: ir.Type, *, signed: bool) -> ir.Value:
    """Integers as wider ones; those of that width stay."""
    type_ = vec(emit.size_of(codes), element)
    if codes.type == type_:
        return codes
    return arith.extsi(type_, codes) if signed else arith.extui(type_, codes)


def saturate(wide: ir.Value, *, signed: bool) -> ir.Value:
    """The nearest 8-bit codes of wider integers."""
    low, high = (-128, 127) if signed else (0, 255)
    wide = arith.maxsi(wide, emit.splat(wide.type, low))
    wide = arith.minsi(wide, emit.splat(wide.type, high))
    return arith.trunci(vec(emit.size_of(wide), i(8)), wide)


def accumulate(count: Index, start: ir.Value, term: Callable[[Index], ir.Value]) -> ir.Value:
    """start + term(0) + ... + term(count - 1), `GROUP` of them in a tree at a time."""

    def tree(first: Index, size: int) -> ir.Value:
        terms = [term(add(first, k)) for k in range(size)]
        while len(terms) > 1:
            terms = [arith.addi(*terms[:2]), *terms[2:]]
            terms = [*terms[1:], terms[0]]
        return terms[0]

    def one(k: ir.Value, sums: ir.Value) -> list[ir.Value]:
        return [arith.addi(sums, term(k))]

    if not isinstance(count, int):
        return emit.for_each(0, count, 1, one, [start])[0]
    whole, rest = divmod(count, GROUP)
    total = start
    if whole > UNROLLED_GROUPS:

        def step(k: ir.Value, sums: ir.Value) -> list[ir.Value]:
            return [arith.addi(sums, tree(mul(k, GROUP), GROUP))]

        total = emit.for_each(0, whole, 1, step, [total])[0]
    else:
        for k in range(whole):
            total = arith.addi(total, tree(k * GROUP, GROUP))
    return arith.addi(total, tree(whole * GROUP, rest)) if rest else total


class Finish:
    """From sums to what is stored, for classes of sums that differ in their constants.

    Class k adds `corrections[k]` and requantizes by `requantizations[k]`; without requantizations
    the 32-bit sums are stored.
    """

    def __init__(
        self,
        corrections: Sequence[int],
        requantizations: Sequence[Requantization] | None,
        unit: VectorUnit,
        constants: Constants,
        *,
        signed: bool,
    ) -> None:
        self.unit, self.signed, lanes = unit, signed, unit.lanes
        self.corrections = constants.add(np.repeat(np.array(corrections, np.int32), lanes))
        self.requantization: RequantizationConstants | None = None
        if requantizations is not None:
            r = replace(
                requantizations[0],
                multiplier=np.repeat([int(q.multiplier[0]) for q in requantizations], lanes),
                shift=np.repeat([int(q.shift[0]) for q in requantizations], lanes),
            )
            self.requantization = RequantizationConstants(r, r.shift.size, constants)

    def emit(self, sums: ir.Value, kind: Index, valid: int, target: ir.Value, at: Index) -> None:
        """Stores the first `valid` lanes of sums of class `kind`."""
        place = mul(kind, self.unit.lanes)
        result = arith.addi(sums, emit.load(self.corrections, place, self.unit.lanes))
        if self.requantization is not None:
            result = emit_requantization(result, self.requantization, place)
            result = saturate(result, signed=self.signed)
        emit.store_part(result, 0, valid, target, at)


def share_blocks(
    outside: int,
    channels: int,
    lanes: int,
    threads: tuple[ir.Value, ir.Value],
    body: Callable[[ir.Value, Index, int], None],
) -> None:
    """Divides blocks of channels among threads; `body` gets the outer item, first, and size."""
    whole, rest = divmod(channels, lanes)

    def block(item: ir.Value) -> list[ir.Value]:
        outer = arith.divui(item, emit.index(whole))
        body(outer, mul(arith.remui(item, emit.index(whole)), lanes), lanes)
        return []

    def last(outer: ir.Value) -> list[ir.Value]:
        body(outer, whole * lanes, rest)
        return []

    if whole:
        emit.for_each(*emit.share(outside * whole, *threads), 1, block)
    if rest:
        emit.for_each(*emit.share(outside, *threads), 1, last)


class SumKernel:
    """Builds a sum at the ambient insertion point."""

    def __init__(self, sum_: Sum, unit: VectorUnit, constants: Constants) -> None:
        self.sum, self.unit = sum_, unit
        requantizations = None if sum_.requantization is None else [sum_.requantization]
        correction = -sum_.shape[1] * sum_.zero
        self.finish = Finish(
            [correction], requantizations, unit, constants, signed=sum_.output_signed
        )
        self.zeros = emit.splat(vec(unit.lanes, i(32)), 0)

    def emit(self, source: ir.Value, target: ir.Value, thread: ir.Value, threads: ir.Value) -> None:
        outside, reduced, inside = self.sum.shape
        if inside == 1:

            def row(outer: ir.Value) -> list[ir.Value]:
                self.finish.emit(self._row(source, mul(outer, reduced)), 0, 1, target, outer)
                return []

            emit.for_each(*emit.share(outside, thread, threads), 1, row)
            return

        def columns(outer: ir.Value, channel: Index, size: int) -> None:
            start = add(mul(outer, reduced * inside), channel)
            sums = accumulate(
                reduced, self.zeros, lambda k: self._load(source, add(start, mul(k, inside)))
            )
            self.finish.emit(sums, 0, size, target, add(mul(outer, inside), channel))

        share_blocks(outside, inside, self.unit.lanes, (thread, threads), columns)

    def _load(self, source: ir.Value, at: Index) -> ir.Value:
        return widen(emit.load(source, at, self.unit.lanes), i(32), signed=self.sum.signed)

    def _row(self, source: ir.Value, start: Index) -> ir.Value:
        """The sum of one row in every lane."""
        lanes = self.unit.lanes
        whole, rest = divmod(self.sum.shape[1], lanes)
        sums = accumulate(
            whole, self.zeros, lambda k: self._load(source, add(start, mul(k, lanes)))
        )
        if rest:
            mask = emit.literal((np.arange(lanes) < rest).astype(np.int32))
            tail = self._load(source, add(start, whole * lanes))
            sums = arith.addi(sums, arith.muli(tail, mask))
        total = vector.reduction(i(32), vector.CombiningKind.ADD, sums)
        return vector.broadcast(sums.type, total)
