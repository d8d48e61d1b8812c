"""The vector units of AArch64."""

from __future__ import annotations

from dataclasses import dataclass

from mlir import ir
from mlir.dialects import arith

from lutfuse.kernels.unit import emit
from lutfuse.kernels.unit.constants import Constants
from lutfuse.kernels.unit.vectors import Table, VectorUnit, intrinsic, typed


@dataclass(frozen=True)
class NeonDotprod(VectorUnit):
    """128 bits with `sdot`: signed codes times signed weights, exact in 32 bits."""

    lanes: int = 4
    registers: int = 32
    fused: bool = True
    looks_up: bool = True

    def dot4(self, sums: ir.Value, codes: ir.Value, weights: ir.Value) -> ir.Value:
        return typed("arm_neon.intr.sdot", sums.type, sums, codes, weights)

    def lookup(self, codes: ir.Value, table: Table, constants: Constants) -> ir.Value:
        """`tbl` takes bytes out of 64; `tbx` keeps what it has for codes beyond them."""
        buffer = constants.add(table)
        rows = [emit.load(buffer, at, 16) for at in range(0, 256, 16)]
        entries = intrinsic("llvm.aarch64.neon.tbl4.v16i8", codes.type, *rows[:4], codes)
        for quarter in range(1, 4):
            four = rows[4 * quarter : 4 * quarter + 4]
            codes = arith.subi(codes, emit.splat(codes.type, 64))
            name = "llvm.aarch64.neon.tbx4.v16i8"
            entries = intrinsic(name, codes.type, entries, *four, codes)
        return entries
