"""Runs a model on this machine's processor, with code that is generated for it.

    model = lutfuse.load("model.tflite", threads=2)
    (y,) = model.run(x)

Inputs are read where they are and outputs are written where they shall be, without copies, unless
an array is strided, or ends so close to the end of a page that a kernel might read beyond it.
"""

from __future__ import annotations

import ctypes
import io
import json
import os
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from mlir import ir

from lutfuse._lutfuse import CodegenError, Image
from lutfuse.dialects.interface import Tensor, form_of
from lutfuse.kernels.unit import cpus
from lutfuse.passes.cpu.plan_cpu_buffers import ALIGNMENT, SLACK
from lutfuse.runtime import cache
from lutfuse.runtime.cache import Entry
from lutfuse.runtime.crew import Crew
from lutfuse.runtime.machines import check_choice
from lutfuse.runtime.models import (
    ModelError,
    fusion_passes,
    load_model,
    new_context,
    parse_module,
    run_pipeline,
)
from lutfuse.runtime.program import Program, ProgramInterface, Progress
from lutfuse.targets import find_target

__all__ = ["CpuModel", "load", "prepare"]

Array = np.ndarray[Any, np.dtype[Any]]
_PAGE = 4096  # the smallest page of any processor: what lies on the page of a byte is readable


class CpuModel:
    """A compiled model with its memory: arena, and state where the model has any.

    `inputs` and `outputs` describe the arrays. `run` may be called from several threads; the runs
    of one model wait for one another, because they share its memory. `clone` makes a model with
    memory and threads of its own, on the same code. With `threads` above 1, that many threads do
    each run together, the caller's among them; the results are the same for every number.
    """

    def __init__(self, entry: Entry, threads: int = 1) -> None:
        if threads < 1:
            raise ValueError(f"expected at least one thread but got {threads}")
        self.inputs: tuple[Tensor, ...] = entry.interface.inputs
        self.outputs: tuple[Tensor, ...] = entry.interface.outputs
        self.warnings: tuple[str, ...] = entry.warnings
        self._interface: ProgramInterface = entry.interface
        self._start(Image(entry.objects), threads)

    def _start(self, image: Image, threads: int) -> None:
        self._image, self._threads, self._lock = image, threads, threading.Lock()
        pointers = [ctypes.c_void_p] * (1 + len(self.inputs) + len(self.outputs))
        kind = ctypes.CFUNCTYPE(None, ctypes.c_ssize_t, ctypes.c_ssize_t, *pointers)
        self._entry: Callable[..., None] = kind(image.address(self._interface.run))
        self._arena = _memory(self._interface.arena)
        self._crew, self._process = Crew(self._entry, threads), os.getpid()
        self.reset()

    def clone(self, threads: int | None = None) -> CpuModel:
        """The same model in its initial state, which runs independently of this one."""
        model = object.__new__(CpuModel)
        model.inputs, model.outputs, model.warnings = self.inputs, self.outputs, self.warnings
        model._interface = self._interface
        model._start(self._image, self._threads if threads is None else threads)
        return model

    def reset(self) -> None:
        """Puts the state of a streaming model back to its initial value."""
        address = self._image.address(self._interface.reset)
        with self._lock:
            ctypes.CFUNCTYPE(None, ctypes.c_void_p)(address)(self._arena.ctypes.data)

    def run(self, *inputs: Array, out: Sequence[Array] | None = None) -> list[Array]:
        """Runs the model once; state moves on by one step.

        Inputs must have the types and shapes of `self.inputs`. Outputs are fresh arrays, or those
        of `out`, which must be C-contiguous. Raises ValueError for arrays that do not fit.
        """
        given = [_check("input", n, x, t) for n, (x, t) in _pairs("inputs", inputs, self.inputs)]
        sources = [_readable(x) for x in given]
        wanted = self._wanted(out)
        targets = [_target(y, t, given) for y, t in zip(wanted, self.outputs, strict=True)]
        arrays = [self._arena, *sources, *targets]
        self._run_at([array.ctypes.data for array in arrays], arrays)
        return [_deliver(y, target) for y, target in zip(wanted, targets, strict=True)]

    def bind(self, *inputs: Array, out: Sequence[Array]) -> Callable[[], None]:
        """A call that runs the model on these arrays, again and again, without looking at them.

        For loops around small models: what `run` checks takes longer than such a model. Raises
        ValueError for arrays that do not fit, or that `run` would copy; `empty` makes others.
        """
        given = [_check("input", n, x, t) for n, (x, t) in _pairs("inputs", inputs, self.inputs)]
        wanted = [y for y in self._wanted(out) if y is not None]
        targets = [_target(y, t, given) for y, t in zip(wanted, self.outputs, strict=True)]
        used = [*map(_readable, given), *targets]
        if any(a is not b for a, b in zip([*given, *wanted], used, strict=True)):
            raise ValueError("expected arrays that can be used in place, as 'empty' makes them")
        # The call holds the arrays, so that the addresses stay theirs.
        return partial(self._run_at, [a.ctypes.data for a in (self._arena, *used)], used)

    def _run_at(self, addresses: Sequence[int], arrays: Sequence[Array]) -> None:
        del arrays
        with self._lock:
            self._here().run(addresses)

    @staticmethod
    def empty(tensor: Tensor) -> Array:
        """A zeroed array that kernels can read and write in place."""
        return _fresh(tensor.dtype, tensor.shape)

    def _wanted(self, out: Sequence[Array] | None) -> Sequence[Array | None]:
        if out is None:
            return [None] * len(self.outputs)
        for position, (array, tensor) in _pairs("outputs", out, self.outputs):
            _check("output", position, array, tensor)
            if not (array.flags.c_contiguous and array.flags.writeable):
                raise ValueError(f"output {position}: expected a writable C-contiguous array")
        return out

    def _here(self) -> Crew:
        """The threads of this process: a forked one has none of its parent's."""
        if self._process != os.getpid():
            self._crew, self._process = Crew(self._entry, self._threads), os.getpid()
        return self._crew


