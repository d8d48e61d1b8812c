"""Copies that a plan of buffers cannot do without, as kernels of their own.

A result needs a place of its own. It has one if a call makes it; an argument, a constant, or a
value that is returned already must be copied. State is best made in place, over its old value,
which is possible where nothing reads the old value once the new one is being made.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir import ir
from mlir.dialects import func, tosa

from lutfuse.passes.cpu.outline_cpu_kernels import KERNEL
from lutfuse.passes.ir.constants import is_constant
from lutfuse.passes.ir.storage import behind


class Copies:
    """Adds copies at the end of `main`, which is still on tensors.

    `state` is the number of last arguments, and of last results, that are variables.
    """

    def __init__(self, function: func.FuncOp, state: int) -> None:
        self.function = function
        self.block: ir.Block = function.body.blocks[0]
        self.end: ir.Operation = self.block.operations[len(self.block.operations) - 1].operation
        self.arguments = list(self.block.arguments)
        self.state = state

    def add(self) -> None:
        """Gives every result a place of its own, and every variable that of its old value."""
        seen: set[ir.Value] = set()
        for position, value in enumerate(list(self.end.operands)):
            made = root(value)
            if made in self.arguments or made in seen or is_constant(made):
                self._replace(position)
            seen.add(root(self.end.operands[position]))
        first = len(self.end.operands) - self.state
        old = self.arguments[len(self.arguments) - self.state :]
        for position, argument in enumerate(old, first):
            if not self._in_place(self.end.operands[position], argument):
                self._replace(position)

    def _in_place(self, new: ir.Value, old: ir.Value) -> bool:
        maker = root(new).owner.operation
        return all(user.is_before_in_block(maker) for user in _users(old) if user != self.end)

    def _replace(self, position: int) -> None:
        """Returns a copy instead of a value."""
        value = self.end.operands[position]
        constant = is_constant(value)
        kernel = self._kernel(value, constant)
        operands = [] if constant else [value]
        where, ip = self.end.location, ir.InsertionPoint(self.end)
        call = func.CallOp([value.type], kernel.name.value, operands, loc=where, ip=ip)
        self.end.operands[position] = call.results[0]
        if constant and not any(True for _ in value.uses):
            value.owner.operation.erase()

    def _kernel(self, value: ir.Value, constant: bool) -> func.FuncOp:
        parent: ir.Block = self.function.operation.block
        count = sum(1 for op in parent.operations if KERNEL in op.operation.attributes)
        inputs: list[ir.Type] = [] if constant else [value.type]
        where = self.end.location
        with ir.InsertionPoint(parent), where:
            types = (inputs, [value.type])
            kernel = func.FuncOp(f"copy_{count}", types, visibility="private")
            kernel.operation.attributes[KERNEL] = ir.UnitAttr.get()
            body = kernel.add_entry_block([where] * len(inputs))
            with ir.InsertionPoint(body):
                source = value.owner.operation.clone().results[0] if constant else body.arguments[0]
                func.ReturnOp([tosa.identity(source.type, source)])
        return kernel


def root(value: ir.Value) -> ir.Value:
    """What a value is a view of: an argument or a result of a call."""
    return behind(value, ("tosa.reshape",))


def _users(value: ir.Value) -> Sequence[ir.Operation]:
    """Ops that read a value or a view of it."""
    found: list[ir.Operation] = []
    for use in value.uses:
        user = use.owner.operation
        found.append(user)
        if user.name == "tosa.reshape":
            found.extend(_users(user.results[0]))
    return found
