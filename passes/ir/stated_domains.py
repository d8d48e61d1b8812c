"""What a module says about the domain of plain 8-bit integers.

TOSA has no quantized types, and ops that stay in TOSA have no other place for what the model's
file said: the importer leaves `lutfuse.result_type` on ops and `lutfuse.type` on arguments and
results of functions.
"""

from __future__ import annotations

from mlir import ir
from mlir.dialects.quant import UniformQuantizedType


def stated_domain(value: ir.Value) -> UniformQuantizedType | None:
    """The 8-bit quantized type that attributes give `value`, None where none does."""
    owner = value.owner
    if isinstance(owner, ir.Block):
        index = ir.BlockArgument(value).arg_number
        return _of_interface(owner.owner.operation, "arg_attrs", index)
    found = _domain(owner.operation.attributes, "lutfuse.result_type")
    return found or _of_results(value)


def _of_results(value: ir.Value) -> UniformQuantizedType | None:
    """The domain of the function's result that `value` is."""
    for use in value.uses:
        reader = use.owner.operation
        if reader.name == "func.return" and reader.parent is not None:
            return _of_interface(reader.parent.operation, "res_attrs", use.operand_number)
    return None


def _of_interface(function: ir.Operation, name: str, index: int) -> UniformQuantizedType | None:
    if name not in function.attributes:
        return None
    return _domain(ir.DictAttr(ir.ArrayAttr(function.attributes[name])[index]), "lutfuse.type")


def _domain(attributes: ir.OpAttributeMap | ir.DictAttr, name: str) -> UniformQuantizedType | None:
    if name not in attributes:
        return None
    type_ = ir.TypeAttr(attributes[name]).value
    if not isinstance(type_, UniformQuantizedType) or type_.storage_type_integral_width != 8:
        return None
    return type_
