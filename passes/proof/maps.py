"""What a value is for every code of its root, by tables where known and by compiling where not.

Maps are written out when they are read. What other element-wise ops compute (the diamond of a
SiLU, the maximum of a leaky ReLU) is evaluated on all 256 codes through the upstream lowering,
all values that a proof asks for in one compiled call for each module.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from mlir import ir
from mlir.dialects.quant import QuantizedType

from lutfuse.passes.proof.nodes import Array, Node, Pool, array_of, chain, compose, every_code
from lutfuse.passes.proof.reader import Side
from lutfuse.passes.tables.elementwise_graphs import DATA_OPERANDS, Graph, is_8bit


class Maps:
    """Maps from the root's codes to the values of nodes, [N] or [C, N] in stored order."""

    def __init__(self, pool: Pool, sides: Sequence[Side]) -> None:
        self._pool = pool
        self._sides = sides
        self._functions: dict[int, Node] = {}
        self._wanted: dict[int, tuple[Side, Node]] = {}
        self._found: dict[int, tuple[Node, Array]] = {}  # a base and the map of its codes
        self.error = ""

    def function(self, node: Node) -> Node:
        """The node with its root taken out: one for all equal functions that look alike."""
        for one in chain(node):
            if one.number not in self._functions:
                self._functions[one.number] = self._without_root(one)
        return self._functions[node.number]

    def _without_root(self, node: Node) -> Node:
        if node.root is node:
            return self._pool.make("root", node.width, (), node.shape)
        operands = [self._functions.get(o.number, o) for o in node.operands]
        return self._pool.make(f"{node.kind} of root", node.data, operands, node.shape, 0)

    def request(self, node: Node) -> bool:
        """Whether the map of `node` can be known; if so, `evaluate` will."""
        source = node
        while source.kind in ("map", "view") and source.root is not source:
            source = source.operands[0]
        if source.root is source or source.number in self._wanted:
            return True
        side = next((side for side in self._sides if _is_evaluable(side, source)), None)
        if side is None:
            return False
        self._wanted[source.number] = side, source
        base = side.values[side.bases[side.holders[source.number]]]
        return self.request(base)

    def of(self, node: Node) -> Array | None:
        """The map of `node` from the codes of its root; None where it is not known."""
        if node.root is node:
            return every_code(node.width)
        if node.kind == "map":
            inner = self.of(node.operands[0])
            return None if inner is None else compose(array_of(node), inner)
        if node.kind == "view":
            return self.of(node.operands[0])
        if node.number not in self._found:
            return None
        base, table = self._found[node.number]
        inner = self.of(base)
        return None if inner is None else compose(table, inner)

    def evaluate(self) -> None:
        """Compiles and runs what was requested, and not run before."""
        for side in self._sides:
            wanted = [
                node
                for owner, node in self._wanted.values()
                if owner is side and node.number not in self._found
            ]
            if wanted and not self.error:
                self._evaluate(side, wanted)

    def _evaluate(self, side: Side, nodes: Sequence[Node]) -> None:
        # The compiler is slow to import, and most proofs have no need of it.
        from lutfuse.passes.tables.evaluate_graphs import evaluate
        from lutfuse.passes.upstream.jit import JitError

        graphs = [_graph(side, node) for node in nodes]
        try:
            tables = evaluate(graphs, graphs[0].root.context)
        except (JitError, ValueError) as error:
            self.error = str(error)
            return
        for node, graph, table in zip(nodes, graphs, tables, strict=True):
            found = table.astype(np.int64)[..., _order(graph.root)]
            self._found[node.number] = side.values[graph.root], found


def _is_evaluable(side: Side, node: Node) -> bool:
    value = side.holders.get(node.number)
    if value is None or not is_8bit(value) or not is_8bit(side.bases[value]):
        return False
    # A single axis holds all codes while it is evaluated, and so no channels.
    return len(node.shape or ()) > 1 or not any(map(_has_channels, chain(node)))


def _has_channels(node: Node) -> bool:
    """Whether a node's parameters tell channels apart."""
    if node.kind == "map":
        return array_of(node).ndim > 1
    constants = [operand for operand in node.operands if operand.kind == "constant"]
    return node.kind == "op" and any(math.prod(one.shape or ()) > 1 for one in constants)


def _order(root: ir.Value) -> Array:
    """Where a table from the lowest code of a storage has the codes in stored order."""
    element = ir.RankedTensorType(root.type).element_type
    unsigned = isinstance(element, QuantizedType) and not element.is_signed
    return every_code(8) & 255 if unsigned else every_code(8) + 128


def _graph(side: Side, node: Node) -> Graph:
    """The ops between a node's value and its base, in program order."""
    sink = side.holders[node.number]
    base = side.bases[sink]
    ops: list[ir.OpView] = []
    seen: set[ir.Value] = set()

    def visit(value: ir.Value) -> None:
        if value == base or value in seen or side.values[value].kind == "constant":
            return
        seen.add(value)
        owner = value.owner
        assert isinstance(owner, ir.OpView)
        for index in DATA_OPERANDS[owner.operation.name]:
            visit(owner.operation.operands[index])
        ops.append(owner)

    visit(sink)
    return Graph(base, sink, ops, [])
