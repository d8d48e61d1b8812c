"""Reads a module into normal forms, operation by operation in program order.

What no rule knows is an `op` node: equal where name, inherent attributes, types, operands and
regions are. Side effects keep their order: an op that may have one reads the state that the one
before it left, and a block ends with its last state. `tosa.variable`s are states of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from mlir import ir

from lutfuse import _lutfuse
from lutfuse.passes.ir.constants import constant, makes_constant, with_contents
from lutfuse.passes.proof.activations import shape_of, width_of
from lutfuse.passes.proof.groups import parts_of
from lutfuse.passes.proof.nodes import DYNAMIC, Node, OpData, Pool
from lutfuse.passes.proof.quantized import build
from lutfuse.passes.tables.elementwise_graphs import DATA_OPERANDS

# What is left of these has no entry for some code, and no meaning there.
TABLES = ("lutfuse.lut_activation", "tosa.table")
# Names of parameters and results, and what runtimes make of their bits: not what is computed.
INTERFACE = ("arg_attrs", "res_attrs")
GIVEN = ("argument", "entry", "state", "unknown")  # what no op of a block makes
UNCOMPARABLE = "dense_resource"  # its text is a handle, not the content


@dataclass
class Side:
    """One module as nodes. References to operations hold while nobody changes the module."""

    functions: dict[str, Node] = field(default_factory=dict[str, Node])
    origins: dict[int, ir.Operation] = field(default_factory=dict[int, ir.Operation])
    values: dict[ir.Value, Node] = field(default_factory=dict[ir.Value, Node])
    # The value of which another is an element-wise function in the module's own ops.
    bases: dict[ir.Value, ir.Value] = field(default_factory=dict[ir.Value, ir.Value])
    holders: dict[int, ir.Value] = field(default_factory=dict[int, ir.Value])
    quantized: list[tuple[ir.Operation, Node]] = field(
        default_factory=list[tuple[ir.Operation, Node]]
    )
    # What a node is a part of, where the channels of several were put together.
    wholes: dict[int, Node] = field(default_factory=dict[int, Node])


def read(pool: Pool, module: ir.Operation) -> Side:
    """All ops at the top of `module` by symbol name, or by position where they have none."""
    side = Side()
    start = pool.make("entry", ())
    for block in module.regions[0].blocks:
        for position, op in enumerate(block.operations):
            name = f"operation {position}"
            if "sym_name" in op.operation.attributes:
                name = ir.StringAttr(op.operation.attributes["sym_name"]).value
            side.functions[name] = _Block(pool, side, 0, start).operation(op.operation)
    # A part is compared as the whole is: its certificate is about that.
    side.quantized = [(op, side.wholes.get(n.number, n)) for op, n in side.quantized]
    return side


class _Block:
    """Reads the ops of one block. `token` stands for all effects so far."""

    def __init__(self, pool: Pool, side: Side, level: int, token: Node) -> None:
        self.pool, self.side, self.level = pool, side, level
        self.token = token
        self.variables: dict[str, Node] = {}
        self.effects = False

    def operation(self, op: ir.Operation) -> Node:
        """Reads an op; the node of its first result, or of its effects where it has none."""
        operands = [self._node(value) for value in op.operands]
        known = self._constant(op) if len(op.results) == 1 else None
        if known is None and len(op.results) == 1 and not _all_constant(op, operands):
            known = build(self.pool, op, operands)
        if known is not None:
            results = [known]
            if op.name == "tosa.concat":
                pairs = (pair for one in operands for pair in parts_of(known, one))
                self.side.wholes.update((part.number, whole) for part, whole in pairs)
        elif op.name == "tosa.variable_read":
            results = [self._variable(op)]
        elif op.name == "tosa.variable_write":
            self.effects = True
            self.variables[_variable_name(op)] = operands[0]
            return operands[0]
        else:
            results = self._generic(op, operands)
        for result, node in zip(op.results, results, strict=False):
            self._note(op, result, node)
        if _is_quantized(op, results[0]):
            self.side.quantized.append((op, results[0]))
        self._trace(op, results[0])
        return results[0]

    def _node(self, value: ir.Value) -> Node:
        """The node of a value; one of its own where the value's block comes later in the text."""
        if value not in self.side.values:
            self.side.values[value] = self.pool.make("unknown", len(self.pool))
        return self.side.values[value]

    def _trace(self, op: ir.Operation, result: Node) -> None:
        """Remembers which op made a node, and the nodes that are parts of it."""
        pending = [result]
        while pending:
            node = pending.pop()
            if node.number not in self.side.origins and node.kind not in GIVEN:
                self.side.origins[node.number] = op
                pending.extend(node.operands)

    def _note(self, op: ir.Operation, result: ir.Value, node: Node) -> None:
        side = self.side
        side.values[result] = node
        data = [op.operands[i] for i in DATA_OPERANDS.get(op.name, ())]
        same = [v for v in data if node.root is not None and side.values[v].root is node.root]
        bases = {side.bases.get(value) for value in same} or {result}
        base = bases.pop()
        if base is None or bases:
            return
        side.bases[result] = base
        side.holders.setdefault(node.number, result)

    def _constant(self, op: ir.Operation) -> Node | None:
        literal = makes_constant(op)
        if not literal and op.name != "tosa.reshape":
            return None
        type_ = op.results[0].type
        width = width_of(type_)
        array = constant(op.results[0]) if width else None
        if array is not None:
            return self.pool.constant(array, width, str(ir.RankedTensorType(type_).element_type))
        if not literal:
            return None
        attributes = _attributes(op)
        data = OpData(op.name, attributes, (str(type_),), 0, (), self._unique(attributes))
        return self.pool.make("constant", data, (), shape_of(type_), width)

    def _unique(self, attributes: tuple[tuple[str, str], ...]) -> int:
        """A number that nothing else has, where content cannot be compared."""
        found = any(UNCOMPARABLE in text for _, text in attributes)
        return len(self.pool) + 1 if found else 0

    def _variable(self, op: ir.Operation) -> Node:
        name, type_ = _variable_name(op), op.results[0].type
        self.effects = True
        if name not in self.variables:
            shape, width = shape_of(type_), width_of(type_)
            self.variables[name] = self.pool.make("state", name, [self.token], shape, width)
        return self.variables[name]

    # Operations known by name only -----------------------------------------------------------

    def _generic(self, op: ir.Operation, operands: Sequence[Node]) -> list[Node]:
        attributes = _attributes(op)
        regions, inner, effects = self._regions(op)
        effects = effects or not _lutfuse.is_memory_effect_free(op)
        children = [*operands, *inner]
        if effects:
            names = self._written()
            children += [self.token, *(self.variables[name] for name in names)]
            regions = (*regions, names)
        types = tuple(str(value.type) for value in op.operands)
        root = None if effects or inner else _shared_root(op, operands)
        kind = "constant" if _all_constant(op, operands) else "op"
        unique = self._unique(attributes)
        found: list[Node] = []
        for index in range(max(1, len(op.results))):
            type_ = op.results[index].type if len(op.results) else None
            data = OpData(op.name, attributes, (*types, str(type_)), index, regions, unique)
            shape, width = (None, 0) if type_ is None else (shape_of(type_), width_of(type_))
            found.append(self.pool.make(kind, data, children, shape, width, root))
        if effects and op.name != "func.func":
            self.effects = True
            self.token = found[0]
            self.variables = {}
        return found

    def _regions(self, op: ir.Operation) -> tuple[tuple[object, ...], list[Node], bool]:
        """What the regions of an op are like, the nodes that they end with, and effects."""
        described: list[object] = []
        nodes: list[Node] = []
        effects = False
        for r, region in enumerate(op.regions):
            blocks = list(region.blocks)
            readers = [self._arguments(block, r, b) for b, block in enumerate(blocks)]
            for block, reader in zip(blocks, readers, strict=True):
                described.append((r, *reader.body(block, blocks, nodes)))
                effects = effects or reader.effects
        return tuple(described), nodes, effects

    def _arguments(self, block: ir.Block, region: int, index: int) -> _Block:
        place = self.level + 1, region, index
        token = self.pool.make("entry", place)
        for i, argument in enumerate(block.arguments):
            type_ = argument.type
            data = *place, i, str(type_)
            shape, width = shape_of(type_), width_of(type_)
            node = self.pool.make("argument", data, (), shape, width)
            self.side.values[argument] = node
            self.side.bases[argument] = argument
            self.side.holders.setdefault(node.number, argument)
        return _Block(self.pool, self.side, self.level + 1, token)

    def body(
        self, block: ir.Block, blocks: Sequence[ir.Block], nodes: list[Node]
    ) -> tuple[object, ...]:
        """Reads a block; adds what it ends with to `nodes` and describes them."""
        ops = [op.operation for op in block.operations]
        for op in ops[:-1]:
            self.operation(op)
        types = tuple(str(argument.type) for argument in block.arguments)
        last = ops[-1] if ops else None
        described: tuple[object, ...] = ()
        if last is not None and len(last.results) == 0 and not len(last.regions):
            nodes.extend(self._node(value) for value in last.operands)
            successors = tuple(blocks.index(block) for block in last.successors)
            described = last.name, _attributes(last), successors, len(last.operands)
        elif last is not None:
            self.operation(last)
        names = self._written()
        nodes.extend([self.token, *(self.variables[name] for name in names)])
        return types, described, names

    def _written(self) -> tuple[str, ...]:
        """Variables that hold something else than they did when the last effect was over."""
        return tuple(
            name
            for name, node in sorted(self.variables.items())
            if not (node.kind == "state" and node.data == name and node.operands == (self.token,))
        )


