"""What each vector unit offers to kernels: its sizes, and dot products of codes.

Everything else is written in plain vector ops, which LLVM turns into each unit's instructions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from mlir import ir
from mlir.dialects import arith, llvm, memref, vector

from lutfuse.codegen import emit
from lutfuse.codegen.emit import bitcast, i, vec

Weights = np.ndarray[Any, np.dtype[np.int8]]


def _odd_and_even(weights: Weights) -> list[Weights]:
    """Two terms, each with a zero in every pair of neighbours: no sum of a pair can overflow."""
    flat = weights.reshape(weights.shape[0], -1)
    even = np.arange(flat.shape[1]) % 2 == 0
    return [np.where(keep, flat, 0).reshape(weights.shape) for keep in (even, ~even)]


def intrinsic(name: str, result: ir.Type, *operands: ir.Value) -> ir.Value:
    """Call of an LLVM intrinsic."""
    op = llvm.CallIntrinsicOp(result, name, list(operands), [], [])
    return op.operation.results[0]


def _round_down() -> ir.Value:
    """The rounding of an AVX-512 instruction: toward minus infinity, without exceptions."""
    return arith.constant(i(32), 9)


def _pack(family: str, size: str, four: Sequence[ir.Value], *, signed: bool) -> ir.Value:
    """Four vectors of 32-bit lanes as saturated bytes, interleaved as x86's packs do it."""
    lanes = emit.size_of(four[0])
    words, codes = vec(2 * lanes, i(16)), vec(4 * lanes, i(8))
    halves = [
        intrinsic(f"llvm.x86.{family}.packssdw{size}", words, *four[at : at + 2]) for at in (0, 2)
    ]
    pack = "packsswb" if signed else "packuswb"
    return intrinsic(f"llvm.x86.{family}.{pack}{size}", codes, *halves)


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
    looks_up: bool = False  # in all lanes at once

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
        return intrinsic("llvm.fma", x.type, x, y, z)

    def floor(self, x: ir.Value) -> ir.Value:
        """32-bit integers not above single-precision values."""
        down = intrinsic("llvm.floor", x.type, x)
        return arith.fptosi(vec(emit.size_of(x), i(32)), down)

    def lookup(self, codes: ir.Value, table: ir.Value) -> ir.Value:
        """Entries of a table of 256 bytes, one for each byte of `codes`."""
        entries: list[ir.Value] = []
        for lane in range(emit.size_of(codes)):
            byte = vector.extract(codes, [], [lane])
            entries.append(memref.load(table, [arith.index_castui(ir.IndexType.get(), byte)]))
        return vector.from_elements(codes.type, entries)


@dataclass(frozen=True)
class Avx512Vnni(VectorUnit):
    """512 bits with `vpdpbusd`: unsigned codes times signed weights, exact in 32 bits."""

    lanes: int = 16
    registers: int = 32
    unsigned_codes: bool = True
    fused: bool = True
    rounds_down: bool = True

    def dot4(self, sums: ir.Value, codes: ir.Value, weights: ir.Value) -> ir.Value:
        return intrinsic("llvm.x86.avx512.vpdpbusd.512", sums.type, sums, codes, weights)

    def narrow(self, four: Sequence[ir.Value], *, signed: bool) -> ir.Value:
        lanes = bitcast(self.narrow_lanes(four, signed=signed), 16, i(32))
        order = [4 * lane + which for which in range(4) for lane in range(4)]
        return bitcast(emit.shuffle(lanes, lanes, order), 64, i(8))

    def narrow_lanes(self, four: Sequence[ir.Value], *, signed: bool) -> ir.Value:
        return _pack("avx512", ".512", four, signed=signed)

    def fma(self, x: ir.Value, y: ir.Value, z: ir.Value) -> ir.Value:
        return intrinsic("llvm.x86.avx512.vfmadd.ps.512", x.type, x, y, z, _round_down())

    def floor(self, x: ir.Value) -> ir.Value:
        codes = vec(16, i(32))
        every = arith.constant(i(16), -1)
        name = "llvm.x86.avx512.mask.cvtps2dq.512"
        return intrinsic(name, codes, x, emit.splat(codes, 0), every, _round_down())


@dataclass(frozen=True)
class Avx512Vbmi(Avx512Vnni):
    """With `vpermi2b`: a look-up in 128 bytes is one instruction."""

    looks_up: bool = True

    def lookup(self, codes: ir.Value, table: ir.Value) -> ir.Value:
        permute = "llvm.x86.avx512.vpermi2var.qi.512"
        quarters = [emit.load(table, at, 64) for at in (0, 64, 128, 192)]
        low = intrinsic(permute, codes.type, quarters[0], codes, quarters[1])
        high = intrinsic(permute, codes.type, quarters[2], codes, quarters[3])
        upper = arith.cmpi(arith.CmpIPredicate.slt, codes, emit.splat(codes.type, 0))
        return arith.select(upper, high, low)


@dataclass(frozen=True)
class NeonDotprod(VectorUnit):
    """128 bits with `sdot`: signed codes times signed weights, exact in 32 bits."""

    lanes: int = 4
    registers: int = 32
    fused: bool = True

    def dot4(self, sums: ir.Value, codes: ir.Value, weights: ir.Value) -> ir.Value:
        name = "llvm.aarch64.neon.sdot.v4i32.v16i8"
        return intrinsic(name, sums.type, sums, codes, weights)


@dataclass(frozen=True)
class Avx2(VectorUnit):
    """256 bits: `vpmaddubsw` and `vpmaddwd`, exact where no sum of a pair leaves 16 bits."""

    lanes: int = 8
    registers: int = 16
    unsigned_codes: bool = True
    fused: bool = True

    def dot4(self, sums: ir.Value, codes: ir.Value, weights: ir.Value) -> ir.Value:
        pairs = vec(2 * self.lanes, i(16))
        products = intrinsic("llvm.x86.avx2.pmadd.ub.sw", pairs, codes, weights)
        ones = emit.splat(pairs, 1)
        four = intrinsic("llvm.x86.avx2.pmadd.wd", sums.type, products, ones)
        return arith.addi(sums, four)

    def narrow_lanes(self, four: Sequence[ir.Value], *, signed: bool) -> ir.Value:
        return _pack("avx2", "", four, signed=signed)

    def narrow(self, four: Sequence[ir.Value], *, signed: bool) -> ir.Value:
        lanes = bitcast(self.narrow_lanes(four, signed=signed), 8, i(32))
        return bitcast(emit.shuffle(lanes, lanes, [0, 4, 1, 5, 2, 6, 3, 7]), 32, i(8))

    def planes(self, weights: Weights) -> list[Weights]:
        # Pairs are formed within four weights of one run, which starts at an even place or has
        # been padded: looking at both ways to pair neighbours covers every kernel.
        flat = weights.reshape(weights.shape[0], -1).astype(np.int32)
        pairs = np.stack([flat[:, :-1], flat[:, 1:]])
        positive = np.maximum(pairs, 0).sum(axis=0).max(initial=0)
        negative = np.minimum(pairs, 0).sum(axis=0).min(initial=0)
        if 255 * positive <= 32767 and 255 * negative >= -32768:
            return [weights]
        return _odd_and_even(weights)


VECTOR_UNITS: dict[str, VectorUnit] = {
    "avx512-vbmi": Avx512Vbmi(),
    "avx512-vnni": Avx512Vnni(),
    "avx2": Avx2(),
    "neon-dotprod": NeonDotprod(),
    "portable": VectorUnit(),
}
