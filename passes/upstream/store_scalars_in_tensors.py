"""Passes numbers through memory, as tensors are passed: in tensors without axes.

So whoever calls a compiled model has one way to hand over a value and to get one back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mlir import ir
from mlir.dialects import func, tensor

from lutfuse.passes.core.registry import ModulePass, register
from lutfuse.passes.ir.storage import is_scalar, tensor_of


@register
@dataclass(frozen=True)
class StoreScalarsInTensors(ModulePass):
    """Turn integers, indices and floats among a public function's arguments and results to tensors.

    Before:

    ```mlir
    func.func @main(%flag: i1, %n: index) -> index {
      return %n : index
    }
    ```

    After:

    ```mlir
    func.func @main(%0: tensor<i1>, %1: tensor<index>) -> tensor<index> {
      %flag = tensor.extract %0[] : tensor<i1>
      %n = tensor.extract %1[] : tensor<index>
      %2 = tensor.from_elements %n : tensor<index>
      return %2 : tensor<index>
    }
    ```
    """

    name: ClassVar[str] = "store-scalars-in-tensors"
    dialects: ClassVar[tuple[str, ...]] = ("tensor",)

    def run(self, module: ir.Operation) -> None:
        for op in module.regions[0].blocks[0].operations:
            if not isinstance(op, func.FuncOp) or len(op.body.blocks) != 1:
                continue
            if "sym_visibility" not in op.attributes:
                store_scalars(op)


def store_scalars(function: func.FuncOp) -> None:
    """What the pass does, for one function of one block that nothing calls."""
    block: ir.Block = function.body.blocks[0]
    with ir.InsertionPoint.at_block_begin(block):
        for argument in block.arguments:
            if is_scalar(argument.type):
                _load_argument(argument)
    last = block.operations[len(block.operations) - 1].operation
    with ir.InsertionPoint(last), last.location:
        for position, value in enumerate(last.operands):
            if is_scalar(value.type):
                type_ = tensor_of(value.type)
                last.operands[position] = tensor.from_elements(type_, [value])
    types = [a.type for a in block.arguments], [value.type for value in last.operands]
    function.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(*types))


def _load_argument(argument: ir.BlockArgument) -> None:
    type_ = argument.type
    readers = list(argument.uses)
    argument.set_type(tensor_of(type_))
    with argument.location:
        value = tensor.extract(argument, [], results=[type_])
    for use in readers:
        use.owner.operands[use.operand_number] = value
