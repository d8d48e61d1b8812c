"""What a model has to do, counted from its module: multiply-adds, bytes written, look-ups."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mlir import ir
from mlir.dialects import func

from lutfuse.passes.cpu import pipeline
from lutfuse.passes.cpu.outline_cpu_kernels import KERNEL
from lutfuse.passes.ir.convolution import as_convolution, multiply_accumulates
from lutfuse.runtime.models import load_model, new_context, run_pipeline


@dataclass(frozen=True)
class Work:
    """Of one run: multiply-adds (padding counted), bytes that kernels leave for other kernels,
    and codes that go through a table, by as many kernels as load one."""

    macs: int
    intermediate_bytes: int
    table_loads: int
    table_lookups: int


def outline(path: Path, *, fused: bool) -> ir.Module:
    """A model as kernels, as the engine has it before it writes them."""
    module, _ = load_model(path, new_context())
    run_pipeline(module, "collapse-elementwise-to-table")
    if fused:
        run_pipeline(module, "fuse-lut-activation{target=cpu}")
    end = pipeline.OUTLINE.index("outline-cpu-kernels") + 1
    run_pipeline(module, *pipeline.OUTLINE[:end])
    return module


def count(module: ir.Module) -> Work:
    """The work of an outlined module."""
    kernels = list(kernels_of(module))
    ops = [op for kernel in kernels for op in _ops(kernel)]
    looked_up = [_elements(op.results[0]) for op in ops if _has_table(op)]
    return Work(
        macs=sum(map(kernel_macs, kernels)),
        intermediate_bytes=_intermediate_bytes(module),
        table_loads=len(looked_up),
        table_lookups=sum(looked_up),
    )


def kernels_of(module: ir.Module) -> Iterator[func.FuncOp]:
    """The kernels of an outlined module."""
    for op in module.body.operations:
        if isinstance(op, func.FuncOp) and KERNEL in op.operation.attributes:
            yield op


def kernel_macs(kernel: func.FuncOp) -> int:
    """Multiply-adds of a kernel's convolutions."""
    return sum(_macs(op) for op in _ops(kernel))


def _ops(kernel: func.FuncOp) -> list[ir.Operation]:
    return [op.operation for block in kernel.body.blocks for op in block.operations]


def _macs(op: ir.Operation) -> int:
    """Every output element takes a filter's taps; every input of a transposed one gives them."""
    conv = as_convolution(op)
    if conv is not None:
        return multiply_accumulates(conv) or 0
    if op.name == "tosa.depthwise_conv2d":
        height, width = _shape(op.operands[1])[:2]
        return _elements(op.results[0]) * height * width
    if op.name == "tosa.matmul":
        return _elements(op.results[0]) * _shape(op.operands[0])[-1]
    if op.name == "tosa.conv2d":
        return _elements(op.results[0]) * math.prod(_shape(op.operands[1])[1:])
    return 0


def _has_table(op: ir.Operation) -> bool:
    if op.name in ("tosa.table", "lutfuse.lut_activation"):
        return True
    conv = as_convolution(op)
    return conv is not None and conv.table is not None


def _intermediate_bytes(module: ir.Module) -> int:
    """Bytes of what kernels compute, less the model's results."""
    main = next(op for op in module.body.operations if op not in list(kernels_of(module)))
    ops = [op.operation for op in main.regions[0].blocks[0].operations]
    made = [result for op in ops if op.name == "func.call" for result in op.results]
    returned = sum(_bytes(value) for value in ops[-1].operands)
    return sum(map(_bytes, made)) - returned


def _shape(value: ir.Value) -> list[int]:
    return list(ir.ShapedType(value.type).shape)


def _elements(value: ir.Value) -> int:
    return math.prod(_shape(value))


def _bytes(value: ir.Value) -> int:
    element = ir.ShapedType(value.type).element_type
    bits = element.width if isinstance(element, (ir.IntegerType, ir.FloatType)) else 8
    return _elements(value) * -(-bits // 8)
