"""Codes that branches and loops hand on, as the plain integers that TOSA's ops take."""

from __future__ import annotations

from mlir import ir
from mlir.dialects.quant import QuantizedType

from lutfuse.passes.ir.regions import nested
from lutfuse.passes.ir.storage import as_storage

CONTROL_FLOW = ("scf", "tosa")


def store_codes_in_regions(module: ir.Operation) -> None:
    """Gives what enters and leaves regions of control flow the type of its storage.

    Casts stand inside and behind, as they stand at the arguments and results of a function.
    """
    for op in list(nested(module)):
        if len(op.regions) and op.name.split(".")[0] in CONTROL_FLOW:
            _store_operands(op)
            for block in (block for region in op.regions for block in region.blocks):
                _cast_arguments(block)
                _store_operands(block.operations[len(block.operations) - 1].operation)
            _cast_results(op)


def _element(value: ir.Value) -> QuantizedType | None:
    """The quantized type of a tensor's elements, None for any other value."""
    element = value.type.element_type if isinstance(value.type, ir.ShapedType) else None
    return element if isinstance(element, QuantizedType) else None


def _store_operands(op: ir.Operation) -> None:
    with ir.InsertionPoint(op), op.location:
        for position, value in enumerate(op.operands):
            if _element(value) is not None:
                op.operands[position] = as_storage(value)


def _cast_arguments(block: ir.Block) -> None:
    with ir.InsertionPoint.at_block_begin(block):
        for argument in block.arguments:
            with argument.location:
                _cast(argument)


def _cast_results(op: ir.Operation) -> None:
    with ir.InsertionPoint.after(op), op.location:
        for result in op.results:
            _cast(result)


def _cast(value: ir.BlockArgument | ir.OpResult) -> None:
    """Makes a value one of plain integers, whose users read a cast of it."""
    element = _element(value)
    if element is None:
        return
    quantized, readers = value.type, list(value.uses)
    value.set_type(ir.RankedTensorType.get(ir.ShapedType(quantized).shape, element.storage_type))
    cast = ir.Operation.create("quant.scast", results=[quantized], operands=[value])
    for use in readers:
        use.owner.operands[use.operand_number] = cast.results[0]
