"""Builds one kernel alone, runs it, and keeps guard bytes around its output."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from mlir import ir
from mlir.dialects import func
from mlir.passmanager import PassManager

from lutfuse._lutfuse import CodeKind, Image
from lutfuse.kernels.unit import cpus, emit
from lutfuse.kernels.unit.constants import Constants
from lutfuse.kernels.unit.select import VECTOR_UNITS
from lutfuse.kernels.unit.vectors import VectorUnit
from lutfuse.passes.cpu import pipeline

Array = np.ndarray[Any, np.dtype[Any]]
Writer = Callable[[VectorUnit, Constants, list[ir.Value], ir.Value, ir.Value], None]
GUARD = 192
FILL = 0x5A


def runnable() -> list[str]:
    """The processors whose code this machine runs: itself, plainer ones of its kind."""
    here = cpus.find_cpu("host")
    found = ["host"]
    if here.triple.startswith("x86_64"):
        found.append("generic")
        if "+avx2" in here.features.split(","):
            found.append("haswell")
    return found


def compiled(shapes: Sequence[Sequence[int]], write: Writer, cpu: str, kind: CodeKind) -> bytes:
    """Object or assembly of a function `kernel` on byte buffers of the given shapes."""
    target = cpus.KNOWN.get(cpu) or cpus.find_cpu(cpu)
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.create()
        index, i8 = ir.IndexType.get(), ir.IntegerType.get_signless(8)
        types = [ir.MemRefType.get(list(shape), i8) for shape in shapes]
        with ir.InsertionPoint(module.body):
            kernel = func.FuncOp("kernel", ([index, index, *types], []))
        entry = kernel.add_entry_block()
        with ir.InsertionPoint(entry):
            thread, threads, *buffers = entry.arguments
            unit = VECTOR_UNITS[target.unit]
            flat = [emit.flat(buffer) for buffer in buffers]
            write(unit, Constants(module.operation), flat, thread, threads)
            func.ReturnOp([])
        assert module.operation.verify()
        PassManager.parse(f"builtin.module({','.join(pipeline.LLVM)})").run(module.operation)
        generator = target.code_generator()
        generator.add(module, "function(early-cse)")
    return generator.compile(kind)


class Kernel:
    """A compiled kernel with byte buffers of the given shapes, inputs first."""

    def __init__(self, shapes: Sequence[Sequence[int]], write: Writer, cpu: str = "host") -> None:
        self._image = Image([compiled(shapes, write, cpu, CodeKind.OBJECT)])
        arguments = [ctypes.c_ssize_t, ctypes.c_ssize_t, *[ctypes.c_void_p] * len(shapes)]
        self._call = ctypes.CFUNCTYPE(None, *arguments)(self._image.address("kernel"))
        self._size = int(np.prod(shapes[-1]))

    def __call__(self, *inputs: Array, threads: int = 1) -> Array:
        """The output's bytes; asserts that nothing around them is written."""
        buffers = [_aligned(x.reshape(-1).view(np.uint8)) for x in inputs]
        output = _aligned(np.full(self._size, FILL, np.uint8))
        places = [b.ctypes.data + GUARD for b in (*buffers, output)]
        for thread in range(threads):
            self._call(thread, threads, *places)
        around = np.concatenate([output[:GUARD], output[GUARD + self._size :]])
        assert np.all(around == FILL), "the kernel wrote outside its output"
        return output[GUARD : GUARD + self._size].copy()


def _aligned(values: Array) -> Array:
    """The values between guard bytes, the first at a multiple of 64 bytes."""
    room = np.full(values.size + 2 * GUARD + 64, FILL, np.uint8)
    start = -(room.ctypes.data + GUARD) % 64
    room = room[start : start + values.size + 2 * GUARD]
    room[GUARD : GUARD + values.size] = values
    return room
