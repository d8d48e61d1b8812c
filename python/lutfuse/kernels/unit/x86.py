"""The vector units of x86."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from mlir import ir
from mlir.dialects import arith

from lutfuse.kernels.unit import emit
from lutfuse.kernels.unit.constants import Constants
from lutfuse.kernels.unit.emit import bitcast, i, vec
from lutfuse.kernels.unit.vectors import Table, VectorUnit, Weights, intrinsic, typed


def _odd_and_even(weights: Weights) -> list[Weights]:
    """Two terms, each with a zero in every pair of neighbours: no sum of a pair can overflow."""
    flat = weights.reshape(weights.shape[0], -1)
    even = np.arange(flat.shape[1]) % 2 == 0
    return [np.where(keep, flat, 0).reshape(weights.shape) for keep in (even, ~even)]


def _round_down() -> ir.Value:
    """The rounding of an AVX-512 instruction: toward minus infinity, without exceptions."""
    return emit.scalar(i(32), 9)


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

    def lookup(self, codes: ir.Value, table: Table, constants: Constants) -> ir.Value:
        """A row of 16 entries is one `vpshufb`, which gives zero for bytes below zero.

        What is counted down by 16 stays at or above zero until its row, so that row after row adds
        what differs from the row before. Rows that equal the one before cost nothing.
        """
        rows = table.reshape(2, 8, 16)
        steps = rows.copy()
        steps[:, 1:] ^= rows[:, :-1]
        halves = [np.flatnonzero(half.any(axis=1)) for half in steps]
        used = np.concatenate([steps[n, which] for n, which in enumerate(halves)])
        if used.size == 0:
            return emit.splat(codes.type, 0)
        buffer = constants.add(np.repeat(used[:, None], 2, axis=1))  # for both 128-bit lanes
        found: list[ir.Value] = []
        for half, which in enumerate(halves):
            left = arith.xori(codes, emit.splat(codes.type, -128)) if half else codes
            for row, before in zip(which, (0, *which), strict=False):
                if row > before:
                    down = emit.splat(codes.type, 16 * int(row - before))
                    left = typed("llvm.intr.ssub.sat", codes.type, left, down)
                entries = emit.load(buffer, 32 * len(found), 32)
                found.append(intrinsic("llvm.x86.avx2.pshuf.b", codes.type, entries, left))
        total = found[0]
        for one in found[1:]:
            total = arith.xori(total, one)
        return total


@dataclass(frozen=True)
class Avx512Vnni(VectorUnit):
    """512 bits with `vpdpbusd`: unsigned codes times signed weights, exact in 32 bits."""

    lanes: int = 16
    registers: int = 32
    unsigned_codes: bool = True
    fused: bool = True
    rounds_down: bool = True
    looks_up: bool = True
    clamps: bool = True

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
        every = emit.scalar(i(16), -1)
        name = "llvm.x86.avx512.mask.cvtps2dq.512"
        return intrinsic(name, codes, x, emit.splat(codes, 0), every, _round_down())

    def clamp(self, x: ir.Value, most: float) -> ir.Value:
        name, smaller, as_is = "llvm.x86.avx512.mask.range.ps.512", 2, 4  # by magnitude, sign of x
        bound, every = emit.splat(x.type, most), arith.constant(i(16), -1)
        kind, rounding = arith.constant(i(32), smaller), arith.constant(i(32), as_is)
        return intrinsic(name, x.type, x, bound, kind, x, every, rounding)

    def lookup(self, codes: ir.Value, table: Table, constants: Constants) -> ir.Value:
        """`vpermi2w` takes words out of 128 bytes: those with the entries of all even codes' places
        and those of the odd ones. A code's lowest bit tells which byte of its word is the entry.
        """
        buffer, words = constants.add(table), bitcast(codes, 32, i(16))
        quarters = [bitcast(emit.load(buffer, at, 64), 32, i(16)) for at in (0, 64, 128, 192)]

        def splat(value: int) -> ir.Value:
            return emit.splat(words.type, value)

        def pairs(index: ir.Value, upper: ir.Value) -> ir.Value:
            name = "llvm.x86.avx512.vpermi2var.hi.512"
            low = intrinsic(name, words.type, quarters[0], index, quarters[1])
            high = intrinsic(name, words.type, quarters[2], index, quarters[3])
            return arith.select(arith.cmpi(arith.CmpIPredicate.slt, upper, splat(0)), high, low)

        even = pairs(arith.shrui(words, splat(1)), arith.shli(words, splat(8)))
        odd = pairs(arith.shrui(words, splat(9)), words)
        low = arith.ori(arith.andi(even, splat(255)), arith.shli(odd, splat(8)))
        high = arith.ori(arith.shrui(even, splat(8)), arith.andi(odd, splat(-256)))
        bit = arith.andi(codes, emit.splat(codes.type, 1))
        second = arith.cmpi(arith.CmpIPredicate.ne, bit, emit.splat(codes.type, 0))
        return arith.select(second, bitcast(high, 64, i(8)), bitcast(low, 64, i(8)))


@dataclass(frozen=True)
class Avx512Vbmi(Avx512Vnni):
    """With `vpermi2b`: a look-up in 128 bytes is one instruction."""

    def lookup(self, codes: ir.Value, table: Table, constants: Constants) -> ir.Value:
        permute, buffer = "llvm.x86.avx512.vpermi2var.qi.512", constants.add(table)
        quarters = [emit.load(buffer, at, 64) for at in (0, 64, 128, 192)]
        low = intrinsic(permute, codes.type, quarters[0], codes, quarters[1])
        high = intrinsic(permute, codes.type, quarters[2], codes, quarters[3])
        upper = arith.cmpi(arith.CmpIPredicate.slt, codes, emit.splat(codes.type, 0))
        return arith.select(upper, high, low)
