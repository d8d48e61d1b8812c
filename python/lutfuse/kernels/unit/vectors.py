"""What each vector unit offers to kernels: its sizes, dot products, packing, look-ups.

Everything else is written in plain vector ops, which LLVM turns into each unit's instructions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from mlir import ir
from mlir.dialects import arith, memref, vector

from lutfuse.kernels.unit import emit
from lutfuse.kernels.unit.constants import Constants
from lutfuse.kernels.unit.emit import bitcast, i, vec

Weights = np.ndarray[Any, np.dtype[np.int8]]
Table = np.ndarray[Any, np.dtype[np.int8]]


def typed(name: str, result: ir.Type, *operands: ir.Value) -> ir.Value:
    """An op of `llvm` or `arm_neon` that stands for an intrinsic, by its name.

    The generated class takes several times as long, and kernels consist of such ops.
    """
    return ir.Operation.create(name, results=[result], operands=operands).results[0]


def intrinsic(name: str, result: ir.Type, *operands: ir.Value) -> ir.Value:
    """Call of an intrinsic that is no op of MLIR."""
    attributes = {
        "intrin": ir.StringAttr.get(name),
        "operandSegmentSizes": ir.DenseI32ArrayAttr.get([len(operands), 0]),
        "op_bundle_sizes": ir.DenseI32ArrayAttr.get([]),
    }
    op = ir.Operation.create(
        "llvm.call_intrinsic", results=[result], operands=operands, attributes=attributes
    )
    return op.results[0]


@dataclass(frozen=True)
class VectorUnit:
    """Portable vectors of 128 bits: the base of all units, and what they must equal.

    `lanes` are 32-bit lanes, `registers` the architectural vector registers. Codes that enter
    `dot4` are unsigned where `unsigned_codes` holds, else signed; others get their highest bit
    turned, which adds or takes 128, and the caller's bias makes up for it.
    """

    lanes: int = 4
    registers: int = 16
    unsigned_codes: bool = False
    fused: bool = False  # multiply-adds of floats round once
    rounds_down: bool = False  # so does `fma`, toward minus infinity
    looks_up: bool = False  # faster than it computes two lines in floats
    clamps: bool = False  # to both sides of zero in one instruction

    def dot4(self, sums: ir.Value, codes: ir.Value, weights: ir.Value) -> ir.Value:
        """sums[l] + the sum over j < 4 of codes[4 l + j] * weights[4 l + j], in 32 bits."""
        i32 = i(32)
        for j in range(4):
            order = [4 * lane + j for lane in range(self.lanes)]
            wide = vec(self.lanes, i32)
            extend = arith.extui if self.unsigned_codes else arith.extsi
            x = extend(wide, emit.shuffle(codes, codes, order))
            w = arith.extsi(wide, emit.shuffle(weights, weights, order))
            sums = arith.addi(sums, arith.muli(x, w))
        return sums

    def broadcast4(self, buffer: ir.Value, at: emit.Index, *, signed: bool) -> ir.Value:
        """The four codes from `at` on, in every lane, as `dot4` takes them."""
        four = bitcast(emit.load(buffer, at, 4), 1, i(32))
        all_lanes = emit.shuffle(four, four, [0] * self.lanes)
        if signed == self.unsigned_codes:
            flip = emit.splat(all_lanes.type, np.int32(-0x7F7F7F80).item())
            all_lanes = arith.xori(all_lanes, flip)
        return bitcast(all_lanes, 4 * self.lanes, i(8))

    def planes(self, weights: Weights) -> list[Weights]:
        """Weights, the last axis being depth, as terms for each of which `dot4` is exact."""
        return [weights]

    def narrow(self, four: Sequence[ir.Value], *, signed: bool) -> ir.Value:
        """Four vectors of 32-bit lanes, saturated to bytes, one after the other."""
        wide = emit.concat(four)
        low, high = (-128, 127) if signed else (0, 255)
        wide = arith.maxsi(wide, emit.splat(wide.type, low))
        wide = arith.minsi(wide, emit.splat(wide.type, high))
        return arith.trunci(vec(4 * self.lanes, i(8)), wide)

    def narrow_lanes(self, four: Sequence[ir.Value], *, signed: bool) -> ir.Value:
        """As `narrow`, in 128-bit lanes: each holds the four lanes of each vector at its place."""
        codes = bitcast(self.narrow(four, signed=signed), self.lanes, i(32))
        groups = self.lanes // 4
        order = [which * groups + lane for lane in range(groups) for which in range(4)]
        return bitcast(emit.shuffle(codes, codes, order), 4 * self.lanes, i(8))

    def fma(self, x: ir.Value, y: ir.Value, z: ir.Value) -> ir.Value:
        """x * y + z in single precision, rounded down where `rounds_down`, else to nearest."""
        return typed("llvm.intr.fma", x.type, x, y, z)

    def floor(self, x: ir.Value) -> ir.Value:
        """32-bit integers not above single-precision values."""
        down = typed("llvm.intr.floor", x.type, x)
        return arith.fptosi(vec(emit.size_of(x), i(32)), down)

    def clamp(self, x: ir.Value, most: float) -> ir.Value:
        """Single-precision values, none of which is NaN, kept between -most and most."""
        for predicate, bound in ((arith.CmpFPredicate.OGT, -most), (arith.CmpFPredicate.OLT, most)):
            limit = emit.splat(x.type, bound)
            x = arith.select(arith.cmpf(predicate, x, limit), x, limit)
        return x

    def lookup(self, codes: ir.Value, table: Table, constants: Constants) -> ir.Value:
        """Entries of a table of 256 bytes, one for each byte of `codes`."""
        buffer, entries = constants.add(table), list[ir.Value]()
        for lane in range(emit.size_of(codes)):
            byte = vector.extract(codes, [], [lane])
            entries.append(memref.load(buffer, [arith.index_castui(ir.IndexType.get(), byte)]))
        return vector.from_elements(codes.type, entries)
