"""Compiles one TOSA function whose kernels are all generated, and runs it between guard bytes."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np
from mlir import ir
from mlir.dialects import func

from lutfuse._lutfuse import CodeKind, Image
from lutfuse.kernels.unit import cpus
from lutfuse.passes.cpu import pipeline
from lutfuse.passes.upstream.jit import JitModule
from lutfuse.runtime.models import new_context, run_pipeline
from support.kernels import FILL, GUARD

Array = np.ndarray[Any, np.dtype[Any]]
NAMES = {"i8": np.int8, "i16": np.int16, "i32": np.int32}


def tensor(shape: Sequence[int], element: str) -> str:
    """A type, as text."""
    return f"tensor<{'x'.join(map(str, [*shape, element]))}>"


def shape(name: str, values: Sequence[int]) -> str:
    """A shape constant, as text."""
    size = len(values)
    return (
        f"%{name} = tosa.const_shape {{values = dense<{list(values)}> : tensor<{size}xindex>}} : "
        f"() -> !tosa.shape<{size}>\n"
    )


def number(name: str, value: int, element: str) -> str:
    """A constant of one number, as text."""
    return (
        f'%{name} = "tosa.const"() <{{values = dense<{value}> : tensor<1x{element}>}}> : '
        f"() -> tensor<1x{element}>\n"
    )


def function(inputs: Sequence[str], result: str, body: str) -> str:
    """A module whose main takes %0, %1, ... and returns %r."""
    arguments = ", ".join(f"%{n}: {type_}" for n, type_ in enumerate(inputs))
    return f"func.func @main({arguments}) -> {result} {{\n{body}\nreturn %r : {result}\n}}"


def upstream(text: str, *inputs: Array) -> Array:
    """What upstream's own lowering computes."""
    module = ir.Module.parse(text, new_context())
    return JitModule(module)(*inputs)[0]


def aligned(size: int) -> Array:
    """Bytes on a boundary of 64, filled."""
    data = np.full(size + 64, FILL, np.uint8)
    start = -data.ctypes.data % 64
    return data[start : start + size]


class Compiled:
    """The function of a module, which must become one generated kernel."""

    def __init__(self, text: str, cpu: str = "host") -> None:
        target = cpus.find_cpu(cpu)
        module = ir.Module.parse(text, new_context())
        main = next(iter(module.body.operations))
        assert isinstance(main, func.FuncOp)
        result = ir.RankedTensorType(main.type.results[0])
        self.shape = list(result.shape)
        self.dtype = np.dtype(NAMES[str(result.element_type)])
        run_pipeline(module, "outline-cpu-kernels", "plan-cpu-buffers", *pipeline.generate(cpu))
        written = str(module)
        assert "tosa." not in written and written.count("call @") == 1, written
        with module.context, ir.Location.unknown():
            run_pipeline(module, "convert-linalg-to-loops", *pipeline.LLVM)
            generator = target.code_generator()
            generator.add(module, "function(early-cse)")
        self._image = Image([generator.compile(CodeKind.OBJECT)])

    def __call__(self, *inputs: Array, threads: int = 1) -> Array:
        """The result; asserts that nothing around its buffer was written."""
        buffers = [aligned(64)]
        for value in inputs:
            buffers.append(aligned(value.nbytes + 64))
            buffers[-1][: value.nbytes] = np.ascontiguousarray(value).reshape(-1).view(np.uint8)
        size = int(np.prod(self.shape)) * self.dtype.itemsize
        whole = aligned(size + 2 * GUARD)
        target = whole[GUARD : GUARD + size]
        types = [ctypes.c_ssize_t] * 2 + [ctypes.c_void_p] * (len(buffers) + 1)
        call = ctypes.CFUNCTYPE(None, *types)(self._image.address("main"))
        for thread in range(threads):
            call(thread, threads, *[b.ctypes.data for b in buffers], target.ctypes.data)
        assert (whole[:GUARD] == FILL).all() and (whole[GUARD + size :] == FILL).all()
        return target.view(self.dtype).reshape(self.shape)

    def check(self, expected: Array, *inputs: Array) -> None:
        """Asserts the result for several numbers of threads."""
        for threads in (1, 2, 5):
            assert np.array_equal(self(*inputs, threads=threads), expected)


def random(rng: Any, size: Sequence[int], element: str = "i8") -> Array:
    """Random integers of all values."""
    limits = np.iinfo(NAMES[element])
    return rng.integers(limits.min, limits.max, size, NAMES[element], endpoint=True)
