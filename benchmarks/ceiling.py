"""The arithmetic ceiling of this machine: dot products of codes without memory, by one thread.

The loop has as many independent sums as registers allow, each with weights of its own in a
register, as the inner loop of a convolution; codes change from step to step, so that no product
can be moved out of the loop.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from mlir import ir
from mlir.dialects import arith, func

from lutfuse._lutfuse import CodeKind, Image
from lutfuse.kernels.unit import cpus, emit
from lutfuse.kernels.unit.select import VECTOR_UNITS
from lutfuse.kernels.unit.vectors import VectorUnit
from lutfuse.passes.cpu import pipeline
from lutfuse.runtime.models import new_context, run_pipeline

NAME = "ceiling"
STEPS = 20_000  # of the loop: a few hundred microseconds


def sums_of(unit: VectorUnit) -> int:
    """Independent sums: with their weights they leave registers for codes and helpers."""
    return (unit.registers - 4) // 2


def build(module: ir.Module, unit: VectorUnit) -> None:
    """Adds `ceiling(data, result)`, which does `STEPS * sums_of(unit)` dot products."""
    bytes_, sums = 4 * unit.lanes, sums_of(unit)
    i8, i32 = emit.i(8), emit.i(32)
    source = ir.MemRefType.get([bytes_ * (sums + 1)], i8)
    target = ir.MemRefType.get([unit.lanes * sums], i32)
    with module.context, ir.Location.unknown(), ir.InsertionPoint(module.body):
        function = func.FuncOp(NAME, ([source, target], []))
        block = function.add_entry_block()
        with ir.InsertionPoint(block):
            data, result = block.arguments
            weights = [emit.load(data, bytes_ * (n + 1), bytes_) for n in range(sums)]
            first = emit.load(data, 0, bytes_)
            zero = emit.splat(emit.vec(unit.lanes, i32), 0)
            one = emit.splat(emit.vec(bytes_, i8), 1)

            def step(_: ir.Value, codes: ir.Value, *partial: ir.Value) -> list[ir.Value]:
                pairs = zip(partial, weights, strict=True)
                return [arith.addi(codes, one), *(unit.dot4(s, codes, w) for s, w in pairs)]

            _, *totals = emit.for_each(0, STEPS, 1, step, [first, *[zero] * sums])
            for n, total in enumerate(totals):
                emit.store(total, result, unit.lanes * n)
            func.ReturnOp([])


@dataclass(frozen=True)
class Ceiling:
    """The compiled loop; `measure` runs it."""

    image: Image
    unit: VectorUnit

    @property
    def macs(self) -> int:
        """Multiply-adds of one call."""
        return STEPS * sums_of(self.unit) * 4 * self.unit.lanes

    def measure(self, calls: int = 20) -> float:
        """Thousand millions of multiply-adds a second, the best of some calls."""
        unit = self.unit
        data = np.ones(4 * unit.lanes * (sums_of(unit) + 1) + 64, np.int8)
        result = np.zeros(unit.lanes * sums_of(unit) + 64, np.int32)
        kind = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
        run: Callable[..., None] = kind(self.image.address(NAME))
        best = float("inf")
        for _ in range(calls):
            start = perf_counter()
            run(data.ctypes.data, result.ctypes.data)
            best = min(best, perf_counter() - start)
        return self.macs / best / 1e9


def compile_ceiling(cpu_name: str = "host") -> Ceiling:
    """The loop for a processor that this one can stand in for."""
    cpu = cpus.find_cpu(cpu_name)
    unit = VECTOR_UNITS[cpu.unit]
    with new_context(), ir.Location.unknown():
        module = ir.Module.create()
        build(module, unit)
        run_pipeline(module, *pipeline.LLVM)
        generator = cpu.code_generator()
        generator.add(module)
    return Ceiling(Image([generator.compile(CodeKind.OBJECT)]), unit)
