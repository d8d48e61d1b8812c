"""Evaluates element-wise graphs on every 8-bit code, with the semantics of the upstream lowering.

Graphs that differ go into one function, each on a tensor that holds the 256 codes of its input
once for each channel, and one compiled call returns all tables. There is no second interpreter of
TOSA here whose meaning could differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import numpy as np
from mlir import ir, passmanager
from mlir.dialects import func
from mlir.dialects.quant import UniformQuantizedType
from numpy.typing import NDArray

import lutfuse
from lutfuse.passes.tables.elementwise_graphs import Graph
from lutfuse.passes.upstream.jit import JitModule

CODES = 256
# The time to compile a function grows faster than its length, and each has a price of its own.
GRAPHS_PER_CALL = 40


def evaluate(graphs: Sequence[Graph], context: ir.Context) -> list[NDArray[np.int8]]:
    """Tables of the graphs: shape [256], or [C, 256] where channels differ, as stored bits.

    Entry i belongs to the i-th code of the root's storage, in the order -128 to 127 or 0 to 255.
    """
    keys = [_key(graph) for graph in graphs]
    different = list(dict(zip(keys, graphs, strict=True)).items())
    tables: dict[tuple[object, ...], NDArray[np.int8]] = {}
    for start in range(0, len(different), GRAPHS_PER_CALL):
        part = different[start : start + GRAPHS_PER_CALL]
        found = _evaluate([graph for _, graph in part], context)
        tables.update(zip((key for key, _ in part), found, strict=True))
    return [tables[key] for key in keys]


def _key(graph: Graph) -> tuple[object, ...]:
    """What a graph computes, equal for two that are alike: ops, constants, and what they read."""
    numbers: dict[ir.Value, object] = {graph.root: 0}
    element = ir.RankedTensorType(graph.root.type).element_type
    parts: list[object] = [element, *_test_shape(graph)]
    for number, op in enumerate(graph.ops, 1):
        result = ir.RankedTensorType(op.operation.results[0].type)  # of the root's shape
        parts += [result.element_type, _op_key(op.operation, numbers)]
        numbers[op.operation.results[0]] = number
    return (*parts, numbers[graph.sink])


def _op_key(op: ir.Operation, numbers: dict[ir.Value, object]) -> tuple[object, ...]:
    """`numbers` say what operands are: a position in the graph, or the key of a constant."""
    operands: list[object] = []
    for value in op.operands:
        if value not in numbers:
            assert isinstance(value.owner, ir.OpView)
            numbers[value] = value.type, _op_key(value.owner.operation, numbers)
        operands.append(numbers[value])
    inherent = [(name, op.attributes[name]) for name in op.attributes if "." not in name]
    return (op.name, *inherent, *operands)


def _evaluate(graphs: Sequence[Graph], context: ir.Context) -> list[NDArray[np.int8]]:
    shapes = [_test_shape(graph) for graph in graphs]
    buffer = BytesIO()
    with ir.Location.unknown(context):
        module = ir.Module.create()
        _build(module, graphs, shapes)
        module.operation.write_bytecode(buffer)
    inputs = [_codes(graph, shape) for graph, shape in zip(graphs, shapes, strict=True)]
    return [_table(output) for output in _run(buffer.getvalue(), inputs)]


def _run(bytecode: bytes, inputs: list[NDArray[np.int8]]) -> list[NDArray[np.int8]]:
    """Compiles and calls the module in a context of its own.

    The lowering needs dialects that the running pass did not announce, and MLIR aborts where a
    dialect is loaded while passes run.
    """
    context = ir.Context()
    lutfuse.register(context)
    with context:
        module = ir.Module.parse(bytecode)
        pipeline = "builtin.module(convert-lutfuse-to-tosa)"
        passmanager.PassManager.parse(pipeline).run(module.operation)
        return JitModule(module)(*inputs)


def _test_shape(graph: Graph) -> list[int]:
    """Shape of the same rank that holds every code once for each channel."""
    shape = ir.RankedTensorType(graph.root.type).shape
    if len(shape) < 2:
        return [CODES]
    return [1] * (len(shape) - 2) + [CODES, shape[-1]]


def _codes(graph: Graph, shape: list[int]) -> NDArray[np.int8]:
    unsigned = False
    element = ir.RankedTensorType(graph.root.type).element_type
    if isinstance(element, UniformQuantizedType):
        unsigned = not element.is_signed
    codes = np.arange(CODES) - (0 if unsigned else 128)
    column = codes.astype(np.uint8).view(np.int8)
    return np.ascontiguousarray(
        np.broadcast_to(column[:, None] if len(shape) > 1 else column, shape)
    )


def _table(output: NDArray[np.int8]) -> NDArray[np.int8]:
    if output.ndim < 2:
        return output
    columns = output.reshape(CODES, -1)
    if (columns == columns[:, :1]).all():
        return np.ascontiguousarray(columns[:, 0])
    return np.ascontiguousarray(columns.T)


def _build(module: ir.Module, graphs: Sequence[Graph], shapes: Sequence[list[int]]) -> None:
    i8 = ir.IntegerType.get_signless(8)
    types: list[ir.Type] = [ir.RankedTensorType.get(shape, i8) for shape in shapes]
    with ir.InsertionPoint(module.body):
        main = func.FuncOp("main", ir.FunctionType.get(types, types))
        block = main.add_entry_block()
    with ir.InsertionPoint(block):
        results = [
            _clone(graph, argument, shape)
            for graph, argument, shape in zip(graphs, block.arguments, shapes, strict=True)
        ]
        func.ReturnOp(results)


def _clone(graph: Graph, codes: ir.Value, shape: list[int]) -> ir.Value:
    """The graph's ops on `codes`; returns the stored integers of its sink."""
    root_type = ir.RankedTensorType(graph.root.type).element_type
    values = {graph.root: _cast(codes, root_type)}
    for op in graph.ops:
        operands = [_mapped(operand, values) for operand in op.operation.operands]
        new = op.operation.clone(ir.InsertionPoint.current)
        for index, operand in enumerate(operands):
            new.operands[index] = operand
        result = op.operation.results[0]
        element = ir.RankedTensorType(result.type).element_type
        new.operation.results[0].set_type(ir.RankedTensorType.get(shape, element))
        values[result] = new.operation.results[0]
    return _cast(values[graph.sink], ir.IntegerType.get_signless(8))


def _mapped(value: ir.Value, values: dict[ir.Value, ir.Value]) -> ir.Value:
    """The clone of a value; constants are cloned when first met."""
    if value in values:
        return values[value]
    owner = value.owner
    assert isinstance(owner, ir.OpView)
    operands = [_mapped(operand, values) for operand in owner.operation.operands]
    new = owner.operation.clone(ir.InsertionPoint.current)
    for index, operand in enumerate(operands):
        new.operands[index] = operand
    values[value] = new.operation.results[0]
    return values[value]


def _cast(value: ir.Value, element: ir.Type) -> ir.Value:
    source = ir.RankedTensorType(value.type)
    if source.element_type == element:
        return value
    type_ = ir.RankedTensorType.get(source.shape, element)
    return ir.Operation.create("quant.scast", results=[type_], operands=[value]).results[0]
