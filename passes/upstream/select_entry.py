"""Makes one function of an entry and of all that it calls.

What compiles a model plans memory for one function at a time. Upstream's `inline` asks each dialect
whether its ops may move, and those for quantized types have no answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from mlir import ir
from mlir.dialects import func

from lutfuse.passes.core.locations import printable
from lutfuse.passes.core.registry import ModulePass, PassError, option, register
from lutfuse.passes.ir.entry import find_entry
from lutfuse.passes.ir.regions import nested, replace_reads


@register
@dataclass(frozen=True)
class SelectEntry(ModulePass):
    """Inline all calls into the entries, and drop all other functions.

    Before:

    ```mlir
    func.func @first(%x: tensor<8xi8>) -> tensor<8xi8> {
      %0 = call @helper(%x) : (tensor<8xi8>) -> tensor<8xi8>
      return %0 : tensor<8xi8>
    }
    func.func @second(%x: tensor<8xi8>) -> tensor<8xi8> { ... }
    func.func @helper(%x: tensor<8xi8>) -> tensor<8xi8> { ... }
    ```

    After `select-entry{entry=first}`:

    ```mlir
    func.func @first(%x: tensor<8xi8>) -> tensor<8xi8> { ... }
    ```

    Functions that call themselves, or have several blocks, are errors.
    """

    name: ClassVar[str] = "select-entry"
    entry: str = option(
        "", "names of functions with commas; main, or the only public one, if empty"
    )

    def run(self, module: ir.Operation) -> None:
        select_entries(module, self.entry.split(","))


def select_entries(module: ir.Operation, names: Sequence[str]) -> list[str]:
    """What the pass does, for entries whose names hold anything; what these are called."""
    try:
        entries = [find_entry(module, name) for name in names]
    except ValueError as error:
        raise PassError(str(error)) from None
    _check_state(module, entries)
    functions = _functions(module)
    reached: dict[str, func.FuncOp] = {}
    for entry in entries:
        _reach(entry, functions, (), reached)
    for function in reached.values():
        for call in _calls(function.operation):
            _inline(call, reached[_callee(call)])
    found = [entry.name.value for entry in entries]
    for name, function in functions.items():
        if name not in found:
            function.operation.erase()
        elif "sym_visibility" in function.attributes:
            del function.attributes["sym_visibility"]
    return found


def _functions(module: ir.Operation) -> dict[str, func.FuncOp]:
    block: ir.Block = module.regions[0].blocks[0]
    return {op.name.value: op for op in block.operations if isinstance(op, func.FuncOp)}


def _check_state(module: ir.Operation, entries: list[func.FuncOp]) -> None:
    if len(entries) == 1:
        return
    for op in module.regions[0].blocks[0].operations:
        if op.operation.name == "tosa.variable":
            message = f"expected one entry for a module with state but got {len(entries)}"
            raise PassError(message, op.operation.location)


def _reach(
    function: func.FuncOp,
    functions: dict[str, func.FuncOp],
    callers: tuple[str, ...],
    reached: dict[str, func.FuncOp],
) -> None:
    """Adds a function behind those that it calls; raises PassError where that cannot be."""
    name = function.name.value
    if name in reached:
        return
    _check_one_block(function)
    _check_calls(function)
    path = (*callers, name)
    for call in _calls(function.operation):
        callee = _callee(call)
        if callee in path:
            chain = " -> ".join(printable(n) for n in (*path[path.index(callee) :], callee))
            raise PassError(f"expected calls that end but got the recursion {chain}", call.location)
        if callee not in functions or not functions[callee].body.blocks:
            message = f"expected a function with a body but '{printable(callee)}' has none"
            raise PassError(f"'func.call': {message}", call.location)
        _reach(functions[callee], functions, path, reached)
    reached[name] = function


def _check_one_block(function: func.FuncOp) -> None:
    for block in function.body.blocks:
        last = block.operations[len(block.operations) - 1].operation
        if len(last.successors):
            message = f"'{last.name}': expected control flow in regions but got branches of blocks"
            raise PassError(message, last.location)


def _check_calls(function: func.FuncOp) -> None:
    for op in nested(function.operation):
        if op.name in ("func.call_indirect", "func.constant"):
            message = f"expected calls of functions by name but got '{op.name}'"
            raise PassError(message, op.location)


def _calls(function: ir.Operation) -> list[ir.Operation]:
    return [op for op in nested(function) if op.name == "func.call"]


def _callee(call: ir.Operation) -> str:
    return ir.FlatSymbolRefAttr(call.attributes["callee"]).value


def _inline(call: ir.Operation, function: func.FuncOp) -> None:
    """The ops of a function, which calls nothing, in the place of a call."""
    block: ir.Block = function.body.blocks[0]
    values: dict[ir.Value, ir.Value] = dict(zip(block.arguments, call.operands, strict=True))
    *ops, last = [op.operation for op in block.operations]
    for op in ops:
        clone = op.clone(ip=ir.InsertionPoint(call)).operation
        replace_reads(clone, values)
        for inner in nested(clone):
            inner.location = ir.Location.callsite(inner.location, [call.location])
        values.update(zip(op.results, clone.results, strict=True))
    for result, value in zip(call.results, last.operands, strict=True):
        result.replace_all_uses_with(values[value])
    call.erase()
