"""Replaces element-wise graphs between two 8-bit values by one table, exact by exhaustion.

SiLU arrives as a table, two rescales and a multiplication, leaky ReLU as rescales and a maximum.
Between them and a convolution stands a value with two users, which no fusion may touch. As a
function of 256 codes each of them is a table, and the diamond is gone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from mlir import ir
from mlir.dialects.quant import QuantizedType, UniformQuantizedType
from numpy.typing import NDArray

from lutfuse.dialects import lutfuse as lf
from lutfuse.dialects.quant_types import storage_of, storage_range, uniform
from lutfuse.passes.core import remarks
from lutfuse.passes.core.attribute_rules import leave_behind
from lutfuse.passes.core.registry import ModulePass, option, register
from lutfuse.passes.core.remarks import Remark
from lutfuse.passes.ir.constants import make_constant
from lutfuse.passes.ir.stated_domains import stated_domain
from lutfuse.passes.ir.storage import as_quantized, as_storage, erase_unused
from lutfuse.passes.tables.elementwise_graphs import (
    CASTS,
    Blocked,
    Graph,
    blocks,
    find,
    op_names,
)

_RESCALES = ("tosa.rescale", "tosa.clamp")


@register
@dataclass(frozen=True)
class CollapseElementwiseToTable(ModulePass):
    """Collapse element-wise graphs from one 8-bit value to one 8-bit value into a table.

    Before:

    ```mlir
    %t = tosa.table %u, %sigmoid : (tensor<1x8x8x8xi8>, tensor<256xi8>) -> tensor<1x8x8x8xi8>
    %a = tosa.rescale %u, ... : (...) -> tensor<1x8x8x8xi32>
    %b = tosa.rescale %t, ... : (...) -> tensor<1x8x8x8xi32>
    %p = tosa.mul %a, %b, %shift : (...) -> tensor<1x8x8x8xi32>
    %y = tosa.rescale %p, ... : (...) -> tensor<1x8x8x8xi8>
    ```

    After:

    ```mlir
    %0 = quant.scast %u : tensor<1x8x8x8xi8> to tensor<1x8x8x8x!u>
    %1 = lutfuse.lut_activation <custom> %0, %table header #h : (...) -> tensor<1x8x8x8x!y>
    %y = quant.scast %1 : tensor<1x8x8x8x!y> to tensor<1x8x8x8xi8>
    ```

    Constants with a value for each channel give a table for each channel. A graph that maps every
    code to itself goes away altogether. Rescales and clamps alone are left where the target needs
    no table for them (`keep-rescales`).
    """

    name: ClassVar[str] = "collapse-elementwise-to-table"
    dialects: ClassVar[tuple[str, ...]] = ("lutfuse", "quant", "tosa")
    keep_rescales: bool = option(False, "leave graphs of nothing but rescales and clamps")

    def run(self, module: ir.Operation) -> None:
        # The compiler is slow to import, and most pipelines have no need of it.
        from lutfuse.passes.tables.evaluate_graphs import evaluate

        found = [find(block) for block in blocks(module)]
        graphs = [graph for block in found for graph in block.graphs]
        if self.keep_rescales:
            graphs = [graph for graph in graphs if not _is_rescale(graph)]
        tables = evaluate(graphs, module.context)
        for block in found:
            for blocked in block.blocked:
                _say_blocked(blocked)
        metadata = ir.StringAttr.get(self.name)
        dead: list[ir.OpView] = []
        made: dict[ir.Value, ir.Value] = {}
        for graph, table in zip(graphs, tables, strict=True):
            _say_collapsed(graph, table)
            graph.root = made.get(graph.root, graph.root)  # the sink of a graph before
            made[graph.sink] = _replace(graph, table, metadata)
            dead += [*graph.ops, *(_owner(value) for value in graph.casts)]
        _erase(dead)


def _owner(value: ir.Value) -> ir.OpView:
    owner = value.owner
    assert isinstance(owner, ir.OpView)
    return owner


def _result_domain(graph: Graph) -> ir.Type:
    """The quantized type under which the sink is read, a unit scale where nothing says more."""
    values = (graph.sink, *graph.casts)
    return _quantized(values) or stated_domain(graph.sink) or uniform("i8", 1.0, 0)


def _input_domain(graph: Graph) -> ir.Type:
    """The root's quantized type; of plain integers the signed one that something states."""
    found = _quantized((graph.root,))
    if found is not None:
        return found
    readers = (use.owner.operation for use in graph.root.uses)
    same: list[ir.Value] = [op.results[0] for op in readers if op.name in CASTS]
    owner = graph.root.owner
    if isinstance(owner, ir.OpView) and owner.operation.name in CASTS:
        same.insert(0, owner.operation.operands[0])
    found = _quantized(same) or stated_domain(graph.root)
    return found if found is not None and found.is_signed else uniform("i8", 1.0, 0)


