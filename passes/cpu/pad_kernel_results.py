"""Lets a convolution write its result inside of the border that the next kernel wants around it.

Only the border is then filled: the padded copy, and one wait of threads for one another, are gone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mlir import ir
from mlir.dialects import func

from lutfuse.passes.core.registry import ModulePass, register
from lutfuse.passes.cpu.outline_cpu_kernels import KERNEL
from lutfuse.passes.ir.convolution import as_convolution
from lutfuse.passes.ir.storage import behind_casts


@register
@dataclass(frozen=True)
class PadKernelResults(ModulePass):
    """Move padding into the kernel of the convolution whose result it pads.

    Before:

    ```mlir
    %0 = call @conv2d_0(%x) : (tensor<1x8x8x4xi8>) -> tensor<1x8x8x8xi8>
    %1 = call @pad_1(%0) : (tensor<1x8x8x8xi8>) -> tensor<1x10x10x8xi8>
    ```

    After:

    ```mlir
    %0 = call @conv2d_0(%x) : (tensor<1x8x8x4xi8>) -> tensor<1x10x10x8xi8>
    ```
    """

    name: ClassVar[str] = "pad-kernel-results"
    dialects: ClassVar[tuple[str, ...]] = ("func",)

    def run(self, module: ir.Operation) -> None:
        block: ir.Block = module.regions[0].blocks[0]
        kernels = {
            op.name.value: op
            for op in block.operations
            if isinstance(op, func.FuncOp) and KERNEL in op.operation.attributes
        }
        for op in block.operations:
            if not isinstance(op, func.FuncOp) or KERNEL in op.operation.attributes:
                continue
            for name in [_callee(call) for call in op.body.blocks[0].operations]:
                if name in kernels and _merge(op, name, kernels):
                    kernels.pop(name).operation.erase()


def _callee(op: ir.OpView) -> str:
    return op.callee.value if isinstance(op, func.CallOp) else ""


def _merge(main: func.FuncOp, name: str, kernels: dict[str, func.FuncOp]) -> bool:
    """Pads in the kernel before, if kernel `name` is padding that only reads its result."""
    pad = _padding(kernels[name])
    calls = [op for op in main.body.blocks[0].operations if _callee(op) == name]
    if pad is None or len(calls) != 1:
        return False
    source = calls[0].operands[0]
    maker = source.owner
    if not isinstance(maker, func.CallOp) or len(list(source.uses)) != 1:
        return False
    kernel = kernels[maker.callee.value]
    if not _is_dense_convolution(kernel):
        return False
    _pad_result(kernel, pad)
    with ir.InsertionPoint(maker), maker.location:
        call = func.CallOp(kernel.type.results, maker.callee.value, list(maker.operands))
    calls[0].operation.results[0].replace_all_uses_with(call.results[0])
    calls[0].operation.erase()
    maker.operation.erase()
    return True


def _padding(kernel: func.FuncOp) -> ir.Operation | None:
    """The padding that a kernel is."""
    block: ir.Block = kernel.body.blocks[0]
    pads = [op.operation for op in block.operations if op.operation.name == "tosa.pad"]
    if len(pads) != 1 or pads[0].operands[0] not in list(block.arguments):
        return None
    result = block.operations[len(block.operations) - 1].operands[0]
    return pads[0] if result == pads[0].results[0] else None


def _is_dense_convolution(kernel: func.FuncOp) -> bool:
    block: ir.Block = kernel.body.blocks[0]
    owner = behind_casts(block.operations[len(block.operations) - 1].operands[0]).owner
    conv = as_convolution(owner.operation) if isinstance(owner, ir.OpView) else None
    return conv is not None and not conv.is_transposed and conv.group == 1


def _pad_result(kernel: func.FuncOp, pad: ir.Operation) -> None:
    """Clones padding into the end of a kernel."""
    block: ir.Block = kernel.body.blocks[0]
    end = block.operations[len(block.operations) - 1].operation
    ip = ir.InsertionPoint(end)
    constants = [operand.owner.operation.clone(ip=ip) for operand in list(pad.operands)[1:]]
    clone = pad.clone(ip=ip)
    for position, value in enumerate((end.operands[0], *(c.results[0] for c in constants))):
        clone.operands[position] = value
    end.operands[0] = clone.results[0]
    types = ir.FunctionType.get(kernel.type.inputs, [clone.results[0].type])
    kernel.attributes["function_type"] = ir.TypeAttr.get(types)