def _variable_name(op: ir.Operation) -> str:
    return ir.StringAttr(op.attributes["name"]).value


def _is_quantized(op: ir.Operation, result: Node) -> bool:
    """Whether an op gets a certificate of its own: convolutions and tables of either dialect."""
    if op.name == "tosa.rescale":
        return result.kind == "stage" and result.operands[0].kind == "acc"
    return op.name.startswith("lutfuse.") or op.name == "tosa.table"


def _attributes(op: ir.Operation) -> tuple[tuple[str, str], ...]:
    """Inherent attributes by name; all of an op that is not registered."""
    known = op.context.is_registered_operation(op.name)
    dropped = (*INTERFACE, *(_lutfuse.discardable_attributes(op) if known else ()))
    names = sorted(name for name in op.attributes if name not in dropped)
    return tuple((name, str(with_contents(op.attributes[name]))) for name in names)


def _all_constant(op: ir.Operation, operands: Sequence[Node]) -> bool:
    """Whether an op computes a constant, which nobody folded."""
    known = op.name in DATA_OPERANDS or op.name == "tosa.reshape"
    return known and all(operand.kind == "constant" for operand in operands)


def _shared_root(op: ir.Operation, operands: Sequence[Node]) -> Node | None:
    """The codes of which an element-wise op is a function, None where it is none of one."""
    data = DATA_OPERANDS.get(op.name)
    if data is None or len(op.results) != 1 or op.name in TABLES:
        return None
    constants = [operand.kind == "constant" for operand in operands]
    if not all(constant or i in data for i, constant in enumerate(constants)):
        return None
    roots = {operand.root for operand, fixed in zip(operands, constants, strict=True) if not fixed}
    root = roots.pop() if len(roots) == 1 else None
    shape = shape_of(op.results[0].type)
    if root is None or shape is None or DYNAMIC in shape:
        return None
    if any(operand.shape != shape for operand in operands if operand.kind != "constant"):
        return None
    fits = all(_fits_channels(operands[i], shape) for i in data if constants[i])
    return root if fits else None


def _fits_channels(value: Node, shape: tuple[int, ...]) -> bool:
    """Whether a constant has one value, or one for each index of the last axis."""
    sizes = value.shape
    if sizes is None or (len(shape) < 2 and any(size != 1 for size in sizes)):
        return False
    channels = (1, shape[-1]) if shape else (1,)
    return all(size == 1 for size in sizes[:-1]) and all(size in channels for size in sizes[-1:])