def _quantized(values: Iterable[ir.Value]) -> UniformQuantizedType | None:
    """The first quantized element type."""
    elements = (ir.RankedTensorType(value.type).element_type for value in values)
    return next((e for e in elements if isinstance(e, UniformQuantizedType)), None)


def _is_rescale(graph: Graph) -> bool:
    return all(op.operation.name in _RESCALES for op in graph.computing)


def _is_identity(graph: Graph, table: NDArray[np.int8]) -> bool:
    """Whether every code of the input stands for itself; scales do not matter to that."""
    low, high = storage_range(storage_of(_input_domain(graph)))
    codes = np.arange(low, high + 1).astype(np.uint8).view(np.int8)
    return table.ndim == 1 and bool((table == codes).all())


def _replace(graph: Graph, table: NDArray[np.int8], metadata: ir.Attribute) -> ir.Value:
    """Puts a table in a graph's place; what the sink has become."""
    owner = _owner(graph.sink)
    location = ir.Location.fused([op.location for op in graph.computing], metadata)
    with ir.InsertionPoint(owner), location:
        if _is_identity(graph, table):
            y = _hand_on_location(graph.root, location)
        else:
            y = _look_up(graph, table)
        for value in graph.casts:
            value.replace_all_uses_with(_like(y, value))
        new = _like(y, graph.sink)
        graph.sink.replace_all_uses_with(new)
    return new


def _hand_on_location(root: ir.Value, location: ir.Location) -> ir.Value:
    """Ops that did nothing leave no op behind: their sources become part of the producer's."""
    if isinstance(root.owner, ir.OpView):
        producer = root.owner.operation
        producer.location = ir.Location.fused([producer.location, location])
    return root


def _look_up(graph: Graph, table: NDArray[np.int8]) -> ir.Value:
    input_type, result_type = _input_domain(graph), _result_domain(graph)
    low, _ = storage_range(storage_of(input_type))
    header = lf.TableHeaderAttr.get(low, 256, input_type, result_type)
    with _behind(graph.root):
        x = as_quantized(graph.root, input_type)
    with ir.InsertionPoint(x.owner) if isinstance(x.owner, ir.OpView) else _behind(x):
        entries = make_constant(table)
    # Beside its convolution, where fusing and unfusing leave it.
    with _behind(x if isinstance(x.owner, ir.OpView) else entries):
        type_ = ir.RankedTensorType.get(ir.RankedTensorType(x.type).shape, result_type)
        return lf.lut_activation(type_, x, entries, kind="custom", header=header)


def _behind(value: ir.Value) -> ir.InsertionPoint:
    """Directly behind what makes `value`. To move an op there later would cost a whole block."""
    if isinstance(value.owner, ir.OpView):
        return ir.InsertionPoint.after(value.owner)
    return ir.InsertionPoint.at_block_begin(value.owner)


def _like(value: ir.Value, sink: ir.Value) -> ir.Value:
    """The codes of `value` as the type of `sink`."""
    if value.type == sink.type:
        return value
    element = ir.RankedTensorType(sink.type).element_type
    plain = as_storage(value)
    return as_quantized(plain, element) if isinstance(element, QuantizedType) else plain


def _erase(ops: list[ir.OpView]) -> None:
    """Erases the ops of collapsed graphs that nobody reads any more, and their constants."""
    unique = dict.fromkeys(op.operation for op in ops)
    # Gathered before anything is gone: no op may be touched after its erasure.
    constants = [
        operand
        for op in unique
        for operand in op.operands
        if isinstance(operand.owner, ir.OpView) and operand.owner.operation not in unique
    ]
    for op in reversed(unique):
        if not any(True for _ in op.results[0].uses):
            leave_behind(op, "its op became a table").say_dropped(CollapseElementwiseToTable.name)
            op.erase()
    erase_unused(constants, ir.Operation.erase)


def _say_collapsed(graph: Graph, table: NDArray[np.int8]) -> None:
    owner = _owner(graph.sink)
    identity = _is_identity(graph, table)
    details = {
        "Ops": op_names(graph.computing),
        "Result": "nothing, every code maps to itself" if identity else "a table",
        "Proof": "evaluated on all 256 codes",
    }
    if table.ndim == 2:
        details["Result"] = f"{table.shape[0]} tables, one for each channel"
    remark = Remark("passed", CollapseElementwiseToTable.name, "collapsed", owner.location)
    remarks.emit(
        Remark(remark.kind, remark.category, remark.name, remark.location, (), details),
        owner.operation,
    )


def _say_blocked(blocked: Blocked) -> None:
    details = {"Op": blocked.op.operation.name, blocked.reason: blocked.line}
    category = CollapseElementwiseToTable.name
    remark = Remark(
        "missed", category, "left-alone", blocked.op.location, (blocked.reason,), details
    )
    remarks.emit(remark, blocked.op.operation)