def _pairs(
    what: str, arrays: Sequence[Array], tensors: Sequence[Tensor]
) -> enumerate[tuple[Array, Tensor]]:
    if len(arrays) != len(tensors):
        raise ValueError(f"expected {len(tensors)} {what} but got {len(arrays)}")
    return enumerate(zip(map(np.asarray, arrays), tensors, strict=True))


def _check(what: str, position: int, array: Array, tensor: Tensor) -> Array:
    if not tensor.fits(array):
        raise ValueError(f"{what} {position}: expected {tensor} but got {form_of(array)}")
    return array


def _memory(size: int) -> Array:
    """Zeroed bytes, aligned and readable beyond their end as kernels want them."""
    room = np.zeros(size + SLACK + 2 * ALIGNMENT, np.uint8)
    start = -room.ctypes.data % ALIGNMENT
    # Seen to be readable, too, by those who do not know of the bytes behind it.
    start += 0 if _is_readable(room[start : start + size]) else ALIGNMENT
    return room[start : start + size]


def _fresh(dtype: np.dtype[Any] | str, shape: tuple[int, ...]) -> Array:
    dtype = np.dtype(dtype)
    size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    return _memory(size).view(dtype).reshape(shape)


def _is_readable(array: Array) -> bool:
    """Whether `SLACK` bytes behind an array are on the page of its last byte."""
    end = array.ctypes.data + array.nbytes
    return (end - 1) // _PAGE == (end + SLACK - 1) // _PAGE


def _readable(array: Array) -> Array:
    """An input as kernels can read it: itself or a copy."""
    if array.flags.c_contiguous and array.flags.aligned and _is_readable(array):
        return array
    copy = _fresh(array.dtype, array.shape)
    copy[...] = array
    return copy


def _target(array: Array | None, tensor: Tensor, inputs: Sequence[Array]) -> Array:
    """Where to write an output: the caller's array unless an input may lie there, too."""
    if array is None or not array.flags.aligned or not _is_readable(array):
        return _fresh(tensor.dtype, tensor.shape)
    if any(np.may_share_memory(array, other) for other in inputs):
        return _fresh(tensor.dtype, tensor.shape)
    return array


def _deliver(wanted: Array | None, target: Array) -> Array:
    if wanted is None or wanted is target:
        return target
    wanted[...] = target
    return wanted


def load(
    source: str | os.PathLike[str] | ir.Module,
    *,
    cpu: str | None = None,
    threads: int = 1,
    target: str | None = "cpu",
    entry: str = "",
    progress: Progress | None = None,
) -> CpuModel:
    """Compiles a model file or a module, or takes it from the cache (`lutfuse.runtime.cache`).

    `cpu` is this machine's, or one that it can stand in for. `target` decides what fuses, None
    that nothing does; that of an NPU does not go with a CPU. `entry` names the function to run: by
    default `main`, or the only public one. `progress(done, steps)` is called while compiling. A
    module is not changed. Raises ModelError for a model that cannot be compiled, ValueError for
    wrong options.
    """
    if threads < 1:
        raise ValueError(f"expected at least one thread but got {threads}")
    check_choice(cpu, target)
    cpu = cpu or "host"
    processor = cpus.find_cpu(cpu)
    cpus.check_runs_here(processor)
    data = _contents(source)
    # Line tables say what a file is called; of a `.tflite` they say the names of its layers.
    named = "" if isinstance(source, ir.Module) else os.fspath(source)
    named = ".tflite" if named.endswith(".tflite") else named
    about = repr((str(processor), named, _describe(target), entry))
    name = cache.key(about.encode(), data)
    kept = cache.load(name)
    if kept is None:
        module, warnings = _open(source, data)
        prepare(module, target)
        program = Program(module, processor, cpu, entry=entry)
        objects = program.objects(os.cpu_count() or 1, progress or _silent)
        kept = Entry(program.interface, tuple(objects), warnings)
        cache.store(name, kept)
    try:
        return CpuModel(kept, threads)
    except CodegenError as error:
        raise ModelError(str(error)) from None


def prepare(module: ir.Module, target: str | None) -> None:
    """Fuses what `target` allows, after turning element-wise graphs into tables; None: nothing."""
    passes = ["convert-tosa-to-lutfuse"]
    if target is not None:
        passes += ["collapse-elementwise-to-table", *fusion_passes(target)]
    run_pipeline(module, *passes)


def _describe(target: str | None) -> str:
    """What a target can do, in the same words in every process."""
    if target is None:
        return "none"
    return json.dumps(find_target(target).to_json())


def _silent(done: int, steps: int) -> None:
    del done, steps


def _contents(source: str | os.PathLike[str] | ir.Module) -> bytes:
    if isinstance(source, ir.Module):
        buffer = io.BytesIO()
        source.operation.write_bytecode(buffer)
        return buffer.getvalue()
    try:
        return Path(source).read_bytes()
    except OSError as error:
        message = f"'{source}': expected a readable file but got {error.strerror}"
        raise ModelError(message) from None


def _open(
    source: str | os.PathLike[str] | ir.Module, data: bytes
) -> tuple[ir.Module, tuple[str, ...]]:
    context = new_context()
    if isinstance(source, ir.Module):
        return parse_module(data, "module", context), ()
    return load_model(Path(source), context)
