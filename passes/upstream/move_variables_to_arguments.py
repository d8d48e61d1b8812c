"""Threads the state of a model through its entry function.

`tosa-to-mlprogram` loses writes: bufferization assumes that `ml_program.global_store` does not
read, and may store garbage. An argument and a result per variable say the same without globals;
`plan-cpu-buffers` gives both one place where the old value is dead before the new one is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from mlir import ir
from mlir.dialects import func

from lutfuse.passes.core.registry import ModulePass, PassError, option, register
from lutfuse.passes.ir.constants import integers
from lutfuse.passes.ir.entry import find_entry

# Attribute of the function: name, type and initial value of each variable, in argument order.
VARIABLES = "lutfuse.variables"


@register
@dataclass(frozen=True)
class MoveVariablesToArguments(ModulePass):
    """Turn every `tosa.variable` into a last argument and a last result of a function.

    Before:

    ```mlir
    tosa.variable @v = dense<1> : tensor<4xi8>
    func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> {
      %0 = tosa.variable_read @v : tensor<4xi8>
      tosa.variable_write @v, %x : tensor<4xi8>
      return %0 : tensor<4xi8>
    }
    ```

    After:

    ```mlir
    func.func @main(%x: tensor<4xi8>, %v: tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi8>)
        attributes {lutfuse.variables = [{initial_value = dense<1> : tensor<4xi8>, name = "v",
                                          type = tensor<4xi8>}]} {
      return %v, %x : tensor<4xi8>, tensor<4xi8>
    }
    ```
    """

    name: ClassVar[str] = "move-variables-to-arguments"
    dialects: ClassVar[tuple[str, ...]] = ("func",)
    function: str = option("", "function that reads and writes the variables")

    def run(self, module: ir.Operation) -> None:
        ops = [op.operation for op in module.regions[0].blocks[0].operations]
        variables = [op for op in ops if op.name == "tosa.variable"]
        if not variables:
            return
        main = _find(module, self.function)
        current: dict[str, ir.Value] = {}
        described: list[ir.Attribute] = []
        for variable in variables:
            name = ir.StringAttr(variable.attributes["sym_name"]).value
            type_ = _type(variable)
            current[name] = main.body.blocks[0].add_argument(type_, variable.location)
            described.append(_describe(variable, name, type_))
        _replace_reads_and_writes(main, current)
        _append_results(main, list(current.values()))
        main.attributes[VARIABLES] = ir.ArrayAttr.get(described)
        for variable in variables:
            variable.erase()


def _find(module: ir.Operation, name: str) -> func.FuncOp:
    try:
        found = find_entry(module, name)
    except ValueError as error:
        raise PassError(f"{error} beside the variables", module.location) from None
    if len(found.body.blocks) != 1:
        message = (
            f"expected a function of one block beside the variables but got '{found.name.value}'"
        )
        raise PassError(message, found.location)
    return found


def _type(variable: ir.Operation) -> ir.Type:
    sizes = integers(variable.attributes["var_shape"])
    assert sizes is not None
    shape = "".join("?x" if size < 0 else f"{size}x" for size in sizes.reshape(-1))
    return ir.Type.parse(f"tensor<{shape}{variable.attributes['type']}>")


def _describe(variable: ir.Operation, name: str, type_: ir.Type) -> ir.Attribute:
    entries: dict[str, ir.Attribute] = {
        "name": ir.StringAttr.get(name),
        "type": ir.TypeAttr.get(type_),
    }
    if "initial_value" in variable.attributes:
        entries["initial_value"] = variable.attributes["initial_value"]
    return ir.DictAttr.get(entries)


def _replace_reads_and_writes(main: func.FuncOp, current: dict[str, ir.Value]) -> None:
    """Threads each variable's value through `main`; leaves the last one in `current`."""
    found: list[ir.Operation] = []

    def visit(op: ir.Operation) -> ir.WalkResult:
        if op.name in ("tosa.variable_read", "tosa.variable_write"):
            found.append(op)
        return ir.WalkResult.ADVANCE

    main.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    for op in found:
        name = ir.StringAttr(op.attributes["name"]).value
        if op.parent != main.operation:
            message = f"'{op.name}': variable '{name}' in control flow is unsupported"
            raise PassError(message, op.location)
        if op.name == "tosa.variable_read":
            op.results[0].replace_all_uses_with(current[name])
        else:
            current[name] = op.operands[0]
        op.erase()


def _append_results(main: func.FuncOp, values: Sequence[ir.Value]) -> None:
    block: ir.Block = main.body.blocks[0]
    old = block.operations[len(block.operations) - 1].operation
    results = [*old.operands, *values]
    func.ReturnOp(results, loc=old.location, ip=ir.InsertionPoint(old))
    old.erase()
    types = [value.type for value in block.arguments], [value.type for value in results]
    main.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(*types))
    for name in ("arg_attrs", "res_attrs"):
        if name in main.attributes:
            none = [ir.DictAttr.get()] * len(values)
            attributes = [*ir.ArrayAttr(main.attributes[name]), *none]
            main.attributes[name] = ir.ArrayAttr.get(attributes)
