"""IREE: TOSA bytecode compiled by llvm-cpu for this machine, run by the synchronous device."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from benchmarks.cases import Case
from benchmarks.engines import EngineError
from benchmarks.layers import Array

FLAGS = (
    "--iree-hal-target-device=local",
    "--iree-hal-local-target-device-backends=llvm-cpu",
    "--iree-llvmcpu-target-cpu=host",
    "--iree-opt-level=O3",
)


def load(case: Case, threads: int, variant: str) -> _Session:
    """There are no variants."""
    compiler: Any = importlib.import_module("iree.compiler")
    runtime: Any = importlib.import_module("iree.runtime")
    if case.tosa is None:
        raise EngineError("expected a model with a TOSA form")
    try:
        code = compiler.compile_file(
            str(case.tosa), input_type="tosa", extra_args=list(FLAGS), strip_source_map=True
        )
    except compiler.CompilerToolError as error:
        raise EngineError(_reason(str(error))) from None
    device = runtime.get_device("local-sync" if threads == 1 else "local-task")
    return _Session(runtime, device, code, case.arrays())


def _reason(log: str) -> str:
    errors = [line.partition("error: ")[2] for line in log.splitlines() if "error: " in line]
    return (errors or log.splitlines() or ["unknown error"])[0]


class _Session:
    """A function of a virtual machine, called with buffers that stay on the device."""

    def __init__(self, runtime: Any, device: Any, code: bytes, inputs: list[Array]) -> None:
        self.runtime, self.device = runtime, device
        instance = runtime.VmInstance()
        hal = runtime.create_hal_module(instance, device)
        module = runtime.VmModule.copy_buffer(instance, code)
        self.context = runtime.VmContext(instance, [hal, module])
        self.function = module.lookup_function("main")
        self.arguments = runtime.VmVariantList(len(inputs))
        for array in inputs:
            self.arguments.push_ref(self._buffer(array))
        self.results = runtime.VmVariantList(1)

    def _buffer(self, array: Array) -> Any:
        runtime = self.runtime
        kinds = {
            "int8": runtime.HalElementType.SINT_8,
            "uint8": runtime.HalElementType.UINT_8,
            "int16": runtime.HalElementType.SINT_16,
            "float32": runtime.HalElementType.FLOAT_32,
        }
        return self.device.allocator.allocate_buffer_copy(
            memory_type=runtime.MemoryType.DEVICE_LOCAL | runtime.MemoryType.HOST_VISIBLE,
            allowed_usage=runtime.BufferUsage.DEFAULT | runtime.BufferUsage.MAPPING,
            device=self.device,
            buffer=np.ascontiguousarray(array),
            element_type=kinds[array.dtype.name],
        )

    def run(self) -> None:
        """Runs once."""
        self.results = self.runtime.VmVariantList(1)
        self.context.invoke(self.function, self.arguments, self.results)

    def outputs(self) -> list[Array]:
        """Results as the model has them."""
        arrays: list[Array] = []
        for position in range(self.results.size):
            view = self.results.get_as_object(position, self.runtime.HalBufferView)
            wrapped = self.runtime.DeviceArray(self.device, view, implicit_host_transfer=True)
            arrays.append(np.array(wrapped.to_host()))
        return arrays
