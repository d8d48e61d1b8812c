"""Where a model's time goes: every kernel function is called alone, on buffers of its own."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import numpy as np
from mlir import ir
from mlir.dialects import func

from benchmarks import work
from lutfuse._lutfuse import Image
from lutfuse.kernels.unit import cpus
from lutfuse.passes.cpu.outline_cpu_kernels import KERNEL
from lutfuse.runtime.cpu import prepare
from lutfuse.runtime.models import load_model, new_context
from lutfuse.runtime.program import Program

SECONDS = 0.02  # for each kernel
RESOLUTION = 1e-9  # seconds of the clock: what costs no more than a call is not free


@dataclass(frozen=True)
class KernelTime:
    """A kernel's shortest run by one thread; `generated` unless upstream's loops stand in."""

    name: str
    ms: float
    macs: int
    bytes: int
    generated: bool


@dataclass(frozen=True)
class _Kernel:
    name: str
    sizes: tuple[int, ...]
    generated: bool


def profile(path: Path) -> list[KernelTime]:
    """Times of all kernels of a fused model, in the order in which they run.

    A kernel that runs alone finds its data in the cache: the sum is less than the model's time.
    """
    outlined = work.kernels_of(work.outline(path, fused=True))
    macs = {kernel.name.value: work.kernel_macs(kernel) for kernel in outlined}
    module, _ = load_model(path, new_context())
    prepare(module, "cpu")
    program = Program(module, cpus.find_cpu(), "host")
    with module.context, ir.Location.unknown():
        kernels = list(_export(module))
    image = Image(program.objects(2, lambda done, steps: None))
    return [
        KernelTime(k.name, _time(image, k), macs.get(k.name, 0), sum(k.sizes), k.generated)
        for k in kernels
    ]


def _export(module: ir.Module) -> list[_Kernel]:
    """The kernels of a planned module, made visible from outside."""
    found: list[_Kernel] = []
    public = ir.StringAttr.get("public")
    for op in module.body.operations:
        if not isinstance(op, func.FuncOp) or not _is_kernel(op):
            continue
        here = bool(op.body.blocks)
        if here:
            op.operation.attributes["sym_visibility"] = public
        types = [ir.MemRefType(type_) for type_ in op.type.inputs[2:]]
        found.append(_Kernel(op.name.value, tuple(map(_bytes, types)), not here))
    return found


def _is_kernel(op: func.FuncOp) -> bool:
    """Whether it takes thread, threads and buffers that are no rows of bytes of a whole model."""
    attributes, inputs = op.operation.attributes, op.type.inputs
    index = ir.IndexType.get()
    shaped = len(inputs) > 2 and inputs[0] == inputs[1] == index
    return KERNEL in attributes or (shaped and not op.body.blocks)


def _bytes(type_: ir.MemRefType) -> int:
    element = type_.element_type
    bits = element.width if isinstance(element, (ir.IntegerType, ir.FloatType)) else 64
    return math.prod(type_.shape) * -(-bits // 8)


def _time(image: Image, kernel: _Kernel) -> float:
    """Milliseconds of the shortest of many calls, less what a call from here costs."""
    rng = np.random.default_rng(0)
    buffers = [rng.integers(0, 256, size + 256, np.uint8) for size in kernel.sizes]
    pointers = [buffer.ctypes.data + -buffer.ctypes.data % 64 for buffer in buffers]
    kind = ctypes.CFUNCTYPE(
        None, ctypes.c_ssize_t, ctypes.c_ssize_t, *[ctypes.c_void_p] * len(pointers)
    )
    nothing = ctypes.cast(ctypes.CDLL(None).labs, ctypes.c_void_p).value or 0
    called = _least(kind(nothing), pointers, SECONDS / 10)
    alone = _least(kind(image.address(kernel.name)), pointers, SECONDS)
    return max(alone - called, RESOLUTION) * 1e3


def _least(run: Callable[..., None], pointers: list[int], seconds: float) -> float:
    """Seconds of the shortest call."""
    best, end, calls = float("inf"), perf_counter() + seconds, 0
    while calls < 5 or (perf_counter() < end and calls < 1000):
        start = perf_counter()
        run(0, 1, *pointers)
        best = min(best, perf_counter() - start)
        calls += 1
    return best


def table(times: list[KernelTime], ceiling_gmacs: float, most: int = 25) -> str:
    """The slowest kernels, as lines of text."""
    total = sum(time.ms for time in times)
    lines = [f"{'kernel':28} {'ms':>8} {'share':>6} {'GMAC/s':>7} {'of ceiling':>10}  code"]
    for time in sorted(times, key=lambda t: -t.ms)[:most]:
        rate = time.macs / (time.ms * 1e6)
        of = f"{rate / ceiling_gmacs:.0%}" if time.macs else "-"
        speed = f"{rate:.1f}" if time.macs else "-"
        code = "generated" if time.generated else "upstream"
        share = f"{time.ms / total:.1%}"
        lines.append(f"{time.name:28} {time.ms:8.4f} {share:>6} {speed:>7} {of:>10}  {code}")
    slow = sum(time.ms for time in times if not time.generated)
    lines.append(f"{len(times)} kernels, {total:.3f} ms; {slow / total:.1%} in upstream's loops")
    lines += [f"  {kind:24} {ms:8.4f} ms {ms / total:6.1%}" for kind, ms in _by_kind(times)]
    return "\n".join(lines)


def _by_kind(times: list[KernelTime]) -> list[tuple[str, float]]:
    """Sums by what stands before the number of a kernel's name."""
    sums: dict[str, float] = {}
    for time in times:
        kind = time.name.rpartition("_")[0]
        sums[kind] = sums.get(kind, 0.0) + time.ms
    return sorted(sums.items(), key=lambda pair: -pair[1])
